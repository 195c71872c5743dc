import { expect, test } from 'vitest';
import { createAccessKey } from './accessKey.ts';
import { createVault, type Keep } from '#device/vault.ts';

async function accessKeyOf(key: string) {
  const kept = new Map<string, unknown>();
  const keep: Keep = { read: async (name) => kept.get(name), write: async (name, value) => void kept.set(name, value) };
  const vault = createVault(keep, crypto);
  await vault.replace(key);
  return createAccessKey(vault, () => false);
}

test.each(['k7', 'a-key-of-the-usual-length'])(
  'no report leaves with the access key in it, however short: %s',
  async (key) => {
    const { takenFrom } = await accessKeyOf(key);
    const report = await takenFrom(`apiKey=${key}, and once more ${key}.`);
    expect(report).not.toContain(key);
    expect(report).toMatch(/^apiKey=.+, and once more .+\.$/);
  },
);
