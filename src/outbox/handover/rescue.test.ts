import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { makeCall } from '#contract/call.ts';
import { type Connection, noTotals } from '#outbox/store/database.ts';
import { type QueueDocument } from './queueDocument.ts';
import { UnreadableQueue } from './unreadableQueue.ts';
import { type QueuedCall, idempotencyKey } from '#outbox/state/queuedCall.ts';
import { callThatIs, print } from '#outbox/testing/callRig.ts';
import { StillSending, createRescue, documentOfCopies } from './rescue.ts';
import { type Store, createStore } from '#outbox/store/store.ts';
import {
  REJECTED,
  UNKNOWN,
  AWAY,
  LOST,
  ACCEPTED,
  freshConnection,
  RIG_TIME,
  OK,
  tried,
  trouble,
} from '#outbox/testing/storeRig.ts';

const LATER = RIG_TIME + 60_000;

interface Device {
  readonly connection: Connection;
  readonly store: Store;
  readonly rescue: ReturnType<typeof createRescue>;
}

function device(): Device {
  const connection = freshConnection();
  return { connection, store: createStore(connection), rescue: createRescue(connection) };
}

/** A document that a test changes. */
interface Forged {
  id: string;
  at: number;
  calls: Record<string, unknown>[];
  attempts: Record<string, unknown>[];
}

const documentId = (number: number): string => `hand-over-${number}`;

async function enqueue({ store }: Device, code: string, lane = code): Promise<number> {
  const call = makeCall('RevertOff', { deliveryCode: lane, storeCode: code, userID: '7' });
  const scans = [
    { text: code, raw: `10${code}`, source: 'wedge', symbology: 'GS1-128', at: RIG_TIME, repeated: 1 },
    { text: lane, source: 'typed', shared: true, at: RIG_TIME },
  ] as const;
  return (await store.enqueue({ call, callId: `call-${code}`, operator: '7', scans }, RIG_TIME)).seq;
}

/** Four calls: one waiting, one waiting in doubt, one unconfirmed, one held; and one that was answered. */
async function filled(): Promise<Device> {
  const made = device();
  const { store } = made;
  await enqueue(made, 'answered');
  await store.claimNext({ owner: 'page-1', token: 'token-1', tried }, RIG_TIME);
  await store.settle(1, 'token-1', OK, ACCEPTED, RIG_TIME);
  await enqueue(made, 'unconfirmed');
  await store.claimNext({ owner: 'page-1', token: 'token-2', tried }, RIG_TIME);
  await store.settle(2, 'token-2', UNKNOWN, { kind: 'nobodyKnows', trouble }, RIG_TIME);
  await enqueue(made, 'in-doubt');
  await store.claimNext({ owner: 'page-1', token: 'token-3', tried }, RIG_TIME);
  await store.settle(3, 'token-3', LOST, { kind: 'answerLost', trouble, delayMs: 9_000 }, RIG_TIME);
  await enqueue(made, 'held-one');
  await store.claimNext({ owner: 'page-1', token: 'token-4', tried }, RIG_TIME);
  await store.settle(4, 'token-4', REJECTED, { kind: 'rejected', trouble }, RIG_TIME);
  await enqueue(made, 'waiting');
  return made;
}

/** Hands all over. @returns the document */
async function given({ rescue }: Device): Promise<string> {
  await rescue.handOver(documentId(1), '7', RIG_TIME);
  return rescue.document(documentId(1));
}

async function everything({ connection }: Device): Promise<unknown> {
  return connection.run((database) =>
    Promise.all([database.getAll('calls'), database.getAll('attempts'), database.getAll('totals')]),
  );
}

/** Claims and settles until nothing is left, and returns the codes in that order. */
async function claims({ store }: Device): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let number = 0; ; number += 1) {
    const token = `claim-${number}`;
    const claimed = await store.claimNext({ owner: 'page-2', token, tried }, LATER);
    if (!claimed || !('queued' in claimed)) return codes;
    const { queued } = claimed;
    codes.push(queued.scans[0]?.text ?? '');
    await store.settle(queued.seq, token, OK, ACCEPTED, LATER);
  }
}

