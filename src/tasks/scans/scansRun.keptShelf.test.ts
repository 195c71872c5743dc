import { expect, test } from 'vitest';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { scan, settled } from '#tasks/testing/flowRig.ts';
import { scansRig } from '#tasks/testing/scansRig.ts';

test('a shelf that is to stay is asked for first, and stays: each delivery alone makes a call, until it is let go', async () => {
  const { run, saved, keptScan } = scansRig();
  run.keep('next');
  expect(run.view()).toMatchObject({ step: { parameter: 'storeCode' }, filled: {} });
  run.accept(scan('S-07'));
  expect(run.view()).toMatchObject({ keptScan: { scan: { text: 'S-07' } }, step: { parameter: 'deliveryCode' } });
  expect(run.view().notice?.text).toBe('Shelf S-07. Now scan the delivery.');
  for (const text of ['D-1001', 'D-1002', 'D-1003']) run.accept(scan(text));
  await settled();
  expect(saved).toEqual([
    ['D-1001', 'S-07', '7'],
    ['D-1002', 'S-07', '7'],
    ['D-1003', 'S-07', '7'],
  ]);
  run.change();
  run.change();
  expect(keptScan()).toBeUndefined();
  run.accept(scan('D-1005'));
  expect(run.view().step.noun()).toBe('shelf');
});

test('a shelf that is changed leads to another one: it is asked for, and stays', async () => {
  const { run, saved } = scansRig();
  run.keep(scan('S-07'));
  run.change();
  expect(run.view()).toMatchObject({ keptScan: { kind: 'next' }, step: { parameter: 'storeCode' }, filled: {} });
  for (const text of ['S-08', 'D-1001', 'D-1002']) run.accept(scan(text));
  await settled();
  expect(saved).toEqual([
    ['D-1001', 'S-08', '7'],
    ['D-1002', 'S-08', '7'],
  ]);
});

test('a shelf that was kept before a restart is asked about before a scan is taken with it, until that is answered', async () => {
  const { run: before, keptScan } = scansRig();
  before.keep(scan('S-07'));
  let kept = keptScan();
  const draft = { read: () => kept, write: (text: string | undefined) => (kept = text) };
  const opened = (page: number) => scansRig({ keptScan: draft, page });
  for (const page of [2, 3]) {
    const { run } = opened(page); // nobody answers
    expect(run.view()).toMatchObject({ keptScan: { waiting: [] }, notice: { tone: 'repeat', text: 'Still S-07?' } });
  }
  const { run, saved } = opened(4);
  run.accept(scan('D-1'));
  await settled();
  expect(saved).toEqual([]);
  expect(run.view().notice?.text).toBe('Still S-07? D-1 waits for your answer.');
  run.keepOn();
  await settled();
  expect(saved).toEqual([['D-1', 'S-07', '7']]);
  const again = opened(4); // from Home, in the same start of the app
  again.run.accept(scan('D-2'));
  await settled();
  expect(again.saved).toEqual([['D-2', 'S-07', '7']]);
});

test('the label of the kept shelf answers too that it is still that one', () => {
  const { run: before, keptScan } = scansRig();
  before.keep(scan('S-07'));
  const { run } = scansRig({ keptScan: { read: keptScan, write: () => undefined }, page: 2 });
  run.accept(scan('S-07'));
  expect(run.view()).toMatchObject({ keptScan: { kind: 'stays', scan: { text: 'S-07' } } });
});

test('a kept shelf that was not used for 15 minutes is asked about once, after a restart too, and no scan is lost', async () => {
  const minutes = (many: number, text: string): ScanNote => ({ ...scan(text), at: many * 60_000 });
  const first = scansRig();
  first.run.keep(scan('S-07'));
  first.run.accept(minutes(14, 'D-1'));
  first.run.accept(minutes(28, 'D-2'));
  await settled();
  expect(first.saved).toHaveLength(2); // each is within 15 minutes of the one before
  first.run.accept(minutes(44, 'D-3'));
  await settled();
  expect(first.saved).toHaveLength(2);
  expect(first.run.view().notice?.text).toBe('Still S-07? D-3 waits for your answer.');

  let pinned = first.keptScan();
  const { run, saved } = scansRig({
    keptScan: { read: () => pinned, write: (text) => (pinned = text) },
    now: () => 45 * 60_000,
  });
  expect(run.view().keptScan).toMatchObject({ waiting: [{ text: 'D-3' }] });
  run.accept(minutes(45, 'D-4'));
  run.keepOn();
  run.accept(minutes(46, 'D-5'));
  await settled();
  expect(saved.map(([delivery, shelf]) => [delivery, shelf])).toEqual([
    ['D-3', 'S-07'],
    ['D-4', 'S-07'],
    ['D-5', 'S-07'],
  ]);

  run.accept(minutes(90, 'D-6'));
  run.change();
  expect(run.view().notice?.text).toBe('Delivery D-6. Now scan the shelf.');
  for (const text of ['S-08', 'D-7']) run.accept(minutes(91, text));
  await settled();
  expect(saved.slice(-2)).toEqual([
    ['D-6', 'S-08', '7'],
    ['D-7', 'S-08', '7'],
  ]);
});

test('a kept shelf is not emptied by Back, and is no delivery', async () => {
  const { run, saved, cues, draft } = scansRig();
  run.keep(scan('S-07'));
  run.back();
  expect(run.view().filled).toMatchObject({ storeCode: { text: 'S-07' } });
  run.accept(scan('S-07'));
  await settled();
  expect(saved).toEqual([]);
  expect(cues).toEqual(['repeat']);
  expect(draft()).toBeUndefined();
});

test('a delivery that was begun before a shelf is kept gets the shelf that is scanned for it', async () => {
  const { run, saved } = scansRig();
  run.accept(scan('D-1001'));
  run.keep(scan('S-07'));
  expect(run.view()).toMatchObject({ keptScan: { kind: 'next' }, step: { parameter: 'storeCode' } });
  for (const text of ['S-08', 'D-1002']) run.accept(scan(text));
  await settled();
  expect(saved).toEqual([
    ['D-1001', 'S-08', '7'],
    ['D-1002', 'S-08', '7'],
  ]);
});

test('a shelf that another page keeps does not take the place of a delivery that was begun here', () => {
  const kept: { keptScan?: string } = {};
  const { run } = scansRig({ keptScan: { read: () => kept.keptScan, write: () => undefined } });
  run.accept(scan('D-1001'));
  kept.keptScan = JSON.stringify({ scan: scan('S-07') });
  run.reread();
  expect(run.view()).toMatchObject({ filled: { deliveryCode: { text: 'D-1001' } }, step: { parameter: 'storeCode' } });
});

test('a shelf that another page has changed is kept as it is now, though nobody has told of it yet', async () => {
  let kept: string | undefined;
  const { run, saved } = scansRig({ keptScan: { read: () => kept, write: (text) => (kept = text) } });
  run.keep(scan('S-1'));
  kept = JSON.stringify({ scan: scan('S-9'), usedAt: 1 });
  run.accept(scan('D-1'));
  await settled();
  expect(saved).toEqual([['D-1', 'S-9', '7']]);
});
