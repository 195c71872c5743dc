import { type HttpAnswer, askedAnswer, problemAnswer, unknownAnswer } from '#http/answer.ts';
import type { LedgeredCall } from './callRequest.ts';
import type { UpstreamRequest } from '#gateway/upstream/forward.ts';
import type { LedgerRow, StoredReply } from '#ledger/ledger.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import { unmaskKey } from './maskedRows.ts';
import { type Passing, createPassing } from './passing.ts';
import type { Holders } from '#ledger/holders.ts';
import { decidedDetail } from '#ledger/deciding.ts';
import { isOfOther, standingOf, steps } from './rowSteps.ts';
import { type SendPorts, type Settled, sendOnce } from './sendOnce.ts';
import { within } from '#ledger/within.ts';
import { classify } from '#wire/classify.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** The longest that a second asker waits for a running call, in milliseconds. */
const JOIN_MS = 20_000;
/** The most calls of the ledger that run at once, and beside them the most requests that are passed on. */
const CAPACITY = 64;
const STILL_RUNNING = problemAnswer('in-progress', 'The service has not answered yet.', { retryAfterS: 2 });

export interface DispatchPorts extends SendPorts {
  /** In place of `JOIN_MS`. */
  readonly joinMs?: number;
  /** Told who holds a call of which nobody knows; absent: nobody asks. */
  readonly holders?: Pick<Holders, 'note'>;
  /** In place of `CAPACITY`. */
  readonly capacity?: number;
}

export type Dispatch = ReturnType<typeof createDispatch>;

/** The end of a call that this gateway had in hand to the end. */
type Ended = Exclude<Settled, { readonly kind: 'superseded' }>;

/** The ports of a dispatcher, and what it has under way. */
interface Dispatcher {
  readonly ports: DispatchPorts;
  /** Running calls of the ledger, by key. */
  readonly calls: Map<string, Promise<Settled>>;
  readonly passing: Passing;
  draining: boolean;
}

/**
 * Sends calls upstream, the ledger's once and others as they come. An upstream call belongs to no connection of a device:
 * whoever asked may go, the call ends.
 */
export function createDispatch(ports: DispatchPorts) {
  const dispatcher: Dispatcher = { ports, calls: new Map(), passing: createPassing(ports), draining: false };
  return {
    /** Answers a call from the ledger, from the one that is running, or by sending it. */
    ask: (call: LedgeredCall): Promise<HttpAnswer> => answerCall(dispatcher, call),
    /** Sends a request once, unledgered. */
    pass: async (request: UpstreamRequest | SpokenCall): Promise<HttpAnswer> =>
      noRoom(dispatcher, 'passing') ?? dispatcher.passing.pass(request),
    running: (): number => dispatcher.calls.size + dispatcher.passing.running(),
    isDraining: (): boolean => dispatcher.draining,
    /** Starts no more calls, and resolves when the running ones have ended. */
    async drain(): Promise<void> {
      dispatcher.draining = true;
      await Promise.allSettled([...dispatcher.calls.values(), dispatcher.passing.end()]);
    },
  };
}

/**
 * Answers a call: receive, dispatch, settle, each time as the row stands (`steps`). The ledger's word comes first: a key
 * that is known may have run, whatever is wrong with asking for it now. What cannot be sent now is entered before that is
 * said: whoever had looked it up before finds another entering in its place, and sends it no more. Where the ledger's epoch ends after the key was looked up
 * the call goes no further.
 */
