import { expect, test } from 'vitest';
import type { CodeRule, CodeRules } from '#site/codes.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { scan, settled } from '#tasks/testing/flowRig.ts';
import { scansRig } from '#tasks/testing/scansRig.ts';

const sitedBy = (codes: CodeRules) => (): SiteConfiguration => ({ ...unknownSite, codes });

const codes: CodeRules = {
  deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
  storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A', strict: true },
};

test('a code of another step is refused with what was expected, and kept to be looked at', async () => {
  const { run, cues, saved } = scansRig({ site: sitedBy(codes) });
  run.accept(scan('S-01-A'));
  expect(run.view()).toMatchObject({
    filled: {},
    step: { parameter: 'deliveryCode' },
    misfit: { scan: { text: 'S-01-A' }, isRefused: false },
    notice: { tone: 'wrong', text: 'This looks like a shelf. Scan the delivery, such as D-1001.' },
  });
  run.accept(scan('D-1001'));
  expect(run.view().misfit).toBeUndefined();
  run.accept(scan('S-01-A'));
  await settled();
  expect(saved).toEqual([['D-1001', 'S-01-A', '7']]);
  expect(cues).toEqual(['wrong', 'step', 'saved']);
});

test('a pair that is saved behind a stop is heard, and does not talk over what is asked', async () => {
  const { run, cues, saved } = scansRig({ site: sitedBy(codes) });
  for (const code of ['D-1001', 'S-01-A', 'S-01-B']) run.accept(scan(code)); // quicker than the disk
  await settled();
  expect(saved).toEqual([['D-1001', 'S-01-A', '7']]);
  expect(run.view()).toMatchObject({
    misfit: { scan: { text: 'S-01-B' } },
    notice: { tone: 'wrong', text: 'This looks like a shelf. Scan the delivery, such as D-1001.' },
    entries: [{ saving: 'saved' }],
  });
  expect(cues).toEqual(['step', 'wrong', 'saved']);
});

test('a code that does not fit is used on a word, or left', async () => {
  const { run, saved } = scansRig({ site: sitedBy({ deliveryCode: codes['deliveryCode'] as CodeRule }) });
  run.accept(scan('X-1'));
  run.leaveMisfit();
  expect(run.view()).toMatchObject({ filled: {} });
  expect([run.view().misfit, run.view().notice]).toEqual([undefined, undefined]);
  run.takeAnyway();
  expect(run.view().filled).toEqual({});
  run.accept(scan('X-2'));
  run.takeAnyway();
  expect(run.view()).toMatchObject({ filled: { deliveryCode: { text: 'X-2' } }, step: { parameter: 'storeCode' } });
  expect(run.view().misfit).toBeUndefined();
  run.accept(scan('S-07'));
  await settled();
  expect(saved).toEqual([['X-2', 'S-07', '7']]);
});

test('where the site is strict there is no word that makes it fit', () => {
  const { run } = scansRig({ site: sitedBy(codes) });
  run.accept(scan('D-1001'));
  run.accept(scan('S-1'));
  expect(run.view().misfit?.isRefused).toBe(true);
  run.takeAnyway();
  expect(run.view()).toMatchObject({ step: { parameter: 'storeCode' }, entries: [] });
});

test('a misfit does not outlive its step: Back and another page leave it', () => {
  const { run } = scansRig({ site: sitedBy({ storeCode: { pattern: 'S', example: 'S' } }) });
  for (const leave of [run.back, run.reread]) {
    run.accept(scan('D-1001'));
    run.accept(scan('D-1002'));
    expect(run.view().misfit?.scan.text).toBe('D-1002');
    leave();
    expect(run.view().misfit).toBeUndefined();
    run.back();
  }
});

test('the delivery once more is known as such, whatever a shelf looks like', () => {
  const { run } = scansRig({ site: sitedBy(codes) });
  run.accept(scan('D-1001'));
  run.accept(scan('D-1001'));
  expect(run.view().notice).toMatchObject({ tone: 'repeat', text: 'D-1001 is the delivery already. Scan the shelf.' });
  expect(run.view().misfit).toBeUndefined();
});

