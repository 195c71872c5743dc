import { expect, test } from 'vitest';
import { siteWords } from './site.ts';

test('the configuration before is named by its version where it has one, and always by when it was taken', () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const time = siteWords.at(at);
  expect(siteWords.rollBack('1', at)).toBe(`Go back to the one before (version 1, taken ${time})`);
  expect(siteWords.rollBack(undefined, at)).toBe(`Go back to the one before (taken ${time})`);
});
