import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { makeCall } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { type Connection, type StoredCall, type Totals, connect, noTotals } from './database.ts';
import { type Attempt, type QueuedCall, isOpen, isPrint, standsInLane } from '#outbox/state/queuedCall.ts';
import { createRescue } from '#outbox/handover/rescue.ts';
import { type Store, createStore } from './store.ts';
import { transition } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** The rows that must be on disk, kept by the pure reducer and the simplest bookkeeping there is. */
interface Model {
  rows: QueuedCall[];
  /** Sequence numbers in the order of claiming. */
  claims: number[];
  /** Lanes in which a call was taken back: younger ones may have been sent meanwhile. */
  mixed: Set<string>;
  tokens: { token: string; seq: number }[];
  now: number;
}

interface Real {
  name: string;
  connection: Connection;
  store: Store;
}

const LONGEST_DELAY_MS = 60_000;
const PRINT_WAITS_MS = 20_000;
const UNDO_MS = 10_000;
const tried = { epoch: 'e-1', at: 1 };
const trouble = { code: 'test', reason: 'Test.' };
const settling: readonly [Outcome, QueueEvent][] = [
  [
    { kind: 'answered', text: 'OK' },
    { kind: 'answered', text: 'OK', verdict: 'unclassified' },
  ],
  [
    { kind: 'answered', text: 'key?' },
    { kind: 'keyRefused', trouble },
  ],
  [
    { kind: 'rejected', reason: 'x' },
    { kind: 'rejected', trouble },
  ],
  [
    { kind: 'not-forwarded', reason: 'x' },
    { kind: 'notForwarded', trouble, delayMs: 4_000 },
  ],
  [
    { kind: 'in-progress', reason: 'x' },
    { kind: 'stillRunning', trouble, delayMs: 2_000 },
  ],
  [
    { kind: 'no-answer', cause: 'timed-out', reason: 'x' },
    { kind: 'answerLost', trouble, delayMs: 1_000 },
  ],
  [
    { kind: 'unknown', code: 'outcome-unknown', reason: 'x' },
    { kind: 'nobodyKnows', trouble },
  ],
];
/** The events that bring a call back behind younger ones of its lane, which may have gone meanwhile. */
const bringsBack: readonly QueueEvent['kind'][] = ['takenBack', 'printNow', 'ruledKeyRefused'];
type Decision = Extract<QueueEvent, { operator: string }>;
const decisions: readonly Decision[] = [
  { kind: 'cancelled', operator: 'u' },
  { kind: 'printNow', operator: 'u' },
  { kind: 'saidDone', operator: 'u' },
  { kind: 'unsaid', operator: 'u' },
  { kind: 'ruledDone', operator: 'u', reason: 'rule' },
  { kind: 'saidNotDone', operator: 'u' },
  { kind: 'ruledKeyRefused', operator: 'u' },
  { kind: 'discarded', operator: 'u', reason: 'gone' },
  { kind: 'handedOver', operator: 'u', id: 'hand-over-0' },
  { kind: 'takenBack', operator: 'u' },
];

/**
 * The row that may be claimed: the oldest one that is the first of its lane, waiting and due; but a print that was asked
 * for too long ago, which is put to a person on the way.
 */
function claimable({ rows, now }: Model, putOff: (row: QueuedCall) => void = () => undefined): QueuedCall | undefined {
  const lanes = new Set(rows.filter(({ state }) => state === 'sending').map(({ lane }) => lane));
  return rows.find((row) => {
    if (!standsInLane(row) || lanes.has(row.lane)) return false;
    const age = now - row.changedAt;
    if (row.state === 'waiting' && isPrint(row) && !row.inDoubt && (age < 0 || age > PRINT_WAITS_MS)) {
      putOff(row);
      return false;
    }
    lanes.add(row.lane);
    return row.state === 'waiting' && (row.notBefore <= now || row.notBefore > now + LONGEST_DELAY_MS);
  });
}

function step(model: Model, row: QueuedCall, event: QueueEvent): void {
  model.rows[model.rows.indexOf(row)] = transition(row, event, model.now);
}

/** The row as the model keeps it: without the markers of the indexes. */
function bare(row: QueuedCall): QueuedCall {
  const { open: _open, head: _head, intent: _intent, ...rest } = row as StoredCall;
  return rest;
}

type Step = fc.AsyncCommand<Model, Real>;
const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => name,
});

const enqueue = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()).map(([lane, print]) =>
  command(`enqueue ${lane}${print ? ' print' : ''}`, async (model, { store }) => {
    const call = print
      ? makeCall('PrintCNOrder', { code: lane, company: 'c', userId: '1' })
      : makeCall('ResetWeightClone', { code: lane, weight: '1', opUserID: 'u', WeightUnit: '1' });
    const callId = `call-${model.rows.length + 1}`;
    const saved = await store.enqueue({ call, callId, operator: 'u', scans: [], behind: 'any' }, model.now);
    assert.partialDeepStrictEqual(saved, { seq: model.rows.length + 1, callId, state: 'waiting' });
    model.rows.push(bare(saved));
  }),
);

