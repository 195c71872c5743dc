import { expect, test, vi } from 'vitest';
import type { CodeRule, CodeRules } from '#contract/codes.ts';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { mayBeTakenBack, undoEvents } from './UndoButton.tsx';
import { type TaskRunPorts, createTaskRun } from './taskRun.ts';
import { draftInMemory, flowPorts, scan, settled } from '#tasks/testing/flowRig.ts';

const sitedBy = (codes: CodeRules) => (): SiteConfiguration => ({ ...unknownSite, codes });

/** A run whose saves are held back until they are let through, and what came of it. */
function rig(ports: Partial<TaskRunPorts> = {}) {
  const { ports: usual, cues, values, repeated, notTaken } = flowPorts();
  const keptScan = draftInMemory();
  const run = createTaskRun(revertOff, { ...usual, keptScan, ...ports });
  return { run, cues, saved: values, repeated, notTaken, draft: usual.draft.read, keptScan: keptScan.read };
}

test('a delivery and a shelf make one call with the parameters in table order', async () => {
  const { run, saved } = rig();
  run.accept(scan('D-1001'));
  expect(run.view().step.noun()).toBe('shelf');
  run.accept(scan('S-07'));
  expect(run.view().step.noun()).toBe('delivery');
  await settled();
  expect(saved).toEqual([['D-1001', 'S-07', '7']]);
});

test('nothing says saved before the call is on disk', async () => {
  let done: (call: QueuedCall) => void = () => undefined;
  const { run, cues } = rig({ save: () => new Promise((resolve) => (done = resolve)) });
  run.accept(scan('D-1001'));
  run.accept(scan('S-07'));
  await settled();
  expect(cues).toEqual(['step']);
  expect(run.view().entries[0]?.saving).toBe('saving');
  done({ seq: 1 } as QueuedCall);
  await settled();
  expect(cues).toEqual(['step', 'saved']);
  expect(run.view().entries[0]).toMatchObject({ saving: 'saved', seq: 1 });
});

test.each<[how: string, again: Partial<ScanNote>, tone: string]>([
  ['seen by the camera again', { at: 10_000 }, 'repeat'],
  ['seen by the camera much later', { at: 10_002 }, 'wrong'],
  ['scanned by a laser', { source: 'wedge' }, 'wrong'],
])('the label that has completed a call, %s: %o gives %s', async (_, again, tone) => {
  const { run, saved, cues, notTaken } = rig();
  const seen = (text: string, more: Partial<ScanNote> = {}): void =>
    run.accept({ text, source: 'camera', at: 1, ...more });
  seen('D-1001');
  seen('S-07');
  seen('S-07', again);
  expect(run.view().notice?.tone).toBe(tone);
  seen('D-1002', { at: 9_000 });
  seen('S-07', { at: 9_000 }); // for the next one it is taken
  await settled();
  expect(saved.map(([delivery, shelf]) => `${delivery} ${shelf}`)).toEqual(['D-1001 S-07', 'D-1002 S-07']);
  expect(cues.filter((cue) => cue === 'wrong').length).toBe(notTaken.length);
});

test('nothing is drawn between the last scan and the sound that says saved', async () => {
  vi.useFakeTimers();
  try {
    let done: (call: QueuedCall) => void = () => undefined;
    const { run, cues } = rig({ save: () => new Promise((resolve) => (done = resolve)) });
    run.accept(scan('D-1001'));
    vi.advanceTimersByTime(100);
    const drawn: (string | undefined)[] = [];
    run.subscribe(() => drawn.push(run.view().entries[0]?.saving));
    run.accept(scan('S-07'));
    await settled();
    done({ seq: 1 } as QueuedCall);
    await settled();
    expect({ cues, drawn }).toEqual({ cues: ['step', 'saved'], drawn: [] });
    vi.advanceTimersByTime(100);
    expect(drawn).toEqual(['saved']); // once, with what came of it
  } finally {
    vi.useRealTimers();
  }
});

