import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { collectBytes, readBody, readForm } from './body.ts';

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

/** Reads a body that is told to be so long, and comes in such pieces. @returns the body, or why it was not read. */
function read(length: number, pieces: readonly Buffer[]): Promise<Buffer | string> {
  const payload = new PassThrough();
  const request = { headers: { 'content-length': String(length) } } as unknown as FastifyRequest;
  return new Promise((resolve) => {
    readBody(request, payload as unknown as IncomingMessage, (error, body) => resolve(error?.message ?? body ?? ''));
    for (const piece of pieces) payload.write(piece);
    payload.end();
  });
}

test('a body is read whole, and one that comes byte by byte is not read to its end', async () => {
  const whole = Buffer.alloc(100_000, 'ab');
  expect(await read(whole.length, [whole.subarray(0, 60_000), whole.subarray(60_000)])).toEqual(whole);
  expect(
    await read(
      500,
      Array.from({ length: 500 }, () => Buffer.from('a')),
    ),
  ).toEqual(Buffer.alloc(500, 'a'));
  const bytes = Array.from({ length: 5_000 }, () => Buffer.from('a'));
  expect(await read(5_000, bytes)).toBe('The body comes in too many pieces.');
});

const formOf = (text: string) => readForm(Buffer.from(text));

test('a form has its fields in order, those of one name too, and what is not UTF-8 is none', () => {
  expect(formOf('a=1&b=%E4%B8%AD+x&a=&c&&')).toEqual([
    ['a', '1'],
    ['b', '中 x'],
    ['a', ''],
    ['c', ''],
  ]);
  for (const wrong of ['a=%FF', 'a=%C3', 'a=%', 'a=%zz']) expect(formOf(wrong)).toBe('The form is not in UTF-8.');
});

test.each(['a=1&', '&', '=&', 'userID=7&'])(
  'a form has no more fields than the service would take: of “%s”',
  (part) => {
    expect(typeof formOf(part.repeat(999))).toBe('object');
    expect(formOf(part.repeat(1_001))).toBe('The form has more than 1000 fields.');
  },
);

test('a limit that is no number lets nothing through', () => {
  expect(collectBytes(NaN).add(Buffer.from('a'))).toBe('too-large');
});
