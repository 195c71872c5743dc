import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Loss } from '#device/canary.ts';
import type { Keep } from '#device/vault.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { type QueuedCall, openStates, endedStates } from '#outbox/state/queuedCall.ts';
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

type Totals = ReturnType<Outbox['view']>['totals'];
const none = Object.fromEntries([...openStates, ...endedStates].map((state) => [state, 0])) as Totals;

let ids = 0;

/** The guard of a storage that holds as many calls. @param told - gets each loss that it tells of, and that there is none */
function guardOf(
  newest: number,
  {
    totals = none,
    told = [],
    keep = madeKeep(),
    onEmptied = () => undefined,
  }: {
    totals?: Totals;
    told?: (Loss | undefined)[];
    keep?: Keep;
    onEmptied?: (calls: readonly QueuedCall[] | undefined) => void;
  } = {},
) {
  const view = (): unknown => ({ totals, revision: 1 });
  const outbox = {
    view,
    newest: async () => newest,
    list: async () => [],
    subscribe: () => () => undefined,
  } as unknown as Outbox;
  return createStorageGuard(
    keep,
    outbox,
    () => `id-${(ids += 1)}`,
    (change) => {
      if ('loss' in change) told.push(change.loss);
      if ('emptied' in change) onEmptied(change.emptied);
    },
  );
}

test.each(openStates)('a loss counts the calls that were %s', async (state) => {
  const told: (Loss | undefined)[] = [];
  const totals = { ...none, [state]: 3 };
  await guardOf(9, { totals, told }).checkForLoss();
  await guardOf(0, { totals, told }).checkForLoss(); // a database that is new, and knows nothing of it
  expect(told).toMatchObject([undefined, { open: 3, seq: 9 }]);
});

test('a call that is saved before the first look hides no loss', async () => {
  const told: (Loss | undefined)[] = [];
  await guardOf(9, { told }).checkForLoss();
  const anew = guardOf(1, { told });
  anew.saved(1);
  await anew.checkForLoss();
  expect(told).toMatchObject([undefined, { seq: 9 }]);
});

test('a storage that is emptied under its page is told with the open calls that the page has seen, until that was read of', async () => {
  const told: (readonly QueuedCall[] | undefined)[] = [];
  const keep = madeKeep();
  const guard = guardOf(3, { keep, onEmptied: (calls) => told.push(calls) });
  await guard.checkForLoss();
  guard.took({ seq: 3, state: 'waiting' } as QueuedCall);
  guard.saved(3);
  await keep.remove('storage-id');
  vi.stubGlobal('localStorage', madeNotes());
  const looking = guard.reopened();
  guard.took({ seq: 3, state: 'answered' } as QueuedCall); // a number of the new, empty storage
  await looking;
  expect(told).toEqual([undefined, [{ seq: 3, state: 'waiting' }]]);
  guard.acknowledge();
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toBeUndefined();
});

test('a storage that the browser has closed, and that is the same, is told as none', async () => {
  const told: (readonly QueuedCall[] | undefined)[] = [];
  const guard = guardOf(3, { onEmptied: (calls) => told.push(calls) });
  await guard.checkForLoss();
  await guard.reopened();
  expect(told).toEqual([undefined, undefined]);
});

test('a storage that is full before the first look lets go of its ballast', async () => {
  const keep = madeKeep();
  await keep.write('ballast', new Uint8Array(1));
  guardOf(0, { keep }).failed(new DOMException('full', 'QuotaExceededError'));
  expect(await keep.read('ballast')).toBeUndefined();
});
