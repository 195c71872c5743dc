import { describe, expect, test } from 'vitest';
import { type DecisionWord, keyOf } from '#contract/decision.ts';
import {
  type LedgerHere,
  NOW,
  REPLY,
  dispatched,
  enterSettled,
  ledgerCall,
  ledgerKinds,
} from '#main/testing/ledgerRig.ts';
import type { Ledger, ToldDecision } from './ledger.ts';
import type { ReadDecision } from './decisionsReader.ts';

const kinds = await ledgerKinds();

let told = 0;
function decision(key: string, says: DecisionWord, version = 0, more: Partial<ToldDecision> = {}): ToldDecision {
  told += 1;
  return { id: `decision-${told}`, key, says, version, by: '7', ...more };
}

/** Enters a call whose outcome nobody knows. */
async function unconfirmed(ledger: Ledger, key: string): Promise<void> {
  await dispatched(ledger, key);
  await ledger.giveUp(key, { cause: 'cut-off', detail: 'HTTP 502' }, undefined, NOW);
}

/** Reads the decisions about a call. */
async function keptIn(place: LedgerHere, key: string): Promise<readonly ReadDecision[]> {
  const reader = place.reader();
  const kept = await reader.decisionsOf(key);
  await reader.close();
  return kept;
}

describe.each(kinds)('decisions in $name', (kind) => {
  test('a call that was done is told as that, and its next key is never sent', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    const done = decision('call-0001', 'done', 0, { by: 'Ada', why: 'seen on the shelf' });
    const stands = { is: 'done', version: 1, by: 'Ada', why: 'seen on the shelf' };
    expect(await ledger.decide(done, NOW)).toEqual({ id: done.id, holds: true, stands });
    expect(await ledger.find('call-0001')).toMatchObject({ state: 'outcome-unknown', decided: stands });
    expect(await ledger.find('call-0001.g2')).toMatchObject({
      state: 'outcome-unknown',
      fingerprint: 'print',
      decided: { is: 'done', by: 'Ada' },
    });
    expect(await ledger.receive(ledgerCall('call-0001.g2'), NOW)).toMatchObject({ state: 'outcome-unknown' });
    expect(await ledger.dispatch(ledgerCall('call-0001.g2'), NOW)).toBe(false);
  });

  test.each(['done', 'discarded'] as const)(
    'whoever is not told that a call is %s, and goes on from key to key, sends it under none',
    async (says) => {
      await using place = await kind.place();
      await using opened = await place.open();
      const { ledger } = opened;
      await unconfirmed(ledger, 'call-0001');
      await ledger.decide(decision('call-0001', says, 0, { by: 'Ada' }), NOW);
      for (let generation = 2; generation <= 12; generation += 1) {
        const key = `call-0001.g${generation}`;
        await ledger.receive(ledgerCall(key), NOW);
        expect([generation, await ledger.dispatch(ledgerCall(key), NOW)]).toEqual([generation, false]);
        expect(await ledger.find(key)).toMatchObject({ state: 'outcome-unknown', decided: { is: says, by: 'Ada' } });
      }
    },
  );

  test('a call that is to be sent again is sent under each next key', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    for (let generation = 2; generation <= 12; generation += 1) {
      const [before, key] = [keyOf('call-0001', generation - 1), keyOf('call-0001', generation)];
      await ledger.decide(decision(before, generation % 2 === 0 ? 'sent-again' : 'not-done'), NOW);
      await unconfirmed(ledger, key);
      expect(await ledger.stands(key)).toEqual({ is: 'open', version: 0 });
    }
  });

  test('a call that was said not to be done, and that somebody has sent again since, is not done by a later word', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    await ledger.decide(decision('call-0001', 'not-done'), NOW);
    await unconfirmed(ledger, 'call-0001.g2');
    for (const word of ['done', 'discarded'] as const) {
      const late = await ledger.decide(decision('call-0001', word, 1), NOW);
      expect(late).toMatchObject({ holds: false, stands: { is: 'sent-again', version: 1 } });
    }
    const wordToIt = await ledger.decide(decision('call-0001', 'sent-again', 1, { by: '8' }), NOW);
    expect(wordToIt).toMatchObject({ holds: true, stands: { is: 'sent-again', version: 2, by: '8' } });
  });

  test('of several words about a call the one in force is told, and none that came too late', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    for (const key of ['call-0001', 'call-0002']) await unconfirmed(ledger, key);
    await ledger.decide(decision('call-0001', 'done', 0, { by: 'Ada', why: 'seen on the shelf' }), NOW);
    expect(await ledger.decide(decision('call-0001', 'discarded', 0, { by: '8' }), NOW + 1)).toMatchObject({
      holds: false,
    });
    const reader = place.reader();
    const said = await reader.decisionsAmong(['call-0001', 'call-0002']);
    await reader.close();
    expect([...said]).toMatchObject([['call-0001', { says: 'done', by: 'Ada', why: 'seen on the shelf' }]]);
  });

  test('the first of two decisions holds, and the other is kept as said', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    const words = [decision('call-0001', 'done', 0, { by: '7' }), decision('call-0001', 'sent-again', 0, { by: '8' })];
    const taken = await Promise.all(words.map((word) => ledger.decide(word, NOW)));
    expect(taken.filter(({ holds }) => holds)).toHaveLength(1);
    const [winner] = taken.filter(({ holds }) => holds);
    expect(taken.map(({ stands }) => stands)).toEqual([winner?.stands, winner?.stands]);
    const kept = (await keptIn(place, 'call-0001')).map(({ by, holds }) => [by, holds]);
    expect(Object.fromEntries(kept)).toEqual({ 7: taken[0]?.holds, 8: taken[1]?.holds }); // several connections: either may be the first
  });

  test('said done at one gateway at the moment at which another sends the call again, it is one of the two', async () => {
    await using place = await kind.place();
    await using first = await place.open({ gateway: 'one' });
    await using second = kind.name === 'SQLite' ? undefined : await place.open({ gateway: 'two' });
    const other = (second ?? first).ledger;
    for (let round = 0; round < 40; round += 1) {
      const key = `call-${round}`;
      const again = ledgerCall(`${key}.g2`);
      await unconfirmed(first.ledger, key);
      const send = async (): Promise<boolean> => {
        const { state, entered } = await other.receive(again, NOW);
        return state === 'received' && other.dispatch({ ...again, entered }, NOW);
      };
      const [taken, isSent] = await Promise.all([first.ledger.decide(decision(key, 'done'), NOW), send()]);
      expect([key, taken.holds]).toEqual([key, !isSent]);
      expect(taken.stands.is).toBe(isSent ? 'sent-again' : 'done');
    }
  });

  test('calls to check are counted and listed by who asked, until they are decided', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    for (const [key, asker] of [
      ['call-0001', '3'],
      ['call-0002', '3'],
      ['call-0003', '10.0.0.9'],
    ] as const) {
      const asked = ledgerCall(key, { facts: { asker } });
      await ledger.receive(asked, NOW);
      await ledger.dispatch(asked, NOW);
      await ledger.giveUp(key, { cause: 'cut-off', detail: 'HTTP 502' }, undefined, NOW);
    }
    await enterSettled(ledger, 'call-0004');
    await ledger.decide(decision('call-0001', 'done'), NOW);
    const reader = place.reader();
    expect(Object.fromEntries(await reader.toCheckByAsker())).toEqual({ 3: 1, '10.0.0.9': 1 });
    expect((await reader.unconfirmed(9, ['3'])).map(({ key }) => key)).toEqual(['call-0002']);
    await reader.close();
  });

  test('what the desk has decided is told by who asked: what holds, after a time, and no word of a handheld', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    for (const [at, asker] of ['3', '3', '3', '4'].entries()) {
      const asked = ledgerCall(`call-000${at}`, { facts: { asker } });
      await ledger.receive(asked, NOW);
      await ledger.dispatch(asked, NOW);
      await ledger.giveUp(asked.key, { cause: 'cut-off', detail: 'HTTP 502' }, undefined, NOW);
    }
    await ledger.decide(decision('call-0000', 'done'), NOW);
    await ledger.decide(decision('call-0000', 'not-done'), NOW + 2); // comes late
    await ledger.decide(decision('call-0001', 'not-done'), NOW + 1);
    await ledger.decide(decision('call-0002', 'done', 0, { asker: '3' }), NOW + 1);
    await ledger.decide(decision('call-0003', 'done'), NOW + 2);
    const reader = place.reader();
    expect(Object.fromEntries(await reader.decidedAtDesk(NOW))).toEqual({
      3: [{ says: 'not-done', saidAt: NOW + 1 }],
      4: [{ says: 'done', saidAt: NOW + 2 }],
    });
    expect((await reader.decidedAtDesk(NOW - 1)).get('3')).toContainEqual({ says: 'done', saidAt: NOW });
    await reader.close();
  });

  test('told twice, a decision is one', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    const done = decision('call-0001', 'done');
    const [first, second] = await Promise.all([ledger.decide(done, NOW), ledger.decide(done, NOW)]);
    expect(second).toEqual(first);
    expect(await keptIn(place, 'call-0001')).toHaveLength(1);
  });

  test('a call that was sent again before is not closed any more: that it was done comes late', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    await ledger.receive(ledgerCall('call-0001.g2'), NOW); // by a handheld from before: it does not say so
    const late = await ledger.decide(decision('call-0001', 'done'), NOW);
    expect(late).toMatchObject({ holds: false, stands: { is: 'sent-again', version: 0 } });
    expect(await ledger.decide(decision('call-0001', 'sent-again'), NOW)).toMatchObject({ holds: true });
    expect(await ledger.dispatch(ledgerCall('call-0001.g2'), NOW)).toBe(true);
  });

  test('of a call that runs, or was answered, nothing else is said to be', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await dispatched(ledger, 'call-0001');
    for (const says of ['done', 'not-done', 'sent-again', 'discarded'] as const)
      expect(await ledger.decide(decision('call-0001', says), NOW)).toMatchObject({
        holds: false,
        stands: { is: 'running', version: 0 },
      });
    await ledger.answer('call-0001', REPLY, NOW);
    expect(await ledger.decide(decision('call-0001', 'done'), NOW)).toMatchObject({
      holds: false,
      stands: { is: 'answered', version: 0 },
    });
    expect(await ledger.find('call-0001')).toMatchObject({ state: 'answered' });
    expect(await ledger.find('call-0001.g2')).toBeUndefined();
  });

  test('an answer is acknowledged once, and stays the answer', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await enterSettled(ledger, 'call-0001');
    const seen = await ledger.decide(decision('call-0001', 'acknowledged'), NOW);
    expect(seen).toMatchObject({ holds: true, stands: { is: 'answered', version: 1 } });
    expect(await ledger.decide(decision('call-0001', 'acknowledged'), NOW)).toMatchObject({ holds: false });
    const row = await ledger.find('call-0001');
    expect(row?.reply?.status).toBe(200);
    expect(row?.decided).toBeUndefined();
  });

  test('a call that has not left, or is not known, leaves no more once somebody has decided', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await ledger.receive(ledgerCall('call-0001'), NOW);
    for (const key of ['call-0001', 'call-0002']) {
      expect(await ledger.decide(decision(key, 'sent-again'), NOW)).toMatchObject({ holds: true });
      expect(await ledger.receive(ledgerCall(key), NOW)).toMatchObject({ state: 'outcome-unknown' });
      expect(await ledger.dispatch(ledgerCall(key), NOW)).toBe(false);
      expect(await ledger.receive(ledgerCall(`${key}.g2`), NOW)).toMatchObject({ state: 'received' });
    }
  });

  test('“not done” leaves the next word to somebody who has heard it', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await unconfirmed(ledger, 'call-0001');
    await ledger.decide(decision('call-0001', 'not-done', 0, { by: 'desk' }), NOW);
    const early = await ledger.decide(decision('call-0001', 'sent-again', 0), NOW);
    expect(early).toMatchObject({ holds: false, stands: { is: 'not-done', version: 1, by: 'desk' } });
    const heard = await ledger.decide(decision('call-0001', 'sent-again', 1), NOW);
    expect(heard).toMatchObject({ holds: true, stands: { is: 'sent-again', version: 2 } });
  });

  test('a word is told with its own speaker, whatever else was said of the call since', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    for (const key of ['call-0001', 'call-0001.g2']) await unconfirmed(ledger, key);
    await ledger.decide(decision('call-0001.g2', 'done', 0, { by: 'desk' }), NOW);
    await ledger.decide(decision('call-0001', 'sent-again', 0, { by: '7' }), NOW); // told late, and true
    expect(await ledger.stands('call-0001.g2')).toEqual({ is: 'done', version: 1, by: 'desk' });
    expect(await ledger.stands('call-0001.g3')).toMatchObject({ is: 'done', by: 'desk' });
    expect(await ledger.stands('call-0001')).toMatchObject({ is: 'sent-again', by: '7' });
  });

  test('a decided call is none of the open ones', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    for (const key of ['call-0001', 'call-0002']) await unconfirmed(ledger, key);
    await ledger.decide(decision('call-0001', 'discarded'), NOW);
    expect(await ledger.counts()).toEqual({ received: 0, dispatching: 0, 'outcome-unknown': 1 });
    const reader = place.reader();
    expect((await reader.unconfirmed(10)).map(({ key }) => key)).toEqual(['call-0002']);
    await reader.close();
  });
});
