import { expect, test } from 'vitest';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { type ScansRunPorts, createScansRun } from './scansRun.ts';
import { draftInMemory, flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';

function rig(ports: Partial<ScansRunPorts> = {}) {
  const { ports: usual, ...came } = flowPorts();
  const run = createScansRun(revertOff, { ...usual, keptScan: draftInMemory(), page: 1, ...ports });
  const texts = () => Object.values(run.view().filled).map(({ text }) => text);
  return { run, texts, draft: usual.draft.read, ...came };
}
const pullOf = (first: ReturnType<typeof scan>, ...more: string[]) => ({
  first,
  texts: [first.text, ...more],
  before: [] as ReturnType<typeof scan>[],
});

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

test('a call that has left is no reason to scan a part of it again: neither its codes nor what was in hand before are offered', async () => {
  const { run, texts } = rig({ takeBack: () => Promise.reject(new IllegalStep('answered', 'cancelled')) });
  run.accept(scan('D-1001', 1));
  const first = scan('S-01', 5);
  run.accept(first);
  await settled();
  run.split(pullOf(first, 'B'));
  await settled();
  expect([texts(), run.view().notice?.text.includes('Nothing of it is taken')]).toEqual([[], false]);
});

test('the codes of a burst before it was known as one are taken back with it, and its half too', async () => {
  const { run, texts, takenBack } = rig();
  const [delivery, shelf, next] = [scan('D-1001', 1), scan('S-01', 2), scan('D-1002', 3)];
  for (const one of [delivery, shelf, next]) run.accept(one);
  await settled();
  run.split({ ...pullOf(next, 'S-02'), before: [delivery, shelf] });
  await settled();
  expect([takenBack, texts()]).toEqual([[1], []]);
  expect(run.view().notice?.text).toMatch(/D-1001 · S-01 · D-1002 · S-02.*D-1001 → S-01 is taken back.*Nothing of it/);
});

test('of a burst the word of what has left comes first, and stays in each later word about it', async () => {
  const { run } = rig({
    takeBack: (seq) => (seq === 1 ? Promise.reject(new IllegalStep('answered', 'cancelled')) : Promise.resolve()),
  });
  const [delivery, shelf, next, last] = [scan('D-1001', 1), scan('S-01', 2), scan('D-1002', 3), scan('S-02', 4)];
  for (const one of [delivery, shelf, next, last]) run.accept(one);
  await settled();
  run.split({ ...pullOf(last, 'D-1003'), before: [delivery, shelf, next] });
  await settled();
  const left = /^D-1001 → S-01 had left already/;
  expect(run.view().notice?.text).toMatch(left);
  expect(run.view().notice?.text).toContain('Nothing else of it is taken');
  expect(run.view().notice?.text).not.toContain('Nothing of it is taken');
  run.split({ ...pullOf(last, 'D-1003', 'S-03'), before: [delivery, shelf, next] });
  await settled();
  expect(run.view().notice?.text).toMatch(left);
  const later = scan('D-1004', 400); // the scanner has paused, and goes on
  run.accept(later);
  run.split(pullOf(later, 'S-04'));
  await settled();
  expect(run.view().notice?.text).toMatch(left);
  const muchLater = scan('D-1005', 60_000);
  run.accept(muchLater);
  run.split(pullOf(muchLater, 'S-05'));
  await settled();
  expect(run.view().notice?.text).not.toMatch(left);
});

test('what came of a burst behind a call that has left is in hand no more', async () => {
  const { run, texts } = rig({ takeBack: () => Promise.reject(new IllegalStep('answered', 'cancelled')) });
  const [delivery, shelf, next] = [scan('D-1001', 1), scan('S-01', 2), scan('D-1002', 3)];
  for (const one of [delivery, shelf, next]) run.accept(one);
  await settled();
  expect(texts()).toEqual(['D-1002']);
  run.split({ ...pullOf(next, 'S-02'), before: [delivery, shelf] });
  await settled();
  expect([texts(), run.view().step.noun()]).toEqual([[], 'delivery']);
  expect(run.view().entries).toMatchObject([{ saving: 'saved', seq: 1 }]);
});

test('of many codes the first few are named, and how many there were', async () => {
  const { run } = rig();
  const first = scan('D-1', 1);
  run.accept(first);
  run.split(pullOf(first, ...Array.from({ length: 29 }, (_, index) => `D-${index + 2}`)));
  await settled();
  expect(run.view().notice?.text).toContain('D-1 · D-2 · D-3 · … (30)');
});

test('as long as nobody knows whether a call has left, it is not said that nothing was taken', async () => {
  let end: () => void = () => undefined;
  const { run } = rig({ takeBack: () => new Promise<void>((done) => (end = done)) });
  run.accept(scan('D-1001', 1));
  const first = scan('S-01', 5);
  run.accept(first);
  await settled();
  run.split(pullOf(first, 'B'));
  await settled();
  expect(run.view().notice?.text).not.toContain('Nothing of it is taken');
  end();
  await settled();
  expect(run.view().notice?.text).toContain('Nothing of it is taken');
});

test('a scan that came while a call was being taken back stays in hand', async () => {
  let end: () => void = () => undefined;
  const { run, texts } = rig({ takeBack: () => new Promise<void>((done) => (end = done)) });
  run.accept(scan('D-1001', 1));
  const first = scan('S-01', 5);
  run.accept(first);
  await settled();
  run.split(pullOf(first, 'B'));
  await settled();
  run.accept(scan('D-1002', 9_000));
  end();
  await settled();
  expect(texts()).toEqual(['D-1002']);
});

test('nothing of before is undone where the beginning was no scan of its own', async () => {
  const { run, texts, takenBack } = rig();
  run.accept(scan('D-1001', 1));
  run.ignoreRepeat('D-1001');
  run.split(pullOf(scan('D-1001', 3), 'B'));
  await settled();
  expect([texts(), takenBack]).toEqual([['D-1001'], []]);
});