describe('handing over', () => {
  test('takes every open call at once, and nothing here sends one any more', async () => {
    const a = await filled();
    expect(await a.rescue.handOver(documentId(1), '7', RIG_TIME)).toBe(4);
    expect(await a.store.totals()).toEqual({ ...noTotals, answered: 1, 'handed-over': 4 });
    expect(await claims(a)).toEqual([]);
    expect(await a.rescue.handOvers()).toEqual([{ id: documentId(1), at: RIG_TIME, operator: '7', calls: 4 }]);
  });

  test('is refused while a call is being sent, and changes nothing then', async () => {
    const a = await filled();
    await a.store.claimNext({ owner: 'page-1', token: 'token-9', tried }, RIG_TIME);
    const before = await everything(a);
    const refused = a.rescue.handOver(documentId(1), '7', RIG_TIME);
    await expect(refused).rejects.toThrow(StillSending);
    await expect(refused).rejects.toMatchObject({ calls: 1 });
    expect(await everything(a)).toEqual(before);
  });

  test('leaves the lanes to what is saved afterwards', async () => {
    const a = device();
    await enqueue(a, 'one', 'lane');
    await enqueue(a, 'two', 'lane');
    await a.rescue.handOver(documentId(1), '7', RIG_TIME);
    await enqueue(a, 'three', 'lane');
    expect(await claims(a)).toEqual(['three']);
  });

  test('gives the same document as often as it is asked for, with the calls in their order and every try', async () => {
    const a = await filled();
    const text = await given(a);
    expect(await a.rescue.document(documentId(1))).toBe(text);
    const { calls, attempts } = JSON.parse(text) as QueueDocument;
    expect(calls.map(({ callId, state }) => [callId, state])).toEqual([
      ['call-unconfirmed', 'unconfirmed'],
      ['call-in-doubt', 'waiting'],
      ['call-held-one', 'held'],
      ['call-waiting', 'waiting'],
    ]);
    expect(attempts.map(({ callId, token }) => [callId, token])).toEqual([
      ['call-unconfirmed', 'token-2'],
      ['call-in-doubt', 'token-3'],
      ['call-held-one', 'token-4'],
    ]);
    await expect(a.rescue.document('nobody-knows')).rejects.toThrow(RangeError);
  });

  test('an empty queue is nothing to hand over', async () => {
    expect(await device().rescue.handOver(documentId(1), '7', RIG_TIME)).toBe(0);
  });
});

describe('taking back', () => {
  test('makes each call what it was, and it is sent in its old place', async () => {
    const a = await filled();
    await enqueue(a, 'second', 'waiting');
    await a.rescue.handOver(documentId(1), '7', RIG_TIME);
    await enqueue(a, 'third', 'waiting');
    expect(await a.rescue.takeBack(documentId(1), '8', LATER)).toBe(5);
    expect(await a.store.totals()).toEqual({ ...noTotals, waiting: 4, unconfirmed: 1, held: 1, answered: 1 });
    expect(await a.store.get(3)).toMatchObject({ state: 'waiting', inDoubt: true, tries: 1, tried, trouble });
    expect(await a.store.get(2)).toMatchObject({ state: 'unconfirmed', trouble });
    expect(await claims(a)).toEqual(['in-doubt', 'waiting', 'second', 'third']);
    expect(await a.rescue.handOvers()).toEqual([]);
    expect(await a.rescue.takeBack(documentId(1), '8', LATER)).toBe(0);
  });

  test.each(['answered', 'waiting', 'gone'] as const)(
    'a younger call of the lane that is being sent is finished first (it is then %s), and never two at a time',
    async (end) => {
      const a = device();
      await enqueue(a, 'old', 'lane');
      await a.rescue.handOver(documentId(1), '7', RIG_TIME);
      const young = await enqueue(a, 'young', 'lane');
      await a.store.claimNext({ owner: 'page-1', token: 'token-1', tried }, RIG_TIME);
      await a.rescue.takeBack(documentId(1), '7', RIG_TIME);
      expect(await a.store.claimNext({ owner: 'page-2', token: 'token-2', tried }, RIG_TIME)).toBeUndefined();
      if (end === 'gone') await a.store.recover('page-2', RIG_TIME);
      else if (end === 'answered') {
        await a.store.settle(young, 'token-1', OK, ACCEPTED, RIG_TIME);
      } else {
        await a.store.settle(young, 'token-1', AWAY, { kind: 'notForwarded', trouble, delayMs: 1 }, RIG_TIME);
      }
      expect(await claims(a)).toEqual(end === 'answered' ? ['old'] : ['old', 'young']);
    },
  );
});

