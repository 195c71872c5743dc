import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type CallDecision,
  type CallStands,
  type DecisionsAsked,
  type DecisionsHeard,
  keyOf,
} from '#contract/decision.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import { type LedgerPlace, NOW, REPLY, ledgerCall, startLedgerKinds } from '#gateway/testing/ledgerRig.ts';
import { eventOf } from '#outbox/drainer.ts';
import { hearDecisions } from '#outbox/hearDecisions.ts';
import { UNDO_MS } from '#outbox/state/backoff.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';
import type { DecisionExchange } from '#outbox/store/decisionExchange.ts';
import { freshStore, revertOffCall, saveAs } from '#outbox/testing/storeRig.ts';

const { kinds, ...started } = await startLedgerKinds();
afterAll(() => started[Symbol.asyncDispose]());

/** Two handhelds with a copy of one call each, two gateways on one ledger, and somebody at the desk. */
const which = fc.constantFrom(0, 1);
const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      handheld: which,
      gateway: which,
      fate: fc.constantFrom('answers' as const, 'breaks' as const, 'hangs' as const, 'is not heard' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      handheld: which,
      says: fc.constantFrom('saidDone' as const, 'unsaid' as const, 'saidNotDone' as const, 'discarded' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hello' as const), handheld: which, gateway: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), generation: fc.constantFrom(1, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('desk' as const),
      says: fc.constantFrom('done' as const, 'not-done' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), answers: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const) }) },
);

type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

interface World {
  readonly callId: string;
  /** The first is newer, the second of before: it keeps decisions from nobody, and takes none. */
  readonly ledgers: readonly [Ledger, Ledger];
  readonly handhelds: readonly (Store & DecisionExchange)[];
  /** Keys in the order in which they ran. */
  readonly ran: string[];
  /** Calls under way whose answer has not come, with the gateway that has them. */
  readonly hanging: { readonly key: string; readonly ledger: Ledger }[];
  /** The decisions that were made, but for those that were taken back in time. */
  readonly words: Set<string>;
  /** The last that the desk saw. */
  seen?: { readonly key: string; readonly stands: CallStands };
  /** The decisions of the ledger that ended the call, with how often it had run by then. */
  readonly ends: { readonly says: string; readonly ran: number }[];
  now: number;
  names: number;
}

const newId = (world: World): string => `${world.callId}-${(world.names += 1)}`;
const OK: Outcome = { kind: 'answered', text: 'OK' };
const LOST: Outcome = { kind: 'no-answer', cause: 'no-reply', reason: 'The connection broke before a reply.' };

/** Has a handheld claim and send its call, where it is due, as its drain does. */
async function send(world: World, { handheld, gateway, fate }: Extract<Step, { kind: 'send' }>): Promise<void> {
  const store = world.handhelds[handheld] as Store & DecisionExchange;
  const token = newId(world);
  const claimed = await store.claimNext({ owner: `page-${handheld}`, token, tried: { epoch: 'e', at: 1 } }, world.now);
  if (!claimed || !('queued' in claimed)) return;
  const { queued } = claimed;
  const outcome = await ask(world, idempotencyKey(queued), gateway, fate);
  const event = eventOf({ judge: () => 'accepted', random: () => 0 }, queued, outcome);
  await store.settle(queued.seq, token, outcome, event, world.now);
}

/** Asks a gateway for a key: it looks the key up, and sends what nobody has sent. */
async function ask(world: World, key: string, gateway: number, fate: string): Promise<Outcome> {
  const ledger = world.ledgers[gateway] as Ledger;
  const row = (await ledger.find(key)) ?? (await ledger.receive(ledgerCall(key), NOW));
  if (row.state === 'answered') return OK;
  if (row.state === 'dispatching') return { kind: 'in-progress', reason: 'It runs.' };
  if (row.state === 'outcome-unknown') {
    const stands = gateway === 0 && row.decided ? { stands: row.decided } : {};
    return { kind: 'unknown', code: 'outcome-unknown', reason: 'Nobody knows.', ...stands };
  }
  if (!(await ledger.dispatch(ledgerCall(key, { entered: row.entered }), NOW)))
    return { kind: 'in-progress', reason: 'It runs.' };
  world.ran.push(key);
  if (fate === 'hangs') {
    world.hanging.push({ key, ledger });
    return LOST;
  }
  if (fate === 'breaks') {
    await ledger.giveUp(key, 'HTTP 502', undefined, NOW);
    return { kind: 'unknown', code: 'outcome-unknown', reason: 'HTTP 502' };
  }
  await ledger.answer(key, REPLY, NOW);
  return fate === 'answers' ? OK : LOST;
}

/** Keeps a decision at the ledger, and notes it where it ends the call. */
async function decideAt(world: World, word: CallDecision) {
  const taken = await world.ledgers[0].decide(word, NOW);
  if (taken.holds && (word.says === 'done' || word.says === 'discarded') && taken.stands.is === word.says)
    world.ends.push({ says: word.says, ran: world.ran.length });
  return taken;
}

