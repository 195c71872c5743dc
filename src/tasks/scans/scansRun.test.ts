import { expect, test, vi } from 'vitest';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { scan, settled } from '#tasks/testing/flowRig.ts';
import { scansRig } from '#tasks/testing/scansRig.ts';

test('a delivery and a shelf make one call with the parameters in table order', async () => {
  const { run, saved } = scansRig();
  run.accept(scan('D-1001'));
  expect(run.view().step.noun()).toBe('shelf');
  run.accept(scan('S-07'));
  expect(run.view().step.noun()).toBe('delivery');
  await settled();
  expect(saved).toEqual([['D-1001', 'S-07', '7']]);
});

test('nothing says saved before the call is on disk', async () => {
  let done: (call: QueuedCall) => void = () => undefined;
  const { run, cues } = scansRig({ save: () => new Promise((resolve) => (done = resolve)) });
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
  ['pulled twice by a laser', { source: 'wedge', at: 2_001 }, 'repeat'],
  ['scanned by a laser later', { source: 'wedge', at: 2_002 }, 'wrong'],
  ['typed', { source: 'typed' }, 'wrong'],
])('the label that has completed a call, %s: %o gives %s', async (_, again, tone) => {
  const { run, saved, cues, notTaken } = scansRig();
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
    const { run, cues } = scansRig({ save: () => new Promise((resolve) => (done = resolve)) });
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
    const { run } = scansRig({ save: () => new Promise(() => undefined) });
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
  const { run } = scansRig({
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
  const { run, cues } = scansRig({
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
  const { run } = scansRig({
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
  const { run } = scansRig({ save: () => Promise.reject(new AlreadyQueued(3)) });
  for (const code of ['D-1', 'S-1']) run.accept(scan(code));
  await settled();
  expect(run.view().notice).toBeDefined();
  run.leave(1);
  expect(run.view().notice).toBeUndefined();
  expect(run.view().entries).toEqual([]);
});

test('the next call leaves a question that nobody answered', async () => {
  const { run } = scansRig({
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
  const { run, cues } = scansRig();
  run.accept(scan('D-1'));
  run.accept(scan('D-1'));
  expect(run.view().step.noun()).toBe('shelf');
  expect(cues).toEqual(['step', 'repeat']);
});

test('half a task is kept over a restart, and nothing of it once the call is made', async () => {
  const { run, draft } = scansRig();
  run.accept(scan('D-1'));
  const { run: next } = scansRig({ draft: { read: draft, write: () => undefined } });
  expect(next.view().filled['deliveryCode']?.text).toBe('D-1');
  expect(next.view().step.noun()).toBe('shelf');
  run.accept(scan('S-1'));
  expect(draft()).toBeUndefined();
});

test.each(['', 'no JSON', '[]', '{"deliveryCode":7}', '{"deliveryCode":null}', 'null'])(
  'a draft that is none (%s) leaves the task empty',
  (text) => {
    const { run } = scansRig({ draft: { read: () => text, write: () => undefined } });
    expect(run.view().filled).toEqual({});
  },
);

test('back empties the last step and says nothing more', () => {
  const { run, draft } = scansRig();
  run.accept(scan('D-1'));
  run.back();
  expect(run.view()).toMatchObject({ filled: {}, step: { parameter: 'deliveryCode' } });
  expect(run.view().notice).toBeUndefined();
  expect(draft()).toBeUndefined();
  run.back();
  expect(run.view().filled).toEqual({});
});

test('a value that the call cannot carry is said, and what was scanned stays', () => {
  const { run, cues } = scansRig();
  run.accept(scan('D-1'));
  run.accept(scan('S-\ud800'));
  expect(cues.at(-1)).toBe('wrong');
  expect(run.view().filled['deliveryCode']?.text).toBe('D-1');
});

test('an entry that is saved or being saved cannot be left', async () => {
  const { run } = scansRig();
  run.accept(scan('D-1'));
  run.accept(scan('S-1'));
  run.leave(1);
  expect(run.view().entries).toHaveLength(1);
  await settled();
  run.leave(1);
  expect(run.view().entries).toHaveLength(1);
});

test('where the site wants codes scanned a typed one is not taken', async () => {
  const { run, cues } = scansRig({ allowsTyped: () => false });
  run.accept({ ...scan('D-1001'), source: 'typed' });
  expect(run.view().filled).toEqual({});
  run.accept(scan('D-1001'));
  expect(run.view().filled).toMatchObject({ deliveryCode: { text: 'D-1001' } });
  expect(cues).toEqual(['wrong', 'step']);
});

test('a half that another page has finished is not paired with, though nobody has told of it yet', async () => {
  let kept: string | undefined;
  const { run, saved } = scansRig({ draft: { read: () => kept, write: (text) => (kept = text) } });
  run.accept(scan('D-1'));
  kept = undefined; // by the other page, while this one was asleep
  run.accept(scan('D-2'));
  run.accept(scan('S-2'));
  await settled();
  expect(saved).toEqual([['D-2', 'S-2', '7']]);
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
  const { run } = scansRig({ draft: noted(), keptScan: noted() });
  run.accept(scan('D-1'));
  run.keep('next');
  ways.length = 0;
  run.accept(scan('S-1'));
  expect(ways).toEqual(['call', 'call']);
});

test('a second scan that the guard held back is counted with the scan it repeats, and saved with its call', async () => {
  const kept: (readonly ScanNote[])[] = [];
  const { run, draft } = scansRig({
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
  const { run, repeated } = scansRig();
  run.accept(scan('D-1001'));
  run.accept(scan('S-07'));
  run.ignoreRepeat('S-07');
  await settled();
  expect(repeated).toEqual([[1, 'S-07']]);
  run.ignoreRepeat('S-08'); // of no scan of this call
  await settled();
  expect(repeated).toHaveLength(1);
});
