import { asyncProperty, assert, array, constantFrom, nat, uint8Array } from 'fast-check';
import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { type Exchange, exchange, reach } from './forward.ts';
import { type RawRequest, listening, serviceReply, startUpstream } from '#main/testing/rig.ts';

/** The service's deed once the request has come. */
let answer: (socket: Socket) => unknown = () => {};
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  let came = '';
  socket.on('data', (chunk: Buffer) => {
    came += chunk.toString('latin1');
    if (came.endsWith('a=b')) void answer(socket);
  });
});
const service = await listening(server);
afterAll(() => service[Symbol.asyncDispose]());

const REQUEST = { method: 'POST', path: '/RevertOff', headers: {}, body: Buffer.from('a=b') } as const;

/** Sends one request to the service. @param then - done meanwhile with the gateway's end of the connection. */
async function send(how: typeof answer, then?: (socket: Socket) => Promise<void>): Promise<Exchange> {
  answer = how;
  const url = new URL(`http://127.0.0.1:${service.port}`);
  const socket = await reach(url, 30_000);
  const [came] = await Promise.all([exchange(socket, url, REQUEST, 30_000), then?.(socket)]);
  return came;
}

/** Sends one request. @returns the reply's status, content type and body, or the cause why there is none. */
async function ask(how: typeof answer, then?: (socket: Socket) => Promise<void>): Promise<readonly unknown[]> {
  const came = await send(how, then);
  if (came.kind === 'broken') return [came.cause];
  const { status, contentType, body } = came.reply;
  return [status, contentType, Buffer.from(body).toString('latin1')];
}

