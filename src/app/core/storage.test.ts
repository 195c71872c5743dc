import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Loss } from '#device/canary.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { openStates, endedStates } from '#outbox/state/queuedCall.ts';
import { createStorageGuard } from './storage.ts';

/** A storage of texts that outlives the database, as `localStorage` does. */
function madeNotes(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  } as Storage;
}

function madeKeep() {
  const kept = new Map<string, unknown>();
  return {
    read: async (name: string) => kept.get(name),
    write: async (name: string, value: unknown) => void kept.set(name, value),
    remove: async (name: string) => void kept.delete(name),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', madeNotes());
  vi.stubGlobal('navigator', { storage: undefined, locks: { request: async () => undefined } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(openStates)('a loss counts the calls that were %s', async (state) => {
  const totals = { ...Object.fromEntries([...openStates, ...endedStates].map((each) => [each, 0])), [state]: 3 };
  const told: (Loss | undefined)[] = [];
  const guardOf = (newest: number) =>
    createStorageGuard(
      madeKeep(),
      {
        view: () => ({ totals, revision: 1 }),
        newest: async () => newest,
        subscribe: () => () => undefined,
      } as unknown as Outbox,
      () => `id-${newest}`,
      (change) => {
        if ('loss' in change) told.push(change.loss);
      },
    );
  await guardOf(9).look();
  await guardOf(0).look(); // a database that is new, and knows nothing of it
  expect(told).toMatchObject([undefined, { open: 3, seq: 9 }]);
});
