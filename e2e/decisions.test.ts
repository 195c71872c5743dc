import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CallDecision,
  type CallStands,
  type DecisionsAsked,
  type DecisionsHeard,
  keyOf,
} from '#contract/decision.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { type LedgerHere, NOW, REPLY, ledgerCall, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { eventOf } from '#outbox/drainer.ts';
import { hearDecisions } from '#outbox/hearDecisions.ts';
import { UNDO_MS } from '#outbox/state/backoff.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';
import type { DecisionExchange } from '#outbox/store/decisionExchange.ts';
import { freshStore, revertOffCall, saveAs } from '#outbox/testing/storeRig.ts';

const kinds = await ledgerKinds();

/** Two handhelds with a copy of one call each, two gateways on one ledger, and somebody at the desk. */
const which = fc.constantFrom(0, 1);
/** Tells whether a call is due again by now, and can be taken back no more. */
const isLater = fc.constantFrom(true, true, true, false);
const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      handheld: which,
      gateway: which,
      fate: fc.constantFrom(
        'answers' as const,
        'breaks' as const,
        'hangs' as const,
        'is not heard' as const,
        'does not leave' as const,
      ),
      isLater,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      handheld: which,
      says: fc.constantFrom('saidDone' as const, 'unsaid' as const, 'saidNotDone' as const, 'discarded' as const),
      next: fc.constantFrom('hello' as const, 'send' as const, 'nothing' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('hello' as const),
      handheld: which,
      gateway: fc.constantFrom(0, 0, 0, 1),
      isHeard: fc.constantFrom(true, true, true, false),
      isLater,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), generation: fc.constantFrom(1, 1, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('desk' as const),
      says: fc.constantFrom('done' as const, 'not-done' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), answers: fc.boolean() }) },
);
/** The way that the call has come before: `saved` on both, or sent by one, and nobody knows on both. */
const begins = fc.constantFrom('saved' as const, 'in doubt' as const, 'in doubt' as const, 'in doubt' as const);
const runs = fc.record({ begin: begins, taken: fc.array(steps, { minLength: 4, maxLength: 16 }) });

type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;
type Sending = Omit<Extract<Step, { kind: 'send' }>, 'kind'>;

type Run = typeof runs extends fc.Arbitrary<infer R> ? R : never;

const sending = (handheld: 0 | 1, fate: Sending['fate'] = 'answers'): Extract<Step, { kind: 'send' }> => ({
  kind: 'send',
  handheld,
  gateway: 1,
  fate,
  isLater: true,
});
const saying = (
  handheld: 0 | 1,
  word: Extract<Step, { kind: 'say' }>['says'],
  next: 'hello' | 'send' | 'nothing',
): Step => ({
  kind: 'say',
  handheld,
  says: word,
  next,
});
const hearing = (handheld: 0 | 1, isHeard = true): Extract<Step, { kind: 'hello' }> => ({
  kind: 'hello',
  handheld,
  gateway: 0,
  isHeard,
  isLater: true,
});
const look: Step = { kind: 'look', generation: 1 };
const atDesk = (word: 'done' | 'not-done'): readonly Step[] => [look, { kind: 'desk', says: word }];
/** Orders that are gone through each time: each change, and what somebody once thought of. */
const orders: readonly (readonly Step[])[] = [
  [saying(0, 'saidDone', 'hello'), saying(1, 'saidNotDone', 'send'), hearing(1)],
  [saying(0, 'discarded', 'hello'), saying(1, 'saidNotDone', 'send'), hearing(1)],
  [saying(0, 'saidNotDone', 'hello'), saying(1, 'saidDone', 'hello'), sending(0), sending(1)],
  [saying(0, 'saidNotDone', 'send'), hearing(0), saying(1, 'saidDone', 'hello')],
  [...atDesk('not-done'), hearing(0), saying(0, 'saidDone', 'hello'), saying(1, 'saidNotDone', 'hello'), sending(1)],
  [...atDesk('not-done'), hearing(0), saying(0, 'discarded', 'hello'), saying(1, 'saidNotDone', 'send')],
  [...atDesk('not-done'), hearing(0), saying(0, 'saidNotDone', 'hello'), sending(0), saying(1, 'saidDone', 'hello')],
  [look, saying(0, 'saidNotDone', 'hello'), { kind: 'desk', says: 'done' }, sending(0, 'is not heard'), sending(0)],
  [saying(0, 'saidDone', 'send'), hearing(0, false), hearing(0)],
  [...atDesk('done'), saying(0, 'saidNotDone', 'send'), saying(1, 'saidDone', 'hello')],
  [saying(0, 'saidDone', 'nothing'), { ...hearing(0), isLater: false }, saying(0, 'unsaid', 'nothing'), hearing(0)],
  [saying(0, 'saidNotDone', 'nothing'), saying(1, 'saidDone', 'hello')],
  [saying(0, 'saidNotDone', 'nothing'), saying(1, 'saidDone', 'hello'), { ...sending(0), gateway: 0 }],
  [saying(0, 'saidDone', 'hello'), saying(1, 'saidNotDone', 'send'), saying(1, 'saidNotDone', 'send')],
  [
    saying(0, 'saidNotDone', 'nothing'),
    sending(0, 'breaks'),
    saying(0, 'saidDone', 'nothing'),
    saying(0, 'unsaid', 'hello'),
  ],
];