test('the values of two elements of one code make a call, and the whole code is kept beside each', async () => {
  const gs1: CodeRules = {
    deliveryCode: { pattern: '\\d{14}', example: '09521234543213', gs1: '01' },
    storeCode: { pattern: '[A-Z0-9-]+', example: 'S-07', gs1: '254' },
  };
  const kept: (readonly ScanNote[])[] = [];
  const { run, saved } = scansRig({
    site: sitedBy(gs1),
    save: async (call, scans) => {
      kept.push(scans);
      saved.push(call.parameters.map(([, text]) => text));
      return { seq: 1 } as QueuedCall;
    },
  });
  const whole = { ...scan('0109521234543213254S-07'), symbology: 'GS1-128' };
  run.accept(whole);
  run.accept({ ...whole, text: '0109521234543213' }); // it holds no shelf
  await expect.poll(() => run.view().misfit).toBeDefined();
  run.accept(whole);
  await expect.poll(() => saved).toEqual([['09521234543213', 'S-07', '7']]);
  expect(kept[0]).toEqual([
    { ...whole, text: '09521234543213', raw: whole.text },
    { ...whole, text: 'S-07', raw: whole.text },
  ]);
});

test('a GS1 code once more is known as such, though only a part of it was taken', async () => {
  const { run } = scansRig({
    site: sitedBy({ deliveryCode: { pattern: '\\d{14}', example: '09521234543213', gs1: '01' } }),
  });
  const whole = { ...scan('010952123454321310LOT'), symbology: 'GS1-128' };
  run.accept(whole);
  run.accept(whole);
  await expect.poll(() => run.view().notice?.tone).toBe('repeat');
  expect(run.view().step.noun()).toBe('shelf');
});

test('a misfit inside a burst is gone past and kept with its reason; it holds nothing up', async () => {
  const { run, saved, notTaken } = scansRig({ site: sitedBy(codes) });
  const scans = ['D-1001', 'S-01-A', 'D-1002', 'XYZ', 'S-01-B', 'D-1003', 'S-01-C'];
  for (const [at, text] of scans.entries()) run.accept({ ...scan(text), at });
  await settled();
  expect(saved.map(([delivery, shelf]) => [delivery, shelf])).toEqual([
    ['D-1001', 'S-01-A'],
    ['D-1002', 'S-01-B'],
    ['D-1003', 'S-01-C'],
  ]);
  expect(notTaken).toEqual([{ text: 'XYZ', at: 3, reason: 'No shelf looks like this. Scan one such as S-01-A.' }]);
});

test('each of two misfits is kept, and the same one again is one', () => {
  const { run, notTaken } = scansRig({ site: sitedBy(codes) });
  for (const text of ['XYZ', 'XYZ', 'S-01-A', 'D-1001']) run.accept(scan(text));
  expect(notTaken.map(({ text }) => text)).toEqual(['XYZ', 'S-01-A']);
});

test('what a person has decided about is not kept, and what Back or another page goes past is', () => {
  const { run, notTaken } = scansRig({
    site: sitedBy({ ...codes, storeCode: { pattern: 'S-.*', example: 'S-01-A' } }),
  });
  run.accept(scan('XYZ'));
  run.leaveMisfit();
  run.accept(scan('X-1'));
  run.takeAnyway();
  expect(notTaken).toEqual([]);
  run.accept(scan('X-2'));
  run.back();
  run.accept(scan('X-3'));
  run.reread();
  expect(notTaken.map(({ text }) => text)).toEqual(['X-2', 'X-3']);
});

test('a question whether to save again is gone past by the next scan, and kept', async () => {
  const { run, notTaken } = scansRig({
    save: async (call) => {
      if (call.parameters[0]?.[1] === 'D-1') throw new AlreadyQueued(3);
      return { seq: 4 } as QueuedCall;
    },
  });
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  run.accept(scan('D-2'));
  expect(run.view().entries).toEqual([]); // its buttons would stand under another scan
  const call = { operation: 'RevertOff', codes: ['D-1', 'S-1'] };
  expect(notTaken).toMatchObject([{ text: 'D-1 → S-1', at: 1, call, first: 3, reason: 'Not saved a second time' }]);
});

test('a value that the call cannot carry is kept when the next scan goes past it', () => {
  const { run, notTaken } = scansRig();
  for (const text of ['D-1', 'S-\ud800', 'S-1']) run.accept(scan(text));
  expect(notTaken.map(({ text }) => text)).toEqual(['S-\ud800']);
});
