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
