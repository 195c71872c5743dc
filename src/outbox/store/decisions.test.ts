import 'fake-indexeddb/auto';
import { nothingOwed } from '#outbox/state/owed.ts';
import { expect, test } from 'vitest';
import { type CallStands, DECISION_TEXTS, type DecisionWord } from '#contract/decision.ts';
import { eventOf } from '#outbox/drainer.ts';
import { callThatIs } from '#outbox/testing/callRig.ts';
import {
  LOST,
  RIG_TIME,
  UNKNOWN,
  claimAs,
  freshStore,
  revertOffCall,
  saveAs,
  tried,
  trouble,
} from '#outbox/testing/storeRig.ts';
import { UNDO_MS } from '#outbox/state/backoff.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Store } from './store.ts';

const LATER = RIG_TIME + UNDO_MS;

/** Saves a call of which the ledger has said that nobody knows. */
async function unconfirmedIn(store: Store, callId = 'call-0001'): Promise<QueuedCall> {
  await saveAs(callId, revertOffCall(callId), store);
  const { seq } = await claimAs(`token-${callId}`, store);
  const settled = await store.settle(seq, `token-${callId}`, UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME);
  if (!settled) throw new Error('it was not settled');
  return settled;
}

const by = (is: CallStands['is'], version = 1): CallStands => ({ is, version, by: 'Ada' });

test.each([
  [{ kind: 'saidDone' as const, operator: '7' }, 'done'],
  [{ kind: 'ruledDone' as const, operator: '7', reason: 'it stands there' }, 'done'],
  [{ kind: 'saidNotDone' as const, operator: '7' }, 'sent-again'],
  [{ kind: 'discarded' as const, operator: '7', reason: 'it broke' }, 'discarded'],
] satisfies [unknown, DecisionWord][])(
  'a decision is kept with the call until the ledger was told: %o',
  async (event, says) => {
    const store = freshStore();
    const { seq } = await unconfirmedIn(store);
    await store.decide(seq, event, RIG_TIME, 'decision-1');
    const why = 'reason' in event ? { why: event.reason } : {};
    const word = { id: 'decision-1', key: 'call-0001', says, version: 0, by: '7', ...why };
    expect(await store.toTell(LATER)).toEqual({ tell: [word], ask: [] });
    await store.hear({ told: [{ id: 'decision-1', holds: true, stands: by(says) }], asked: [] }, LATER);
    expect(await store.toTell(LATER)).toEqual({ tell: [], ask: [] });
  },
);

test('an id or a reason that is longer than a ledger takes is cut, so that no decision holds up those behind it', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(
    seq,
    { kind: 'discarded', operator: 'x'.repeat(300), reason: 'y'.repeat(900) },
    RIG_TIME,
    'decision-1',
  );
  const [word] = (await store.toTell(LATER)).tell;
  expect([word?.by.length, word?.why?.length]).toEqual([DECISION_TEXTS.by, DECISION_TEXTS.why]);
});

test('that it was done is told once it cannot be taken back, and never where it was', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'saidDone', operator: '7' }, RIG_TIME, 'decision-1');
  expect((await store.toTell(LATER - 1)).tell).toEqual([]);
  expect((await store.toTell(RIG_TIME - 3e11)).tell).toHaveLength(1); // a clock that was set back holds nothing up
  await store.decide(seq, { kind: 'unsaid', operator: '7' }, RIG_TIME + 1, 'decision-2');
  expect(await store.toTell(LATER)).toEqual({ tell: [], ask: ['call-0001'] });
});

test('whoever takes back that it was done takes back no word about the key before', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, RIG_TIME, 'decision-1');
  await claimAs('token-2', store);
  await store.settle(seq, 'token-2', UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME);
  await store.decide(seq, { kind: 'saidDone', operator: '7' }, RIG_TIME, 'decision-2');
  await store.decide(seq, { kind: 'unsaid', operator: '7' }, RIG_TIME + 1, 'decision-3');
  expect((await store.toTell(LATER)).tell).toMatchObject([{ id: 'decision-1', says: 'sent-again' }]);
});