const claim = fc.constantFrom('page-1', 'page-2').map((owner) =>
  command(`claim by ${owner}`, async (model, { store }) => {
    const token = `token-${model.tokens.length + 1}`;
    for (const row of model.rows) {
      const leftMs = (row.undo?.until ?? 0) - model.now;
      if (row.undo && (leftMs <= 0 || leftMs > UNDO_MS)) step(model, row, { kind: 'undoEnded' });
    }
    const stale: QueuedCall[] = [];
    const expected = claimable(model, (row) => stale.push(row));
    for (const row of stale) step(model, row, { kind: 'notNow' });
    const claimed = await store.claimNext({ owner, token, tried }, model.now);
    const got = claimed && 'queued' in claimed ? claimed.queued.seq : undefined;
    assert.equal(got, expected?.seq);
    if (!expected) return;
    step(model, expected, { kind: 'claimed', claim: { owner, token, at: model.now }, tried });
    model.claims.push(expected.seq);
    model.tokens.push({ token, seq: expected.seq });
  }),
);

const settle = fc.tuple(fc.nat(), fc.constantFrom(...settling)).map(([pick, [outcome, event]]) =>
  command(`settle ${pick} ${event.kind}`, async (model, { store }) => {
    const held = model.tokens[model.tokens.length - 1 - (pick % Math.max(1, model.tokens.length))]; // old ones are late
    if (!held) return;
    const row = model.rows.find(({ seq }) => seq === held.seq) as QueuedCall;
    const holds = row.state === 'sending' && row.claim?.token === held.token;
    const settled = await store.settle(held.seq, held.token, outcome, event, model.now);
    assert.equal(settled?.seq, holds ? held.seq : undefined);
    if (holds) step(model, row, event);
  }),
);

const settleAndClaim = fc.tuple(fc.nat(), fc.constantFrom('page-1', 'page-2')).map(([pick, owner]) =>
  command(`settle ${pick} and claim by ${owner}`, async (model, { store }) => {
    const held = model.tokens[model.tokens.length - 1 - (pick % Math.max(1, model.tokens.length))];
    if (!held) return;
    const row = model.rows.find(({ seq }) => seq === held.seq) as QueuedCall;
    const holds = row.state === 'sending' && row.claim?.token === held.token;
    const answered = { kind: 'answered', text: 'OK', verdict: 'accepted' } as const;
    const token = `token-${model.tokens.length + 1}`;
    const sent = { ...row, claim: { owner, token: held.token, at: 0 } };
    const wanted = { owner, token, tried, clearedAt: 0 };
    const { settled, next } = await store.settleAndClaim(
      sent,
      { kind: 'answered', text: 'OK' },
      answered,
      wanted,
      model.now,
    );
    assert.equal(settled?.seq, holds ? held.seq : undefined);
    if (!holds) {
      assert.equal(next, undefined);
      return;
    }
    step(model, row, answered);
    // it may leave a claim to \`claimNext\`, where the oldest head is put off; what it takes is what \`claimNext\` would
    const waiting = claimable(model);
    if (!next) {
      const isBehind = model.rows.some(({ seq, state }) => state === 'waiting' && seq < (waiting?.seq ?? 0));
      assert.ok(!waiting || isBehind);
      return;
    }
    assert.equal(next.seq, waiting?.seq);
    step(model, waiting as QueuedCall, { kind: 'claimed', claim: { owner, token, at: model.now }, tried });
    model.claims.push(next.seq);
    model.tokens.push({ token, seq: next.seq });
  }),
);

const askToConfirmPrints = fc.constant(
  command('put the prints to a person', async (model, { store }) => {
    const before = await store.totals();
    const asked = await store.askToConfirmPrints(model.now);
    for (const row of model.rows.filter(({ state }) => state === 'waiting')) {
      const stored = await store.get(row.seq);
      if (stored?.state === 'asking') step(model, row, { kind: 'notNow' });
      assert.ok(stored?.state === 'waiting' || (isPrint(row) && !row.inDoubt));
    }
    assert.equal((await store.totals()).asking, before.asking + asked);
    const left = model.rows.find((row) => row.state === 'waiting' && isPrint(row) && !row.inDoubt);
    const isBehind = model.rows.some((row) => standsInLane(row) && row.lane === left?.lane && row !== left);
    assert.ok(!left || isBehind);
  }),
);

const recover = fc.constantFrom('page-1', 'page-2').map((owner) =>
  command(`recover by ${owner}`, async (model, { store }) => {
    const orphans = model.rows.filter((row) => row.state === 'sending' && row.claim?.owner !== owner);
    assert.equal(await store.recover(owner, model.now), orphans.length);
    for (const row of orphans) step(model, row, { kind: 'ownerGone' });
  }),
);

