import { assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { classifyFor } from '#wire/classifyFor.ts';
import type { WireReply } from '#wire/message.ts';
import { defaultNames } from '#wire/names.ts';
import { readPlainAnswer } from './sendOnce.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\r\n';
const whole = (text: string): string => `${HEAD}<string xmlns="http://tempuri.org/">${text}</string>`;
const reply = (source: string, contentType = 'text/xml; charset=utf-8', status = 200): WireReply => ({
  status,
  contentType,
  body: Buffer.from(source),
});

test('a plain answer is read without an XML reader, its text as it is', () => {
  expect(readPlainAnswer(reply(whole('  OK: 000123 ')), defaultNames)).toBe('  OK: 000123 ');
  expect(readPlainAnswer(reply(whole('')), defaultNames)).toBe('');
});

/** What the XML reader has to look at, or no answer at all. */
const others: readonly WireReply[] = [
  ...['a&amp;b', 'a<b/>c', 'a]]>b', 'a\r\nb', 'a\tb', 'ж', '\u0001', '</string><string>'].map((text) =>
    reply(whole(text)),
  ),
  reply(`${whole('OK')} `),
  reply(` ${whole('OK')}`),
  reply(whole('OK').slice(0, -1)),
  reply(whole('OK').replace('tempuri', 'other')),
  reply(whole('OK').replace('<string ', '<String ')),
  reply(`${HEAD}<string xmlns="http://tempuri.org/" />`),
  reply(`${HEAD}<string xmlns="http://tempuri.org/"></string`),
  reply(whole('OK'), 'text/xml; charset=utf-16'),
  reply(whole('OK'), 'text/html; charset=utf-8'),
  reply(whole('OK'), 'text/xml; charset=utf-8', 500),
];

test.each(others.map((other) => [Buffer.from(other.body).toString(), other] as const))(
  '%j is left to others',
  (_, other) => {
    expect(readPlainAnswer(other, defaultNames)).toBeUndefined();
  },
);

test('where it says anything, the XML reader says the same', () => {
  const piece = oneof(
    constantFrom('OK', '<', '>', '&', ']]>', '</string>', '"', '\r\n', '\t', '&#65;', '<!--', 'ж', '\0'),
    string(),
  );
  assert(
    property(
      tuple(piece, piece, piece),
      constantFrom(whole, (text: string) => `${HEAD}<string xmlns="http://tempuri.org/${text}">OK</string>`),
      (pieces, wrap) => {
        const given = reply(wrap(pieces.join('')));
        const text = readPlainAnswer(given, defaultNames);
        if (text === undefined) return;
        expect(classifyFor('http-post', REVERT_OFF, given, defaultNames)).toEqual({ kind: 'answered', text });
      },
    ),
    { numRuns: 2000 },
  );
});