test('an unconfirmed call that somebody else has decided goes by that', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.hear({ told: [], asked: [{ key: 'call-0001', stands: { is: 'open', version: 0 } }] }, RIG_TIME);
  expect(await store.get(seq)).toMatchObject({ state: 'unconfirmed', trouble });
  expect(await store.hear({ told: [], asked: [{ key: 'call-0001', stands: by('done') }] }, RIG_TIME)).toBe(1);
  expect(await store.get(seq)).toMatchObject({ state: 'answered', endedBy: { operator: 'Ada' } });
  expect(await store.totals()).toMatchObject({ unconfirmed: 0, answered: 1 });
});

test('“not done” of somebody else is heard once, and what is said here then is for the state after it', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  const heard = { told: [], asked: [{ key: 'call-0001', stands: by('not-done') }] };
  expect([await store.hear(heard, RIG_TIME), await store.hear(heard, RIG_TIME)]).toEqual([1, 0]);
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, RIG_TIME, 'decision-1');
  expect((await store.toTell(LATER)).tell).toMatchObject([{ says: 'sent-again', version: 1 }]);
});

test('a decision that came late gives way to the one that holds, and a call that it had sent again does not leave', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, RIG_TIME, 'decision-1');
  await store.hear({ told: [{ id: 'decision-1', holds: false, stands: by('done') }], asked: [] }, RIG_TIME);
  expect(await store.get(seq)).toMatchObject({ state: 'answered', generation: 1, endedBy: { operator: 'Ada' } });
  expect(await store.claimNext({ owner: 'p', token: 't', tried: { epoch: 'e-1', at: 1 } }, LATER)).toBeUndefined();
});

test('a call that has left under its next key meanwhile goes on: whoever is asked under that key tells', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, RIG_TIME, 'decision-1');
  const sent = await claimAs('token-2', store);
  await store.hear({ told: [{ id: 'decision-1', holds: false, stands: by('done') }], asked: [] }, RIG_TIME);
  expect(await store.get(seq)).toEqual(sent);
});

test('where the call was answered, the word gives way to the answer', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'saidDone', operator: '7' }, RIG_TIME, 'decision-1');
  await store.claimNext({ owner: 'p', token: 't', tried: { epoch: 'e-1', at: 1 } }, LATER); // the time to take it back is over
  const answered = { is: 'answered', version: 0 } as const;
  await store.hear({ told: [{ id: 'decision-1', holds: false, stands: answered }], asked: [] }, LATER);
  expect(await store.get(seq)).toMatchObject({ state: 'waiting', generation: 1, inDoubt: true, head: 1 });
});

test('what the site’s rule has read stays its word, whoever says the same at the ledger', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'ruledDone', operator: '', reason: 'it stands there' }, RIG_TIME, 'decision-1');
  const ruled = await store.get(seq);
  const heard = { told: [{ id: 'decision-1', holds: false, stands: by('done') }], asked: [] };
  expect(await store.hear(heard, LATER)).toBe(0);
  expect(await store.get(seq)).toEqual(ruled);
});

test('nothing that is heard twice, late or of a call that is not here changes anything', async () => {
  const store = freshStore();
  const told = [{ id: 'decision-9', holds: false, stands: by('done') }];
  expect(await store.hear({ told, asked: [{ key: 'call-0009', stands: by('done') }] }, RIG_TIME)).toBe(0);
});

test('that somebody looked at an answer is kept for the ledger as well', async () => {
  const store = freshStore();
  await saveAs('call-0001', revertOffCall('D-1'), store);
  const { seq } = await claimAs('token-1', store);
  const event = { kind: 'answered', text: 'ERR', verdict: 'refused' } as const;
  await store.settle(seq, 'token-1', { kind: 'answered', text: 'ERR' }, event, RIG_TIME);
  await store.seen([seq], { operator: '7', id: 'decision-1' });
  expect(await store.owed()).toEqual(nothingOwed);
  const word = { id: 'decision-1-1', key: 'call-0001', says: 'acknowledged', version: 0, by: '7' };
  expect((await store.toTell(RIG_TIME)).tell).toEqual([word]);
  await store.hear(
    { told: [{ id: word.id, holds: false, stands: { is: 'answered', version: 1 } }], asked: [] },
    RIG_TIME,
  );
  expect(await store.get(seq)).toMatchObject({ state: 'answered', result: { text: 'ERR' } }); // the answer stays
  expect((await store.toTell(RIG_TIME)).tell).toEqual([]);
});

