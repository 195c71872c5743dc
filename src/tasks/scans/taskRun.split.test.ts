import { expect, test } from 'vitest';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { type TaskRunPorts, createTaskRun } from './taskRun.ts';
import { draftInMemory, flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';

function rig(ports: Partial<TaskRunPorts> = {}) {
  const { ports: usual, ...came } = flowPorts();
  const run = createTaskRun(revertOff, { ...usual, keptScan: draftInMemory(), page: 1, ...ports });
  const texts = () => Object.values(run.view().filled).map(({ text }) => text);
  return { run, texts, draft: usual.draft.read, ...came };
}
const pullOf = (first: ReturnType<typeof scan>, ...more: string[]) => ({ first, texts: [first.text, ...more] });

test('a scan that was only the beginning of its pull fills no step, and all that the pull brought is told', async () => {
  const { run, texts, cues, draft } = rig();
  const first = scan('PN:7781', 5);
  run.accept(first);
  expect(texts()).toEqual(['PN:7781']);
  run.split(pullOf(first, 'QTY:5'));
  await settled();
  expect([texts(), draft(), run.view().step.noun()]).toEqual([[], undefined, 'delivery']);
  expect(run.view().notice).toMatchObject({
    tone: 'wrong',
    text: expect.stringContaining('PN:7781 · QTY:5') as string,
  });
  expect(cues).toEqual(['step', 'wrong']);
  run.split(pullOf(first, 'QTY:5', 'LOT:A9'));
  await settled();
  expect(run.view().notice?.text).toContain('PN:7781 · QTY:5 · LOT:A9');
});

test('the call that it made is taken back, and the half of before stands again', async () => {
  const { run, texts, takenBack, values } = rig();
  run.accept(scan('D-1001', 1));
  const first = scan('S-01', 5);
  run.accept(first);
  await settled();
  expect(values).toEqual([['D-1001', 'S-01', '7']]);
  run.split(pullOf(first, 'B'));
  await settled();
  expect([takenBack, texts()]).toEqual([[1], ['D-1001']]);
  expect(run.view().notice?.text).toContain('D-1001 → S-01 is taken back');
  expect(run.view().entries).toMatchObject([{ saving: 'saved', seq: 1 }]);
});

test('a call that is still on its way to the disk is taken back when it is there', async () => {
  let save: () => void = () => undefined;
  const { run, takenBack } = rig({ save: () => new Promise((done) => (save = () => done({ seq: 7 } as never))) });
  run.accept(scan('D-1001', 1));
  const first = scan('S-01', 5);
  run.accept(first);
  run.split(pullOf(first, 'B'));
  await settled();
  expect(takenBack).toEqual([]);
  save();
  await settled();
  expect(takenBack).toEqual([7]);
});

test('a call that has left is shown, and nobody is told that it was taken back', async () => {
  const { run } = rig({ takeBack: () => Promise.reject(new IllegalStep('answered', 'cancelled')) });
  run.accept(scan('D-1001', 1));
  const first = scan('S-01', 5);
  run.accept(first);
  await settled();
  run.split(pullOf(first, 'B'));
  await settled();
  expect(run.view().notice).toMatchObject({
    tone: 'wrong',
    text: expect.stringContaining('had left already') as string,
  });
});

test('nothing of before is undone where the beginning was no scan of its own', async () => {
  const { run, texts, takenBack } = rig();
  run.accept(scan('D-1001', 1));
  run.ignoreRepeat('D-1001');
  run.split(pullOf(scan('D-1001', 3), 'B'));
  await settled();
  expect([texts(), takenBack]).toEqual([['D-1001'], []]);
});
