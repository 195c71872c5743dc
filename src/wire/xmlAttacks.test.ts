import { describe, expect, test } from 'vitest';
import { classifyFor } from '#wire/classifyFor.ts';
import { defaultNames } from '#wire/names.ts';
import { parseXml, MalformedXml } from './xml.ts';
import { serviceEnd } from './testing/serviceEnd.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

const MEGABYTE = 1_000_000;

/** Documents that are made to cost a reader its memory, its time or its secrets. */
const attacks: [name: string, document: string | Uint8Array, says: string][] = [
  ['an entity that grows', bomb(), 'DOCTYPE'],
  [
    'one entity many times',
    `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(10_000)}">]><a>${'&x;'.repeat(10_000)}</a>`,
    'DOCTYPE',
  ],
  ['a file as an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'DOCTYPE'],
  ['an address as an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:1/x">]><a>&x;</a>', 'DOCTYPE'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///dev/random"> %x;]><a/>', 'DOCTYPE'],
  ['a DTD from elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>', 'DOCTYPE'],
  ['a depth of 10,000', '<a>'.repeat(10_000) + '</a>'.repeat(10_000), 'nested deeper'],
  ['a million open elements', '<a>'.repeat(MEGABYTE), 'nested deeper'],
  ['a million elements beside each other', `<a>${'<b/>'.repeat(MEGABYTE)}</a>`, 'more than 1000 elements'],
  ['fifty megabytes', new Uint8Array(50 * MEGABYTE).fill(0x20), 'larger than'],
  ['a null byte', '<a>\0</a>', 'null byte'],
  ['a megabyte of null bytes', new Uint8Array(MEGABYTE), 'null byte'],
  ['null bytes after the end', `<a/>${'\0'.repeat(100)}`, 'null byte'],
  ['a comment that does not end', `<a>${'<!--'.repeat(100_000)}`, '--> is missing'],
  ['comments in an attribute', `<a b="${'<!--'.repeat(4_000)}"/>`, 'tag within a tag'],
  ['a megabyte of tags that open', '<'.repeat(MEGABYTE), 'tag within a tag'],
  ['a hundred thousand attributes', `<a ${'b="1" '.repeat(100_000)}/>`, 'a tag is longer'],
  [
    'tags full of attributes',
    `<a>${`<b ${Array.from({ length: 1_500 }, (_, at) => `a${at}="1"`).join(' ')}/>`.repeat(75)}</a>`,
    'too many attributes',
  ],
  ['a name of a megabyte', `<${'a'.repeat(MEGABYTE)}/>`, 'a tag is longer'],
  ['a quote that does not end', `<a b="${'c'.repeat(MEGABYTE)}`, 'a tag is longer'],
  ['a declaration that does not end', `<?xml ${'a'.repeat(MEGABYTE)}`, '?> is missing'],
];

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  return `<!DOCTYPE a [<!ENTITY e0 "ha">${levels.join('')}]><a>&e12;</a>`;
}

function bytesOf(document: string | Uint8Array): Uint8Array {
  return typeof document === 'string' ? new TextEncoder().encode(document) : document;
}

describe('a reader refuses, soon and in a short sentence', () => {
  test.each(attacks)('%s', (_, document, says) => {
    const bytes = bytesOf(document);
    const before = process.threadCpuUsage(); // other work of a busy machine is not in it
    let refusal: unknown;
    try {
      parseXml(bytes);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(MalformedXml);
    expect((refusal as Error).message).toContain(says);
    expect((refusal as Error).message.length).toBeLessThanOrEqual(200);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000); // microseconds
  });

  test('and its memory stays flat', () => {
    const before = process.memoryUsage().rss;
    for (const [, document] of attacks) {
      const bytes = bytesOf(document);
      for (let i = 0; i < 3; i += 1) expect(() => parseXml(bytes)).toThrow(MalformedXml);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  });
});

test('namespaces cost what they are written for once, however many elements stand below them', () => {
  const elements = '<a/>'.repeat(15_000);
  const declared = Array.from({ length: 700 }, (_, at) => ` xmlns:n${at}="u:${at}"`).join('');
  const best = (document: string): number => {
    const took = [1, 2, 3, 4].map(() => {
      const startedAt = performance.now();
      parseXml(bytesOf(document), undefined, 20_000);
      return performance.now() - startedAt;
    });
    return Math.min(...took);
  };
  // One map for each element would be 10,500,000 entries: 50 times as long, and not 1.1 times.
  expect(best(`<r${declared}>${elements}</r>`) / best(`<r>${elements}</r>`)).toBeLessThan(6);
});

test.each(attacks)('%s is no answer in any binding', (_, document) => {
  const body = bytesOf(document);
  for (const binding of ['http-post', 'http-get', 'soap11', 'soap12'] as const) {
    const { contentType } = serviceEnd[binding].encodeAnswer('RevertOff', '', defaultNames);
    for (const status of [200, 500]) {
      const outcome = classifyFor(binding, REVERT_OFF, { status, contentType, body }, defaultNames);
      expect(outcome.kind).toBe('no-answer');
    }
  }
});
