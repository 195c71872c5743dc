import { expect, test } from 'vitest';
import { AlreadyQueued } from '#outbox/store/store.ts';
import { scan, settled } from '#tasks/testing/flowRig.ts';
import { bagSite, complete, did, freshAnswer, objectRig, reopen, weighed } from '#tasks/testing/objectRig.ts';

test('a question which of two bags goes on stands again after a restart, with both of them', async () => {
  const { run, draft } = objectRig();
  run.accept(scan('BAG-1'));
  run.setField('weight', '3');
  run.accept(scan('BAG-2'));
  const kept = draft();
  const { run: next } = objectRig({ draft: { read: () => kept, write: () => undefined } });
  expect(next.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    asking: { scan: { text: 'BAG-2' } },
    fields: { weight: '3' },
  });
  expect(next.view().notice?.text).toBe(run.view().notice?.text);
  run.stay();
  expect(draft()).not.toContain('BAG-2');
});

test('the bag in hand scanned once more is the answer: it goes on, and the other one is kept as not taken', async () => {
  const { run, notTaken, draft } = objectRig();
  run.accept(scan('BAG-1'));
  run.setField('weight', '3');
  run.accept(scan('BAG-2'));
  run.accept(scan('BAG-1'));
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, fields: { weight: '3' }, notice: { tone: 'step' } });
  expect(run.view().asking).toBeUndefined();
  expect(notTaken.map(({ text }) => text)).toEqual(['BAG-2']);
  expect(draft()).not.toContain('BAG-2');
});

test('while it is asked which of two bags goes on nothing is done to either', async () => {
  const { run, saved } = await weighed();
  run.accept(scan('BAG-2'));
  const asked = run.view().notice?.text;
  await did(run, reopen);
  await did(run, complete);
  expect(saved).toEqual([]);
  expect(run.view()).toMatchObject({
    asking: { scan: { text: 'BAG-2' } },
    fields: { weight: '3' },
    notice: { text: asked },
  });
});

test('another bag while a weight is not saved is asked about first', async () => {
  const { run } = await weighed();
  run.accept(scan('BAG-2'));
  expect(run.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    fields: { weight: '3' },
    asking: { scan: { text: 'BAG-2' } },
  });
  run.stay();
  expect(run.view().asking).toBeUndefined();
  run.accept(scan('BAG-2'));
  run.takeWaiting();
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-2' } });
  expect(run.view().fields['weight'] ?? '').toBe('');
});

test('the bag and its weight are kept over a restart', async () => {
  const { draft } = await weighed();
  const { run: next } = objectRig({ draft: { read: draft, write: () => undefined } });
  expect(next.view()).toMatchObject({
    scan: { text: 'BAG-1' },
    fields: { weight: '3', transferLine: '4711' },
    lookUp: 'none',
  });
  expect(next.view().found).toEqual(['transferLine']); // it came from the service, and is not called entered
});

test('a code that is no bag of the site asks first, and leaves the bag in hand alone', async () => {
  const asked: string[] = [];
  const codes = { bagCode: { pattern: 'BAG-\\d', example: 'BAG-7' } };
  const { run, cues } = objectRig({
    site: () => ({ ...bagSite, codes }),
    lookUp: async (call) => {
      asked.push(call.parameters[0]?.[1] ?? '');
      return freshAnswer('{"line":4711}');
    },
  });
  run.accept(scan('BAG-7'));
  await settled();
  run.setField('weight', '2');
  run.accept(scan('D-1001'));
  expect(run.view()).toMatchObject({
    scan: { text: 'BAG-7' },
    fields: { weight: '2' },
    misfit: { scan: { text: 'D-1001' } },
  });
  run.leaveMisfit();
  expect(run.view().misfit).toBeUndefined();
  run.accept(scan('D-1001'));
  run.takeAnyway(); // and now the weight that stands is asked about
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-7' }, asking: { scan: { text: 'D-1001' } } });
  run.takeWaiting();
  await settled();
  expect(run.view()).toMatchObject({ scan: { text: 'D-1001' } });
  expect(run.view().fields['weight'] ?? '').toBe('');
  expect(asked).toEqual(['BAG-7', 'D-1001']);
  expect(cues).toEqual(['step', 'wrong', 'wrong', 'repeat', 'step']);
});

