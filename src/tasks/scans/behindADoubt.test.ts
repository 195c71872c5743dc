import { expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued, NeedsDecision } from '#outbox/store/store.ts';
import { createDoubts, doubtOf, behindOf, waitsFor } from '#tasks/calls/doubts.ts';
import { changingTasks } from '#tasks/catalogue/changingTasks.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { createObjectRun } from '#tasks/object/objectRun.ts';
import { createOperationRun } from '#tasks/operation/operationRun.ts';
import type { ObjectTask, ScansTask, TaskAction } from '#tasks/task/task.ts';
import { begunIn } from './begun.ts';
import { createScansRun } from './scansRun.ts';
import { draftInMemory, flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';

const taskOf = (id: string) => changingTasks.find((task) => task.id === id);
const transportOrder = taskOf('transport-order') as ScansTask;
const objects = ['bag', 'weight', 'transfer', 'external-code'].map((id) => taskOf(id) as ObjectTask);

/** A row of a call of that operation about `X-1`, which is to be decided about. */
function row(operation: string, state: State = 'unconfirmed', seq = 25, lane = 'x'): QueuedCall {
  return { seq, operation, state, lane, scans: [scan('X-1'), scan('Y-1')] } as unknown as QueuedCall;
}

/** Ports that know of a doubt about `X-1` in calls of one operation. */
function rig(operation: string) {
  const { ports, ...came } = flowPorts();
  const behind: (number | undefined)[] = [];
  const held: string[] = [];
  const doubts = { rows: [row(operation)] };
  return {
    ...came,
    behind,
    held,
    doubts,
    ports: {
      ...ports,
      site: () => ({ ...unknownSite, weightUnits: [{ value: '1', name: 'kg', grams: 1000 }] }),
      save: async (call, scans, again, by) => {
        behind.push(by);
        return ports.save(call, scans, again, by);
      },
      doubtOf: (of, code) => doubtOf(doubts.rows, of, code),
      hold: ({ text }) => void held.push(text),
    } satisfies typeof ports,
  };
}

test.each([
  ['a delivery and a shelf', revertOff],
  ['a transport order', transportOrder],
])(
  'of %s: the code is asked about at its scan, once behind it the call says so, and left it is not used',
  async (_, task) => {
    const { ports, cues, behind, values, held, draft } = { ...rig(task.operation), draft: draftInMemory() };
    const start = () => createScansRun(task, { ...ports, draft, keptScan: draftInMemory(), page: 1 });
    const run = start();
    run.accept(scan('X-1'));
    expect(run.view()).toMatchObject({ filled: {}, asking: { kind: 'decision', seq: 25, scan: { text: 'X-1' } } });
    expect(run.view().notice).toMatchObject({
      tone: 'repeat',
      text: 'X-1: its last call, #25, needs your decision first.',
    });
    run.accept(scan('Y-2'));
    expect(run.view()).toMatchObject({ filled: {}, asking: { kind: 'decision' }, notice: { tone: 'asked' } });
    expect(begunIn(task, draft)).toEqual([]);
    const again = start(); // after a restart
    expect(again.view().asking).toMatchObject({ kind: 'decision', seq: 25 });
    again.receive(scan('X-3')); // from Home: it begins nothing over a question
    expect([held, again.view().filled]).toEqual([['X-3'], {}]);
    expect(again.view().asking).toMatchObject({ kind: 'decision', seq: 25 });
    again.goBehind();
    for (const code of ['Y-2', 'X-1']) again.accept(scan(code));
    await settled();
    expect(again.view()).toMatchObject({ filled: {}, asking: { seq: 25 } }); // once more, for each call
    again.leaveDecision();
    for (const code of ['X-2', 'Y-2']) again.accept(scan(code));
    await settled();
    expect(values.map(([one, other]) => [one, other])).toEqual([
      ['X-1', 'Y-2'],
      ['X-2', 'Y-2'],
    ]);
    expect(behind).toEqual([25, undefined]);
    expect(start().view().asking).toBeUndefined();
    again.accept(scan('X-1'));
    again.leaveDecision();
    expect(again.view()).toMatchObject({ filled: {}, asking: undefined, notice: undefined });
    expect(cues).toEqual(['repeat', 'asked', 'step', 'repeat', 'saved', 'step', 'saved', 'repeat']);
  },
);

test('a delivery that is asked about beside a kept shelf waits over a restart for the answer about the shelf, and is asked about then', async () => {
  const { ports, values } = rig('RevertOff');
  const [draft, keptScan] = [draftInMemory(), draftInMemory()];
  const opened = (page: number) => createScansRun(revertOff, { ...ports, draft, keptScan, page });
  const run = opened(1);
  run.keep(scan('S-07'));
  run.accept(scan('X-1'));
  expect(run.view().asking).toMatchObject({ kind: 'decision', seq: 25 });
  const waits = { asking: undefined, notice: { tone: 'repeat', text: 'Still S-07? X-1 waits for your answer.' } };
  expect(opened(2).view()).toMatchObject(waits); // nobody answers
  const again = opened(3);
  expect(again.view()).toMatchObject(waits);
  again.accept(scan('X-9')); // it waits too, and is written down with the first
  const last = opened(4);
  expect(last.view().notice?.text).toBe('Still S-07? 2 scans wait for your answer.');
  last.keepOn();
  expect(last.view()).toMatchObject({ filled: { storeCode: { text: 'S-07' } }, asking: { scan: { text: 'X-1' } } });
  last.goBehind();
  await settled();
  expect(values.map(([one, other]) => [one, other])).toEqual([
    ['X-9', 'S-07'],
    ['X-1', 'S-07'],
  ]);
});

test.each(objects.map((task) => [task.id, task] as const))(
  'of an object, %s: the code is asked about at its scan, over a restart too, and its call is saved behind it',
  async (_, task) => {
    const [action] = task.actions as [TaskAction];
    const { ports, behind, draft } = { ...rig(action.operation), draft: draftInMemory() };
    const start = () => createObjectRun(task, { ...ports, draft });
    start().accept(scan('X-1'));
    const run = start();
    expect(run.view()).toMatchObject({ asking: { kind: 'decision', seq: 25 } });
    expect(run.view().scan).toBeUndefined();
    run.goBehind();
    expect(run.view().scan?.text).toBe('X-1');
    expect(run.view().asking).toBeUndefined();
    for (const { name } of task.fields) run.setField(name, '1');
    run.act(action);
    await settled();
    expect(behind).toEqual([25]);
  },
);

test('a code that is scanned at Home again while another one is in hand is begun once', () => {
  const draft = draftInMemory();
  const opened = (code: string) => {
    const { ports } = flowPorts();
    createScansRun(revertOff, { ...ports, draft, keptScan: draftInMemory(), page: 1 }).receive(scan(code));
    return begunIn(revertOff, draft);
  };
  expect(['X-1', 'X-2', 'X-1'].map(opened)).toEqual([['X-1'], ['X-2', 'X-1'], ['X-1', 'X-2']]);
});

test('a doubt about another code, another operation or another step asks nothing', () => {
  const { ports } = rig('RevertOff');
  const run = createScansRun(revertOff, { ...ports, keptScan: draftInMemory(), page: 1 });
  for (const code of ['X-2', 'X-1']) run.accept(scan(code)); // as a shelf
  expect(run.view().asking).toBeUndefined();
  const other = createScansRun(transportOrder, {
    ...ports,
    draft: draftInMemory(),
    keptScan: draftInMemory(),
    page: 1,
  });
  other.accept(scan('X-1'));
  expect(other.view().asking).toBeUndefined();
});

test('where it was decided about meanwhile the code waits until a person says what it is', () => {
  const { ports, held } = rig('RevertOff');
  const run = createScansRun(revertOff, { ...ports, keptScan: draftInMemory(), page: 1 });
  run.accept(scan('X-1'));
  run.decided();
  expect([run.view().asking, held]).toEqual([undefined, ['X-1']]);
});

test('what the disk alone knows is asked about before it is saved, after a restart too, and saved behind it on a word', async () => {
  const { ports } = rig('none');
  const draft = draftInMemory();
  const tries: unknown[] = [];
  const start = () =>
    createScansRun(revertOff, {
      ...ports,
      draft,
      keptScan: draftInMemory(),
      page: 1,
      save: async (_call, _scans, again, behind) => {
        tries.push([again, behind]);
        if (behind !== 25) throw new NeedsDecision(25);
        return { seq: 30 } as QueuedCall;
      },
    });
  const first = start();
  for (const code of ['X-1', 'Y-2']) first.accept(scan(code));
  await settled();
  const said = { tone: 'repeat', text: 'X-1 → Y-2 would wait for your decision on #25.' };
  expect(first.view()).toMatchObject({
    notice: said,
    entries: [{ saving: 'needs-confirmation', isBehind: true, seq: 25 }],
  });
  const run = start();
  expect(run.view()).toMatchObject({ notice: said, entries: [{ isBehind: true, seq: 25 }] });
  run.saveAgain(run.view().entries[0]?.id ?? 0);
  await settled();
  expect(tries).toEqual([
    [false, undefined],
    [true, 25],
  ]);
  expect(run.view().entries).toMatchObject([{ saving: 'saved', seq: 30 }]);
});

test('the same pair of a doubt that is saved again waits behind it, and is not asked about twice', async () => {
  const { ports } = rig('none');
  const tries: unknown[] = [];
  const run = createScansRun(revertOff, {
    ...ports,
    keptScan: draftInMemory(),
    page: 1,
    save: async (_call, _scans, again, behind) => {
      tries.push(behind);
      if (!again) throw new AlreadyQueued(25, 'unconfirmed');
      return { seq: 30 } as QueuedCall;
    },
  });
  for (const code of ['X-1', 'Y-1']) run.accept(scan(code));
  await settled();
  run.saveAgain(run.view().entries[0]?.id ?? 0);
  await settled();
  expect(tries).toEqual([undefined, 25]);
});

test('the form of an operation asks before it saves behind a doubt', async () => {
  const { ports } = rig('none');
  const tries: unknown[] = [];
  const run = createOperationRun('RevertOff', {
    ...ports,
    save: async (_call, _scans, _again, behind) => {
      tries.push(behind);
      if (behind !== 25) throw new NeedsDecision(25);
      return { seq: 30 } as QueuedCall;
    },
  });
  for (const code of ['X-1', 'Y-2']) run.accept(scan(code));
  run.run();
  await settled();
  expect(run.view()).toMatchObject({
    notice: { tone: 'repeat', text: 'RevertOff would wait for your decision on #25.' },
    needsConfirmation: { isBehind: true, behind: 25 },
  });
  run.saveAgain();
  await settled();
  expect([tries, run.view().saved]).toEqual([[undefined, 25], [30]]);
});

test('the calls to decide about are read where there are some, and are none before', async () => {
  let [revision, unconfirmed, looks] = [1, 0, 0];
  const listeners: (() => void)[] = [];
  const doubts = createDoubts({
    view: () => ({ revision, totals: { unconfirmed, held: 0 } }) as never,
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    list: async (state) => {
      looks += 1;
      return state === 'unconfirmed' ? [row('RevertOff'), row('PrintKJYOrder')] : [];
    },
  });
  expect(doubts.view()).toBeUndefined();
  listeners[0]?.();
  await settled();
  expect([doubts.view(), looks]).toEqual([[], 0]);
  [revision, unconfirmed] = [2, 2];
  listeners[0]?.();
  await settled();
  expect(doubts.view()?.map(({ operation }) => operation)).toEqual(['RevertOff']); // a label is asked about by its copies
});

test('a waiting call waits for the one before it in its lane, and for no other', () => {
  const doubts = [row('RevertOff', 'held', 25, 'a')];
  const waiting = (seq: number, lane: string, state: State = 'waiting') => row('RevertOff', state, seq, lane);
  expect(waitsFor(doubts, waiting(30, 'a'))).toBe(25);
  expect(waitsFor(doubts, waiting(30, 'b'))).toBeUndefined();
  expect(waitsFor(doubts, waiting(20, 'a'))).toBeUndefined();
  expect(waitsFor(doubts, waiting(30, 'a', 'sending'))).toBeUndefined();
  expect(waitsFor(undefined, waiting(30, 'a'))).toBeUndefined();
  expect(behindOf(doubts, [waiting(30, 'a'), waiting(31, 'a'), waiting(32, 'b')])).toEqual({ many: 2, seq: 25 });
  expect(behindOf(doubts, [waiting(32, 'b')])).toBeUndefined();
});
