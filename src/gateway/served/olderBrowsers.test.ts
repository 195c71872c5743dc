import { afterAll, describe, expect, test } from 'vitest';
import { floor } from '#contract/browsers.ts';
import { startHere } from '#main/testing/appRig.ts';

const gateway = await startHere();
afterAll(() => gateway[Symbol.asyncDispose]());

const chrome = (major: number): string => `Mozilla/5.0 (Linux; Android 10; TC52) Chrome/${major}.0.4147.125 Mobile`;
const get = (path: string, agent: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(gateway.url + path, { headers: { connection: 'close', 'user-agent': agent, ...headers } });
const isOlder = async (path: string, agent: string): Promise<boolean> =>
  /<script>1|self\.old/.test(await (await get(path, agent, { accept: 'text/html' })).text());

const others = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 Version/15.4 Mobile Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0',
  '',
];

test.each(['/', '/index.html', '/tasks/revert-off', '/sw.js'])(
  '%s is of the build that the browser is for',
  async (path) => {
    for (const major of [84, floor.chrome - 1]) expect(await isOlder(path, chrome(major))).toBe(true);
    expect(await isOlder(path, 'Mozilla/5.0 (Linux; Android 10; wv) Version/4.0 Chrome/84.0.4147.125')).toBe(true);
    for (const agent of [chrome(floor.chrome), chrome(156), ...others]) expect(await isOlder(path, agent)).toBe(false);
  },
);

test('a part of either build comes to whoever asks for it, and is kept', async () => {
  for (const name of ['index-1a2b3c', 'index-4d5e6f']) {
    const reply = await get(`/assets/${name}.js`, chrome(156));
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
});

describe('a cache between them', () => {
  test.each(['/', '/sw.js'])('asks for %s anew with the tag of one build, and gets the other one', async (path) => {
    const now = await get(path, chrome(156));
    const old = await get(path, chrome(84));
    expect([now, old].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-cache', 'no-cache']);
    expect(old.headers.get('vary')).toContain('user-agent');
    const ask = async (agent: string, kept: Response): Promise<number> =>
      (await get(path, agent, { 'if-none-match': kept.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }))
        .status;
    expect(await ask(chrome(84), now)).toBe(200);
    expect(await ask(chrome(156), old)).toBe(200);
    expect(await ask(chrome(84), old)).toBe(304);
  });

  test('for browsers of today nothing is said of it: no byte more', async () => {
    expect((await get('/', chrome(156))).headers.get('vary')).toBe('accept-encoding, cookie');
  });
});
