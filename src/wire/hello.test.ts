import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Hello, decodeTried, encodeTried, meet, probe } from '#wire/hello.ts';
import { makeProblem } from '#wire/problem.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Probes a real server that answers as told. */
const probing = (answer: RequestListener, timeoutMs = 30_000): Promise<Hello | undefined> =>
  asking(probe, answer, timeoutMs);
/** The same, also of what is no gateway. */
const meeting = (answer: RequestListener, timeoutMs = 30_000): Promise<Hello | 'stranger' | undefined> =>
  asking(meet, answer, timeoutMs);

async function asking<Met>(
  ask: (fetch: typeof globalThis.fetch, nonce: string, timeoutMs: number) => Promise<Met>,
  answer: RequestListener,
  timeoutMs: number,
): Promise<Met> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return ask((path, init) => fetch(new URL(path as string, origin), init), 'n-1&2', timeoutMs);
}

const hello: Hello = { nonce: 'n-1&2', epoch: 'e-1', version: '0.1.0', upstream: 'stand-in', now: 1_700_000_000_000 };

describe('a gateway is there when it echoes the nonce', () => {
  test('and then says who it is', async () => {
    const paths: string[] = [];
    const echo: RequestListener = (request, response) => {
      const url = new URL(request.url ?? '', 'http://gateway.example');
      paths.push(url.pathname);
      response.end(JSON.stringify({ ...hello, nonce: url.searchParams.get('nonce') }));
    };
    expect(await probing(echo)).toEqual(hello);
    expect(paths).toEqual(['/gateway/hello']);
  });

  test.each<[string, RequestListener]>([
    ['another nonce', (_, response) => response.end(JSON.stringify({ ...hello, nonce: 'n-0' }))],
    ['no nonce', (_, response) => response.end(JSON.stringify({ ...hello, nonce: undefined }))],
    ['no epoch', (_, response) => response.end(JSON.stringify({ ...hello, epoch: undefined }))],
    ['no clock', (_, response) => response.end(JSON.stringify({ ...hello, now: 'soon' }))],
    ['null', (_, response) => response.end('null')],
    ['a portal’s page', (_, response) => response.setHeader('content-type', 'text/html').end('<html>Log in</html>')],
    ['a redirect to a portal', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['an error with the echo', (_, response) => response.writeHead(503).end(JSON.stringify(hello))],
    ['nothing', (_, response) => response.end()],
    ['a broken connection', (request) => request.socket.destroy()],
  ])('%s is no gateway', async (_, answer) => {
    expect(await probing(answer)).toBeUndefined();
  });

  test.each<[string, RequestListener]>([
    ['a 404', (_, response) => response.writeHead(404).end('no such page')],
    ['a sign-in', (_, response) => response.writeHead(401).end()],
    ['a redirect to a portal', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['a page', (_, response) => response.setHeader('content-type', 'text/html').end('<html>Log in</html>')],
    ['another program’s JSON', (_, response) => response.end('{"status":"ok"}')],
    ['nothing', (_, response) => response.end()],
    ['another program’s problem', (_, response) => response.writeHead(404).end('{"type":"about:blank","status":404}')],
  ])('%s is of something else that is there', async (_, answer) => {
    expect(await meeting(answer)).toBe('stranger');
  });

  test.each<[string, RequestListener]>([
    ['a front whose gateway is away', (_, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
    ['a gateway that is busy', (_, response) => response.writeHead(429).end(JSON.stringify(makeProblem('busy', '')))],
    ['a broken connection', (request) => request.socket.destroy()],
    ['half a reply', (_, response) => response.write(JSON.stringify(hello).slice(0, 20))],
  ])('%s is nothing else', async (_, answer) => {
    expect(await meeting(answer, 60)).toBeUndefined();
  });

  test.each<[string, RequestListener]>([
    ['silence', () => undefined],
    ['half a reply', (_, response) => response.write(JSON.stringify(hello).slice(0, 20))],
  ])('%s is no gateway after the time for it', async (_, answer) => {
    expect(await probing(answer, 60)).toBeUndefined();
  });
});

describe('when a key was first tried', () => {
  test('is read as it was written', () => {
    const tried = { epoch: '0198c5a2-7c1e-7000-8000-000000000001', at: 1_700_000_000_000 };
    expect(encodeTried(tried)).toBe('0198c5a2-7c1e-7000-8000-000000000001;1700000000000');
    expect(decodeTried(encodeTried(tried))).toEqual(tried);
    expect(decodeTried(encodeTried(tried), '1700000000009')).toEqual({ ...tried, last: 1_700_000_000_009 });
  });

  test.each(['', '-1', '1.5', 'e;1', '1234567890123456', '1, 2'])('last tried at %j cannot be read', (value) => {
    expect(decodeTried('e;1', value)).toBeUndefined();
  });

  test.each([
    '',
    ';',
    'e',
    'e;',
    ';1',
    'e;1;2',
    'e;-1',
    'e;1.5',
    'e;1e3',
    'e f;1',
    `${'e'.repeat(65)};1`,
    'e;1234567890123456',
    'e;1\n',
  ])('%j is not one', (value) => {
    expect(decodeTried(value)).toBeUndefined();
  });
});
