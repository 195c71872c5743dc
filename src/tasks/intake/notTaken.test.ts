import { afterEach, expect, test } from 'vitest';
import { speakIn } from '#i18n/spoken.ts';
import { scan } from '#tasks/testing/flowRig.ts';
import {
  MOST_NOT_TAKEN,
  dropSaved,
  dropScans,
  dropTaken,
  nameBefore,
  notTakenIn,
  readNotTaken,
  writeNotTaken,
} from './notTaken.ts';

const completeBag = { operation: 'CompleteBag', parameters: [['bagCode', 'BAG-1']], codes: ['BAG-1'] } as const;

afterEach(() => speakIn('en'));

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
  keep({ text: 'D-1', at: 3, call: { ...completeBag, codes: ['D-1'] } }, 'in the queue already');
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
  keep({ text: 'BAG-1', at: 2, call: completeBag }, 'Not saved a second time');
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

test('a call that was let go is gone when it is saved for the same codes, and stays with another code or another action', () => {
  const change = (close: boolean) =>
    ({
      operation: 'CloseLogisticsTransferMstChange',
      parameters: [['strJson', JSON.stringify({ transferCode: 'T-1', close })]],
    }) as const;
  const { draft, keep } = rig();
  const kept = () => readNotTaken(draft).map((left) => nameBefore(left) + left.text);
  keep({ text: 'T-1', at: 1, call: { ...change(true), codes: ['T-1'] } }, 'Not saved a second time');
  keep({ text: 'T-1', at: 2, call: { ...change(false), codes: ['T-1'] } }, 'Not saved a second time');
  keep(
    { text: 'D-1 → S-1', at: 3, call: { operation: 'RevertOff', parameters: [], codes: ['D-1', 'S-1'] } },
    'Not saved',
  );
  keep({ text: 'T-1', at: 4 }, 'No transfer.');
  dropSaved(draft, { operation: 'RevertOff', parameters: [] }, [scan('D-1'), scan('S-2')]);
  dropSaved(draft, change(true), [scan('T-2')]);
  expect(kept()).toEqual(['T-1', 'Back on shelf · D-1 → S-1', 'Open transfer again · T-1', 'Close transfer · T-1']);
  dropSaved(draft, change(true), [scan('T-1'), scan('7')]); // the code of a field beside it
  expect(kept()).toEqual(['T-1', 'Back on shelf · D-1 → S-1', 'Open transfer again · T-1']);
  dropSaved(draft, { operation: 'RevertOff', parameters: [] }, [scan('D-1'), scan('S-1')]);
  expect(kept()).toEqual(['T-1', 'Open transfer again · T-1']);
});

test('a call that was let go is named in the language of now', async () => {
  const { draft, keep } = rig();
  keep({ text: 'BAG-1 · 1250', at: 1, call: completeBag }, 'Not saved');
  const named = () => readNotTaken(draft).map((left) => nameBefore(left) + left.text);
  expect(named()).toEqual(['Complete bag · BAG-1 · 1250']);
  await speakIn('ru');
  expect(named()).toEqual(['Закрыть мешок · BAG-1 · 1250']);
});

test('a call that an older build has kept as a text is still to be dealt with', () => {
  const { draft } = rig(JSON.stringify([{ text: 'Complete bag · BAG-1', at: 1, reason: 'Not saved', isCall: true }]));
  dropTaken(draft, { text: 'BAG-1' });
  dropScans(draft);
  expect(readNotTaken(draft).map(({ text }) => text)).toEqual(['Complete bag · BAG-1']);
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
