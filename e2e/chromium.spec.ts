import { readFile } from 'node:fs/promises';
import { expect, test } from './rig/test.ts';

test('the tests’ own list of what Chromium turns off has all that Playwright turns off: of two lists the last one holds', async ({
  handheld,
}) => {
  await handheld.open();
  const [pid] = await handheld.processes('--remote-debugging-pipe');
  const parts = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  const [playwrights = [], ours = [], ...more] = parts
    .filter((part) => part.startsWith('--disable-features='))
    .map((part) => part.replace(/^.*?=/, '').split(','));
  expect(more).toEqual([]);
  expect(playwrights.length).toBeGreaterThan(10);
  expect(playwrights.filter((name) => !ours.includes(name))).toEqual([]);
});
