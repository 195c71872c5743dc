import { beforeEach, expect, test, vi } from 'vitest';
import type { AppView } from '#app/core/appView.ts';
import { type People, createPeople } from './people.ts';
import type { PeoplePorts } from './peoplePorts.ts';
import { type Owed, owedKinds } from '#outbox/state/owed.ts';
import type { State } from '#outbox/state/queuedCall.ts';
import { unknownSite } from '#site/site.ts';

const code = { origin: 'https://gateway.example', until: 0, warehouse: '1' };
let asked: number;
let refreshed: number;
let view: AppView;
let people: People;
let owed: readonly Owed[];
let listed: Partial<Record<State, readonly { readonly operator: string }[]>>;

beforeEach(() => {
  vi.useFakeTimers(); // it looks for idleness as long as the page lives
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  asked = 0;
  refreshed = 0;
  view = {
    stage: 'first-start',
    site: unknownSite,
    session: {},
    shift: 0,
    hasOwnPin: false,
    isSupervised: false,
    hasKey: false,
  };
  const nothing = async (): Promise<void> => undefined;
  [owed, listed] = [[], {}];
  people = createPeople({
    outbox: { owed: async () => owed, list: async (state: State) => listed[state] ?? [] },
    keep: { read: nothing, write: nothing, note: nothing },
    vault: { replace: async () => nothing, clear: nothing },
    crypto: globalThis.crypto,
    scanner: { subscribe: () => () => undefined },
    view: () => view,
    show: (change: Partial<AppView>) => {
      view = { ...view, ...change };
    },
    keyChanged: nothing,
    changed: () => undefined,
    askStorage: () => {
      asked += 1;
    },
    async refreshSite() {
      refreshed += 1;
      view = { ...view, site: { ...view.site, keyOnGateway: true, workers: [{ userId: '7' }] } };
    },
  } as unknown as PeoplePorts);
});

test('a first set-up by a code asks the browser to keep the storage, and a code for a handheld that is set up does not', async () => {
  await people.setUp({ ...code, key: 'the-key' }, '');
  expect([view.stage, asked]).toEqual(['signed-out', 1]);
  await people.setUp({ ...code, warehouse: '2' }, '');
  expect(asked).toBe(1);
});

test('a code that leaves the key to be entered does not ask yet', async () => {
  await people.setUp(code, '');
  expect([view.stage, asked]).toEqual(['first-start', 0]);
});

test('who works here is asked for once a code has enrolled the handheld, before anybody signs in', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ number: 1, name: 'Dock 3' }));
  await people.setUp({ ...code, enrol: 'one-time-code' }, '');
  expect([view.stage, view.site.workers, refreshed]).toEqual(['signed-out', [{ userId: '7' }], 1]);
  await people.setUp({ ...code, key: 'the-key' }, '');
  expect(refreshed).toBe(1);
});

test.each(owedKinds)('a worker whose call is %s leaves something open, and another one does not', async (kind) => {
  owed = [{ seq: 1, operator: '7', kind }];
  expect([await people.leaves('7'), await people.leaves('8')]).toEqual([true, false]);
});

test.each(['waiting', 'sending'] as const)('so does one whose call is %s, and nobody who has none', async (state) => {
  expect(await people.leaves('7')).toBe(false);
  listed = { [state]: [{ operator: '7' }] };
  expect([await people.leaves('7'), await people.leaves('8')]).toEqual([true, false]);
});
