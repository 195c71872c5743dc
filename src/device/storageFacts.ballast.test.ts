import { expect, test } from 'vitest';
import { createBallast } from './storageFacts.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';

test('half a megabyte that nothing stores in less is held back, once, and let go of when it is needed', async () => {
  const keep = createMemoryKeep();
  const ballast = createBallast(keep, crypto);
  await ballast.load();
  const bytes = keep.kept.get('ballast') as Uint8Array;
  expect(bytes.byteLength).toBe(524_288);
  expect(new Set(bytes.subarray(-1_000)).size).toBeGreaterThan(200);
  await ballast.load();
  expect(keep.kept.get('ballast')).toBe(bytes);
  await ballast.drop();
  expect(keep.kept.has('ballast')).toBe(false);
  await ballast.load();
  expect(keep.kept.has('ballast')).toBe(true);
});
