import type { Socket } from 'node:net';
import { type Answer, askedAnswer, problemAnswer, unknownAnswer } from '#gateway/http/answer.ts';
import type { LedgeredCall } from './callRequest.ts';
import { awaitElsewhere, findRow } from './findRow.ts';
import { type UpstreamRequest, reach } from '#gateway/upstream/forward.ts';
import type { LedgerRow, StoredReply } from '#gateway/ledger/ledger.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import { unmaskKey } from './maskedRows.ts';
import { type Passing, createPassing } from './passing.ts';
import { type SendPorts, type Settled, sendOnce } from './sendOnce.ts';
import { within } from '#gateway/http/within.ts';
import { classify } from '#wire/classify.ts';

/** So long a call waits for its connection before the ledger is told that it was received, in milliseconds. */
const SOON_MS = 20;

/** How long a second asker waits for a running call, in milliseconds. */
const JOIN_MS = 20_000;
const STILL_RUNNING = problemAnswer('in-progress', 'The service has not answered yet.', { retryAfterS: 2 });

export interface DispatchPorts extends SendPorts {
  /** In place of `JOIN_MS`. */
  readonly joinMs?: number;
  /** How many calls of the ledger may run at once, and beside them how many requests that are passed on. */
  readonly capacity?: number;
}

export type Dispatch = ReturnType<typeof createDispatch>;

/** What a dispatcher has at hand and remembers. */
interface Desk {
  readonly ports: DispatchPorts;
  /** Running calls of the ledger, by key. */
  readonly calls: Map<string, Promise<Settled>>;
  /** Connections that are being made while the ledger takes a call in, by key: one for all who ask for it. */
  readonly connecting: Map<string, Promise<Socket>>;
  readonly passing: Passing;
  draining: boolean;
}

/**
 * Sends calls upstream, the ledger's once and others as they come. An upstream call belongs to no connection of a device:
 * whoever asked may go, the call ends.
 */
export function createDispatch(ports: DispatchPorts) {
  const desk: Desk = {
    ports,
    calls: new Map(),
    connecting: new Map(),
    passing: createPassing(ports),
    draining: false,
  };
  return {
    /** Answers a call from the ledger, from the one that is running, or by sending it. */
    ask: (call: LedgeredCall): Promise<Answer> => answerCall(desk, call),
    /** Sends a request once, unledgered. */
    pass: async (request: UpstreamRequest | SpokenCall): Promise<Answer> =>
      noRoom(desk, 'passing') ?? desk.passing.pass(request),
    running: (): number => desk.calls.size + desk.passing.running(),
    isDraining: (): boolean => desk.draining,
    /** Starts no more calls, and resolves when the running ones have ended. */
    async drain(): Promise<void> {
      desk.draining = true;
      await Promise.allSettled([...desk.calls.values(), desk.passing.end()]);
    },
  };
}

/**
 * The ledger's word comes first: a key that is known may have run, whatever is wrong with asking for it now. A call that
 * can leave, and says of no try before this one, is told to the ledger with the write that would dispatch it: most calls
 * are new, and what stands under a key, and whether it may be forgotten, comes out of that write as well.
 */
async function answerCall(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const { request } = call;
  // An older handheld says the first try alone, and not the one before this: it only costs a connection more.
  const isNew = isAlone(desk, call) && call.tried?.last === undefined && desk.ports.ledger.begin !== undefined;
  if (!isNew || 'status' in request || noRoom(desk)) return answerFromLedger(desk, call);
  return whileConnecting(desk, call.key, async () => {
    const sent = await beginSoon(desk, call, request);
    if (sent?.code === 'not-forwarded' || sent?.code === 'busy') return answerOfEarlierTry(desk, call, sent);
    return sent ?? answerFromLedger(desk, call);
  });
}

/** Whether nobody else in this gateway is at this key. */
function isAlone({ connecting, calls }: Desk, { key }: LedgeredCall): boolean {
  return !connecting.has(key) && !calls.has(key);
}