/** A call that was entered and has not left, of which the desk says that it was done. */
const UNSENT: Run = {
  begin: 'saved',
  taken: [sending(0, 'does not leave'), ...atDesk('done'), sending(0), sending(1)],
};

const LATER_MS = 100_000;
/** All that a word may do: of what the call is. */
const CHANGES = [
  'not-done: discarded',
  'not-done: done',
  'not-done: sent-again',
  'open: discarded',
  'open: done',
  'open: not-done',
  'open: sent-again',
  'sent-again: sent-again', // said after it was done
];

interface World {
  readonly callId: string;
  /** The first is newer, the second of before: it keeps decisions from nobody, and takes none. */
  readonly ledgers: readonly [Ledger, Ledger];
  readonly handhelds: readonly (Store & DecisionExchange)[];
  /** Keys in the order in which they ran. */
  readonly ran: string[];
  /** Calls under way whose answer has not come, with the gateway that has them. */
  readonly hanging: { readonly key: string; readonly ledger: Ledger }[];
  /** The decisions that the ledger was told. */
  readonly told: Set<string>;
  /** The decisions that were made, but for those that were taken back in time. */
  readonly words: Set<string>;
  /** The last that the desk saw. */
  seen?: { readonly key: string; readonly stands: CallStands };
  /** The changes by words, as `CHANGES` has them. */
  readonly changes: Set<string>;
  /** The decisions of the ledger that ended the call, with how often it had run by then. */
  readonly ends: { readonly says: string; readonly ran: number }[];
  now: number;
  names: number;
}

const newId = (world: World): string => `${world.callId}-${(world.names += 1)}`;
const OK: Outcome = { kind: 'answered', text: 'OK' };
const LOST: Outcome = { kind: 'no-answer', cause: 'no-reply', reason: 'The connection broke before a reply.' };

/** Has a handheld claim and send its call, where it is due, as its drain does. */
async function send(world: World, { handheld, gateway, fate, isLater: waits }: Sending): Promise<void> {
  if (waits) world.now += LATER_MS;
  const store = world.handhelds[handheld] as Store & DecisionExchange;
  const token = newId(world);
  const claimed = await store.claimNext({ owner: `page-${handheld}`, token, tried: { epoch: 'e', at: 1 } }, world.now);
  if (!claimed || !('queued' in claimed)) return;
  const { queued } = claimed;
  const outcome = await ask(world, idempotencyKey(queued), gateway, fate);
  const event = eventOf({ judge: () => 'accepted', random: () => 0 }, queued, outcome);
  const after = await store.settle(queued.seq, token, outcome, event, world.now);
  // whoever asks hears at once that somebody has ended the call
  if (outcome.kind === 'unknown' && outcome.stands && isEnd(outcome.stands))
    expect(after?.state).not.toBe('unconfirmed');
}

const isEnd = ({ is }: CallStands): boolean => is === 'done' || is === 'discarded';

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
  if (fate === 'does not leave') return LOST;
  if (!(await ledger.dispatch(ledgerCall(key, { entered: row.entered }), NOW)))
    return { kind: 'in-progress', reason: 'It runs.' };
  world.ran.push(key);
  if (fate === 'hangs') {
    world.hanging.push({ key, ledger });
    return LOST;
  }
  if (fate === 'breaks') {
    await ledger.giveUp(key, { cause: 'cut-off', detail: 'HTTP 502' }, undefined, NOW);
    return { kind: 'unknown', code: 'outcome-unknown', reason: 'HTTP 502' };
  }
  await ledger.answer(key, REPLY, NOW);
  return fate === 'answers' ? OK : LOST;
}

/**
 * Keeps a decision at the ledger. It changes something once, where it was made for the state that is, and that state can be
 * decided; else nothing.
 */
async function decideAt(world: World, word: CallDecision) {
  const [ledger] = world.ledgers;
  const { state } = (await ledger.find(word.key)) ?? {};
  const before = await ledger.stands(word.key);
  const taken = await ledger.decide(word, NOW);
  const after = await ledger.stands(word.key);
  if (world.told.has(word.id) || !taken.holds) expect(after).toEqual(before);
  else {
    expect(word.version).toBe(before.version);
    const change = `${state === 'answered' || state === 'dispatching' ? state : before.is}: ${word.says}`;
    expect([...CHANGES, 'answered: discarded']).toContain(change); // of one whose answer came after all
    world.changes.add(change);
    if (isEnd(after)) world.ends.push({ says: word.says, ran: world.ran.length });
  }
  world.told.add(word.id);
  return taken;
}

