import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localKeys } from './localKeys.ts';

test('the keys are those on the handhelds’ disks', () => {
  expect(localKeys).toEqual({
    canary: 'scanline-canary',
    language: 'scanline-language',
    installRead: 'scanline-install-read',
    updateFound: 'scanline-update-found',
    draft: 'scanline-draft-',
    draftCount: 'scanline-half-count',
    appearance: 'scanline-look',
  });
  expect(readFileSync('public/appearance.js', 'utf8')).toContain(`NAME = '${localKeys.appearance}'`);
});

test('a key that is written out stands nowhere else', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const keys = Object.values(localKeys);
  const found = files.filter((file) => keys.some((key) => readFileSync(`src/${file}`, 'utf8').includes(`'${key}`)));
  expect(found.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'contract/appearance.ts',
    'device/localKeys.ts',
  ]);
});