/** Has a handheld say hello, and tell and hear of decisions. */
async function hello(world: World, handheld: number): Promise<void> {
  const exchange = async ({ tell, ask: asked }: DecisionsAsked): Promise<DecisionsHeard> => {
    const told: DecisionsHeard['told'][number][] = [];
    for (const word of tell) told.push(await decideAt(world, word));
    const stands = asked.map(async (key) => ({ key, stands: await world.ledgers[0].stands(key) }));
    return { told, asked: await Promise.all(stands) };
  };
  await hearDecisions(world.handhelds[handheld] as Store & DecisionExchange, exchange, () => world.now);
}

/** Has a worker say something of the call, where the handheld shows that. */
async function say(world: World, { handheld, says }: Extract<Step, { kind: 'say' }>): Promise<void> {
  const store = world.handhelds[handheld] as Store & DecisionExchange;
  const [row] = await store.getMany([1]);
  const isShown = says === 'unsaid' ? row?.undo !== undefined : row?.state === 'unconfirmed';
  if (!isShown) return;
  const id = newId(world);
  const before = await store.toTell(world.now + UNDO_MS);
  await store.decide(1, { kind: says, operator: `worker-${handheld}`, reason: 'gone' }, world.now, id);
  if (says === 'unsaid') {
    const after = await store.toTell(world.now + UNDO_MS);
    for (const { id: gone } of before.tell) if (!after.tell.some((one) => one.id === gone)) world.words.delete(gone);
  } else world.words.add(id);
}

async function take(world: World, step: Step): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(world, step);
    case 'say':
      return say(world, step);
    case 'hello':
      if (step.gateway === 0) await hello(world, step.handheld); // one of before knows of none
      return;
    case 'look': {
      const key = keyOf(world.callId, step.generation);
      world.seen = { key, stands: await world.ledgers[0].stands(key) };
      return;
    }
    case 'desk': {
      const { seen } = world;
      if (!seen || (await world.ledgers[0].find(seen.key))?.state === undefined) return;
      const id = newId(world);
      world.words.add(id);
      await decideAt(world, { id, key: seen.key, says: step.says, version: seen.stands.version, by: 'desk' });
      return;
    }
    case 'late': {
      const late = world.hanging.shift();
      if (late)
        await (step.answers
          ? late.ledger.answer(late.key, REPLY, NOW)
          : late.ledger.giveUp(late.key, '', undefined, NOW));
      return;
    }
    case 'pass':
      world.now += 100_000;
  }
}

/** Checks what holds at any time: no key runs twice, and nothing runs after a decision that ended the call. */
function checkRuns({ ran, ends }: World): void {
  expect(new Set(ran).size).toBe(ran.length);
  for (const { says, ran: before } of ends) expect([says, ran.length]).toEqual([says, before]);
}

/** Checks what holds once every handheld has come back: each word is at the ledger, and nothing is shown that it does not say. */
async function checkEnd(world: World, place: LedgerPlace): Promise<void> {
  world.now += 100_000;
  for (const handheld of [0, 1, 0, 1]) await hello(world, handheld);
  const reader = place.reader();
  const kept = await reader.decisionsOf(world.callId);
  await reader.close();
  expect(kept.map(({ id }) => id).toSorted()).toEqual([...world.words].toSorted());
  for (const store of world.handhelds) {
    const [row] = (await store.getMany([1])) as readonly [QueuedCall];
    const { is, by } = await world.ledgers[0].stands(idempotencyKey(row));
    const done = kept.find(({ says, holds }) => says === 'done' && holds);
    // what a person is asked nobody has ended, and what is shown done by a person was said by that one
    const isTrue =
      row.result?.verdict === 'by-person'
        ? is === 'done' && by === done?.by && by === row.endedBy?.operator
        : row.state !== 'unconfirmed' || ['open', 'not-done', 'running'].includes(is);
    expect([isTrue, row.state, is, by, row.endedBy]).toEqual([true, row.state, is, by, row.endedBy]);
  }
}

describe.each(kinds)('people decide about one call, with the ledger in $name', (kind) => {
  test('nobody’s word is lost, nothing runs after “done”, and nothing is shown done by an older word', async () => {
    await using place = await kind.place();
    await using first = await place.open({ gateway: 'one' });
    await using second = kind.name === 'SQLite' ? undefined : await place.open({ gateway: 'two' });
    const ledgers = [first.ledger, (second ?? first).ledger] as const;
    let runs = 0;
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 40 }), async (taken) => {
        const callId = `call-${(runs += 1)}-${Math.trunc(performance.now())}`;
        const handhelds = [freshStore(), freshStore()];
        for (const store of handhelds) {
          await saveAs(callId, revertOffCall('D-1'), store, NOW);
          await store.markCopied();
        }
        const world: World = {
          callId,
          ledgers,
          handhelds,
          ran: [],
          hanging: [],
          words: new Set(),
          ends: [],
          now: NOW,
          names: 0,
        };
        for (const step of taken) {
          await take(world, step);
          checkRuns(world);
        }
        await checkEnd(world, place);
        for (const { says } of world.ends) reached.add(says);
        if (world.ran.length > 1) reached.add('ran under two keys');
      }),
      { numRuns: 150 },
    );
    expect([...reached].toSorted()).toEqual(['discarded', 'done', 'ran under two keys']); // else it says nothing
  });
});
