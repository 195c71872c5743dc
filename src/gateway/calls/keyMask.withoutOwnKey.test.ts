import { expect, test } from 'vitest';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';
import { withoutOwnKey } from './keyMask.ts';

const KEY = `Cän&<9>"b\\1'/z`;

function reply(inside: string, contentType = 'text/xml; charset=utf-8') {
  const body = `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${inside}</string>`;
  return { status: 200, contentType, body: Buffer.from(body) };
}

const numbers = Array.from(KEY, (letter) => `&#${letter.codePointAt(0)};`).join('');
const html = 'Cän&amp;amp;&amp;lt;9&amp;gt;&amp;quot;b\\1&amp;#39;/z';

test.each([
  ['as numbers', numbers],
  ['as HTML within XML', html],
  ['in part as numbers', 'C&#228;n&amp;&lt;9>"b\\1\'/z'],
  ['both ways', `${numbers} Cän&amp;&lt;9&gt;"b\\1'/z`],
])('the gateway’s key written %s is not in what the handheld reads', (_, written) => {
  const clean = withoutOwnKey(reply(`OK ${written}.`), KEY, defaultNames);
  const read = classify(clean, defaultNames);
  expect(read).toMatchObject({ kind: 'answered', text: expect.stringMatching(/^OK (?:‹apiKey› ?)+\.$/) });
});

test('what has no key stays as it came, letter by letter, an answer that is nil too', () => {
  for (const came of [reply('OK &#228; >'), reply(''), reply('x', 'text/html'), { ...reply('x'), status: 500 }]) {
    expect(withoutOwnKey(came, KEY, defaultNames)).toEqual(came);
  }
});

test('a refusal before it ran, and a content type, are said without the key', () => {
  const plain = {
    status: 500,
    contentType: `text/plain; of=${KEY}`,
    body: Buffer.from(`It is ${numbers}.`),
  };
  const clean = withoutOwnKey(plain, KEY, defaultNames, { kind: 'rejected', reason: `It is ${KEY}.` });
  expect(Buffer.from(clean.body).toString()).toBe('It is ‹apiKey›.');
  expect(clean.contentType).not.toContain('Cän');
});

test('a document in another encoding, with the key beside its answer, is said anew', () => {
  const key = 'Key+7f/3a&9"zQ?1';
  const text = `<?xml version="1.0" encoding="utf-16"?><!-- ${key} --><string xmlns="http://tempuri.org/">OK: 中文</string>`;
  const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const clean = withoutOwnKey({ status: 200, contentType: 'text/xml', body }, key, defaultNames);
  expect(classify(clean, defaultNames)).toEqual({ kind: 'answered', text: 'OK: 中文' });
  expect(Buffer.from(clean.body).includes(key)).toBe(false);
  expect(Buffer.from(clean.body).includes(Buffer.from(key, 'utf16le'))).toBe(false);
});
