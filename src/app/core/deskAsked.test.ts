import { expect, test } from 'vitest';
import { withAsked } from './deskAsked.ts';

test('a worker is told of the queue and of the report that the desk asked for at once, each until it was read', () => {
  const send = { kind: 'send', by: 'Ada' } as const;
  const report = { kind: 'report', by: 'Ada', showsCodes: false } as const;
  expect(withAsked(withAsked(undefined, send), report)).toEqual([send, report]);
  expect(withAsked([send, report], { ...send, by: 'Bo' })).toEqual([report, { ...send, by: 'Bo' }]);
});
