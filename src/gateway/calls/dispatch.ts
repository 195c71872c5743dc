import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, askedAnswer, problemAnswer, unknownAnswer } from '#gateway/http/answer.ts';
import type { LedgeredCall } from './callRequest.ts';
import { type EarlyConnections, type EarlyPorts, createEarlyConnections } from '#gateway/upstream/earlyConnections.ts';
import type { UpstreamRequest } from '#gateway/upstream/forward.ts';
import type { LedgerRow } from '#gateway/ledger/ledger.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import { replyAnswer } from './replyAnswer.ts';
import { type SendPorts, type Settled, passOnce, sendOnce } from './sendOnce.ts';
import { within } from '#gateway/http/within.ts';

/** How often a call that runs at another gateway is looked for: soon at first, then so many milliseconds apart. */
const POLL_FIRST_MS = 10;
const POLL_MS = 250;

/** So long a call waits for its connection before the ledger is told that it was received, in milliseconds. */
const SOON_MS = 20;

/** What dispatching needs. */
export interface DispatchPorts extends SendPorts, EarlyPorts {
  /** How long a second asker waits for a running call, in milliseconds. */
  readonly joinMs?: number;
  /** How many calls of the ledger may run at once, and beside them how many requests that are passed on. */
  readonly capacity?: number;
}

/** Sends calls upstream, the ledger's once and others as they come. */
export interface Dispatch {
  /** Answers a call from the ledger, from the one that is running, or by sending it. */
  ask(call: LedgeredCall): Promise<Answer>;
  /** Sends a request once, unledgered. */
  pass(request: UpstreamRequest | SpokenCall): Promise<Answer>;
  /** How many upstream calls are running. */
  running(): number;
  /** Whether no more calls are started. */
  isDraining(): boolean;
  /** Starts no more calls, and resolves when the running ones have ended. */
  drain(): Promise<void>;
}

/** What a dispatcher has at hand and remembers. */
interface Desk {
  readonly ports: DispatchPorts;
  /** Running calls of the ledger, by key. */
  readonly calls: Map<string, Promise<Settled>>;
  readonly early: EarlyConnections;
  /** Running requests that are passed on. */
  readonly passing: Set<Promise<unknown>>;
  draining: boolean;
}

/** The dispatcher. An upstream call belongs to no connection of a device: whoever asked may go, the call ends. */
export function createDispatch(ports: DispatchPorts): Dispatch {
  const desk: Desk = {
    ports,
    calls: new Map(),
    early: createEarlyConnections(ports),
    passing: new Set(),
    draining: false,
  };
  return {
    ask: (call) => ask(desk, call),
    pass: (request) => pass(desk, request),
    running: () => desk.calls.size + desk.passing.size,
    isDraining: () => desk.draining,
    async drain() {
      desk.draining = true;
      await Promise.allSettled([...desk.calls.values(), ...desk.passing]);
    },
  };
}

/**
 * The ledger's word comes first: a key that is known may have run, whatever is wrong with asking for it now. A call that
 * can leave, and says of no try before this one, is told to the ledger with the write that would dispatch it: most calls
 * are new, and what stands under a key, and whether it may be forgotten, comes out of that write as well.
 */
async function ask(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const isFirst = !desk.early.has(call.key) && !desk.calls.has(call.key);
  const isNew = isFirst && saysNoOther(call) && desk.ports.ledger.begin !== undefined;
  if (!isNew || 'status' in call.request || noRoom(desk)) return askLedger(desk, call);
  const early = desk.early.begin(call.key);
  try {
    const sent = await beginSoon(desk, call, call.request);
    if (sent?.code === 'not-forwarded' || sent?.code === 'busy') return await standing(desk, call, sent);
    return sent ?? (await askLedger(desk, call));
  } finally {
    desk.early.drop(call.key, early);
  }
}

/** Whether it says of no try before this one. An older handheld says the first alone: it only costs a connection more. */
function saysNoOther({ tried }: LedgeredCall): boolean {
  return tried?.last === undefined;
}

/** What came of an earlier call of this key, where this try went no further. */
async function standing(desk: Desk, call: LedgeredCall, sent: Answer): Promise<Answer> {
  const found = await look(desk, call);
  if (found && 'status' in found) return found;
  return found && found.state !== 'received' ? decide(desk, call, found) : sent;
}

/** What stands under the key, or why the ledger cannot say that nothing does. */
async function look({ ports: { ledger, log } }: Desk, call: LedgeredCall): Promise<LedgerRow | Answer | undefined> {
  try {
    const known = await ledger.find(call.key);
    if (known || !call.tried || !(await ledger.mayHaveForgotten(call.tried, call.epoch))) return known;
    return problemAnswer('key-expired', 'It was tried before this ledger began or forgot it. It may have run.');
  } catch (error) {
    // It says that this try went no further. What became of an earlier one stays as open as it was.
    log.error({ key: call.key, err: error }, 'the ledger cannot be read');
    return unreadLedger();
  }
}

/** The ledger was not asked, so that it bears no word of it. */
function unreadLedger(): Answer {
  return problemAnswer('not-forwarded', 'The gateway cannot read its ledger.', { retryAfterS: 5 });
}

