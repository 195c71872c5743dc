import { expect, test } from 'vitest';
import type { Handheld } from '#tasks/task/handheld.ts';
import { flowPorts, scan } from '#tasks/testing/flowRig.ts';
import { readNotTaken } from './notTaken.ts';
import { runPortsOf } from './runPorts.ts';

test('a call that was let go is in the list until its save is on the disk, and then no longer', async () => {
  const { ports, saved } = flowPorts();
  const kept = new Map<string, string | undefined>();
  const draft = (name: string) => ({
    read: () => kept.get(name),
    write: (text: string | undefined) => void kept.set(name, text),
  });
  let fails = true;
  const save: Handheld['save'] = async (...call) => {
    if (fails) throw new Error('the disk is full');
    return ports.save(...call);
  };
  const handheld = {
    ...ports,
    save,
    draft,
    outbox: ports,
    cues: { play: ports.cue },
    printers: {},
  } as unknown as Handheld;
  const run = runPortsOf(handheld, { drop: () => undefined, put: () => undefined, view: () => [] }, 'bag', [
    'CompleteBag',
  ]);
  const call = { operation: 'CompleteBag', parameters: [['bagCode', 'BAG-1']] } as const;
  const left = () => readNotTaken(draft('not-taken-bag')).length;
  run.notTaken({ text: 'BAG-1 · 1250', at: 1, call: { ...call, codes: ['BAG-1'] } }, 'Not saved');
  await expect(run.save(call, [scan('BAG-1')], false)).rejects.toThrow('the disk is full');
  expect(left()).toBe(1);
  fails = false;
  await run.save(call, [scan('BAG-1')], false);
  expect([left(), saved.length]).toEqual([0, 1]);
});