/** Connects to the service for a call while `work` has the ledger take it in; closes the connection where nobody took it. */
async function whileConnecting(desk: Desk, key: string, work: () => Promise<Answer>): Promise<Answer> {
  const { upstream, upstreamTimeoutMs, upstreamTls } = desk.ports;
  const connection = reach(upstream, upstreamTimeoutMs, upstreamTls);
  connection.catch(ignore); // whoever takes it is told
  desk.connecting.set(key, connection);
  try {
    return await work();
  } finally {
    if (desk.connecting.get(key) === connection) takeConnection(desk, key)?.then((socket) => socket.destroy(), ignore);
  }
}

/** For whoever sends the call: it is theirs from now on. */
function takeConnection({ connecting }: Desk, key: string): Promise<Socket> | undefined {
  const connection = connecting.get(key);
  connecting.delete(key);
  return connection;
}

/** What came of an earlier call of this key, where this try went no further. */
async function answerOfEarlierTry(desk: Desk, call: LedgeredCall, sent: Answer): Promise<Answer> {
  const found = await findRow(desk.ports, call);
  if (found && 'status' in found) return found;
  return found && found.state !== 'received' ? decide(desk, call, found) : sent;
}

/** Looks the key up before anything else; where the ledger's epoch ends meanwhile the call goes no further. */
async function answerFromLedger(desk: Desk, asked: LedgeredCall): Promise<Answer> {
  const call = { ...asked, epoch: desk.ports.ledger.epoch };
  const known = await findRow(desk.ports, call);
  if (known && 'status' in known) return known;
  if (known && known.state !== 'received') return decide(desk, call, known);
  const { request } = call;
  const refusal = 'status' in request ? request : noRoom(desk);
  if (refusal && !desk.ports.ledger.isShared) return askedAnswer(refusal);
  const seen = { ...call, entered: known?.entered };
  if (refusal || 'status' in request || !isAlone(desk, call)) return receive(desk, seen);
  // It is entered first: the next try of it is known then, whatever becomes of the ledger's gaps meanwhile.
  return whileConnecting(desk, call.key, () => receive(desk, seen));
}

async function receive(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const { ledger, now, log } = desk.ports;
  let row: LedgerRow;
  try {
    row = await ledger.receive(call, now());
  } catch (error) {
    log.error({ key: call.key, err: error }, 'the ledger cannot be written');
    return problemAnswer('not-forwarded', 'The gateway cannot write its ledger.', { retryAfterS: 5 });
  }
  return decide(desk, call, row);
}

/**
 * Where the connection stands soon, the call is entered and dispatched in one write. `undefined`: it does not, or
 * another asker of the same key was quicker, or the ledger has no such write.
 */
async function beginSoon(desk: Desk, call: LedgeredCall, spoken: SpokenCall): Promise<Answer | undefined> {
  const early = desk.connecting.get(call.key);
  if (!early || !desk.ports.ledger.begin) return undefined;
  const connection = await within(early, SOON_MS).catch(ignore);
  if (!connection || desk.connecting.get(call.key) !== early) return undefined;
  const room = noRoom(desk);
  if (room) return askedAnswer(room);
  return send(desk, call, spoken, true);
}

function ignore(): void {}

async function decide(desk: Desk, call: LedgeredCall, row: LedgerRow): Promise<Answer> {
  if (row.fingerprint !== call.fingerprint) {
    return problemAnswer('key-reuse', 'The ledger knows this key with other content.');
  }
  if (row.state === 'answered' && row.reply) return replay(desk, call, row.reply);
  if (row.state === 'outcome-unknown') return unknownAnswer(row.detail);
  const running = desk.calls.get(call.key);
  if (running) return join(desk, call, row, running);
  if (row.elsewhere) return joinElsewhere(desk, call);
  if (row.state === 'dispatching') return readAgain(desk, call);
  const room = noRoom(desk);
  if (room) return askedAnswer(room);
  if ('status' in call.request) return askedAnswer(call.request);
  return send(desk, row.entered === undefined ? call : { ...call, entered: row.entered }, call.request, false);
}

