import { expect, test } from 'vitest';
import { shownMinute } from '#i18n/moments.ts';
import { rollBackText } from './SiteSection.tsx';

test('the configuration before is named by its version where it has one, and always by when it was taken', () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const time = shownMinute(at);
  expect(rollBackText('1', at)).toBe(`Go back to the one before (version 1, taken ${time})`);
  expect(rollBackText(undefined, at)).toBe(`Go back to the one before (taken ${time})`);
});