/** Looks the key up before anything else; where the ledger's epoch ends meanwhile the call goes no further. */
async function askLedger(desk: Desk, asked: LedgeredCall): Promise<Answer> {
  const { ledger, now, log } = desk.ports;
  const call = { ...asked, epoch: ledger.epoch };
  const known = await look(desk, call);
  if (known && 'status' in known) return known;
  if (known && known.state !== 'received') return decide(desk, call, known);
  if ('status' in call.request) return askedAnswer(call.request);
  const room = noRoom(desk);
  if (room) return askedAnswer(room);
  const isFirst = !desk.early.has(call.key) && !desk.calls.has(call.key);
  const early = isFirst ? desk.early.begin(call.key) : undefined;
  try {
    // a retry that may run is entered first: the next one is known then, whatever becomes of the ledger's gaps meanwhile
    const sent = isFirst && !known && saysNoOther(call) ? await beginSoon(desk, call, call.request) : undefined;
    if (sent) return sent;
    let row: LedgerRow;
    try {
      row = await ledger.receive(call.key, call.fingerprint, call.operation, now(), call.epoch);
    } catch (error) {
      log.error({ key: call.key, err: error }, 'the ledger cannot be written');
      return problemAnswer('not-forwarded', 'The gateway cannot write its ledger.', { retryAfterS: 5 });
    }
    return await decide(desk, call, row);
  } finally {
    if (early) desk.early.drop(call.key, early);
  }
}

/**
 * Where the connection stands soon, the call is entered and dispatched in one write. `undefined`: it does not, or
 * another asker of the same key was quicker, or the ledger has no such write.
 */
async function beginSoon(desk: Desk, call: LedgeredCall, spoken: SpokenCall): Promise<Answer | undefined> {
  const early = desk.early.get(call.key);
  if (!early || !desk.ports.ledger.begin) return undefined;
  const connection = await within(early, SOON_MS).catch(ignore);
  if (!connection || desk.early.get(call.key) !== early) return undefined;
  const room = noRoom(desk);
  if (room) return askedAnswer(room);
  void desk.early.take(call.key);
  return send(desk, call, spoken, early, true);
}

function ignore(): void {}

async function decide(desk: Desk, call: LedgeredCall, row: LedgerRow): Promise<Answer> {
  if (row.fingerprint !== call.fingerprint) {
    return problemAnswer('key-reuse', 'The ledger knows this key with other content.');
  }
  if (row.state === 'answered' && row.reply) return replyAnswer(row.reply, call.askersKey, 'replayed');
  if (row.state === 'outcome-unknown') return unknownAnswer(row.detail);
  const running = desk.calls.get(call.key);
  if (running) return join(desk, call, running);
  if (row.state === 'dispatching') return row.elsewhere ? joinElsewhere(desk, call) : askAgain(desk, call);
  const room = noRoom(desk);
  if (room) return askedAnswer(room);
  if ('status' in call.request) return askedAnswer(call.request);
  return send(desk, call, call.request, desk.early.take(call.key), false);
}

/** Sends a call, for all who ask for it meanwhile. @param isNew - the ledger has not been told of it. */
async function send(
  desk: Desk,
  call: LedgeredCall,
  spoken: SpokenCall,
  early: Promise<Socket> | undefined,
  isNew: boolean,
): Promise<Answer> {
  const running = sendOnce(desk.ports, call, spoken, early, isNew).finally(() => desk.calls.delete(call.key));
  desk.calls.set(call.key, running);
  return toAnswer(desk, call, await running, false);
}

/** A row read as `dispatching` whose call is not running: it ended in between, or its end could not be written. */
async function askAgain(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const row = await desk.ports.ledger.find(call.key);
  if (row?.state === 'received') return stillRunning();
  if (row && row.state !== 'dispatching') return decide(desk, call, row);
  return unknownAnswer('The gateway could not record what came of the call.');
}

/**
 * Waits for a call that another gateway has: the ledger is all that the two share, so it is asked again. The call is not
 * taken back from there, whatever becomes of it: that gateway may have said already that it was not forwarded.
 */
async function joinElsewhere(desk: Desk, call: LedgeredCall): Promise<Answer> {
  const until = performance.now() + joinMsOf(desk);
  for (
    let waitMs = POLL_FIRST_MS;
    performance.now() < until && !desk.draining;
    waitMs = Math.min(2 * waitMs, POLL_MS)
  ) {
    await pause(waitMs);
    const row = await desk.ports.ledger.find(call.key);
    const isOpen = !row || row.state === 'received' || row.elsewhere === true;
    if (!isOpen) return decide(desk, call, row);
  }
  return stillRunning();
}

async function join(desk: Desk, call: LedgeredCall, running: Promise<Settled>): Promise<Answer> {
  const settled = await within(running, joinMsOf(desk));
  return settled ? toAnswer(desk, call, settled, true) : stillRunning();
}

function joinMsOf({ ports }: Desk): number {
  return ports.joinMs ?? 20_000;
}

function stillRunning(): Answer {
  return problemAnswer('in-progress', 'The service has not answered yet.', { retryAfterS: 2 });
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
      return askLedger(desk, call);
    case 'superseded':
      return joinElsewhere(desk, call);
  }
}

async function pass(desk: Desk, request: UpstreamRequest | SpokenCall): Promise<Answer> {
  const room = noRoom(desk, 'passing');
  if (room) return room;
  const run = passOnce(desk.ports, request);
  desk.passing.add(run);
  return run.finally(() => desk.passing.delete(run));
}

/**
 * Why nothing more can be sent now, or `undefined` where it can. What is passed on has a room of its own: reads that the
 * service is slow with take no place from a call of the ledger.
 */
function noRoom(desk: Desk, kind: 'calls' | 'passing' = 'calls'): Answer | undefined {
  if (desk.draining) return problemAnswer('not-forwarded', 'The gateway is stopping.', { retryAfterS: 5 });
  if (desk[kind].size < (desk.ports.capacity ?? 64)) return undefined;
  const which = kind === 'calls' ? 'calls' : 'requests without a key of the ledger, such as reads,';
  return problemAnswer('busy', `Too many ${which} are running.`, { retryAfterS: 1 });
}
