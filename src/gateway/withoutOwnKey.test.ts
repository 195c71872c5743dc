import { expect, test } from 'vitest';
import { classify } from '#wire/classify.ts';
import { defaultNames } from '#wire/names.ts';
import { withoutOwnKey } from './withoutOwnKey.ts';

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
    body: Buffer.from(`Missing parameter: ${numbers}`),
  };
  const clean = withoutOwnKey(plain, KEY, defaultNames);
  expect(classify(clean, defaultNames)).toEqual({ kind: 'rejected', reason: 'Missing parameter: ‹apiKey›' });
  expect(clean.contentType).not.toContain('Cän');
});
