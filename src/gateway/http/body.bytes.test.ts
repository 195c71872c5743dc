import { expect, test } from 'vitest';
import { collectBytes } from './body.ts';

const LIMIT = 1024 * 1024;

test('pieces of any sizes are one body, in one buffer that is never longer than the limit', () => {
  const whole = Buffer.from(Array.from({ length: LIMIT }, (_, at) => at % 251));
  const body = collectBytes(LIMIT);
  let size = 1;
  for (let at = 0; at < whole.length; at += size, size = (size * 7) % 1_460 || 1_460) {
    expect(body.add(whole.subarray(at, at + size))).toBeUndefined();
    expect(body.bytes().buffer.byteLength).toBeLessThanOrEqual(LIMIT);
  }
  expect(body.bytes().equals(whole)).toBe(true);
  expect(body.add(Buffer.from('a'))).toBe('too-large');
  expect(body.bytes().length).toBe(LIMIT);
});

test('a piece that came is copied, and what it is a part of is not kept for it', () => {
  const slab = Buffer.alloc(64 * 1024, 'a');
  const body = collectBytes(LIMIT);
  body.add(slab.subarray(0, 3));
  slab.fill('b');
  expect(body.bytes().toString()).toBe('aaa');
  expect(body.bytes().buffer).not.toBe(slab.buffer);
});

test.each([1, 2, 16, 64])('a body in pieces of %i bytes is refused long before it is whole', (size) => {
  const body = collectBytes(LIMIT);
  const piece = Buffer.alloc(size, 'a');
  let taken = 0;
  while (taken < LIMIT && body.add(piece) === undefined) taken += 1;
  expect(taken).toBeGreaterThan(1_000); // an answer of some words may come letter by letter
  expect(taken).toBeLessThan(2_200);
});

test('a body in the smallest pieces that a network makes is whole', () => {
  const body = collectBytes(LIMIT);
  const piece = Buffer.alloc(536, 'a');
  for (let at = 0; at + 536 <= LIMIT; at += 536) expect(body.add(piece)).toBeUndefined();
});
