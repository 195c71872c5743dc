import { expect, test } from 'vitest';
import { callThatIs } from '#outbox/testing/callRig.ts';
import { isSettled, mayBeMistake, withMistake } from './mistake.ts';
import { type QueuedCall, allStates } from './queuedCall.ts';

const NOW = 1_700_000_000_000;
const said = { id: 'mistake-1', key: 'call-7', by: '7', at: NOW };

test.each([
  ['accepted', true],
  ['unclassified', true],
  ['by-person', true],
  ['by-rule', true],
  ['refused', false],
  ['key-refused', false],
] as const)('a call that is answered, %s, may have been a mistake: %s', (verdict, may) => {
  const call = callThatIs('answered', { result: { verdict } });
  expect(mayBeMistake(call, NOW)).toBe(may);
  expect(mayBeMistake({ ...call, undo: { until: NOW + 1 } }, NOW)).toBe(false); // it can be undone still
  expect(mayBeMistake({ ...call, undo: { until: NOW } }, NOW)).toBe(may);
});

test.each(allStates.filter((state) => state !== 'answered'))('one that is %s is not finished', (state) => {
  const call = callThatIs(state);
  expect(mayBeMistake(call, NOW)).toBe(false);
  expect(() => withMistake(call, said)).toThrow('mistake');
});

test('the first word stays, and changes nothing else of the call', () => {
  const call: QueuedCall = callThatIs('answered', { result: { verdict: 'accepted' } });
  const once = withMistake(call, said);
  expect(once).toEqual({ ...call, mistake: said });
  expect(withMistake(once, { ...said, id: 'mistake-2' })).toBe(once);
});

test.each([
  [undefined, false],
  ['mistake', false],
  ['put-right', true],
  ['no-mistake', true],
] as const)('that stands as %s: settled %s', (is, settled) => {
  expect(isSettled(is ? { stands: { is } } : {})).toBe(settled);
});