/** Has a handheld say hello, and tell and hear of decisions. @param isHeard - `false`: the connection breaks before the answer. */
async function hello(world: World, handheld: number, isHeard = true): Promise<void> {
  const store = world.handhelds[handheld] as Store & DecisionExchange;
  const [row] = (await store.getMany([1])) as readonly [QueuedCall];
  const exchange = async ({ tell, ask: asked }: DecisionsAsked): Promise<DecisionsHeard | undefined> => {
    const canTakeBack = row.undo !== undefined && row.undo.until > world.now;
    if (canTakeBack) expect(tell.map(({ key }) => key)).not.toContain(idempotencyKey(row));
    const told: DecisionsHeard['told'][number][] = [];
    for (const word of tell) told.push(await decideAt(world, word));
    const stands = asked.map(async (key) => ({ key, stands: await world.ledgers[0].stands(key) }));
    const heard = { told, asked: await Promise.all(stands) };
    return isHeard ? heard : undefined;
  };
  await hearDecisions(store, exchange, () => world.now);
}

/** Has a worker say something of the call, where the handheld shows that, and the handheld go on with it. */
async function say(world: World, { handheld, says, next }: Extract<Step, { kind: 'say' }>): Promise<void> {
  const store = world.handhelds[handheld] as Store & DecisionExchange;
  const [row] = await store.getMany([1]);
  const isShown = says === 'unsaid' ? (row?.undo?.until ?? 0) > world.now : row?.state === 'unconfirmed';
  if (!isShown) return;
  const id = newId(world);
  const kept = (await store.toTell(world.now + UNDO_MS)).tell;
  await store.decide(1, { kind: says, operator: `worker-${handheld}`, reason: 'gone' }, world.now, id);
  if (says === 'unsaid') world.words.delete(kept.at(-1)?.id ?? '');
  else world.words.add(id);
  if (next === 'nothing') return;
  world.now += LATER_MS;
  if (next === 'hello') await hello(world, handheld);
  else await send(world, { handheld, gateway: 1, fate: 'answers', isLater: true });
}

async function take(world: World, step: Step): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(world, step);
    case 'say':
      return say(world, step);
    case 'hello':
      if (step.isLater) world.now += LATER_MS;
      if (step.gateway === 0) await hello(world, step.handheld, step.isHeard); // one of before knows of none
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
          : late.ledger.giveUp(late.key, { cause: 'cut-off', detail: '' }, undefined, NOW));
    }
  }
}

/** Checks what holds at any time: no key runs twice, and nothing runs after a decision that ended the call. */
function checkRuns({ ran, ends }: World): void {
  expect(new Set(ran).size).toBe(ran.length);
  for (const { says, ran: before } of ends) expect([says, ran.length]).toEqual([says, before]);
}

/** Checks what holds once every handheld has come back: each word is at the ledger, and nothing is shown that it does not say. */
async function checkEnd(world: World, place: LedgerHere): Promise<void> {
  world.now += LATER_MS;
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
    const isUntried = row.state === 'waiting' && row.tries === 0 && row.generation > 1;
    const before = await world.ledgers[0].stands(keyOf(row.callId, Math.max(1, row.generation - 1)));
    expect(isUntried && isEnd(before)).toBe(false); // nor does what was ended wait to be sent again
  }
}

/** A call on two handhelds, as it begins. */
async function startWorld(ledgers: World['ledgers'], callId: string, begin: 'saved' | 'in doubt'): Promise<World> {
  const handhelds = [freshStore(), freshStore()];
  for (const store of handhelds) {
    await saveAs(callId, revertOffCall('D-1'), store, NOW);
    await store.markCopied();
  }
  const lists = {
    handhelds,
    ran: [],
    hanging: [],
    told: new Set<string>(),
    words: new Set<string>(),
    changes: new Set<string>(),
    ends: [],
  };
  const world: World = { callId, ledgers, ...lists, now: NOW, names: 0 };
  if (begin === 'in doubt')
    for (const handheld of [0, 1] as const) await send(world, { handheld, gateway: 0, fate: 'breaks', isLater: true });
  return world;
}

describe.each(kinds)('people decide about one call, with the ledger in $name', (kind) => {
  test('nobody’s word is lost, nothing runs after “done”, a late word changes nothing, and nothing is shown done by an older word', async () => {
    await using place = await kind.place();
    await using first = await place.open({ gateway: 'one' });
    await using second = kind.name === 'SQLite' ? undefined : await place.open({ gateway: 'two' });
    const ledgers = [first.ledger, (second ?? first).ledger] as const;
    let calls = 0;
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(runs, async ({ begin, taken }) => {
        const world = await startWorld(ledgers, `call-${(calls += 1)}-${Math.trunc(performance.now())}`, begin);
        for (const step of taken) {
          await take(world, step);
          checkRuns(world);
        }
        await checkEnd(world, place);
        for (const change of world.changes) reached.add(change);
        if (world.ran.length > 1) reached.add('ran under two keys');
      }),
      {
        numRuns: kind.name === 'SQLite' ? 400 : 200,
        examples: [...orders.map((taken): [Run] => [{ begin: 'in doubt', taken: [...taken] }]), [UNSENT]],
      },
    );
    expect([...reached].toSorted()).toEqual([...CHANGES, 'ran under two keys'].toSorted()); // else it says nothing
  });
});
