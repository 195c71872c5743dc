import { afterAll, expect, test } from 'vitest';
import {
  WHOLE,
  envelope11,
  envelope12,
  raw,
  postRevertOff,
  revertOffElement,
  soap11,
  soap12,
  ownStandin,
} from '#standin/testing/standinRig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

const nested = (depth: number): string => revertOffElement('<a>'.repeat(depth) + '</a>'.repeat(depth));
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n + 1} "${`&b${n};`.repeat(10)}">`).join('');
const dtd = (content: string, used: string): string =>
  envelope11(revertOffElement(`<deliveryCode>${used}</deliveryCode>`)).replace('?>', `?><!DOCTYPE a [${content}]>`);
const many = (write: (n: number) => string, count: number): string =>
  Array.from({ length: count }, (_, n) => write(n)).join('');

test.each<[what: string, bytes: () => Buffer, status: number]>([
  ['entities that grow', () => soap11(dtd(`<!ENTITY b0 "ha">${laughs}`, '&b9;')), 400],
  ['an external entity', () => soap11(dtd('<!ENTITY e SYSTEM "file:///etc/passwd">', '&e;')), 400],
  ['the same in SOAP 1.2', () => soap12(dtd('<!ENTITY e SYSTEM "http://127.0.0.1/">', '&e;')), 500],
  ['a depth of 10,000', () => soap11(envelope11(nested(10_000))), 400],
  ['a depth of 10,000 in SOAP 1.2', () => soap12(envelope12(nested(10_000))), 400],
  ['null bytes', () => soap11('\0'.repeat(100_000)), 400],
  ['null bytes in a parameter', () => soap11(envelope11(revertOffElement('<deliveryCode>a\0b</deliveryCode>'))), 400],
  ['fifty megabytes', () => soap11(envelope11('x'.repeat(50 * 1024 * 1024))), 500],
  ['fifty megabytes in SOAP 1.2', () => soap12(' '.repeat(50 * 1024 * 1024)), 500],
  ['a form of fifty megabytes', () => postRevertOff('a=b&'.repeat(12 * 1024 * 1024)), 500],
  ['an attribute without an end', () => soap11(`<a b="${'x'.repeat(4_000_000)}`), 400],
  ['a tag without an end', () => soap11(`<${'a'.repeat(4_000_000)}`), 400],
  ['attributes without number', () => soap11(`<a ${many((n) => `b${n}="" `, 200_000)}`), 400],
  [
    'prefixes at every depth',
    () => soap11(envelope11(many((n) => `<a ${many((m) => `xmlns:p${n}-${m}="u" `, 100)}>`, 900))),
    400,
  ],
])('%s: refused, nothing runs, memory stays flat and the process alive', async (_, bytes, status) => {
  const sent = bytes();
  const before = process.memoryUsage.rss();
  expect(await raw(standin, sent)).toMatchObject({ status });
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  expect(standin.journal.since(0)).toEqual([]);
  expect(await raw(standin, postRevertOff(WHOLE))).toMatchObject({ status: 200 });
  standin.journal.clear();
});
