import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { eraseKey, maskKey, unmaskKey } from './keyMask.ts';
import { eraseKeyFromPart } from '#wire/keyForms.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (body: Uint8Array): string => Buffer.from(body).toString();

test('the key is taken out in every form in which a service may write it, and comes back in the same', () => {
  const key = `k&<>"'\\ üß€ key`;
  const forms = [
    key,
    key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    JSON.stringify(key),
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString(),
  ];
  const body = bytes(`start ${forms.join(' | ')} end`);
  const masked = maskKey(body, key);
  for (const form of forms) expect(text(masked.body)).not.toContain(form);
  expect(text(masked.body)).not.toContain('üß€');
  expect(text(unmaskKey(masked, key))).toBe(text(body));
});

test('whatever the bytes and the key, a replay is what came', () => {
  const key = fc.string({ unit: 'binary', minLength: 6, maxLength: 30 });
  const part = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(undefined));
  fc.assert(
    fc.property(key, fc.array(part, { maxLength: 6 }), (apiKey, parts) => {
      const body = Buffer.concat(parts.map((found) => (found ? Buffer.from(found) : Buffer.from(apiKey))));
      const masked = maskKey(body, apiKey);
      expect(Buffer.from(masked.body).includes(Buffer.from(apiKey))).toBe(false);
      expect(Buffer.from(unmaskKey(masked, apiKey)).equals(body)).toBe(true);
    }),
  );
});

test('another asker gets its own key in the place', () => {
  const masked = maskKey(bytes('<a>first-key</a>'), 'first-key');
  expect(text(unmaskKey(masked, 'second&key'))).toBe('<a>second&key</a>');
});

test('a body without the key, and a key too short to hide, stay as they are', () => {
  const body = bytes('OK: 1 2 3');
  expect(maskKey(body, 'first-key')).toEqual({ body, marker: null });
  expect(maskKey(body, '1 2')).toEqual({ body, marker: null });
  expect(eraseKey(body, '1 2')).toBe(body);
  expect(eraseKey(body, '1 2', eraseKeyFromPart)).toBe(body);
});

test('what breaks off in the middle of the key loses its beginning too', () => {
  expect(text(eraseKey(bytes('x first-key y first-'), 'first-key', eraseKeyFromPart))).toBe('x ‹apiKey› y ');
  expect(text(eraseKey(bytes('x fir'), 'first-key', eraseKeyFromPart))).toBe('x fir');
  expect(text(eraseKey(bytes('x first-key y first-'), 'first-key'))).toBe('x ‹apiKey› y first-');
});
