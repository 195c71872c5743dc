import { expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';
import { createPause } from '#device/pause.ts';
import type { Vault } from '#device/vault.ts';

const site = { ...unknownSite, keyOnGateway: true };

function open(keep = createMemoryKeep()) {
  return { keep, pause: createPause(keep, { has: async () => false } as Vault, () => site) };
}

test('a refused key of the gateway stays refused over restarts, until a hello names another generation', async () => {
  const { keep, pause } = open();
  expect(await pause.heard({ keyGeneration: 'one' })).toBe(false);
  await pause.keyRefused('key-refused');
  expect(await pause.code()).toBe('key-refused');
  const { pause: later } = open(keep);
  expect(await later.heard({ keyGeneration: 'one' })).toBe(false);
  expect(await later.code()).toBe('key-refused');
  expect(await later.heard({ keyGeneration: 'two' })).toBe(true);
  expect(await later.code()).toBeUndefined();
  await later.keyRefused('key-refused');
  expect(await later.heard({ keyGeneration: 'two' })).toBe(false);
  expect(await later.code()).toBe('key-refused');
});

test('a hello without a generation ends no refusal: the key is on the handheld, or the gateway is an old one', async () => {
  const { pause } = open();
  await pause.keyRefused('key-refused');
  expect(await pause.heard({})).toBe(false);
  expect(await pause.heard({ enrolled: true })).toBe(false);
  expect(await pause.code()).toBe('key-refused');
});

test('a refusal noted before generations were told is tried once more', async () => {
  const { keep, pause } = open();
  await keep.write('key-refused', true);
  expect(await pause.code()).toBe('key-refused');
  expect(await pause.heard({ keyGeneration: 'one' })).toBe(true);
  expect(await pause.code()).toBeUndefined();
});

test('a handheld that is not enrolled waits for that, whatever the key', async () => {
  const { pause } = open();
  expect(await pause.heard({ enrolled: false, keyGeneration: 'one' })).toBe(true);
  expect(await pause.heard({ enrolled: false, keyGeneration: 'two' })).toBe(false);
  expect(await pause.code()).toBe('not-enrolled');
  expect(await pause.heard({ keyGeneration: 'two' })).toBe(true);
  expect(await pause.code()).toBeUndefined();
});

const HELD = { by: 'Ada', why: 'Stocktaking.', until: 5_000_000 };

/** A pause on a clock of its own. */
function openAt(keep = createMemoryKeep()) {
  const clock = { now: 900_000_000 }; // another clock than the ledger's
  return {
    keep,
    clock,
    pause: createPause(
      keep,
      { has: async () => false } as Vault,
      () => site,
      () => clock.now,
    ),
  };
}

test('a hold of the desk stands until its end by the ledger’s time, over restarts and with no gateway there', async () => {
  const { keep, clock, pause } = openAt();
  expect(await pause.code()).toBeUndefined();
  expect(await pause.heard({ now: 4_000_000, desk: { hold: HELD } })).toBe(true);
  expect(await pause.heard({ now: 4_010_000, desk: { hold: HELD } })).toBe(false);
  expect(await pause.code()).toBe('desk-hold');
  expect(await pause.hold()).toMatchObject(HELD);
  clock.now += 999_999;
  expect(await pause.code()).toBe('desk-hold');
  const later = openAt(keep);
  later.clock.now = clock.now;
  expect(await later.pause.code()).toBe('desk-hold');
  for (const one of [clock, later.clock]) one.now += 1;
  expect([await pause.code(), await later.pause.code()]).toEqual([undefined, undefined]);
});

test('the desk ends it before, a gateway of before ends nothing, and a clock that is set back makes it last no longer', async () => {
  const { clock, pause } = openAt();
  await pause.heard({ now: 4_000_000, desk: { hold: HELD } });
  expect(await pause.heard({ now: 4_000_001 })).toBe(false);
  expect(await pause.code()).toBe('desk-hold');
  expect(await pause.heard({ now: 4_000_002, desk: {} })).toBe(true);
  expect(await pause.code()).toBeUndefined();
  await pause.heard({ now: 4_000_003, desk: { hold: HELD } });
  clock.now -= 3_600_000;
  expect(await pause.code()).toBeUndefined();
});

test('a hold that a clock set back had ended counts again with the next hello, once the clock is right', async () => {
  const { clock, pause } = openAt();
  await pause.heard({ now: 4_000_000, desk: { hold: HELD } });
  clock.now -= 3_600_000; // as after a start, before the time is known
  expect(await pause.code()).toBeUndefined();
  clock.now += 3_600_000;
  expect(await pause.heard({ now: 4_000_001, desk: { hold: HELD } })).toBe(true);
  expect(await pause.code()).toBe('desk-hold');
  expect(await pause.heard({ now: 4_000_002, desk: { hold: HELD } })).toBe(false);
});
