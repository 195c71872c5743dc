import { expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import { lookUpFor } from './LookItUp.tsx';

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
