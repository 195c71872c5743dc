import { expect, test } from 'vitest';
import { type QueuedCall, endedStates, openStates } from '#outbox/state/queuedCall.ts';
import { markOf } from './callFacts.ts';

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

test.each(['accepted', 'unclassified'] as const)(
  'a label that was fetched, %s, is to be printed until somebody says otherwise',
  (verdict) => {
    const call = { state: 'answered', result: { verdict } } as const;
    const due = markOf({ ...call, label: { is: 'due' } });
    expect(due).toEqual(markOf({ state: 'asking' }));
    for (const is of ['handed', 'left'] as const) expect(markOf({ ...call, label: { is } })).toEqual(markOf(call));
  },
);
