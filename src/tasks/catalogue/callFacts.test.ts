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

test('a label that was left after a printer did not print it is not printed, and never looks done', () => {
  const job = { id: 'k.c1', copy: 1, printer: 'P-1', state: 'refused', cause: 'taken-back' } as const;
  const left = markOf({ state: 'answered', result: { verdict: 'accepted' } as never, label: { is: 'left', job } });
  expect(left).toMatchObject({ word: 'Not printed', mood: 'plain' });
});
