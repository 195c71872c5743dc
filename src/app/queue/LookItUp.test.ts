import { expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { lookUpFor, shownByRule } from './LookItUp.tsx';

const bagScan = { text: 'BAG-7', source: 'wedge', at: 1 } as const;

test('what became of a bag is asked by the code that was scanned; other writes have no such question', () => {
  expect(lookUpFor({ operation: 'CompleteBag', parameters: [], scans: [bagScan] }, unknownSite)).toEqual({
    operation: 'GetBagDetailByBagCode',
    parameters: [['bagCode', 'BAG-7']],
  });
  expect(lookUpFor({ operation: 'AgainOpenBag', parameters: [], scans: [] }, unknownSite)).toBeUndefined();
  expect(lookUpFor({ operation: 'RevertOff', parameters: [], scans: [bagScan] }, unknownSite)).toBeUndefined();
});

test('where the site pairs a write with a read, that is what is asked', () => {
  const parameters = { selfID: { parameter: 'storeCode' } };
  const readBacks = [{ operation: 'RevertOff', read: 'GetSelfDetailList', parameters, before: false }] as const;
  const written = { operation: 'RevertOff', parameters: [['storeCode', 'S-01']], scans: [] } as const;
  expect(lookUpFor(written, { readBacks })).toEqual({
    operation: 'GetSelfDetailList',
    parameters: [['selfID', 'S-01']],
  });
});

test('until when a call may still be done is counted from its last try, whatever was said of it since', () => {
  const parameters = { selfID: { parameter: 'storeCode' } };
  const rule = {
    operation: 'RevertOff',
    read: 'GetSelfDetailList',
    parameters,
    before: false,
    notDoneWhen: '^$',
  } as const;
  const said = { operation: 'RevertOff', parameters: [], scans: [], changedAt: 90_000 } as unknown as QueuedCall;
  const answerAt = (at: number) => ({ fresh: true, answer: { text: '', at } });

  const soon = shownByRule(said, [rule], { ...answerAt(100_000), sentAt: 10_000 });
  expect(soon).toMatchObject({ says: 'not-done', settlesAt: 140_000, isEarly: true });
  expect(shownByRule(said, [rule], { ...answerAt(150_000), sentAt: 10_000 })).toMatchObject({ isEarly: false });
  expect(shownByRule(said, [rule], answerAt(150_000))).toMatchObject({ settlesAt: 220_000, isEarly: true }); // its tries are elsewhere
});