async function answerCall(dispatcher: Dispatcher, asked: LedgeredCall): Promise<HttpAnswer> {
  const { ledger, joinMs = JOIN_MS } = dispatcher.ports;
  const call = { ...asked, epoch: ledger.epoch };
  const { key, fingerprint } = call;
  const found = await findRow(dispatcher.ports, call);
  if (found && 'status' in found) return found;
  // What cannot be read leaves neither here nor elsewhere: its key stays free for the call that was meant.
  if (!found && fingerprint === '' && 'status' in call.request) return askedAnswer(call.request);
  let row = found;
  let hasEntered = false;
  for (;;) {
    const running = dispatcher.calls.get(key);
    const standing = standingOf(row, { fingerprint, hasEntered, isRunning: running !== undefined });
    switch (steps[standing]) {
      case 'receive': {
        const received = await receive(dispatcher, { ...call, entered: row?.entered });
        if ('status' in received) return received;
        row = received;
        hasEntered = true;
        break;
      }
      case 'dispatch': {
        const sending = send(dispatcher, { ...call, entered: row?.entered });
        if ('status' in sending) return askedAnswer(sending);
        const settled = await sending;
        if (settled.kind !== 'superseded') return settledAnswer(call, settled);
        row = await elsewhere(dispatcher, key);
        if (!row) return STILL_RUNNING;
        break;
      }
      case 'join': {
        const settled = running && (await within(running, joinMs));
        if (!settled) return STILL_RUNNING;
        if (settled.kind !== 'superseded') return joinedAnswer(call, settled);
        break; // whoever has entered it last sends it
      }
      case 'await-elsewhere':
        row = await elsewhere(dispatcher, key);
        if (!row) return STILL_RUNNING;
        break;
      case 'look-again': {
        // It ended in between, or its end could not be written. Where it was released it was said that it had not left.
        const again = await lookAgain(dispatcher.ports, key);
        if (again === 'unread' || again?.state === 'received') return STILL_RUNNING;
        if (!again || again.state === 'dispatching')
          return unknownAnswer('The gateway could not record what came of the call.');
        row = again;
        break;
      }
      case 'tell':
        await noteHolder(dispatcher.ports, call, row);
        return told(dispatcher, call, row);
    }
  }
}

/** Enters a call. @returns the row under its key then, or the refusal where the ledger cannot be written. */
async function receive({ ports }: Dispatcher, call: LedgeredCall): Promise<LedgerRow | HttpAnswer> {
  try {
    return await ports.ledger.receive(call, ports.now());
  } catch (error) {
    ports.log.error({ key: call.key, err: error }, 'the ledger cannot be written');
    return problemAnswer('not-forwarded', 'The gateway cannot write its ledger.', { retryAfterS: 5 });
  }
}

/** Sends a call, for all who ask for it meanwhile, or says why it cannot be sent now. */
function send(dispatcher: Dispatcher, call: LedgeredCall): Promise<Settled> | HttpAnswer {
  const { key, request } = call;
  if ('status' in request) return request;
  const full = noRoom(dispatcher);
  if (full) return full;
  const running = sendOnce(dispatcher.ports, call, request).finally(() => dispatcher.calls.delete(key));
  dispatcher.calls.set(key, running);
  return running;
}

/** Waits for a call that another gateway or asker has. @returns its row once it is settled; `undefined`: it took too long. */
function elsewhere(dispatcher: Dispatcher, key: string): Promise<LedgerRow | undefined> {
  return awaitElsewhere(dispatcher.ports, key, dispatcher.ports.joinMs ?? JOIN_MS, () => !dispatcher.draining);
}

/** Notes that whoever asks holds a call of which nobody knows: they have all that is in it, and may decide about it. */
async function noteHolder(
  { holders, log }: DispatchPorts,
  { key, fingerprint, facts }: LedgeredCall,
  row: LedgerRow | undefined,
): Promise<void> {
  if (!holders || row?.state !== 'outcome-unknown' || row.fingerprint !== fingerprint || facts?.asker === undefined)
    return;
  await holders.note(key, facts.asker).catch((error: unknown) => {
    log.error({ key, err: error }, 'that somebody holds a call cannot be noted'); // they are led to ask again
  });
}

/** Returns the answer that a row gives by itself: other content, a kept reply, or that nobody knows, with a person's word where there is one. */
function told(dispatcher: Dispatcher, call: LedgeredCall, row: LedgerRow | undefined): HttpAnswer {
  if (!row || isOfOther(row, call.fingerprint))
    return problemAnswer('key-reuse', 'The ledger knows this key with other content.');
  if (row.reply) return replay(dispatcher, call, row.reply);
  return unknownAnswer(row.decided ? decidedDetail(row.decided) : row.detail, row.decided);
}

/** Returns a kept reply. A refusal that an older gateway believed is looked at again: the call may have been let through. */
function replay({ ports }: Dispatcher, call: LedgeredCall, kept: StoredReply): HttpAnswer {
  const answer = replyAnswer(kept, call.askersKey, 'replayed');
  if (kept.status === 200) return answer;
  const outcome = classify(answer, ports.names, call.sent);
  return outcome.kind === 'no-answer' ? unknownAnswer(outcome.reason) : answer;
}

