import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { LARGE, nowhere, rawly, startHere } from '#main/testing/appRig.ts';
import { startGateway } from './gateway.ts';
import { tempDir } from '#main/testing/rig.ts';
import { createApp } from '#http/edge/server.ts';
import { readSettings } from '#settings/settings.ts';
import { readSite } from '#site/readSite.ts';
import { probe } from '#wire/hello.ts';
import { readProblem } from '#wire/problem.ts';

describe('with the stand-in', async () => {
  const gateway = await startHere();
  afterAll(() => gateway[Symbol.asyncDispose]());
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(gateway.url + path, { headers: { connection: 'close', ...headers }, redirect: 'manual' });

  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/sw.js', 'application/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/icon.png', 'image/png', 'no-cache'],
    ['/assets/index-1a2b3c.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('%s is %s, kept: %s', async (path, type, kept) => {
    for (const encoding of ['br', 'identity']) {
      const reply = await get(path, { 'accept-encoding': encoding });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe(type);
      expect(reply.headers.get('cache-control')).toBe(kept);
      expect(reply.headers.get('etag')).not.toBeNull();
    }
  });

  test('a file that is more than a socket takes at once comes whole', async () => {
    const reply = await get('/assets/large-1a2b3c.js', { 'accept-encoding': 'identity' });
    expect((await reply.text()).length).toBe(LARGE.length);
  });

  test('a compressed copy is sent where it is accepted, under the name of the whole', async () => {
    const socket = `GET /sw.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`;
    const reply = await rawly(gateway.url, socket);
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(reply.toLowerCase()).toContain('content-encoding: br');
    expect(reply.toLowerCase()).toContain('vary: accept-encoding');
    const whole = await get('/sw.js', { 'accept-encoding': 'br' });
    expect(await whole.text()).toBe(brotliDecompressSync(brotliCompressSync('self.x = 1;')).toString());
  });

  test("a page's address that is no file is the app; anything else is not there", async () => {
    const navigation = { accept: 'text/html,application/xhtml+xml' };
    const app = await get('/tasks/revert-off?x=1', navigation);
    expect(app.status).toBe(200);
    expect(await app.text()).toContain('<title>Scanline</title>');
    expect(app.headers.get('cache-control')).toBe('no-cache');
    expect(await (await get('/sw.js', navigation)).text()).toBe('self.x = 1;'); // a file stays one
    for (const path of ['/gateway/nothing', '/assets/gone-1.js', '/Other.asmx', '/PDAAPIV1.asmx/a/b']) {
      const reply = await get(path, navigation);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(readProblem(await reply.text())).toMatchObject({ code: 'refused', status: 404 });
    }
    expect((await get('/tasks/revert-off')).status).toBe(404);
    expect((await get('/.secret')).status).toBe(404);
    expect((await get('/..%2f..%2fpackage.json')).status).toBeGreaterThanOrEqual(400);
    expect(
      await rawly(gateway.url, 'GET /../../package.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 4/);
  });

  test('every reply has the security headers, and none speaks of CORS', async () => {
    const paths = ['/', '/assets/index-1a2b3c.js', '/gateway/hello', '/nothing', '/PDAAPIV1.asmx', '/%zz'];
    for (const path of paths) {
      const { headers } = await get(path, { origin: gateway.url, 'sec-fetch-site': 'same-origin' });
      const csp = headers.get('content-security-policy');
      expect([path, csp]).toEqual([path, expect.stringContaining("require-trusted-types-for 'script'")]);
      expect(csp).toMatch(/; trusted-types app-sw scan-worker$/u);
      expect(csp).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(csp?.replace("'wasm-unsafe-eval'", '')).not.toContain('unsafe');
      expect(csp).toContain("; img-src 'self' blob: data:; frame-src blob:;");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-xss-protection')).toBe('1; mode=block');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('hello echoes the nonce, so that the probe of the app knows a gateway', async () => {
    const fetchHere: typeof fetch = (path, init) => fetch(new URL(path as string, gateway.url), init);
    expect(await probe(fetchHere, 'n-1 ü', 2000)).toEqual({
      nonce: 'n-1 ü',
      epoch: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      upstream: 'stand-in',
      now: expect.any(Number),
      decisions: true,
    });
    expect((await get('/gateway/hello?nonce=1')).headers.get('cache-control')).toBe('no-store');
    expect((await get('/gateway/hello?nonce=1&nonce=2')).status).toBe(400);
  });

  test('site is a site configuration with the demo values', async () => {
    const site = readSite(await (await get('/gateway/site')).json());
    expect(site).toMatchObject({ keyOnGateway: false, namespace: 'http://tempuri.org/', demo: { userId: '7' } });
  });

  test('health counts what somebody may have to look at', async () => {
    expect(await (await get('/gateway/health')).json()).toMatchObject({
      status: 'ok',
      upstream: 'stand-in',
      running: 0,
      ledger: { received: 0, dispatching: 0, outcomeUnknown: 0 },
    });
  });

  test('what is no HTTP is answered with a problem, and nothing else stops', async () => {
    expect(await rawly(gateway.url, 'NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 Bad Request[^]*urn:scanline:problem:refused/,
    );
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await rawly(gateway.url, long)).toMatch(/^HTTP\/1\.1 431 /);
    const both =
      'POST /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(await rawly(gateway.url, both)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await get('/gateway/hello')).status).toBe(200);
  });
});

test('a slow client is cut off long before it can hold many connections', () => {
  const { server } = createApp({ level: 'silent', format: 'numbers' }, nowhere, undefined);
  expect(server.headersTimeout).toBe(8000);
  expect(server.requestTimeout).toBe(15_000);
  expect(server.maxHeadersCount).toBe(64);
});

test('an app that is not built says how to build it', async () => {
  using folder = tempDir();
  const settings = readSettings({ PORT: '0', DATA_DIR: folder.path, LOG_LEVEL: 'silent' });
  const gateway = await startGateway(settings, { distDir: join(folder.path, 'no-dist'), logTo: nowhere });
  const reply = await fetch(gateway.url, { headers: { accept: 'text/html' } });
  expect(reply.status).toBe(503);
  expect(await reply.text()).toContain('npm start');
  await gateway.close();
});

test('with LOG_FORMAT=words a line has its time as ISO 8601 and its level as a word; without, as numbers', () => {
  const lineIn = (format: 'numbers' | 'words'): unknown => {
    let written = '';
    createApp({ level: 'info', format }, { write: (line) => (written += line) }, undefined).log.warn(
      { facts: 1 },
      'said',
    );
    return JSON.parse(written);
  };
  const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  expect(lineIn('words')).toMatchObject({ level: 'warn', time: expect.stringMatching(iso), facts: 1, msg: 'said' });
  expect(lineIn('numbers')).toMatchObject({ level: 40, time: expect.any(Number), msg: 'said' });
});
