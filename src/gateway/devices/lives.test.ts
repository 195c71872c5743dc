import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Rotation } from '#contract/rotation.ts';
import { startHere } from '#gateway/testing/appRig.ts';
import { KEY, away, enrolled } from '#gateway/testing/deviceRig.ts';
import { type Hello, ROTATION_HEADER, decodeRotation, encodeRotation } from '#wire/hello.ts';

const short = (): string => randomUUID().slice(0, 8);

/** Makes a handheld's storage, whose number a hello rotates. */
function storage(id = randomUUID() as string, count = 0, number = short()) {
  let rotation: Rotation = { id, count, number, next: short() };
  return {
    copy: () => storage(id, rotation.count, rotation.number),
    rotate(): Rotation {
      const sent = rotation;
      rotation = { id, count: rotation.count + 1, number: rotation.next, next: short() };
      return sent;
    },
  };
}

async function hello(url: string, rotation: string | Rotation, headers: Record<string, string> = {}): Promise<Hello> {
  const value = typeof rotation === 'string' ? rotation : encodeRotation(rotation);
  const reply = await fetch(`${url}/gateway/hello?nonce=n`, { headers: { ...headers, [ROTATION_HEADER]: value } });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Hello;
}

test('two that go on from one storage are each told at their next hello, and the supervisor sees who and when', async () => {
  await using gateway = await startHere({ TRUSTED_PROXY: '127.0.0.1' });
  const one = storage();
  await hello(gateway.url, one.rotate(), away);
  const other = one.copy();
  for (let times = 0; times < 2; times += 1)
    expect(await hello(gateway.url, one.rotate(), away)).not.toHaveProperty('copied');
  expect(await devicesPage(gateway)).not.toContain('Copied handhelds');
  const elsewhere = { 'x-forwarded-for': '10.0.0.77' };
  expect(await hello(gateway.url, other.rotate(), elsewhere)).toMatchObject({ copied: 'surely' });
  expect(await hello(gateway.url, one.rotate(), away)).toMatchObject({ copied: 'surely' });
  const page = await devicesPage(gateway);
  expect(page).toContain('Copied handhelds');
  expect(page).toMatch(/>10\.0\.0\.9<\/td><td[^>]*>10\.0\.0\.77<\/td>/);
});

test('with enrolment the number is the enrolled handheld’s: who is none, or is another, rotates nothing of it', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, TRUSTED_PROXY: '127.0.0.1' });
  const [mine, others] = [await enrolled(gateway.url, 'Dock 3'), await enrolled(gateway.url, '<b>Dock 4')];
  const one = storage();
  const old = one.rotate();
  await hello(gateway.url, old, { ...away, cookie: mine });
  for (let times = 0; times < 2; times += 1) await hello(gateway.url, one.rotate(), { ...away, cookie: mine });
  for (const cookie of [others, 'scanline-device=none']) {
    expect(await hello(gateway.url, { ...old, next: short() }, { ...away, cookie })).not.toHaveProperty('copied');
  }
  expect(await hello(gateway.url, one.rotate(), { ...away, cookie: mine })).not.toHaveProperty('copied');
  expect(await devicesPage(gateway)).not.toContain('Copied handhelds');
  // a copied profile is a copied token
  expect(await hello(gateway.url, { ...old, next: short() }, { ...away, cookie: mine })).toMatchObject({
    copied: 'surely',
  });
  expect(await devicesPage(gateway)).toContain('>Dock 3 (1: 10.0.0.9)</td>');
});

test('a hello is answered as ever where what stands in the header is no rotation', async () => {
  await using gateway = await startHere();
  const id = randomUUID();
  for (const value of ['', 'x', ';;;', `${id};-1;0000000a;0000000b`, `${id};1;zzzzzzzz;0000000b`, 'a'.repeat(4_000)]) {
    expect(decodeRotation(value)).toBeUndefined();
    expect(await hello(gateway.url, value)).not.toHaveProperty('copied');
  }
});

async function devicesPage({ url, here }: { readonly url: string; readonly here: Record<string, string> }) {
  return (await fetch(`${url}/gateway/devices`, { headers: here })).text();
}