/** Makes an answer of a reply, for whoever asks now. @param how - it came. */
function replyAnswer(reply: StoredReply, askersKey: string, how: NonNullable<HttpAnswer['how']>): HttpAnswer {
  return {
    status: reply.status,
    contentType: reply.contentType,
    body: unmaskKey(reply, askersKey),
    headers: how === 'replayed' || how === 'joined' ? { 'idempotency-replayed': 'true' } : {},
    how,
  };
}

/** Makes an answer of a call's end, for whoever it was sent for. */
function settledAnswer(call: LedgeredCall, settled: Ended): HttpAnswer {
  if (settled.kind === 'not-sent') return notSentAnswer(settled.detail);
  const { serviceMs } = settled;
  if (settled.kind === 'unknown') return { ...unknownAnswer(settled.detail), serviceMs };
  const { reply, word, giveBack } = settled;
  return { ...replyAnswer(reply, call.askersKey, word), serviceMs, ...(giveBack && { release: giveBack }) };
}

/** Makes an answer of a call's end, for whoever waited with them. */
function joinedAnswer(call: LedgeredCall, settled: Ended): HttpAnswer {
  if (settled.kind === 'not-sent') return notSentAnswer(settled.detail);
  return settled.kind === 'unknown'
    ? unknownAnswer(settled.detail)
    : replyAnswer(settled.reply, call.askersKey, 'joined');
}

function notSentAnswer(detail: string): HttpAnswer {
  return askedAnswer(problemAnswer('not-forwarded', detail, { retryAfterS: 5 }));
}

/**
 * Returns the refusal where nothing more can be sent now. Requests that are passed on have a room of their own: reads that
 * the service is slow with take no place from a call of the ledger.
 */
function noRoom(dispatcher: Dispatcher, kind: 'calls' | 'passing' = 'calls'): HttpAnswer | undefined {
  if (dispatcher.draining) return problemAnswer('not-forwarded', 'The gateway is stopping.', { retryAfterS: 5 });
  const running = kind === 'calls' ? dispatcher.calls.size : dispatcher.passing.running();
  if (running < (dispatcher.ports.capacity ?? CAPACITY)) return undefined;
  const which = kind === 'calls' ? 'calls' : 'requests without a key of the ledger, such as reads,';
  return problemAnswer('busy', `Too many ${which} are running.`, { retryAfterS: 1 });
}

/** The first and the longest wait between two looks for a call that runs at another gateway, in milliseconds. */
const POLL_FIRST_MS = 10;
const POLL_MS = 250;

/** Looks a call up. @returns its row; `undefined`: nothing is known of its key, and nothing was forgotten; else the refusal. */
async function findRow(
  { ledger, log }: SendPorts,
  { key, tried, epoch }: LedgeredCall,
): Promise<LedgerRow | HttpAnswer | undefined> {
  try {
    const known = await ledger.find(key);
    if (known || !tried || !(await ledger.mayHaveForgotten(tried, epoch))) return known;
    return problemAnswer('key-expired', 'It was tried before this ledger began or forgot it. It may have run.');
  } catch (error) {
    // It says that this try went no further, and bears no word of the ledger: an earlier one stays as open as it was.
    log.error({ key, err: error }, 'the ledger cannot be read');
    return problemAnswer('not-forwarded', 'The gateway cannot read its ledger.', { retryAfterS: 5 });
  }
}

/** Looks up a call that somebody has, or had. @returns its row; `unread`: the ledger cannot be read, so the call may run still. */
async function lookAgain({ ledger, log }: SendPorts, key: string): Promise<LedgerRow | 'unread' | undefined> {
  try {
    return await ledger.find(key);
  } catch (error) {
    log.error({ key, err: error }, 'the ledger cannot be read');
    return 'unread';
  }
}

/**
 * Waits for a call that another gateway has: the ledger is all that the two share, so it is read again. The call is not
 * taken back from there, whatever becomes of it: that gateway may have said already that it was not forwarded.
 *
 * @returns the row once it is settled there; `undefined`: it took too long.
 */
async function awaitElsewhere(
  ports: SendPorts,
  key: string,
  limitMs: number,
  mayWait: () => boolean,
): Promise<LedgerRow | undefined> {
  const until = performance.now() + limitMs;
  let waitMs = POLL_FIRST_MS;
  while (performance.now() < until && mayWait()) {
    await pause(waitMs);
    const row = await lookAgain(ports, key);
    const isOpen = !row || row === 'unread' || row.state === 'received' || row.elsewhere === true;
    if (!isOpen) return row;
    waitMs = Math.min(2 * waitMs, POLL_MS);
  }
  return undefined;
}