describe('taking over', () => {
  test('adds every call as it was: key, maker, doubt, tries and lanes; who waits for a person goes on waiting', async () => {
    const a = await filled();
    await enqueue(a, 'second', 'waiting');
    const keys = await Promise.all(
      [2, 3, 4, 5, 6].map(async (seq) => idempotencyKey((await a.store.get(seq)) as never)),
    );
    await a.rescue.handOver(documentId(1), '7', RIG_TIME);
    const b = device();
    await enqueue(b, 'own');
    expect(await b.rescue.takeOver(await a.rescue.document(documentId(1)), LATER)).toEqual({
      added: 5,
      returned: 0,
      known: 0,
    });
    const rows = await b.store.getMany([2, 3, 4, 5, 6]);
    expect(rows.map(idempotencyKey)).toEqual(keys);
    expect(await b.store.get(3)).toMatchObject({
      callId: 'call-in-doubt',
      state: 'waiting',
      inDoubt: true,
      tries: 1,
      tried,
      trouble,
      operator: '7',
      enqueuedAt: RIG_TIME,
      lane: 'deliveryCode:in-doubt',
      passed: [documentId(1)],
      scans: [
        { text: 'in-doubt', raw: '10in-doubt', source: 'wedge', symbology: 'GS1-128', at: RIG_TIME, repeated: 1 },
        { text: 'in-doubt', source: 'typed', shared: true, at: RIG_TIME },
      ],
    });
    expect((await b.store.attemptsOf(3)).map(({ token }) => token)).toEqual(['token-3']);
    expect(await b.store.totals()).toEqual({ ...noTotals, waiting: 4, unconfirmed: 1, held: 1 });
    expect(await claims(b)).toEqual(['own', 'in-doubt', 'waiting', 'second']);
  });

  test('a second time adds nothing, also when the calls have ended here', async () => {
    const a = await filled();
    const text = await given(a);
    const b = device();
    await b.rescue.takeOver(text, LATER);
    const once = await everything(b);
    expect(await b.rescue.takeOver(text, LATER + 1)).toEqual({ added: 0, returned: 0, known: 4 });
    expect(await everything(b)).toEqual(once);
    await claims(b);
    const sent = await everything(b);
    expect(await b.rescue.takeOver(text, LATER + 1)).toEqual({ added: 0, returned: 0, known: 4 });
    expect(await everything(b)).toEqual(sent);
  });

  test('two at once add each call once', async () => {
    const a = await filled();
    const text = await given(a);
    const b = device();
    const both = await Promise.all([b.rescue.takeOver(text, LATER), b.rescue.takeOver(text, LATER)]);
    expect(both.map(({ added }) => added)).toEqual([4, 0]);
    expect(await b.store.totals()).toMatchObject({ waiting: 2, unconfirmed: 1, held: 1 });
  });

  test('its own document changes nothing on the handheld that handed it over', async () => {
    const a = await filled();
    await a.rescue.handOver(documentId(1), '7', RIG_TIME);
    const before = await everything(a);
    const text = await a.rescue.document(documentId(1));
    expect(await a.rescue.takeOver(text, LATER)).toEqual({ added: 0, returned: 0, known: 4 });
    expect(await everything(a)).toEqual(before);
  });

  test('a call that went there and back is open again as the other one left it, and an old document does not bring it back again', async () => {
    const [a, b] = [await filled(), device()];
    const first = await given(a);
    await b.rescue.takeOver(first, RIG_TIME);
    await b.store.decide(1, { kind: 'saidNotDone', operator: '8' }, RIG_TIME); // unconfirmed there: sent anew
    await b.rescue.handOver(documentId(2), '8', LATER);
    const second = await b.rescue.document(documentId(2));
    expect(await a.rescue.takeOver(second, LATER)).toEqual({ added: 0, returned: 4, known: 0 });
    expect(await a.store.get(2)).toMatchObject({
      state: 'waiting',
      generation: 2,
      passed: [documentId(1), documentId(2)],
    });
    expect((await a.store.attemptsOf(2)).map(({ token }) => token)).toEqual(['token-2']);
    expect(await a.store.totals()).toEqual({ ...noTotals, waiting: 3, held: 1, answered: 1 });

    await a.rescue.handOver(documentId(3), '7', LATER);
    for (const old of [first, second]) {
      expect(await a.rescue.takeOver(old, LATER)).toEqual({ added: 0, returned: 0, known: 4 });
    }
    expect(await claims(a)).toEqual([]);
  });

  test('a document that was taken back does not bring a call back that has gone another way since', async () => {
    const [a, b] = [await filled(), device()];
    await b.rescue.takeOver(await given(a), RIG_TIME);
    await a.rescue.takeBack(documentId(1), '7', RIG_TIME);
    await a.rescue.handOver(documentId(2), '7', RIG_TIME); // b never sees this one
    const unseen = await a.rescue.document(documentId(2));
    await b.rescue.handOver(documentId(3), '8', RIG_TIME);
    expect(await a.rescue.takeOver(await b.rescue.document(documentId(3)), RIG_TIME)).toMatchObject({ returned: 4 });
    await a.rescue.handOver(documentId(4), '7', RIG_TIME);
    expect(await a.rescue.takeOver(unseen, LATER)).toEqual({ added: 0, returned: 0, known: 4 });
    expect(await claims(a)).toEqual([]);
  });

  test('two calls of one lane are not under way at a time', async () => {
    const [a, b] = [device(), device()];
    await enqueue(a, 'one', 'lane');
    await enqueue(a, 'two', 'lane');
    await b.rescue.takeOver(await given(a), RIG_TIME);
    expect(await b.store.claimNext({ owner: 'page-1', token: 'token-1', tried }, RIG_TIME)).toMatchObject({
      queued: { seq: 1 },
    });
    expect(await b.store.claimNext({ owner: 'page-1', token: 'token-2', tried }, RIG_TIME)).toBeUndefined();
  });

  test('what both handhelds hold by a mistake has one key, so the ledger lets it through once', async () => {
    const [a, b] = [await filled(), device()];
    await b.rescue.takeOver(await given(a), RIG_TIME);
    await a.rescue.takeBack(documentId(1), '7', RIG_TIME);
    const [here, there] = await Promise.all([a.store.get(5), b.store.get(4)]);
    expect(here && idempotencyKey(here)).toBe(there && idempotencyKey(there));
    expect(here && idempotencyKey(here)).toBe('call-waiting');
  });
});

