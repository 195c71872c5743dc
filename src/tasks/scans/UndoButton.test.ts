import { expect, test, vi } from 'vitest';
import { callThatIs } from '#outbox/testing/callRig.ts';
import type { OutboxView } from '#outbox/outboxPorts.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { mayBeTakenBack, takeBackMeant, undoEvents } from './UndoButton.tsx';
import { scansRig } from '#tasks/testing/scansRig.ts';

test('a call that was taken back is said, with its signal: no slip of a thumb does that unheard', () => {
  const { run, cues } = scansRig();
  run.on(undoEvents).tookBack('D-1001 → S-07');
  expect(run.view().notice).toMatchObject({
    tone: 'step',
    text: 'It was never sent: D-1001 → S-07',
    mark: { word: 'Taken back', mood: 'plain' },
  });
  expect(cues).toEqual(['step']);
});

test('a call that Undo comes too early or too late for: what is true is said, with its signal', () => {
  const { run, cues } = scansRig();
  const on = run.on(undoEvents);
  on.beingTried('D-1 → S-7');
  expect(run.view().notice?.text).toBe(
    'D-1 → S-7 is being sent just now: it is taken back if it does not get through.',
  );
  on.notTakenBack('D-1 → S-7', new IllegalStep('answered', 'cancelled'));
  expect(run.view().notice?.text).toBe('D-1 → S-7 was sent, or may have been: it cannot be taken back.');
  on.notTakenBack('D-1 → S-7', new Error('no room'));
  expect(run.view().notice?.text).toContain('no room');
  expect(cues).toEqual(['repeat', 'wrong', 'wrong']);
});

test.each([
  ['the worker’s own', {}, true],
  ['another worker’s', { operator: '8' }, false],
  ['one of another task', { operation: 'CompleteBag' }, false],
  ['one that may have left', { inDoubt: true }, false],
] as const)('Undo takes back %s: %o is %s', (_whose, change, isTaken) => {
  const call = { operation: 'RevertOff', operator: '7', inDoubt: false, ...change } as const;
  expect(mayBeTakenBack(call, 'RevertOff', '7')).toBe(isTaken);
});

test.each([
  ['the one that is shown', 1, 1, 1],
  ['the newest, where the button does not know of it yet', 1, 2, 2],
  ['none before the one that is shown, where that has left since', 2, 1, 2],
  ['the one that is shown, where the storage cannot be read', 1, undefined, 1],
])('a tap on Undo takes back %s', async (_which, shown, found, taken) => {
  const call = (seq: number) => callThatIs('waiting', { seq });
  const view = (): OutboxView => ({ revision: 1 }) as OutboxView;
  const decide = vi.fn(async (seq: number) => call(seq));
  const outbox = { decide, get: async () => undefined, view, subscribe: () => () => {} };
  const find = async () => {
    if (found === undefined) throw new Error('no storage');
    return call(found);
  };
  const on = { tookBack: vi.fn(), beingTried: vi.fn(), notTakenBack: vi.fn() };
  await takeBackMeant(outbox, call(shown), find, '7', on);
  expect(decide.mock.calls).toEqual([[taken, { kind: 'cancelled', operator: '7' }]]);
  expect(on.tookBack).toHaveBeenCalledOnce();
});
