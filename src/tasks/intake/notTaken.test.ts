import { expect, test } from 'vitest';
import { MOST_NOT_TAKEN, dropScans, dropTaken, notTakenIn, readNotTaken, writeNotTaken } from './notTaken.ts';

function rig(kept?: string) {
  const draft = { read: () => kept, write: (text: string | undefined) => void (kept = text), watch: () => () => {} };
  return { draft, keep: notTakenIn(draft), kept: () => kept };
}

test('scans that were not taken are kept, newest first, until the last one is removed', () => {
  const { draft, keep, kept } = rig();
  keep({ text: 'XYZ', at: 1 }, 'No shelf.');
  keep({ text: 'D-1 → S-1', at: 2 }, 'in the queue already');
  expect(readNotTaken(draft)).toEqual([
    { text: 'D-1 → S-1', at: 2, reason: 'in the queue already' },
    { text: 'XYZ', at: 1, reason: 'No shelf.' },
  ]);
  writeNotTaken(draft, []);
  expect(kept()).toBeUndefined();
});

test('a code that is in hand after all is no longer there; a call that was left, and other codes, are', () => {
  const { draft, keep } = rig();
  keep({ text: 'D-1', at: 1 }, 'No shelf.');
  keep({ text: 'D-2', at: 2 }, 'No shelf.');
  keep({ text: 'D-1', at: 3, isCall: true }, 'in the queue already');
  dropTaken(draft, { text: 'D-1' });
  dropTaken(draft, { text: 'S-1' });
  expect(readNotTaken(draft).map(({ text, at }) => [text, at])).toEqual([
    ['D-1', 3],
    ['D-2', 2],
  ]);
});

test('with another object the scans that were not taken for the one before are gone, and a call that was not saved stays, and an object that was gone past', () => {
  const { draft, keep, kept } = rig();
  keep({ text: 'XYZ', at: 1 }, 'No bag.');
  keep({ text: 'BAG-1', at: 2, isCall: true }, 'Not saved a second time');
  keep({ text: 'BAG-2', at: 3, isObject: true }, 'BAG-2 was scanned while BAG-1 was in hand.');
  dropScans(draft);
  expect(readNotTaken(draft).map(({ text }) => text)).toEqual(['BAG-2', 'BAG-1']);
  writeNotTaken(draft, []);
  keep({ text: 'XYZ', at: 3 }, 'No bag.');
  dropScans(draft);
  expect(kept()).toBeUndefined();
});

test('a code that is not taken again for the same reason stands once, and another reason beside it', () => {
  const { draft, keep } = rig();
  keep({ text: 'D-1', at: 1 }, 'Enter the company.');
  keep({ text: 'D-2', at: 2 }, 'Enter the company.');
  keep({ text: 'D-1', at: 3 }, 'No shelf.');
  keep({ text: 'D-1', at: 4 }, 'Enter the company.');
  expect(readNotTaken(draft).map(({ text, at }) => [text, at])).toEqual([
    ['D-1', 4],
    ['D-1', 3],
    ['D-2', 2],
  ]);
});

test('there is an end to it, and the newest stay', () => {
  const { draft, keep } = rig();
  for (let at = 0; at <= MOST_NOT_TAKEN; at += 1) keep({ text: `X-${at}`, at }, 'No shelf.');
  expect(readNotTaken(draft)).toHaveLength(MOST_NOT_TAKEN);
  expect(readNotTaken(draft)[0]?.text).toBe(`X-${MOST_NOT_TAKEN}`);
});

test.each(['', 'null', '7', '[null]', '[{"text":7}]', 'no JSON'])('what is none is left out: %s', (text) => {
  const { draft, keep } = rig(text);
  expect(readNotTaken(draft)).toEqual([]);
  keep({ text: 'XYZ', at: 1 }, 'No shelf.');
  expect(readNotTaken(draft)).toHaveLength(1);
});
