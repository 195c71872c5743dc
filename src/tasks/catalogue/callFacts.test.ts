import { expect, test } from 'vitest';
import { unknownSite } from '#contract/site.ts';
import { type QueuedCall, endedStates, openStates } from '#outbox/state/queuedCall.ts';
import { markOf } from './callFacts.ts';
import { lookUpFor } from './lookUpFor.ts';

const bagScan = { text: 'BAG-7', source: 'wedge', at: 1 } as const;

test('only an answer that a rule accepted is green', () => {
  const verdicts: NonNullable<QueuedCall['result']>['verdict'][] = [
    'accepted',
    'refused',
    'unclassified',
    'key-refused',
    'by-person',
  ];
  const answered = verdicts.map((verdict) => [verdict, markOf({ state: 'answered', result: { verdict } }).mood]);
  expect(answered.filter(([, mood]) => mood === 'good')).toEqual([['accepted', 'good']]);
  const others = [...openStates, ...endedStates].filter((state) => state !== 'answered');
  expect(others.map((state) => markOf({ state }).mood)).not.toContain('good');
  expect(markOf({ state: 'answered' }).mood).not.toBe('good');
});

test('every state has a picture and a word of its own', () => {
  const marks = [...openStates, ...endedStates].map((state) => markOf({ state }));
  expect(new Set(marks.map(({ icon }) => icon)).size).toBe(marks.length);
  expect(new Set(marks.map(({ word }) => word)).size).toBe(marks.length);
});

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
