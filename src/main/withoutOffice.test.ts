import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { officeRoutes } from '#office/people/routeTable.ts';
import { ROTATION_HEADER, encodeRotation } from '#wire/hello.ts';

test('without the office calls, the rights of handhelds, revocation and rotation work as before, and no page of it is there', async () => {
  using folder = tempDir();
  const env = { UPSTREAM_API_KEY: KEY, DATA_DIR: folder.path, METRICS_TOKEN: 'a-token-for-metrics' };
  const held: string[] = [];
  {
    await using whole = await startHere(env);
    for (const name of ['Dock 1', 'Dock 2']) held.push(await enrolled(whole.url, name));
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...whole.here };
    await fetch(`${whole.url}/gateway/devices/revoke`, { method: 'POST', headers: form, body: 'number=2' });
    expect((await call(whole.url, 'call-0001', held[0])).status).toBe(200);
  }
  const [cookie = '', revoked = ''] = held;
  await using gateway = await startHere(env, { officeInstead: () => undefined });
  const { url } = gateway;
  const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(url + path, { headers: { ...away, ...headers } })).status;

  const again = await call(url, 'call-0001', cookie);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect((await call(url, 'call-0002', cookie)).status).toBe(200);
  for (const stranger of [revoked, undefined]) {
    const refused = await call(url, 'call-0003', stranger);
    expect([refused.status, refused.code]).toEqual([401, 'not-enrolled']);
  }

  const rotation = (count: number, number: string, next: string): Record<string, string> => ({
    cookie,
    [ROTATION_HEADER]: encodeRotation({ id: '9f0c2b1e-5d0a-4c55-8c1e-0a1b2c3d4e5f', count, number, next }),
  });
  const hello = async (headers: Record<string, string>) =>
    (await (await fetch(`${url}/gateway/hello?nonce=n`, { headers: { ...away, ...headers } })).json()) as object;
  const numbers = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(8));
  const [first = '', second = '', third = '', other = ''] = numbers;
  expect(await hello(rotation(0, first, second))).toMatchObject({ enrolled: true });
  expect(await hello(rotation(1, second, third))).not.toHaveProperty('copied');
  expect(await hello(rotation(0, first, other))).toHaveProperty('copied');

  expect([await statusOf('/gateway/site', { cookie }), await statusOf('/gateway/site', {})]).toEqual([200, 401]);
  const scraped = { authorization: 'Bearer a-token-for-metrics' };
  expect([await statusOf('/gateway/metrics', scraped), await statusOf('/gateway/metrics', {})]).toEqual([200, 403]);
  const decided = await fetch(`${url}/gateway/decisions`, {
    method: 'POST',
    headers: { ...away, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ tell: [], ask: ['call-0001'] }),
  });
  expect(decided.status).toBe(200);

  const there: string[] = [];
  for (const route of Object.keys(officeRoutes)) {
    const [method = '', path = ''] = route.split(' ');
    const { status } = await fetch(url + path, { method, headers: gateway.here, redirect: 'manual' });
    if (status !== 404 && status !== 405) there.push(`${route}: ${status}`);
  }
  expect(there).toEqual([]);
});
