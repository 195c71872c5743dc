import { expect, test, vi } from 'vitest';
import type { StorageGuard } from './storage.ts';
import { guardStorageLater } from './loadedLater.ts';

function madeGuard(): StorageGuard {
  return {
    reopened: vi.fn<StorageGuard['reopened']>(),
    look: vi.fn<StorageGuard['look']>(async () => undefined),
    ask: vi.fn<StorageGuard['ask']>(async () => undefined),
    saved: vi.fn<StorageGuard['saved']>(),
    failed: vi.fn<StorageGuard['failed']>(),
    copied: vi.fn(async () => undefined),
    acknowledgeCopied: vi.fn(),
    acknowledge: vi.fn<StorageGuard['acknowledge']>(),
  };
}

test('a storage that fails before the first look is told to the guard: one that is full lets go of its ballast', async () => {
  const guard = madeGuard();
  const load = vi.fn<() => Promise<StorageGuard>>(async () => guard);
  const later = guardStorageLater(load);
  const full = new DOMException('full', 'QuotaExceededError');
  later.failed(full);
  await expect.poll(() => guard.failed).toHaveBeenCalledExactlyOnceWith(full);
  await later.look();
  expect(guard.look).toHaveBeenCalledOnce();
  expect(load).toHaveBeenCalledOnce();
});

test('a guard that could not be loaded is loaded by the next look', async () => {
  const guard = madeGuard();
  const load = vi
    .fn<() => Promise<StorageGuard>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(guard);
  const later = guardStorageLater(load);
  await later.look();
  expect(guard.look).not.toHaveBeenCalled();
  await later.look();
  expect(guard.look).toHaveBeenCalledOnce();
});
