import { expect, test } from 'vitest';
import { mayType, mayUse } from './site.ts';

test('a site that says nothing switches nothing off, and one that does, that alone', () => {
  expect(mayUse({}, 'RevertOff') && mayType({}, 'RevertOff')).toBe(true);
  const site = { operationsOff: ['PrintCNOrder'], typedOff: ['RevertOff'] } as const;
  expect(['PrintCNOrder', 'PrintKJYOrder', 'RevertOff'].map((name) => mayUse(site, name as 'RevertOff'))).toEqual([
    false,
    true,
    true,
  ]);
  expect(mayType(site, 'RevertOff')).toBe(false);
  expect(mayType(site, 'PrintCNOrder')).toBe(true);
});