const decide = fc.tuple(fc.nat(), fc.constantFrom(...decisions)).map(([pick, event]) =>
  command(`decide ${pick} ${event.kind}`, async (model, { store }) => {
    const row = model.rows[pick % Math.max(1, model.rows.length)];
    if (!row) return;
    let legal = true;
    try {
      transition(row, event, model.now);
    } catch {
      legal = false;
    }
    const decided = await store.decide(row.seq, event, model.now).catch(() => undefined);
    assert.equal(decided !== undefined, legal);
    if (legal) step(model, row, event);
    if (legal && bringsBack.includes(event.kind)) model.mixed.add(row.lane);
  }),
);

let handOvers = 0;
const handOver = fc.constant(
  command('hand all over', async (model, { connection }) => {
    const id = `hand-over-${(handOvers += 1)}`;
    const isSending = model.rows.some(({ state }) => state === 'sending');
    const open = model.rows.filter(({ state }) => isOpen(state));
    const given = createRescue(connection).handOver(id, 'u', model.now);
    assert.equal(await given.catch(() => undefined), isSending ? undefined : open.length);
    if (!isSending) for (const row of open) step(model, row, { kind: 'handedOver', operator: 'u', id });
  }),
);

const takeBack = fc.nat().map((pick) =>
  command(`take back ${pick}`, async (model, { connection }) => {
    const away = model.rows.filter(({ state }) => state === 'handed-over');
    const id = away[pick % Math.max(1, away.length)]?.handedOver?.id ?? 'none';
    const batch = away.filter(({ handedOver }) => handedOver?.id === id);
    assert.equal(await createRescue(connection).takeBack(id, 'u', model.now), batch.length);
    for (const row of batch) {
      step(model, row, { kind: 'takenBack', operator: 'u' });
      model.mixed.add(row.lane);
    }
  }),
);

const clock = fc.constantFrom(500, 5_000, 3e11, -3e11).map((ms) =>
  command(`clock ${ms} ms`, async (model) => {
    model.now += ms;
    await Promise.resolve();
  }),
);

const reopen = fc.constant(
  command('close and open again', async (_, real) => {
    real.connection.close();
    real.connection = connect(real.name);
    real.store = createStore(real.connection);
    await real.store.totals();
  }),
);

async function checkInvariants({ rows, claims, mixed }: Model, { connection, store }: Real): Promise<void> {
  const stored = await connection.run((database) => database.getAll('calls'));
  expect(stored.map(bare)).toEqual(rows); // I1, I4: each call that was saved is there once, as the reducer says
  const counts: Record<string, number> = { ...noTotals };
  for (const { state } of stored) counts[state] = (counts[state] ?? 0) + 1;
  expect(await store.totals()).toEqual(counts as Totals); // I5
  const attempts: Attempt[] = await connection.run((database) => database.getAll('attempts'));
  expect(attempts.map(({ seq }) => seq)).toEqual(claims); // every try left a trace, in its order
  for (const lane of new Set(rows.map((row) => row.lane))) {
    const ofLane = claims.filter((seq) => rows[seq - 1]?.lane === lane);
    const inOrder = mixed.has(lane) ? ofLane : [...ofLane].sort((a, b) => a - b);
    expect(ofLane).toEqual(inOrder); // I3: no call overtakes in its lane
    expect(rows.filter((row) => row.lane === lane && row.state === 'sending').length).toBeLessThanOrEqual(1);
  }
  for (const row of stored.filter(({ state, result }) => state === 'answered' && !result?.verdict.startsWith('by-'))) {
    const answers = attempts.filter(
      ({ seq, outcome, late }) => seq === row.seq && outcome?.kind === 'answered' && !late,
    );
    expect(answers.length).toBeGreaterThan(0); // I6
  }
}

test('after any sequence of steps the store is what the pure reducer says, and nothing was deleted', async () => {
  const deletes = [
    vi.spyOn(IDBObjectStore.prototype, 'delete'),
    vi.spyOn(IDBObjectStore.prototype, 'clear'),
    vi.spyOn(IDBCursor.prototype, 'delete'),
  ];
  let runs = 0;
  let claims = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        [
          enqueue,
          enqueue,
          claim,
          claim,
          settle,
          settleAndClaim,
          settleAndClaim,
          recover,
          askToConfirmPrints,
          decide,
          handOver,
          takeBack,
          clock,
          reopen,
        ],
        {
          maxCommands: 60,
          size: 'max',
        },
      ),
      async (commands) => {
        const name = `model-${(runs += 1)}`;
        const connection = connect(name);
        const model: Model = { rows: [], claims: [], mixed: new Set(), tokens: [], now: 1_700_000_000_000 };
        const real: Real = { name, connection, store: createStore(connection) };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await checkInvariants(model, real);
        claims += model.claims.length;
        real.connection.close();
        indexedDB.deleteDatabase(name);
      },
    ),
    { numRuns: 150 },
  );
  expect(claims).toBeGreaterThan(100); // or the sequences proved little
  for (const deleting of deletes) expect(deleting).not.toHaveBeenCalled();
});
