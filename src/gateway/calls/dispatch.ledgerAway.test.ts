import { expect, test } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { REPLY, sqliteKind } from '#main/testing/ledgerRig.ts';
import { startUpstream } from '#main/testing/rig.ts';
import type { LedgerRow } from '#ledger/ledger.ts';

/** Asks for a call where the ledger's look-ups come out so, one after the other; the last one each time after that. */
async function ask(...looks: readonly (Pick<LedgerRow, 'state' | 'elsewhere' | 'reply'> | 'away')[]) {
  await using place = await sqliteKind.place();
  await using upstream = await startUpstream();
  const { ledger } = await place.open();
  const logged: string[] = [];
  const log = { warn: () => {}, error: (_: object, line: string) => void logged.push(line) };
  let looked = 0;
  const find = async (key: string): Promise<LedgerRow> => {
    const look = looks[Math.min(looked, looks.length - 1)];
    looked += 1;
    if (!look || look === 'away') throw new Error('the database is gone');
    return { key, fingerprint: r.callOf(key).fingerprint, ...look };
  };
  await using r = await dispatchRig(upstream.url, { ledger: { ...ledger, find }, joinMs: 1_000, log });
  const { status, code, text } = await r.ask('call-0001');
  return { status, code, saysNotDispatched: text.includes('"ledger"'), looked, logged, sent: upstream.requests.length };
}

const UNREADABLE = 'the ledger cannot be read';

test('a ledger that goes away while a call is waited for elsewhere is looked at again, and tells the answer when it is back', async () => {
  const came = await ask({ state: 'dispatching', elsewhere: true }, 'away', 'away', {
    state: 'answered',
    reply: REPLY,
  });
  expect(came).toMatchObject({ status: 200, looked: 4, logged: [UNREADABLE, UNREADABLE], sent: 0 });
});

test('one that stays away meanwhile leaves the call running, as far as anybody knows', async () => {
  const came = await ask({ state: 'dispatching', elsewhere: true }, 'away');
  expect(came).toMatchObject({ status: 409, code: 'in-progress', saysNotDispatched: false });
  expect(came.looked).toBeGreaterThan(1);
  expect(new Set(came.logged)).toEqual(new Set([UNREADABLE]));
});

test('one that goes away before a call is looked at again leaves it running, as far as anybody knows', async () => {
  const came = await ask({ state: 'dispatching' }, 'away');
  expect(came).toMatchObject({ status: 409, code: 'in-progress', saysNotDispatched: false, looked: 2, sent: 0 });
  expect(came.logged).toEqual([UNREADABLE]);
});