describe('what is no whole document', () => {
  const text = async (): Promise<string> => given(await filled());

  /** The document with a change, and a checksum that fits it. */
  async function forged(change: (document: Forged) => void): Promise<string> {
    const { writeQueue } = await import('./queueDocument.ts');
    const document = JSON.parse(await text()) as Forged;
    change(document);
    return writeQueue(document as unknown as QueueDocument);
  }

  async function refusal(file: string): Promise<string> {
    const b = device();
    await enqueue(b, 'own');
    const before = await everything(b);
    const error: unknown = await b.rescue.takeOver(file, LATER).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableQueue);
    expect(await everything(b)).toEqual(before); // nothing at all is written
    const { message } = error as Error;
    expect(message).toMatch(/^[A-Z][^\n]+\.$/);
    return message;
  }

  test('an export for the office is named as what it is', async () => {
    expect(await refusal('{"format":"scanline-export","calls":[]}')).toBe(
      'This is an export, not a queue that was handed over.',
    );
  });

  test.each(['', '   ', 'null', '[]', '{}', '"x"', 'PK\u0003\u0004', '{"format":"other","calls":[]}'])(
    '%j is no queue',
    async (file) => {
      expect(await refusal(file)).toBe('This is not a queue of Scanline.');
    },
  );

  test('a file that breaks off anywhere is refused', async () => {
    const whole = await text();
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      expect(await refusal(whole.slice(0, Math.floor(whole.length * share)))).toContain('breaks off');
    }
  });

  test('a file that was changed is refused', async () => {
    expect(await refusal((await text()).replace('"waiting"', '"waitinG"'))).toContain('changed or damaged');
  });

  test.each<[string, (document: Forged) => void, RegExp]>([
    ['an unknown operation', ({ calls }) => void (calls[1]!['operation'] = 'Explode'), /no operation “Explode”/],
    ['an operation that only reads', ({ calls }) => void (calls[1]!['operation'] = 'GetSelfDetailList'), /is a read/],
    [
      'a missing parameter',
      ({ calls }) => void (calls[1]!['parameters'] = [['deliveryCode', 'x']]),
      /call 2: storeCode/,
    ],
    [
      'another parameter',
      ({ calls }) => void (calls[1]!['parameters'] = [...(calls[1]!['parameters'] as []), ['apiKey', 'secret']]),
      /call 2: apiKey/,
    ],
    [
      'parameters in another order',
      ({ calls }) => void (calls[1]!['parameters'] = [...(calls[1]!['parameters'] as [])].reverse()),
      /call 2: parameters/,
    ],
    [
      'a parameter twice',
      ({ calls }) => void (calls[1]!['parameters'] = [['deliveryCode', 'y'], ...(calls[1]!['parameters'] as [])]),
      /call 2: parameters/,
    ],
    ['a call twice', ({ calls }) => void calls.push(calls[0]!), /a call twice/],
    ['a state that cannot be handed over', ({ calls }) => void (calls[0]!['state'] = 'sending'), /call 1: state/],
    ['an id that is no key', ({ calls }) => void (calls[0]!['callId'] = 'a b'), /call 1: callId/],
    ['a generation of 0', ({ calls }) => void (calls[0]!['generation'] = 0), /call 1: generation/],
    ['no doubt and no certainty', ({ calls }) => void (calls[0]!['inDoubt'] = 1), /call 1: inDoubt/],
    ['a try of another call', (document) => void (document.attempts[0]!['callId'] = 'call-x-y'), /try 1/],
    ['a call that did not go by it', ({ calls }) => void (calls[0]!['passed'] = ['hand-over-9']), /call 1: passed/],
  ])('%s is named', async (_, change, sentence) => {
    expect(await refusal(await forged(change))).toMatch(sentence);
  });

  test('a queue of another version says so', async () => {
    expect(await refusal((await text()).replace('"version":1', '"version":2'))).toContain('another version');
  });
});