/** What was kept once. A refusal that an older gateway believed is looked at again: it may have been let through. */
function replay({ ports }: Desk, call: LedgeredCall, kept: StoredReply): Answer {
  const answer = replyAnswer(kept, call.askersKey, 'replayed');
  if (kept.status === 200) return answer;
  const outcome = classify(answer, ports.names, call.sent);
  return outcome.kind === 'no-answer' ? unknownAnswer(outcome.reason) : answer;
}

/** A kept reply for whoever asks now. @param how - it came. */
function replyAnswer(reply: StoredReply, askersKey: string, how: NonNullable<Answer['how']>): Answer {
  return {
    status: reply.status,
    contentType: reply.contentType,
    body: unmaskKey(reply, askersKey),
    headers: how === 'replayed' || how === 'joined' ? { 'idempotency-replayed': 'true' } : {},
    how,
  };
}

/** Sends a call, for all who ask for it meanwhile. @param isNew - the ledger has not been told of it. */
async function send(desk: Desk, call: LedgeredCall, spoken: SpokenCall, isNew: boolean): Promise<Answer> {
  const connection = takeConnection(desk, call.key);
  const running = sendOnce(desk.ports, call, spoken, connection, isNew).finally(() => desk.calls.delete(call.key));
  desk.calls.set(call.key, running);
  return toAnswer(desk, call, await running, false);
}

/** A row read as `dispatching` whose call is not running: it ended in between, or its end could not be written. */
async function readAgain(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const row = await desk.ports.ledger.find(call.key);
  if (row?.state === 'received') return STILL_RUNNING;
  if (row && row.state !== 'dispatching') return decide(desk, call, row);
  return unknownAnswer('The gateway could not record what came of the call.');
}

async function joinElsewhere(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const row = await awaitElsewhere(desk.ports, call.key, desk.ports.joinMs ?? JOIN_MS, () => !desk.draining);
  return row ? decide(desk, call, row) : STILL_RUNNING;
}

/** Waits for a running call; where this asker has entered it meanwhile it is sent for this one. */
async function join(desk: Desk, call: LedgeredCall, row: LedgerRow, running: Promise<Settled>): Promise<Answer> {
  const settled = await within(running, desk.ports.joinMs ?? JOIN_MS);
  if (settled?.kind === 'superseded' && row.state === 'received') return decide(desk, call, row);
  return settled ? toAnswer(desk, call, settled, true) : STILL_RUNNING;
}

async function toAnswer(desk: Desk, call: LedgeredCall, settled: Settled, joined: boolean): Promise<Answer> {
  switch (settled.kind) {
    case 'answered':
      if (joined) return replyAnswer(settled.reply, call.askersKey, 'joined');
      return {
        ...replyAnswer(settled.reply, call.askersKey, settled.word),
        serviceMs: settled.serviceMs,
        ...(settled.giveBack && { release: settled.giveBack }),
      };
    case 'unknown':
      return { ...unknownAnswer(settled.detail), ...(!joined && { serviceMs: settled.serviceMs }) };
    case 'not-sent':
      return askedAnswer(problemAnswer('not-forwarded', settled.detail, { retryAfterS: 5 }));
    case 'raced':
      return answerFromLedger(desk, call);
    case 'superseded':
      return joinElsewhere(desk, call);
  }
}

/**
 * Why nothing more can be sent now, or `undefined` where it can. What is passed on has a room of its own: reads that the
 * service is slow with take no place from a call of the ledger.
 */
function noRoom(desk: Desk, kind: 'calls' | 'passing' = 'calls'): Answer | undefined {
  if (desk.draining) return problemAnswer('not-forwarded', 'The gateway is stopping.', { retryAfterS: 5 });
  const running = kind === 'calls' ? desk.calls.size : desk.passing.running();
  if (running < (desk.ports.capacity ?? 64)) return undefined;
  const which = kind === 'calls' ? 'calls' : 'requests without a key of the ledger, such as reads,';
  return problemAnswer('busy', `Too many ${which} are running.`, { retryAfterS: 1 });
}
