import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Rotation } from '#contract/rotation.ts';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, away, enrolled } from '#main/testing/deviceRig.ts';
import { sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type Asker, type Lives, openLives } from './lives.ts';
import { type Hello, ROTATION_HEADER, decodeRotation, encodeRotation } from '#wire/hello.ts';

const postgres = await sharedPostgresKind();

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

/** Rotates a storage for the first time, or again. */
function firstOf(lives: Lives, asker: Asker, now: number, rotation = storage().rotate()) {
  return lives.rotate(rotation, asker, now);
}

test('of one enrolled handheld sixteen storages are known, the newest, and it pushes out no other’s', async () => {
  using folder = tempDir();
  const lives = openLives({ dataDir: folder.path }, () => undefined);
  const mine = storage();
  const old = mine.rotate();
  const me = { device: 1, address: '10.0.0.9' };
  for (const rotation of [old, mine.rotate(), mine.rotate()]) await firstOf(lives, me, 1, rotation);
  for (let n = 0; n < 40; n += 1) await firstOf(lives, { device: 2, address: '10.0.0.9' }, 2 + n);
  expect(await firstOf(lives, me, 60_000, { ...old, next: short() })).toBe('surely'); // a copy is noticed still
  await lives.close();
  const db = new DatabaseSync(join(folder.path, 'lives.sqlite'));
  const kept = db.prepare('select sender, count(*) as many, min(turned_at) as oldest from lives group by sender').all();
  db.close();
  expect(kept.map((row) => ({ ...row }))).toEqual([
    { sender: 'd1', many: 1, oldest: 1 },
    { sender: 'd2', many: 16, oldest: 26 },
  ]);
});

test.skipIf(!postgres)('of a crowd in PostgreSQL the loudest lose their oldest', async () => {
  const place = await postgres?.newPlace();
  if (!postgres || !place) return;
  await using _place = place;
  await using _ledger = await place.open(); // it makes the tables
  const lives = openLives({ database: place.url, dataDir: '' }, () => undefined);
  const mine = storage();
  const old = mine.rotate();
  const me = { device: 1, address: '10.0.0.9' };
  for (const rotation of [old, mine.rotate(), mine.rotate()]) await firstOf(lives, me, 1, rotation);
  await postgres.server.ask(
    place.url,
    `insert into scanline_lives (id, count, numbers, asker, turned_at, sender)
     select 'x' || n, 0, '[]', '', n, '192.0.2.' || (n % 12) from generate_series(10, 20100) as n`,
  );
  for (let n = 0; n < 20; n += 1) await firstOf(lives, { device: 2, address: '10.0.0.7' }, 2 + n);
  const [rows] = await postgres.server.ask(
    place.url,
    `select count(*)::int as all, count(*) filter (where sender = 'd2')::int as two, min(turned_at)::int as oldest from scanline_lives where id like 'x%' or sender = 'd2'`,
  );
  expect(rows).toMatchObject({ two: 16 });
  expect(Number(rows?.['all'])).toBeLessThanOrEqual(20_000);
  expect(await firstOf(lives, me, 60_000, { ...old, next: short() })).toBe('surely');
  await lives.close();
});

async function devicesPage({ url, here }: { readonly url: string; readonly here: Record<string, string> }) {
  return (await fetch(`${url}/gateway/devices`, { headers: here })).text();
}
