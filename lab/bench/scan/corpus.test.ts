import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CorpusPhoto, CorpusError, isRight, readCorpus } from './corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'scanline-corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function manifest(text: string): Promise<Awaited<ReturnType<typeof readCorpus>>> {
  writeFileSync(join(folder, 'manifest.json'), text);
  return readCorpus(folder);
}

const photo = (part: Partial<CorpusPhoto>): CorpusPhoto => ({
  file: 'a.png',
  set: 'any',
  format: 'EAN13',
  texts: [],
  alt: [],
  ...part,
});

test.each<[string, string, RegExp]>([
  ['is no JSON', '[', /manifest\.json is no JSON: /u],
  ['is no list', '{}', /is no list of photos, such as \[\{"file": /u],
  ['is empty', '[]', /is no list of photos, such as/u],
  ['has no photo that is there', '[{"file":"none.jpg","text":"A"}]', /^None of the 1 photos/u],
  ['has an entry that is none', '[7]', /^entry 0 of .* is no photo\.$/u],
  ['has an entry without a file', '[{"text":"A"}]', /names no file inside the folder\.$/u],
  ['points outside', '[{"file":"../a.png","text":"A"}]', /names no file inside the folder\.$/u],
  ['has a text that is none', '[{"file":"a.png","text":7}]', /^text of entry 0 .* nor null\.$/u],
])('a manifest that %s is said in one sentence', async (_, text, sentence) => {
  await expect(manifest(text)).rejects.toThrow(CorpusError);
  await expect(manifest(text)).rejects.toThrow(sentence);
});

test('so is a folder without one, or none at all', async () => {
  await expect(readCorpus(join(folder, 'gone'))).rejects.toThrow(/^There is no folder /u);
  const bare = mkdtempSync(join(folder, 'bare-'));
  await expect(readCorpus(bare)).rejects.toThrow(/has no manifest\.json\.$/u);
});

test('photos that are missing are named, and the others kept', async () => {
  writeFileSync(join(folder, 'a.png'), '');
  const all = [
    { file: 'a.png', set: 'X', format: 'QRCode', text: ['A', 'B'], alt: ['C'] },
    { file: 'a.png', set: 'NEG-x', format: null, text: null },
    { file: 'gone.png', text: 'A' },
  ];
  expect(await manifest(JSON.stringify(all))).toEqual({
    photos: [
      { file: 'a.png', set: 'X', format: 'QRCode', texts: ['A', 'B'], alt: ['C'] },
      { file: 'a.png', set: 'NEG-x', format: 'none', texts: [], alt: [] },
    ],
    absent: ['gone.png'],
  });
});

test.each<[string, string[], string, boolean]>([
  ['a UPC-A shown with thirteen digits', ['023942431015'], '0023942431015', true],
  ['an EAN-13 that is no UPC-A', ['1023942431015'], '023942431015', false],
  ['Codabar without its letters', ['A123456B'], '123456', true],
  ['letters that are data', ['A1X'], '1X', false],
  ['blanks at the ends', [' WWW.A.COM '], 'WWW.A.COM', true],
  ['separators shown in signs', ['(01)04012345123456(10)A1'], '010401234512345610A1', true],
  ['control characters shown as pictures', ['[)>\u001e06\u001dP 1\u0004'], '[)>␞06␝P␠1␄', true],
  ['control characters shown by name', ['[)>\u001e06\u001dP1\u0004'], '[)><RS>06<GS>P1<EOT>', true],
  ['one of several codes', ['A', 'B'], 'B', true],
  ['a part of it', ['2167361334'], '1334', false],
])('%s', (_, texts, read, right) => {
  expect(isRight(photo({ texts }), [read])).toBe(right);
});

test('where nothing may be read, only what is truly there is right', () => {
  const negative = photo({ set: 'NEG-partial', texts: ['A'], alt: ['B'] });
  expect(isRight(negative, ['A'])).toBe(false);
  expect(isRight(negative, ['B'])).toBe(true);
});