/** Calls with bad answers, one of each kind after the other. */
async function badAnswersIn(store: ReturnType<typeof freshStore>, verdicts: readonly ('refused' | 'unclassified')[]) {
  for (const [index, verdict] of verdicts.entries()) {
    await saveAs(`call-${index}`, revertOffCall(`D-${index}`), store);
    const { seq } = await claimAs(`token-${index}`, store);
    const event = { kind: 'answered', text: 'ERR', verdict } as const;
    await store.settle(seq, `token-${index}`, { kind: 'answered', text: 'ERR' }, event, RIG_TIME);
  }
}

test('that somebody says to have looked at answers can be taken back for ten seconds, and is told after them', async () => {
  const store = freshStore();
  await badAnswersIn(store, ['refused', 'unclassified', 'refused']);
  const owed = { ...nothingOwed, refused: [1, 3], unclear: [2] };
  await store.look([1, 2], { operator: '7', id: 'look-1' }, RIG_TIME);
  await store.look([3], { operator: '7', id: 'look-2' }, RIG_TIME + 1);
  expect(await store.owed()).toEqual(nothingOwed);
  expect((await store.looks(RIG_TIME + 1)).map(({ id, seqs }) => [id, seqs])).toEqual([
    ['look-1', [1, 2]],
    ['look-2', [3]],
  ]);
  expect((await store.toTell(LATER - 1)).tell).toEqual([]);
  await store.unlook('look-1', LATER - 1);
  expect(await store.owed()).toEqual({ ...owed, refused: [1] });
  expect((await store.looks(LATER - 1)).map(({ id }) => id)).toEqual(['look-2']);
  expect((await store.toTell(LATER + 1)).tell.map(({ id }) => id)).toEqual(['look-2-3']);
  await store.unlook('look-2', LATER + 1); // its time is over
  expect(await store.owed()).toEqual({ ...owed, refused: [1] });
  expect(await store.looks(LATER + 1)).toEqual([]);
});

test('a call that was sent anew meanwhile is not to be looked at again', async () => {
  const store = freshStore();
  await badAnswersIn(store, ['unclassified', 'refused', 'refused']);
  await store.look([1, 2], { operator: '7', id: 'look-1' }, RIG_TIME);
  await store.sendAgain([1], '7', RIG_TIME);
  await store.unlook('look-1', RIG_TIME);
  expect(await store.owed()).toEqual({ ...nothingOwed, refused: [2, 3] }); // the oldest first
});

test('a next key that was tried already keeps its doubt and the times of its tries, whatever came late', async () => {
  const store = freshStore();
  const { seq } = await unconfirmedIn(store);
  await store.decide(seq, { kind: 'saidNotDone', operator: '7' }, RIG_TIME, 'decision-1');
  await claimAs('token-2', store);
  const lost = { kind: 'answerLost', trouble, delayMs: 0 } as const;
  const waits = await store.settle(seq, 'token-2', LOST, lost, RIG_TIME);
  expect(waits).toMatchObject({ state: 'waiting', generation: 2, tries: 1, tried });
  await store.hear({ told: [{ id: 'decision-1', holds: false, stands: by('sent-again') }], asked: [] }, RIG_TIME);
  expect(await store.get(seq)).toEqual(waits);
});

test('whoever asks under a key hears on that way what was decided', () => {
  const queued = callThatIs('sending', { inDoubt: true });
  const ports = { judge: () => 'accepted' as const, random: () => 0 };
  const stands = by('done');
  const said = { kind: 'unknown', code: 'outcome-unknown', reason: 'Ada said that it was done.', stands } as const;
  expect(eventOf(ports, queued, said)).toEqual({ kind: 'heard', stands });
});