describe('calls that only a page’s memory has any more', () => {
  test('are taken over under their own keys, as they stood', async () => {
    const from = await filled();
    const rows = (
      await Promise.all((['waiting', 'unconfirmed', 'held'] as const).map((state) => from.store.list(state, 10)))
    ).flat();
    const to = device();
    const text = documentOfCopies(rows, documentId(1), '7', LATER);
    expect(await to.rescue.takeOver(text, LATER)).toEqual({ added: 4, returned: 0, known: 0 });
    expect(await to.rescue.takeOver(text, LATER)).toEqual({ added: 0, returned: 0, known: 4 });
    const taken = (
      await Promise.all((['waiting', 'unconfirmed', 'held'] as const).map((state) => to.store.list(state, 10)))
    ).flat();
    const standing = ({ callId, generation, state, inDoubt, parameters, scans }: QueuedCall) => ({
      key: idempotencyKey({ callId, generation }),
      state,
      inDoubt,
      parameters,
      scans,
    });
    expect(taken.map(standing)).toEqual(rows.map(standing));
  });

  test('ask the ledger first where one was being sent; a print in doubt asks a person', async () => {
    const rows = [
      callThatIs('sending', { seq: 1, callId: 'call-sent', tries: 1, tried: { ...tried, last: 1, told: 1 } }),
      callThatIs('sending', { ...print, seq: 2, callId: 'call-print', parameters: printed, tries: 1 }),
    ].map((row) => ({ ...row, ...(row.operation === 'RevertOff' && { parameters: reverted }) }));
    const to = device();
    await to.rescue.takeOver(documentOfCopies(rows, documentId(1), '7', LATER), LATER);
    expect(await to.store.list('waiting', 10)).toMatchObject([{ callId: 'call-sent', inDoubt: true, tried }]);
    expect(await to.store.list('unconfirmed', 10)).toMatchObject([{ callId: 'call-print' }]);
  });
});

const { parameters: reverted } = makeCall('RevertOff', { deliveryCode: 'D-1', storeCode: 'S-1', userID: '7' });
const { parameters: printed } = makeCall('PrintCNOrder', { code: 'C1', company: 'CN', userId: '7' });