test('what was scanned is drawn a moment later, also while its call is still being written', () => {
  vi.useFakeTimers();
  try {
    const { run } = rig({ save: () => new Promise(() => undefined) });
    const drawn: string[] = [];
    run.subscribe(() => drawn.push(`${run.view().step.noun()}, ${run.view().entries[0]?.saving ?? 'no call'}`));
    run.accept(scan('D-1001'));
    vi.advanceTimersByTime(100);
    expect(drawn).toEqual(['shelf, no call']);
    run.accept(scan('S-07'));
    vi.advanceTimersByTime(100);
    expect(drawn).toEqual(['shelf, no call', 'delivery, saving']);
  } finally {
    vi.useRealTimers();
  }
});

test('scans made while a call is being written are taken, and saved in the order of the scans', async () => {
  const saved: string[] = [];
  const waits = [30, 0, 10];
  const { run } = rig({
    save: async (call) => {
      await new Promise((done) => setTimeout(done, waits[saved.length]));
      saved.push(call.parameters[0]?.[1] ?? '');
      return { seq: saved.length } as QueuedCall;
    },
  });
  for (const code of ['D-1', 'S-1', 'D-2', 'S-2', 'D-3', 'S-3']) run.accept(scan(code));
  await expect.poll(() => saved).toEqual(['D-1', 'D-2', 'D-3']);
});

test('a call that cannot be saved stays on the screen, the next scan works, and it can be saved again', async () => {
  let isFull = true;
  const { run, cues } = rig({
    save: async () => {
      if (isFull) throw new Error('The storage is full.');
      return { seq: 5 } as QueuedCall;
    },
  });
  run.accept(scan('D-1'));
  run.accept(scan('S-1'));
  await settled();
  expect(run.view().notice).toEqual({
    tone: 'wrong',
    text: 'Not saved: D-1 → S-1. Scanline could not do that: The storage is full.',
  });
  run.accept(scan('D-2'));
  isFull = false;
  run.accept(scan('S-2'));
  await settled();
  expect(run.view().entries.map(({ saving }) => saving)).toEqual(['saved', 'not-saved']);
  run.saveAgain(run.view().entries[1]?.id ?? 0);
  await settled();
  expect(run.view().entries.map(({ saving }) => saving)).toEqual(['saved', 'saved']);
  expect(cues.at(-1)).toBe('saved');
});

test('a call that is in the queue already is asked about, and saved once more only on a word', async () => {
  const again: boolean[] = [];
  const { run } = rig({
    save: async (_call, _scans, isWanted) => {
      again.push(isWanted);
      if (!isWanted) throw new AlreadyQueued(3);
      return { seq: 4 } as QueuedCall;
    },
  });
  run.accept(scan('D-1'));
  run.accept(scan('S-1'));
  await settled();
  expect(run.view().notice?.tone).toBe('repeat');
  expect(run.view().entries[0]).toMatchObject({ saving: 'needs-confirmation', seq: 3 });
  run.saveAgain(run.view().entries[0]?.id ?? 0);
  await settled();
  expect(again).toEqual([false, true]);
});

test('a question that was answered with no is not left standing', async () => {
  const { run } = rig({ save: () => Promise.reject(new AlreadyQueued(3)) });
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  expect(run.view().notice).toBeDefined();
  run.leave(1);
  expect(run.view().notice).toBeUndefined();
  expect(run.view().entries).toEqual([]);
});

test('the next call leaves a question that nobody answered', async () => {
  const { run } = rig({
    save: async (call) => {
      if (call.parameters[0]?.[1] === 'D-1') throw new AlreadyQueued(3);
      return { seq: 4 } as QueuedCall;
    },
  });
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  for (const code of ['D-2', 'S-2']) run.accept(scan(code));
  await settled();
  expect(run.view().entries.map(({ saving }) => saving)).toEqual(['saved']);
});

test('the delivery is not taken for the shelf', () => {
  const { run, cues } = rig();
  run.accept(scan('D-1'));
  run.accept(scan('D-1'));
  expect(run.view().step.noun()).toBe('shelf');
  expect(cues).toEqual(['step', 'repeat']);
});

test('half a task is kept over a restart, and nothing of it once the call is made', async () => {
  const { run, draft } = rig();
  run.accept(scan('D-1'));
  const { run: next } = rig({ draft: { read: draft, write: () => undefined } });
  expect(next.view().filled['deliveryCode']?.text).toBe('D-1');
  expect(next.view().step.noun()).toBe('shelf');
  run.accept(scan('S-1'));
  expect(draft()).toBeUndefined();
});