test('what the next scan goes past is kept: a misfit, a bag that came while another one is asked about, a call asked about', async () => {
  const { run, notTaken } = objectRig({
    site: () => ({ ...bagSite, codes: { bagCode: { pattern: 'BAG-\\d', example: 'BAG-1' } } }),
    save: () => Promise.reject(new AlreadyQueued(3)),
  });
  const kept = () => notTaken.map(({ text }) => text);
  run.accept(scan('BAG-1'));
  await settled();
  for (const text of ['XYZ', 'XYZ', 'BAG-1']) run.accept(scan(text));
  expect(kept()).toEqual(['XYZ']);
  run.setField('weight', '3');
  for (const text of ['BAG-2', 'BAG-2', 'BAG-3']) run.accept(scan(text));
  expect(kept()).toEqual(['XYZ', 'BAG-3']);
  run.takeWaiting();
  await settled();
  await did(run, reopen);
  run.accept(scan('BAG-4'));
  expect(kept()).toEqual(['XYZ', 'BAG-3', 'BAG-2']);
  expect(notTaken.at(-1)).toMatchObject({
    call: { operation: 'AgainOpenBag', codes: ['BAG-2'] },
    reason: 'Not saved a second time',
  });
});

test('another object in hand drops what was not taken for the one before, and the same one again does not', async () => {
  let others = 0;
  const { run } = objectRig({
    site: () => ({ ...bagSite, codes: { bagCode: { pattern: 'BAG-\\d', example: 'BAG-1' } } }),
    otherObject: () => void (others += 1),
  });
  for (const [text, dropped] of [
    ['BAG-1', 0],
    ['XYZ', 0],
    ['BAG-1', 0],
    ['BAG-2', 1],
    ['BAG-3', 2],
  ] as const) {
    run.accept(scan(text));
    await settled();
    expect([text, others]).toEqual([text, dropped]);
  }
});

test('a weight that was asked about, and left for the next bag, is kept as not saved and not as queued', async () => {
  const { run, notTaken } = objectRig({ doubt: async () => ({ sentence: 'Really?' }) });
  run.accept(scan('BAG-1'));
  await settled();
  run.setField('weight', '1250');
  await did(run, complete);
  run.accept(scan('BAG-2'));
  run.takeWaiting();
  const reason = 'Not saved: its question had no answer';
  expect(notTaken).toMatchObject([
    { text: 'BAG-1 · 1250', at: 1, call: { operation: 'CompleteBag', codes: ['BAG-1'] }, reason },
  ]);
});

test('what comes while it is asked which bag goes on is told of, and leaves the question standing', async () => {
  const { run, notTaken } = await weighed({
    site: () => ({ ...bagSite, codes: { bagCode: { pattern: 'BAG-\\d', example: 'BAG-1' } } }),
  });
  for (const text of ['BAG-2', 'XYZ']) run.accept(scan(text));
  expect(run.view()).toMatchObject({ scan: { text: 'BAG-1' }, asking: { scan: { text: 'BAG-2' } } });
  expect(run.view().misfit).toBeUndefined();
  expect(run.view().notice).toMatchObject({
    tone: 'asked',
    text: expect.stringMatching(/^BAG-2 .*XYZ is not used\.$/),
  });
  expect(notTaken).toMatchObject([{ text: 'XYZ', reason: 'Answer below first' }]);
});

test('a bag that was only told of and is in hand now is none any more that was not taken', async () => {
  const [came, left] = [[] as string[], [] as string[]];
  const { run } = await weighed({
    taken: ({ text }) => void came.push(text),
    notTaken: ({ text }) => void left.push(text),
  });
  run.accept(scan('BAG-2', 2)); // asked: the weight is BAG-1's
  run.accept(scan('BAG-3', 3));
  expect([came, left]).toEqual([['BAG-1', 'BAG-2'], ['BAG-3']]);
  run.takeWaiting();
  await settled();
  run.accept(scan('BAG-3', 4));
  expect(run.view().scan?.text).toBe('BAG-3');
  expect(came.at(-1)).toBe('BAG-3'); // and it is in the list no more
});
