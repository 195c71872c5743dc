import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '#contract/outcome.ts';
import { keyForms } from '#wire/keyForms.ts';
import { withoutKey } from './send.ts';
import { givesAway, writtenKeys } from '#wire/testing/writtenKeys.ts';

const KEY = `k&<>"'\\ üß€ key`;
/** Written here once more, by hand, so that a form that is dropped from the list is missed. */
const WRITTEN: readonly [form: string, text: string][] = [
  ['as it is', KEY],
  ['in XML', `k&amp;&lt;&gt;"'\\ üß€ key`],
  ['in HTML', 'k&amp;&lt;&gt;&quot;&#39;\\ üß€ key'],
  ['in JSON', `k&<>\\"'\\\\ üß€ key`],
  ['in JSON within XML', `k&amp;&lt;&gt;\\"'\\\\ üß€ key`],
  ['percent-encoded', "k%26%3C%3E%22'%5C%20%C3%BC%C3%9F%E2%82%AC%20key"],
  ['in a form', 'k%26%3C%3E%22%27%5C+%C3%BC%C3%9F%E2%82%AC+key'],
  ['in base64', 'ayY8PiInXCDDvMOf4oKsIGtleQ'],
  ['in hexadecimal', '6b263c3e22275c20c3bcc39fe282ac206b6579'],
  ['in XML that leaves “>” as it is', `k&amp;&lt;>"'\\ üß€ key`],
];

test.each(WRITTEN)('the key %s is taken out of an answer, of a reason and of what is kept as evidence', (_, text) => {
  const echo = `before ${text} after`;
  const clean = 'before ‹apiKey› after';
  expect(withoutKey({ kind: 'answered', text: echo }, KEY)).toEqual({ kind: 'answered', text: clean });
  expect(withoutKey({ kind: 'rejected', reason: echo }, KEY)).toEqual({ kind: 'rejected', reason: clean });
  const evidence = { status: 200, contentType: echo, bytes: 9, body: echo };
  const lost: Outcome = { kind: 'no-answer', cause: 'not-xml', reason: echo, evidence };
  expect(withoutKey(lost, KEY)).toEqual({
    ...lost,
    reason: clean,
    evidence: { ...evidence, contentType: clean, body: clean },
  });
});

/** In ASCII, as keys are, with what each of the ways writes in its own way. */
const SIMPLE = 'Key+7f/3a&9"zQ?1';

test.each(writtenKeys(SIMPLE))('the key %s is in no answer, no reason and no evidence', (_, written) => {
  const echo = `before ${written} after`;
  expect(givesAway(echo, SIMPLE)).toBe(true);
  const evidence = { status: 200, contentType: echo, bytes: 9, body: echo };
  for (const outcome of [
    { kind: 'answered', text: echo },
    { kind: 'rejected', reason: echo },
    { kind: 'no-answer', cause: 'not-xml', reason: echo, evidence },
  ] satisfies Outcome[]) {
    const clean = withoutKey(outcome, SIMPLE);
    expect(givesAway(JSON.stringify(clean), SIMPLE)).toBe(false);
    const texts = clean.kind === 'answered' ? [clean.text] : 'evidence' in clean ? [clean.evidence?.body] : [];
    for (const text of texts) expect(text).toMatch(/^before .{0,5}‹apiKey›.{0,7} after$/s);
  }
});

test('every form on the list is one of these, in its place: stored replies are read by their number', () => {
  expect(keyForms(KEY)).toEqual(WRITTEN.map(([, text]) => text));
});

test('whatever the key, no form of it is left, and no error comes of it', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    '&',
    '<',
    '>',
    '"',
    "'",
    '\\',
    ' ',
    '%',
    '+',
    'ü',
    '📦',
    '\n',
    '\u0001',
    'amp;',
    '\ud83d',
  );
  const key = fc.string({ unit, minLength: 6, maxLength: 20 });
  fc.assert(
    fc.property(key, fc.nat(9), (apiKey, form) => {
      const echo = keyForms(apiKey)[form] ?? '';
      const outcome = withoutKey({ kind: 'answered', text: `\uE000${echo}\uE001` }, apiKey);
      return 'text' in outcome && outcome.text === '\uE000‹apiKey›\uE001';
    }),
  );
});

test('a key that looks like what stands in its place is replaced once', () => {
  expect(withoutKey({ kind: 'answered', text: 'apiKey' }, 'apiKey')).toEqual({ kind: 'answered', text: '‹apiKey›' });
});

test('a form that begins like another leaves no rest of it behind', () => {
  const key = 'abc-def\\';
  expect(withoutKey({ kind: 'answered', text: JSON.stringify(key) }, key)).toEqual({
    kind: 'answered',
    text: '"‹apiKey›"',
  });
});

test('a key too short to hide, and half a character in one, leave an answer whole', () => {
  expect(withoutKey({ kind: 'answered', text: '1 2' }, '1 2')).toEqual({ kind: 'answered', text: '1 2' });
  expect(withoutKey({ kind: 'answered', text: null }, KEY)).toEqual({ kind: 'answered', text: null });
  expect(withoutKey({ kind: 'answered', text: 'OK' }, 'half-\ud83d-key')).toEqual({ kind: 'answered', text: 'OK' });
});

test('what a hostile service sends takes time in proportion to its length', () => {
  const key = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaab';
  for (const piece of [
    'a',
    '&#0',
    '&#97;',
    '&amp;',
    '&amp;amp;amp;amp;',
    '%25',
    '%61',
    '\\u0061',
    '\\\\',
    '\\',
    '61',
    'YWFh',
    'a\0',
    '6 1\n',
  ]) {
    /** Milliseconds of this thread's own work: other work of a busy machine is not in it. */
    const took = (bytes: number): number => {
      const text = piece.repeat(Math.floor(bytes / piece.length));
      const before = process.threadCpuUsage();
      withoutKey({ kind: 'answered', text }, key);
      return process.threadCpuUsage(before).user / 1_000;
    };
    took(64 * 1024); // compiled by then
    const [short, long] = [took(64 * 1024), took(512 * 1024)]; // eight times as long: 64 times is what it must not take
    expect([piece, long < 100 + 24 * short]).toEqual([piece, true]);
  }
}, 240_000);