test.each(['', 'no JSON', '[]', '{"deliveryCode":7}', '{"deliveryCode":null}', 'null'])(
  'a draft that is none (%s) leaves the task empty',
  (text) => {
    const { run } = rig({ draft: { read: () => text, write: () => undefined } });
    expect(run.view().filled).toEqual({});
  },
);

test('back empties the last step and says nothing more', () => {
  const { run, draft } = rig();
  run.accept(scan('D-1'));
  run.back();
  expect(run.view()).toMatchObject({ filled: {}, step: { parameter: 'deliveryCode' } });
  expect(run.view().notice).toBeUndefined();
  expect(draft()).toBeUndefined();
  run.back();
  expect(run.view().filled).toEqual({});
});

test('a value that the call cannot carry is said, and what was scanned stays', () => {
  const { run, cues } = rig();
  run.accept(scan('D-1'));
  run.accept(scan('S-\ud800'));
  expect(cues.at(-1)).toBe('wrong');
  expect(run.view().filled['deliveryCode']?.text).toBe('D-1');
});

test('an entry that is saved or being saved cannot be left', async () => {
  const { run } = rig();
  run.accept(scan('D-1'));
  run.accept(scan('S-1'));
  run.leave(1);
  expect(run.view().entries).toHaveLength(1);
  await settled();
  run.leave(1);
  expect(run.view().entries).toHaveLength(1);
});

test('a call that was taken back is said, with its signal: no slip of a thumb does that unheard', () => {
  const { run, cues } = rig();
  run.on(undoEvents).tookBack('D-1001 → S-07');
  expect(run.view().notice).toMatchObject({
    tone: 'step',
    text: 'It was never sent: D-1001 → S-07',
    mark: { word: 'Taken back', mood: 'plain' },
  });
  expect(cues).toEqual(['step']);
});

