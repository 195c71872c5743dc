import { array, assert, constantFrom, nat, property, uint8Array } from 'fast-check';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createReplyReader } from './replyReader.ts';
import { startUpstream } from '#gateway/testing/rig.ts';

/** What a reply is, read in parts that end at the cuts, and then ended by the other side. */
function read(bytes: Buffer, cuts: readonly number[] = []): readonly unknown[] {
  const reader = createReplyReader();
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  let from = 0;
  let progress = 'more';
  for (const end of ends) {
    if (progress === 'more' && end > from) progress = reader.take(bytes.subarray(from, end));
    from = Math.max(from, end);
  }
  if (progress === 'more') progress = reader.end();
  const part = reader.part();
  return progress === 'whole'
    ? ['whole', part?.status, part?.contentType, Buffer.from(part?.body ?? []).toString('latin1')]
    : ['none'];
}

/** The same by Node's own client, which takes what it gets from a server that closes after it. */
async function readByNode(bytes: Buffer): Promise<readonly unknown[]> {
  await using upstream = await startUpstream((asked) => void asked.socket.end(bytes));
  return await new Promise((resolve) => {
    const none = (): void => resolve(['none']);
    const asked = request(upstream.url, { method: 'POST', agent: false, headers: { 'content-length': 0 } });
    asked.on('error', none).on('upgrade', none);
    asked.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', none);
      reply.on('end', () => {
        const body = Buffer.concat(parts).toString('latin1');
        resolve(reply.complete ? ['whole', reply.statusCode, reply.headers['content-type'] ?? '', body] : ['none']);
      });
    });
    asked.end();
  });
}

const OK = 'HTTP/1.1 200 OK\r\n';

/** Replies that both read alike: to their end, or not at all. */
const alike: Readonly<Record<string, string>> = {
  'a length': `${OK}Content-Type: text/xml; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello`,
  'a length of nothing': `${OK}Content-Length: 0\r\n\r\n`,
  'less than its length': `${OK}Content-Length: 6\r\n\r\nhello`,
  'the end of the connection': `${OK}Content-Type: text/xml\r\n\r\nhello`,
  chunks: `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`,
  'chunks with extensions and trailers': `${OK}Transfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX-A: b\r\n\r\n`,
  'chunks without the last': `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
  'chunks without the last line': `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
  'trailers without their end': `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-A: b\r\n`,
  'a chunk longer than it says': `${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n`,
  'a size that is none': `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`,
  'a negative size': `${OK}Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n`,
  'a length and chunks': `${OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'two lengths': `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  'a negative length': `${OK}Content-Length: -5\r\n\r\nhello`,
  'a length in hexadecimal': `${OK}Content-Length: 0x5\r\n\r\nhello`,
  'an interim reply first': `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 5\r\n\r\nhello`,
  'another protocol': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'no content': 'HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n',
  'HTTP/1.0': 'HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\nhello',
  'no reason': 'HTTP/1.1 500\r\nContent-Length: 5\r\n\r\nhello',
  'a header that is none': `${OK}Content Length: 5\r\n\r\nhello`,
  'a control character in a header': `${OK}X-A: a\u0001b\r\nContent-Length: 5\r\n\r\nhello`,
  'Latin-1 in a header': `${OK}Content-Type: text/xml; x=ü\r\nContent-Length: 5\r\n\r\nhello`,
  'a content type twice': `${OK}Content-Type: a/b\r\nContent-Type: c/d\r\nContent-Length: 5\r\n\r\nhello`,
  'space round a header': `${OK}Content-Type: \t text/xml \t\r\nContent-Length: 5\r\n\r\nhello`,
  'no headers': `${OK}\r\nhello`,
  'half a head': `${OK}Content-Length: 5\r\n`,
  'another program': 'SSH-2.0-OpenSSH\r\n\r\n',
  nothing: '',
};

describe('a reply is read as Node itself reads it', () => {
  test.each(Object.entries(alike))('%s', async (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(read(bytes)).toEqual(await readByNode(bytes));
  });
});

/** What a lenient reader takes: here it is none, so that nobody knows, which is never wrong. */
const strict: Readonly<Record<string, string>> = {
  'another version': 'HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'a header over two lines': `${OK}X-A: b\r\n c\r\nContent-Length: 5\r\n\r\nhello`,
  'another coding': `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'the same length twice': `${OK}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`,
  'lines that end in LF alone': 'HTTP/1.1 200 OK\nContent-Length: 5\n\nhello',
  'a head without end': `${OK}${'X-A: b\r\n'.repeat(3000)}\r\nhello`,
  'a chunk without its line end': `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n`,
};

test.each(Object.entries(strict))('%s is no reply', (_, text) => {
  expect(read(Buffer.from(text, 'latin1'))).toEqual(['none']);
});

test('wherever the network cuts a reply into parts, it is the same reply', () => {
  const texts = [...Object.values(alike), ...Object.values(strict)];
  assert(
    property(constantFrom(...texts), array(nat(), { maxLength: 8 }), (text, cuts) => {
      const bytes = Buffer.from(text, 'latin1');
      expect(read(bytes, cuts)).toEqual(read(bytes));
    }),
    { numRuns: 2000 },
  );
});

test('whatever the bytes are, reading them ends', () => {
  assert(
    property(
      uint8Array({ maxLength: 200 }),
      constantFrom('', OK, `${OK}Transfer-Encoding: chunked\r\n\r\n`),
      (bytes, head) => {
        expect(['whole', 'none']).toContain(read(Buffer.concat([Buffer.from(head), bytes]))[0]);
      },
    ),
  );
});

const STAYS = `${OK}Connection: Keep-Alive\r\n`;

/** Whether a connection carries another request after a reply: only where the service says so and nothing is against it. */
const reuse: readonly (readonly [name: string, text: string, is: boolean])[] = [
  ['a length', `${STAYS}Content-Length: 5\r\n\r\nhello`, true],
  ['chunks', `${STAYS}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, true],
  ['nothing that says so', `${OK}Content-Length: 5\r\n\r\nhello`, false],
  ['more than the reply', `${STAYS}Content-Length: 4\r\n\r\nhello`, false],
  ['less than the reply', `${STAYS}Content-Length: 6\r\n\r\nhello`, false],
  ['no length', `${STAYS}\r\nhello`, false],
  ['“close”', `${OK}Connection: close\r\nContent-Length: 5\r\n\r\nhello`, false],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello', false],
  ['a second to go', `${STAYS}Keep-Alive: timeout=1, max=9\r\nContent-Length: 5\r\n\r\nhello`, false],
  ['ten seconds to go', `${STAYS}Keep-Alive: timeout=10\r\nContent-Length: 5\r\n\r\nhello`, true],
];

test.each(reuse)('after %s the connection can carry another request, or not', (_, text, is) => {
  const reader = createReplyReader();
  reader.take(Buffer.from(text, 'latin1'));
  expect(reader.isReusable()).toBe(is);
});

test('bytes that can be no reply are told at once, not at the end', () => {
  expect(createReplyReader().take(Buffer.from('SSH'))).toBe('not-http');
  expect(createReplyReader().take(Buffer.from('HTT'))).toBe('more');
});
