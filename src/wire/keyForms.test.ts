import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '#contract/outcome.ts';
import { eraseKeyFromPart, eraseKeyFromText, keyForms, findForm } from '#wire/keyForms.ts';
import { withoutKey } from './send.ts';

const KEY = `k&<>"'\\ üß€/key`;
/** Written here by hand, so that a form that is dropped is missed. */
const WRITTEN: readonly [form: string, text: string][] = [
  ['as it is', KEY],
  ['in XML', `k&amp;&lt;&gt;"'\\ üß€/key`],
  ['in XML, with its quotes', 'k&amp;&lt;&gt;&quot;&#39;\\ üß€/key'],
  ['in JSON', `k&<>\\"'\\\\ üß€/key`],
  ['in a form', 'k%26%3C%3E%22%27%5C+%C3%BC%C3%9F%E2%82%AC%2Fkey'],
  ['in a form, small', 'k%26%3c%3e%22%27%5c+%c3%bc%c3%9f%e2%82%ac%2fkey'],
  ['in an address', 'k%26%3C%3E%22%27%5C%20%C3%BC%C3%9F%E2%82%AC%2Fkey'],
  ['in an address, small', 'k%26%3c%3e%22%27%5c%20%c3%bc%c3%9f%e2%82%ac%2fkey'],
];

test.each(WRITTEN)('the key %s is erased from an answer and from a reason', (_, text) => {
  const echo = `before ${text} ${text}${text} after`;
  const clean = 'before ‹apiKey› ‹apiKey›‹apiKey› after';
  expect(withoutKey({ kind: 'answered', text: echo }, KEY)).toEqual({ kind: 'answered', text: clean });
  for (const kind of ['rejected', 'in-progress'] as const) {
    expect(withoutKey({ kind, reason: echo }, KEY)).toEqual({ kind, reason: clean });
  }
  const lost: Outcome = { kind: 'no-answer', cause: 'not-xml', reason: echo };
  expect(withoutKey(lost, KEY)).toEqual({ ...lost, reason: clean });
});

test('these are all its forms, each once', () => {
  expect(new Set(keyForms(KEY))).toEqual(new Set(WRITTEN.map(([, text]) => text)));
  expect(keyForms('key-0001')).toEqual(['key-0001']);
});

test('whatever the key, no form of it is left, and no error comes of it', () => {
  const unit = fc.constantFrom(...Array.from('ab&<>"\'\\ %+ü\n\r\u0001📦'), 'amp;', '\ud83d');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 6, maxLength: 20 }), fc.nat(7), (apiKey, nth) => {
      const forms = keyForms(apiKey);
      const text = `\uE000${forms[nth % forms.length] ?? ''}\uE001`;
      return eraseKeyFromText(text, apiKey) === '\uE000‹apiKey›\uE001';
    }),
  );
});

test('a key too short to hide, and an answer without it, are left as they are', () => {
  expect(eraseKeyFromText('1 2', '1 2')).toBe('1 2');
  expect(withoutKey({ kind: 'answered', text: null }, KEY)).toEqual({ kind: 'answered', text: null });
  expect(eraseKeyFromText('OK', 'half-\ud83d-key')).toBe('OK');
  expect(eraseKeyFromText('apiKey', 'apiKey')).toBe('‹apiKey›');
});

test('where a text breaks off in the middle of the key, its beginning goes too', () => {
  expect(eraseKeyFromPart('x first-key y first-', 'first-key')).toBe('x ‹apiKey› y ');
  expect(eraseKeyFromPart('x fir', 'first-key')).toBe('x fir');
  expect(eraseKeyFromPart('x a%2Fb%2', 'a/b/c/d')).toBe('x ');
});

test('of every beginning at the end of a part the longest goes, also of a key that repeats itself', () => {
  const repeating = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 6, maxLength: 12 });
  fc.assert(
    fc.property(repeating, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 }), (key, text) => {
      const clean = eraseKeyFromText(text, key);
      const lengths = Array.from({ length: key.length - 4 }, (_, nth) => key.length - 1 - nth);
      const begun = lengths.find((length) => clean.endsWith(key.slice(0, length))) ?? 0;
      expect(eraseKeyFromPart(text, key)).toBe(clean.slice(0, clean.length - begun));
    }),
  );
});

describe('looking for a key is as much work as its text is long, whatever both are', () => {
  /** Returns a text that counts how often a letter of it is looked at. */
  function counting(text: string) {
    const seen = { times: 0 };
    const charCodeAt = (at: number): number => {
      seen.times += 1;
      return text.charCodeAt(at);
    };
    return { seen, letters: { length: text.length, charCodeAt } };
  }

  const long = (piece: string, length: number): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

  test.each([
    ['the worst of a search from behind', 'b' + 'a'.repeat(4_095), 'a'],
    ['the worst of a search from before', 'a'.repeat(4_095) + 'b', 'a'],
    ['nearly the key again and again', 'ab'.repeat(2_047) + 'ac', 'ab'],
    ['256 letters', 'a'.repeat(255) + 'b', 'a'],
    ['a usual key', 'KEY-0001-abcdef', 'KEY-0001-abcde'],
    ['escapes', '%25%25%25%25', '%25%'],
    ['the key itself', 'aaaaaa', 'a'],
    ['the worst of a search from either end', `${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`, 'a'],
  ])('%s', (_, key, piece) => {
    const work = [100_000, 200_000].map((length) => {
      const [form, text] = [counting(key), counting(long(piece, length))];
      findForm(form.letters, text.letters);
      return { text: text.seen.times, form: form.seen.times - 4 * key.length };
    });
    const [once, twice] = work;
    expect(once?.text).toBe(100_000);
    expect(twice?.text).toBe(200_000);
    expect(twice?.form).toBeLessThanOrEqual(4 * 200_000);
  });

  test('the browser is asked for the beginning of a long key alone: it looks at each letter as often as that is long', () => {
    using search = vi.spyOn(String.prototype, 'includes');
    const key = `${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`;
    const text = `${long('a', 10_000)}${key}`;
    const clean = eraseKeyFromPart(text, key);
    const asked = search.mock.calls.map(([form]) => form.length);
    expect(clean).toBe(`${long('a', 10_000)}‹apiKey›`);
    expect(asked.length).toBeGreaterThan(0);
    expect(Math.max(...asked)).toBeLessThanOrEqual(64);
  });

  test('and finds what any search finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 });
    const form = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(form, text, (one, all) => {
        expect(findForm(one, all).places).toHaveLength(all.split(one).length - 1);
        expect(all.split(one).join('|')).toBe(
          findForm(one, all).places.reduceRight(
            (rest, at) => `${rest.slice(0, at)}|${rest.slice(at + one.length)}`,
            all,
          ),
        );
      }),
    );
  });
});