test('a call that Undo comes too early or too late for: what is true is said, with its signal', () => {
  const { run, cues } = rig();
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

const codes: CodeRules = {
  deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' },
  storeCode: { pattern: 'S-\\d{2}-[A-C]', example: 'S-01-A', strict: true },
};

test('a code of another step is refused with what was expected, and kept to be looked at', async () => {
  const { run, cues, saved } = rig({ site: sitedBy(codes) });
  run.accept(scan('S-01-A'));
  expect(run.view()).toMatchObject({
    filled: {},
    step: { parameter: 'deliveryCode' },
    misfit: { scan: { text: 'S-01-A' }, isRefused: false },
    notice: { tone: 'wrong', text: 'This looks like a shelf. Scan a delivery such as D-1001.' },
  });
  run.accept(scan('D-1001'));
  expect(run.view().misfit).toBeUndefined();
  run.accept(scan('S-01-A'));
  await settled();
  expect(saved).toEqual([['D-1001', 'S-01-A', '7']]);
  expect(cues).toEqual(['wrong', 'step', 'saved']);
});

test('a pair that is saved behind a stop is heard, and does not talk over what is asked', async () => {
  const { run, cues, saved } = rig({ site: sitedBy(codes) });
  for (const code of ['D-1001', 'S-01-A', 'S-01-B']) run.accept(scan(code)); // quicker than the disk
  await settled();
  expect(saved).toEqual([['D-1001', 'S-01-A', '7']]);
  expect(run.view()).toMatchObject({
    misfit: { scan: { text: 'S-01-B' } },
    notice: { tone: 'wrong', text: 'This looks like a shelf. Scan a delivery such as D-1001.' },
    entries: [{ saving: 'saved' }],
  });
  expect(cues).toEqual(['step', 'wrong', 'saved']);
});

test('a code that does not fit is used on a word, or left', async () => {
  const { run, saved } = rig({ site: sitedBy({ deliveryCode: codes['deliveryCode'] as CodeRule }) });
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
  const { run } = rig({ site: sitedBy(codes) });
  run.accept(scan('D-1001'));
  run.accept(scan('S-1'));
  expect(run.view().misfit?.isRefused).toBe(true);
  run.takeAnyway();
  expect(run.view()).toMatchObject({ step: { parameter: 'storeCode' }, entries: [] });
});

test('a misfit does not outlive its step: Back and another page leave it', () => {
  const { run } = rig({ site: sitedBy({ storeCode: { pattern: 'S', example: 'S' } }) });
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
  const { run } = rig({ site: sitedBy(codes) });
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
  const { run, saved } = rig({
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
  const { run } = rig({
    site: sitedBy({ deliveryCode: { pattern: '\\d{14}', example: '09521234543213', gs1: '01' } }),
  });
  const whole = { ...scan('010952123454321310LOT'), symbology: 'GS1-128' };
  run.accept(whole);
  run.accept(whole);
  await expect.poll(() => run.view().notice?.tone).toBe('repeat');
  expect(run.view().step.noun()).toBe('shelf');
});

test('a misfit inside a burst is gone past and kept with its reason; it holds nothing up', async () => {
  const { run, saved, notTaken } = rig({ site: sitedBy(codes) });
  const scans = ['D-1001', 'S-01-A', 'D-1002', 'XYZ', 'S-01-B', 'D-1003', 'S-01-C'];
  for (const [at, text] of scans.entries()) run.accept({ ...scan(text), at });
  await settled();
  expect(saved.map(([delivery, shelf]) => [delivery, shelf])).toEqual([
    ['D-1001', 'S-01-A'],
    ['D-1002', 'S-01-B'],
    ['D-1003', 'S-01-C'],
  ]);
  expect(notTaken).toEqual([
    { text: 'XYZ', at: 3, reason: 'This does not look like a shelf. Scan one such as S-01-A.' },
  ]);
});

test('each of two misfits is kept, and the same one again is one', () => {
  const { run, notTaken } = rig({ site: sitedBy(codes) });
  for (const text of ['XYZ', 'XYZ', 'S-01-A', 'D-1001']) run.accept(scan(text));
  expect(notTaken.map(({ text }) => text)).toEqual(['XYZ', 'S-01-A']);
});

test('what a person has decided about is not kept, and what Back or another page goes past is', () => {
  const { run, notTaken } = rig({ site: sitedBy({ ...codes, storeCode: { pattern: 'S-.*', example: 'S-01-A' } }) });
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
  const { run, notTaken } = rig({
    save: async (call) => {
      if (call.parameters[0]?.[1] === 'D-1') throw new AlreadyQueued(3);
      return { seq: 4 } as QueuedCall;
    },
  });
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  run.accept(scan('D-2'));
  expect(run.view().entries).toEqual([]); // its buttons would stand under another scan
  expect(notTaken).toEqual([{ text: 'D-1 → S-1', at: 1, isCall: true, reason: 'Not saved a second time' }]);
});

test('a value that the call cannot carry is kept when the next scan goes past it', () => {
  const { run, notTaken } = rig();
  for (const text of ['D-1', 'S-\ud800', 'S-1']) run.accept(scan(text));
  expect(notTaken.map(({ text }) => text)).toEqual(['S-\ud800']);
});

test('a kept shelf stays: each delivery alone makes a call, over a restart too, until it is let go', async () => {
  const { run, saved, keptScan } = rig();
  run.keep('next');
  for (const text of ['D-1001', 'S-07', 'D-1002', 'D-1003']) run.accept(scan(text));
  await settled();
  expect(saved).toEqual([
    ['D-1001', 'S-07', '7'],
    ['D-1002', 'S-07', '7'],
    ['D-1003', 'S-07', '7'],
  ]);
  const { run: next, saved: later } = rig({ keptScan: { read: keptScan, write: () => undefined } });
  expect(next.view()).toMatchObject({ keptScan: { text: 'S-07' }, step: { parameter: 'deliveryCode' } });
  next.accept(scan('D-1004'));
  await settled();
  expect(later).toEqual([['D-1004', 'S-07', '7']]);
  run.release();
  expect(keptScan()).toBeUndefined();
  run.accept(scan('D-1005'));
  expect(run.view().step.noun()).toBe('shelf');
});

test('a kept shelf that was not used for 15 minutes is asked about once, after a restart too, and no scan is lost', async () => {
  const minutes = (many: number, text: string): ScanNote => ({ ...scan(text), at: many * 60_000 });
  const first = rig();
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
  const { run, saved } = rig({
    keptScan: { read: () => pinned, write: (text) => (pinned = text) },
    now: () => 45 * 60_000,
  });
  expect(run.view().waiting).toMatchObject([{ text: 'D-3' }]);
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
  run.release();
  for (const text of ['S-08']) run.accept(minutes(91, text));
  await settled();
  expect(saved.at(-1)).toEqual(['D-6', 'S-08', '7']);
});

test('a kept shelf is not emptied by Back, and is no delivery', async () => {
  const { run, saved, cues, draft } = rig();
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
  const { run, saved } = rig();
  run.accept(scan('D-1001'));
  run.keep(scan('S-07'));
  expect(run.view()).toMatchObject({ keptScan: 'next', step: { parameter: 'storeCode' } });
  for (const text of ['S-08', 'D-1002']) run.accept(scan(text));
  await settled();
  expect(saved).toEqual([
    ['D-1001', 'S-08', '7'],
    ['D-1002', 'S-08', '7'],
  ]);
});

test('a shelf that another page keeps does not take the place of a delivery that was begun here', () => {
  const kept: { keptScan?: string } = {};
  const { run } = rig({ keptScan: { read: () => kept.keptScan, write: () => undefined } });
  run.accept(scan('D-1001'));
  kept.keptScan = JSON.stringify({ scan: scan('S-07') });
  run.reread();
  expect(run.view()).toMatchObject({ filled: { deliveryCode: { text: 'D-1001' } }, step: { parameter: 'storeCode' } });
});

test('where the site wants codes scanned a typed one is not taken', async () => {
  const { run, cues } = rig({ allowsTyped: () => false });
  run.accept({ ...scan('D-1001'), source: 'typed' });
  expect(run.view().filled).toEqual({});
  run.accept(scan('D-1001'));
  expect(run.view().filled).toMatchObject({ deliveryCode: { text: 'D-1001' } });
  expect(cues).toEqual(['wrong', 'step']);
});

test('a half that another page has finished is not paired with, though nobody has told of it yet', async () => {
  let kept: string | undefined;
  const { run, saved } = rig({ draft: { read: () => kept, write: (text) => (kept = text) } });
  run.accept(scan('D-1'));
  kept = undefined; // by the other page, while this one was asleep
  run.accept(scan('D-2'));
  run.accept(scan('S-2'));
  await settled();
  expect(saved).toEqual([['D-2', 'S-2', '7']]);
});

test('a shelf that another page has changed is kept as it is now, though nobody has told of it yet', async () => {
  let kept: string | undefined;
  const { run, saved } = rig({ keptScan: { read: () => kept, write: (text) => (kept = text) } });
  run.keep(scan('S-1'));
  kept = JSON.stringify({ scan: scan('S-9'), usedAt: 1 });
  run.accept(scan('D-1'));
  await settled();
  expect(saved).toEqual([['D-1', 'S-9', '7']]);
});

test('the end of a half goes to the disk with its call, and so does the shelf that the call keeps', () => {
  const ways: (string | undefined)[] = [];
  const noted = () => {
    let kept: string | undefined;
    const write = (text: string | undefined, by?: 'call') => {
      kept = text;
      ways.push(by);
    };
    return { read: () => kept, write };
  };
  const { run } = rig({ draft: noted(), keptScan: noted() });
  run.accept(scan('D-1'));
  run.keep('next');
  ways.length = 0;
  run.accept(scan('S-1'));
  expect(ways).toEqual(['call', 'call']);
});

test('a second scan that the guard held back is counted with the scan it repeats, and saved with its call', async () => {
  const kept: (readonly ScanNote[])[] = [];
  const { run, draft } = rig({
    save: async (_, scans) => {
      kept.push(scans);
      return { seq: 4 } as QueuedCall;
    },
  });
  run.accept(scan('D-1001'));
  run.ignoreRepeat('D-1001');
  run.ignoreRepeat('D-1001');
  expect(draft()).toContain('"repeated":2');
  run.accept(scan('S-07'));
  await settled();
  expect(kept).toEqual([[{ ...scan('D-1001'), repeated: 2 }, scan('S-07')]]);
});

test('a second scan of the one that ended the call is noted with that call once it is saved', async () => {
  const { run, repeated } = rig();
  run.accept(scan('D-1001'));
  run.accept(scan('S-07'));
  run.ignoreRepeat('S-07');
  await settled();
  expect(repeated).toEqual([[1, 'S-07']]);
  run.ignoreRepeat('S-08'); // of no scan of this call
  await settled();
  expect(repeated).toHaveLength(1);
});
