import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMemoryKeep } from './testing/keepRig.ts';
import { PIN, hasOwnPin } from './ownPin.ts';
import { createPin, hashPin, lockAfter } from './pin.ts';

const crypto = webcrypto as unknown as Crypto;

async function rig() {
  const keep = createMemoryKeep();
  let tick = 0;
  const pass = (ms: number): void => void (tick += ms);
  const start = () => createPin(keep, crypto, () => tick);
  return { keep, pass, start, site: await hashPin(crypto, '2468') };
}

test('a PIN opens, a wrong one says how many tries are left', async () => {
  const { start, site } = await rig();
  const pin = start();
  expect(await pin.check('1111', site)).toEqual({ kind: 'wrong', left: 4 });
  expect(await pin.check('2468', site)).toEqual({ kind: 'right' });
  expect(await pin.check('1111', site)).toEqual({ kind: 'wrong', left: 4 });
});

test('the fifth wrong one locks, longer each time, and the right one does not open it meanwhile', async () => {
  const { start, site, pass } = await rig();
  const pin = start();
  for (let tries = 0; tries < 4; tries += 1) await pin.check('1111', site);
  expect(await pin.check('1111', site)).toEqual({ kind: 'locked', ms: 60_000 });
  pass(59_000);
  expect(await pin.check('2468', site)).toEqual({ kind: 'locked', ms: 1_000 });
  pass(1_000);
  expect(await pin.check('1111', site)).toEqual({ kind: 'locked', ms: 120_000 });
  pass(120_000);
  expect(await pin.check('2468', site)).toEqual({ kind: 'right' });
  expect([5, 6, 7, 30].map(lockAfter)).toEqual([60_000, 120_000, 240_000, 3_600_000]);
});

test('a lock outlives a reload, and only time with Scanline open takes something off it', async () => {
  const { start, site, pass } = await rig();
  const first = start();
  for (let tries = 0; tries < 5; tries += 1) await first.check('1111', site);
  pass(20_000);
  expect(await first.locked()).toBe(40_000);
  pass(3_600_000); // nobody looked meanwhile: the page was gone
  const second = start();
  expect(await second.locked()).toBe(40_000);
  pass(40_000);
  expect(await second.locked()).toBe(0);
});

test('tries at once count each, and one that was cut off counts too', async () => {
  const { start, site, keep } = await rig();
  const pin = start();
  await Promise.all([pin.check('1111', site), pin.check('1112', site), pin.check('1113', site)]);
  expect(keep.kept.get('supervisor')).toMatchObject({ wrong: 3 });
  void pin.check('2468', site);
  await expect.poll(() => keep.kept.get('supervisor')).toMatchObject({ wrong: 4 });
});

test('this handheld’s own PIN is kept salted and stretched, and the site’s goes before it', async () => {
  const { start, site, keep } = await rig();
  const pin = start();
  await pin.set('1357');
  expect(await hasOwnPin(keep)).toBe(true);
  expect(JSON.stringify([...keep.kept])).not.toContain('1357');
  expect(await pin.check('1357', undefined)).toEqual({ kind: 'right' });
  expect(await pin.check('1357', site)).toMatchObject({ kind: 'wrong' });
  expect(await pin.check('2468', site)).toEqual({ kind: 'right' });
  await pin.set(undefined);
  expect(await hasOwnPin(keep)).toBe(false);
});

test.each([NaN, Infinity])('a count or a lock of %s that is kept is the longest lock, not none', async (kept) => {
  expect(lockAfter(kept)).toBe(60 * 60_000);
  const { keep, start, site } = await rig();
  await keep.write(PIN, { lockedMs: kept });
  expect(await start().check('2468', site)).toEqual({ kind: 'locked', ms: 60 * 60_000 });
});
