import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawly, startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrol, enrolled } from '#main/testing/deviceRig.ts';
import { localHeaders } from '#http/fromHere.ts';
import { type Heard, post, revertOffFields, tempDir } from '#main/testing/rig.ts';

test('this machine is proved by a file that nobody else reads and that is new each time; a password is asked of it too', async () => {
  using folder = tempDir();
  const shown: string[] = [];
  for (const password of [undefined, PASSWORD]) {
    await using gateway = await startHere({
      UPSTREAM_API_KEY: KEY,
      DATA_DIR: folder.path,
      ...(password !== undefined && { SUPERVISOR_PASSWORD: password }),
    });
    expect(statSync(join(folder.path, 'local-token')).mode & 0o777).toBe(0o600);
    const proof = localHeaders(folder.path);
    shown.push(...Object.values(proof));
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(gateway.url + path, { headers })).status;
    for (const page of ['ledger', 'devices', 'provision', 'metrics']) {
      const path = `/gateway/${page}`;
      expect([page, await statusOf(path, proof)]).toEqual([page, password === undefined ? 200 : 401]);
      expect([page, await statusOf(path, {})]).toEqual([page, password === undefined ? 403 : 401]);
      expect([page, await statusOf(path, gateway.here)]).toEqual([page, 200]);
      expect([page, await statusOf(path, { 'scanline-local': shown[0]?.slice(0, -1) ?? '' })]).toEqual([
        page,
        password === undefined ? 403 : 401,
      ]);
    }
    expect(await statusOf('/gateway/standin/journal', proof)).toBe(200);
    const empty = revertOffFields('D-1001', '');
    expect((await post(gateway.url, `call-000${shown.length}`, empty)).code).toBe('not-enrolled');
    expect((await post(gateway.url, `call-000${shown.length}`, empty, { headers: proof })).status).toBe(200);
  }
  expect(new Set(shown).size).toBe(2);
});

test('the stand-in’s controls are closed however their address is written', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  for (const path of [
    'standin/faults',
    '%73tandin/faults',
    'standin/%6Aournal',
    'standin%2Ffaults',
    'STANDIN/faults',
  ]) {
    for (const from of [away, {}]) {
      const { status } = await fetch(`${gateway.url}/gateway/${path}`, { headers: from });
      expect([path, status === 403 || status === 404]).toEqual([path, true]);
    }
  }
  await using open = await startHere(); // the demo
  for (const path of ['standin/faults', '%73tandin/faults']) {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect([path, (await fetch(`${open.url}/gateway/${path}`, { headers })).status]).toEqual([path, 403]);
  }
});

test('a page of a foreign name that was made to point here reads and changes nothing at the demo', async () => {
  await using gateway = await startHere();
  const { port } = new URL(gateway.url);
  const ask = async (method: string, path: string, host: string): Promise<string> => {
    const origin = method === 'GET' ? '' : `Origin: http://${host}\r\nContent-Length: 0\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\n${origin}`;
    return (await rawly(gateway.url, `${head}Connection: close\r\n\r\n`)).slice(9, 12);
  };
  for (const [method, path] of [
    ['GET', '/gateway/standin/journal'],
    ['DELETE', '/gateway/standin/journal'],
    ['GET', '/gateway/%73tandin/faults'],
    ['DELETE', '/gateway/standin/faults'],
    ['GET', '/gateway/ledger'],
    ['GET', '/gateway/devices'],
    ['GET', '/gateway/provision'],
    ['GET', '/gateway/metrics'],
  ] as const) {
    expect([path, await ask(method, path, `evil.example:${port}`)]).toEqual([path, '403']);
    expect([path, await ask(method, path, `localhost:${port}`)]).toEqual([path, method === 'GET' ? '200' : '204']);
  }
});

test('whoever has a whole IPv6 network guesses as one: passwords, codes, and requests a second', async () => {
  await using gateway = await startHere({
    SUPERVISOR_PASSWORD: PASSWORD,
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
    REQUESTS_PER_SECOND: '10',
  });
  const from = (n: number): Record<string, string> => ({ 'x-forwarded-for': `2001:db8:1:2:${n.toString(16)}::${n}` });
  const signIn = (headers: Record<string, string>): Promise<Heard> =>
    post(gateway.url, undefined, { password: 'x'.repeat(12) }, { path: '/gateway/sign-in', headers });
  const statuses: number[] = [];
  for (let n = 1; n <= 10; n += 1) statuses.push((await signIn(from(n))).status);
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429, 429, 429, 429, 429]);
  expect((await signIn({ 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(401); // another network
  const codes: number[] = [];
  for (let n = 1; n <= 12; n += 1) codes.push((await enrol(gateway.url, 'x'.repeat(22), from(n))).status);
  expect(codes.slice(-3)).toEqual([404, 429, 429].slice(0, 3).map((_, at) => codes.at(at - 3)));
  expect([codes[9], codes[10], codes[11]]).toEqual([404, 429, 429]);
  let limited = 0;
  for (let n = 1; n <= 200 && limited === 0; n += 1) {
    if ((await fetch(`${gateway.url}/gateway/site`, { headers: from(n) })).status === 429) limited = n;
  }
  expect(limited).toBeGreaterThan(0);
});

test('a cookie of the same name that somebody else has set before does not keep a handheld out', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, SUPERVISOR_PASSWORD: PASSWORD });
  const { url } = gateway;
  const cookie = await enrolled(url);
  const foreign = `scanline-device=${'x'.repeat(43)}`;
  for (const both of [`${foreign}; ${cookie}`, `a=b; ${foreign}; ${cookie}; ${foreign}`, `${cookie}; ${foreign}`]) {
    expect((await call(url, `call-${both.length}`, both)).status).toBe(200);
    const hello = await fetch(`${url}/gateway/hello?nonce=n`, { headers: { ...away, cookie: both } });
    expect(await hello.json()).toMatchObject({ enrolled: true });
    expect(hello.headers.get('set-cookie')).toMatch(new RegExp(`^${cookie};`));
  }
  const end = { method: 'POST', headers: { ...away, cookie: `${foreign}; ${cookie}` } };
  expect((await fetch(`${url}/gateway/enrol/end`, end)).status).toBe(204);
  expect((await call(url, 'call-end', cookie)).code).toBe('not-enrolled');
});