/** Sends the bytes in parts that end at the cuts, each in a turn of its own, and ends the connection. */
function say(text: string | Uint8Array, cuts: readonly number[] = []): typeof answer {
  const bytes = Buffer.from(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return async (socket) => {
    let from = 0;
    for (const end of ends) {
      if (end > from) socket.write(bytes.subarray(from, end));
      from = Math.max(from, end);
      await new Promise(setImmediate);
    }
    socket.end();
  };
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const LENGTH = 'Content-Length: 5\r\n\r\nhello';
const HELLO = [200, '', 'hello'] as const;

/** Texts that are a reply, and how each is read. */
const replies: Readonly<Record<string, readonly [text: string, read: readonly [number, string, string]]>> = {
  'a length': [`${OK}Content-Type: text/xml; charset=utf-8\r\n${LENGTH}`, [200, 'text/xml; charset=utf-8', 'hello']],
  'a length of nothing': [`${OK}Content-Length: 0\r\n\r\n`, [200, '', '']],
  'the end of the connection': [`${OK}Content-Type: text/xml\r\n\r\nhello`, [200, 'text/xml', 'hello']],
  chunks: [`${CHUNKED}3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`, HELLO],
  'chunks with extensions and trailers': [`${CHUNKED}5;a=b\r\nhello\r\n0\r\nX-A: b\r\n\r\n`, HELLO],
  'chunks in capitals': [`${OK}Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`, HELLO],
  'an interim reply first': [`HTTP/1.1 100 Continue\r\n\r\n${OK}${LENGTH}`, HELLO],
  'many interim replies first': [`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)}${OK}${LENGTH}`, HELLO],
  'no content': ['HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n', [204, '', '']],
  'HTTP/1.0': ['HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\nhello', [200, 'text/xml', 'hello']],
  'no reason': [`HTTP/1.1 500\r\n${LENGTH}`, [500, '', 'hello']],
  'Latin-1 in a header': [`${OK}Content-Type: text/xml; x=ü\r\n${LENGTH}`, [200, 'text/xml; x=ü', 'hello']],
  'a content type twice': [`${OK}Content-Type: a/b\r\nContent-Type: c/d\r\n${LENGTH}`, [200, 'a/b', 'hello']],
  'space round a header': [`${OK}Content-Type: \t text/xml \t\r\n${LENGTH}`, [200, 'text/xml', 'hello']],
  'no headers': [`${OK}\r\nhello`, HELLO],
  'many headers': [`${OK}${'X-A: b\r\n'.repeat(1500)}${LENGTH}`, HELLO],
  'a redirect': ['HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n', [302, '', '']],
  'bytes after its length': [`${OK}${LENGTH}HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nno`, HELLO],
  'bytes after its last chunk': [`${CHUNKED}5\r\nhello\r\n0\r\n\r\nno`, HELLO],
};

/** Texts that are none, so that nobody knows what came of the request, and the cause. */
const none: Readonly<Record<string, readonly [text: string, cause: 'no-reply' | 'cut-off' | 'status']>> = {
  nothing: ['', 'no-reply'],
  'interim replies without end': [`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200)}${OK}${LENGTH}`, 'no-reply'],
  'half a head': [`${OK}Content-Length: 5\r\n`, 'no-reply'],
  'another program': ['SSH-2.0-OpenSSH\r\n\r\n', 'no-reply'],
  'HTTP/0.9': ['<string>OK</string>', 'no-reply'],
  'a status line of HTTP/0.9': [`HTTP/0.9 200 OK\r\n${LENGTH}`, 'no-reply'],
  'another version': [`HTTP/2.0 200 OK\r\n${LENGTH}`, 'no-reply'],
  'another protocol': ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'status'],
  'another protocol that is not named': ['HTTP/1.1 101 Switching Protocols\r\n\r\nhello', 'status'],
  'less than its length': [`${OK}Content-Length: 6\r\n\r\nhello`, 'cut-off'],
  'two lengths': [`${OK}Content-Length: 6\r\n${LENGTH}`, 'no-reply'],
  'the same length twice': [`${OK}Content-Length: 5\r\n${LENGTH}`, 'no-reply'],
  'a list of lengths': [`${OK}Content-Length: 5, 5\r\n\r\nhello`, 'no-reply'],
  'a length of no digits': [`${OK}Content-Length:\r\n\r\nhello`, 'no-reply'],
  'a negative length': [`${OK}Content-Length: -5\r\n\r\nhello`, 'no-reply'],
  'a length with a plus': [`${OK}Content-Length: +5\r\n\r\nhello`, 'no-reply'],
  'a length in hexadecimal': [`${OK}Content-Length: 0x5\r\n\r\nhello`, 'no-reply'],
  'a length that no number holds': [`${OK}Content-Length: ${'9'.repeat(30)}\r\n\r\nhello`, 'no-reply'],
  'a length and chunks': [`${OK}Content-Length: 3\r\n${CHUNKED.slice(OK.length)}5\r\nhello\r\n0\r\n\r\n`, 'no-reply'],
  'another coding': [`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`, 'no-reply'],
  'another coding behind 2,100 headers': [
    `${OK}${'a:\r\n'.repeat(2_100)}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    'no-reply',
  ],
  'chunks that are not the last coding': [`${OK}Transfer-Encoding: chunked, gzip\r\n\r\nhello`, 'no-reply'],
  'chunks twice': [`${OK}Transfer-Encoding: chunked\r\n${CHUNKED.slice(OK.length)}0\r\n\r\n`, 'no-reply'],
  'a header that is none': [`${OK}Content Length: 5\r\n\r\nhello`, 'no-reply'],
  'a space before the colon': [`${OK}Content-Length : 5\r\n\r\nhello`, 'no-reply'],
  'a control character in a header': [`${OK}X-A: a\u0001b\r\n${LENGTH}`, 'no-reply'],
  'a header over two lines': [`${OK}X-A: b\r\n c\r\n${LENGTH}`, 'no-reply'],
  '3 kB of a header and then none': [`${OK}X-A: ${'b'.repeat(3_000)}\u0000\r\n${LENGTH}`, 'no-reply'],
  'lines that end in LF alone': ['HTTP/1.1 200 OK\nContent-Length: 5\n\nhello', 'no-reply'],
  'a head without end': [`${OK}X-A: ${'b'.repeat(20_000)}`, 'no-reply'],
  'a head of 5,000 headers': [`${OK}${'X-A: b\r\n'.repeat(5_000)}\r\nhello`, 'no-reply'],
  'chunks without the last': [`${CHUNKED}5\r\nhello\r\n`, 'cut-off'],
  'chunks without the last line': [`${CHUNKED}5\r\nhello\r\n0\r\n`, 'cut-off'],
  'trailers without their end': [`${CHUNKED}5\r\nhello\r\n0\r\nX-A: b\r\n`, 'cut-off'],
  'a trailer that is none': [`${CHUNKED}5\r\nhello\r\n0\r\nX A: b\r\n\r\n`, 'cut-off'],
  'a chunk longer than it says': [`${CHUNKED}4\r\nhello\r\n0\r\n\r\n`, 'cut-off'],
  'a chunk without its line end': [`${CHUNKED}5\r\nhelloXX0\r\n\r\n`, 'cut-off'],
  'a size that is none': [`${CHUNKED}zz\r\nhello\r\n0\r\n\r\n`, 'cut-off'],
  'a negative size': [`${CHUNKED}-5\r\nhello\r\n0\r\n\r\n`, 'cut-off'],
  'a size that no number holds': [`${CHUNKED}${'F'.repeat(20)}\r\nhello\r\n0\r\n\r\n`, 'cut-off'],
  'an extension without end': [`${CHUNKED}5;${'a'.repeat(20_000)}`, 'cut-off'],
};

test.each(Object.entries(replies))('%s is a reply', async (_, [text, read]) => {
  expect(await ask(say(text))).toEqual(read);
});

test.each(Object.entries(none))('%s is no reply', async (_, [text, cause]) => {
  expect(await ask(say(text))).toEqual([cause]);
});

test('wherever the network cuts a reply into parts, it is the same reply', async () => {
  const all = [...Object.values(replies), ...Object.values(none).map(([text, cause]) => [text, [cause]] as const)];
  const property = asyncProperty(constantFrom(...all), array(nat(), { maxLength: 6 }), async ([text, read], cuts) => {
    expect(await ask(say(text, cuts))).toEqual(read);
  });
  await assert(property, { numRuns: 500 });
}, 60_000);

test('whatever the bytes are, reading them ends', async () => {
  const property = asyncProperty(uint8Array({ maxLength: 200 }), constantFrom('', OK, CHUNKED), async (bytes, head) => {
    expect(await ask(say(Buffer.concat([Buffer.from(head), bytes])))).not.toHaveLength(0);
  });
  await assert(property, { numRuns: 200 });
}, 60_000);

/** Sends a request whose connection is reset once so much of its reply has been read. */
function askAndReset(text: string): Promise<readonly unknown[]> {
  const others: Socket[] = [];
  const begin = (other: Socket): boolean => other.write(text, 'latin1', () => others.push(other));
  return ask(begin, async (socket) => {
    while (others.length === 0 || socket.bytesRead < text.length) await new Promise(setImmediate);
    others[0]?.resetAndDestroy();
  });
}

test.each([
  ['a length', `${OK}Content-Length: 5\r\n\r\nhello`],
  ['chunks', `${CHUNKED}3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`],
])('a reply with %s that ends or breaks off after any byte but the last is none', async (_, text) => {
  for (let bytes = 0; bytes < text.length; bytes += 1) {
    const cause = bytes < text.indexOf('\r\n\r\n') + 4 ? 'no-reply' : 'cut-off';
    expect(await ask(say(text.slice(0, bytes))), `${bytes} bytes`).toEqual([cause]);
    expect(await askAndReset(text.slice(0, bytes)), `${bytes} bytes and a reset`).toEqual([cause]);
  }
});

test('a reply that goes up to the end of the connection is none where the connection is reset', async () => {
  expect(await askAndReset(`${OK}\r\nhello`)).toEqual(['cut-off']);
});

test('a reply before the request has ended is its reply', async () => {
  await using upstream = await startUpstream();
  const socket = await reach(upstream.url, 30_000);
  const other = await upstream.connected();
  other.pause();
  other.write(`${OK}${LENGTH}`);
  const large = { ...REQUEST, body: Buffer.alloc(8_000_000) };
  expect(await exchange(socket, upstream.url, large, 30_000)).toMatchObject({ kind: 'reply', reply: { status: 200 } });
});

test('what came of a reply that breaks off is kept as evidence', async () => {
  expect(await send(say(`${CHUNKED}5\r\nhello\r\nzz`))).toMatchObject({
    kind: 'broken',
    part: { status: 200, body: Buffer.from('hello') },
  });
});

const KEPT_OPEN = serviceReply('OK: done').replace('\r\n\r\n', '\r\nConnection: keep-alive\r\n\r\n');
const PASSED = { ...REQUEST, path: '/PDAAPIV1.asmx/RevertOff' };

test('a call of the ledger has a connection of its own, and says that it closes; other requests share one', async () => {
  const stay = ({ socket }: RawRequest): void => void socket.write(KEPT_OPEN, 'latin1');
  await using upstream = await startUpstream(stay);
  await using r = await dispatchRig(upstream.url);
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 200 });
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 200 });
  expect(upstream.connections()).toBe(1);
  expect(await r.ask('call-0001')).toMatchObject({ status: 200 });
  expect(await r.ask('call-0002')).toMatchObject({ status: 200 });
  expect(upstream.connections()).toBe(3);
  const closes = upstream.requests.map(({ text }) => /\r\nconnection: close\r\n/.test(text));
  expect(closes).toEqual([false, false, true, true]);
});

test('bytes that come on an idle connection are no reply to the next request: it goes by another', async () => {
  const sockets: Socket[] = [];
  await using upstream = await startUpstream(({ socket }) => {
    sockets.push(socket);
    socket.write(sockets.length === 1 ? KEPT_OPEN : KEPT_OPEN.replace('OK: done', 'OK: next'), 'latin1');
  });
  await using r = await dispatchRig(upstream.url);
  await r.dispatch.pass(PASSED);
  sockets[0]?.write(KEPT_OPEN.replace('OK: done', 'OK: evil'), 'latin1');
  await once(sockets[0] as Socket, 'close');
  const { body } = await r.dispatch.pass(PASSED);
  expect(Buffer.from(body ?? '').toString()).toContain('OK: next');
  expect(upstream.connections()).toBe(2);
});

test('a request that gets no answer is not sent again: nobody knows', async () => {
  await using upstream = await startUpstream((request) => request.socket.destroy());
  await using r = await dispatchRig(upstream.url);
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 504 });
  expect(upstream.connections()).toBe(1);
});

test('a read for which no connection can be made has not left, and is said to have not', async () => {
  await using r = await dispatchRig(new URL('http://127.0.0.1:9'));
  const { status, body } = await r.dispatch.pass(PASSED);
  expect([status, String(body)]).toEqual([503, expect.stringContaining('the connection was refused')]);
});

test('a connection on which an exchange broke is closed, be it kept, and be it left open by the service', async () => {
  const sockets: Socket[] = [];
  await using upstream = await startUpstream(({ socket }) => {
    sockets.push(socket);
    socket.write(`${OK}Transfer-Encoding: gzip\r\n\r\n`);
  });
  await using r = await dispatchRig(upstream.url);
  expect(await r.ask('call-0001')).toMatchObject({ status: 504 });
  expect(await r.dispatch.pass(PASSED)).toMatchObject({ status: 504 });
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
