import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import { type FrontReply, isOfFront } from '#site/frontReply.ts';
import type { LedgeredCall } from './callRequest.ts';
import { type Exchange, NotReached, exchange, reach, stands, reasonWith } from '#gateway/upstream/forward.ts';
import type { Ledger, StoredReply } from '#ledger/ledger.ts';
import type { Settings } from '#settings/settings.ts';
import type { Reachability } from '#gateway/upstream/reachability.ts';
import type { RepliesInPlace } from '#gateway/upstream/repliesInPlace.ts';
import type { ReplyBudget } from '#gateway/upstream/replyBudget.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import type { UpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { MAX_REPLY_BYTES, noAnswer } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import { type WireReply, mediaType } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { PROBLEM_MEDIA_TYPE } from '#wire/problem.ts';
import { withoutKey } from '#wire/send.ts';
import { type ServicesWord, toPostReply } from '#wire/stringDocument.ts';
import { visibleHeader, visibleLines } from '#wire/visibleLines.ts';

/**
 * A call that was asked for longer ago, in milliseconds, does not leave: should the ledger be put back, a retry would say a
 * time from before what it lost. Source: `npm run lab -- prove`, "connects for longer than a gap reaches back".
 */
const LEAVES_WITHIN_MS = 8_000;

/** The key among the settings is the one that the gateway adds: nobody who asks may see it in a reply. */
export interface SendPorts extends Pick<Settings, 'upstreamTimeoutMs' | 'upstreamApiKey' | 'names'> {
  readonly ledger: Ledger;
  readonly upstream: URL;
  readonly upstreamTls?: UpstreamTls | undefined;
  /** The bytes of memory that replies may take; absent: any number. */
  readonly budget?: ReplyBudget;
  /** Unix ms. */
  readonly now: () => number;
  readonly metrics?: {
    serviceTook(operation: string, ms: number): void;
    serviceFailed(cause: NoAnswerCause | 'not-reached'): void;
  };
  /** The replies that the site has confirmed to come before the service; absent: none. */
  readonly frontReplies?: () => readonly FrontReply[];
  /** Told which replies came in the service's place, and what the service's own carry; absent: nobody asks. */
  readonly inPlace?: Pick<RepliesInPlace, 'answered' | 'doubted'>;
  /** Told what was heard of the service; absent where it is the stand-in. */
  readonly reachability?: Pick<Reachability, 'heard' | 'failed'> | undefined;
  readonly log: { warn(facts: object, line: string): void; error(facts: object, line: string): void };
}

/**
 * The end of sending a call of the ledger. `superseded`: whoever entered the call after this one has it. `serviceMs`: how
 * long the service had it, in milliseconds.
 */
export type Settled =
  | {
      readonly kind: 'answered';
      readonly reply: StoredReply;
      readonly word: 'answered' | 'rejected';
      readonly serviceMs: number;
      /** Told when a large reply has gone to whoever it was sent for. */
      readonly giveBack: (() => void) | undefined;
    }
  | { readonly kind: 'unknown'; readonly detail: string; readonly serviceMs: number }
  | { readonly kind: 'not-sent'; readonly detail: string }
  | { readonly kind: 'superseded' };

/**
 * Sends a call of the ledger once. The connection is made first, so that a service that is not there leaves no doubt;
 * then `dispatching` is put on disk; then, and not before, the first byte of the request leaves.
 */
export async function sendOnce(ports: SendPorts, call: LedgeredCall, spoken: SpokenCall): Promise<Settled> {
  const { ledger, upstream, upstreamTimeoutMs, now, log } = ports;
  const { key, operation } = call;
  const startedAt = performance.now();
  let socket;
  try {
    socket = await reach(upstream, upstreamTimeoutMs, ports.upstreamTls);
    if (performance.now() - startedAt > LEAVES_WITHIN_MS)
      throw new NotReached('The connection to the service came too late.');
    if (!(await ledger.dispatch(call, now()))) {
      socket.destroy();
      return { kind: 'superseded' };
    }
  } catch (error) {
    socket?.destroy();
    const why = error instanceof NotReached ? error.message : 'The gateway cannot write its ledger.';
    const detail = eraseKeyFromText(why, keyOf(ports, call));
    if (error instanceof NotReached) {
      ports.metrics?.serviceFailed('not-reached');
      ports.reachability?.failed(detail);
    }
    log.warn({ key, operation, detail }, 'not forwarded');
    return { kind: 'not-sent', detail };
  }
  if (!stands(socket)) {
    socket.destroy();
    await ledger.release(key);
    return { kind: 'not-sent', detail: 'The service closed the connection before anything was sent.' };
  }
  const sentAt = performance.now();
  const leftMs = Math.max(1, upstreamTimeoutMs - (sentAt - startedAt));
  const came = await exchange(socket, upstream, spoken.request, leftMs, ports.budget);
  const serviceMs = performance.now() - sentAt;
  ports.metrics?.serviceTook(operation, serviceMs);
  ports.reachability?.heard(came);
  let settled: Settled | undefined;
  try {
    settled = await record(ports, call, spoken, came, serviceMs);
    return settled;
  } finally {
    if (settled?.kind !== 'answered') came.giveBack?.();
  }
}

/** The reason where a reply is longer than a handheld reads: it may grow where it is said anew in another binding or encoding. */
export const TOO_LARGE = 'The service answered, with more than a handheld can read.';

/** Puts what came back into the ledger before anybody sees it. */
async function record(
  ports: SendPorts,
  call: LedgeredCall,
  spoken: SpokenCall,
  came: Exchange,
  serviceMs: number,
): Promise<Settled> {
  const { ledger, now, log, names } = ports;
  const sentKey = keyOf(ports, call);
  if (came.giveBack) await ports.budget?.ownTurn();
  const outcome = came.kind === 'reply' ? readReply(spoken, came.reply, names) : undefined;
  if (came.giveBack) await ports.budget?.ownTurn();
  if (came.kind === 'reply' && (outcome?.kind === 'answered' || outcome?.kind === 'rejected')) {
    ports.inPlace?.answered(came.headers);
    const reply = { ...saidAnew(outcome, sentKey, names), marker: null };
    if (reply.body.byteLength <= MAX_REPLY_BYTES) {
      await ledger.answer(call.key, reply, now()).catch((error: unknown) => {
        // The answer is known, and a person needs it more than silence; asked again, the ledger says it does not know.
        log.error({ key: call.key, err: error }, 'the reply could not be recorded');
      });
      return { kind: 'answered', reply, word: outcome.kind, serviceMs, giveBack: came.giveBack };
    }
  }
  const status = frontsStatus(ports, came, outcome);
  if (status !== undefined) {
    log.warn({ key: call.key, operation: call.operation, status }, 'answered before the service');
    await ledger.release(call.key);
    return {
      kind: 'not-sent',
      detail: `HTTP ${status} came before the service, by this site’s rule: it was not done.`,
    };
  }
  if (came.kind === 'reply' && isInPlace(outcome))
    ports.inPlace?.doubted({ ...came.reply, headers: came.headers }, sentKey);
  const isWord = outcome === undefined || outcome.kind === 'answered' || outcome.kind === 'rejected';
  const reason =
    came.kind === 'broken' ? came.reason : isWord ? TOO_LARGE : reasonWith(reasonOf(outcome), { signIn: came.signIn });
  const detail = eraseKeyFromText(reason, sentKey);
  const evidence = came.kind === 'broken' ? came.part : came.reply;
  const cause = causeOf(came, outcome);
  ports.metrics?.serviceFailed(cause);
  log.warn({ key: call.key, operation: call.operation, status: evidence?.status, detail }, 'outcome unknown');
  await ledger
    .giveUp(call.key, { cause, detail }, evidence && toEvidence(evidence, sentKey), now())
    .catch((error: unknown) => {
      log.error({ key: call.key, err: error }, 'the unknown outcome could not be recorded');
    });
  return { kind: 'unknown', detail, serviceMs };
}

/** Letters of a page that are looked at for a rule's. */
const MARKED_BYTES = 64 * 1024;

/** Returns the status of a whole reply that came before the service, by a rule that the site has confirmed; else `undefined`. */
function frontsStatus({ frontReplies }: SendPorts, came: Exchange, outcome: Outcome | undefined): number | undefined {
  if (came.kind !== 'reply' || !isInPlace(outcome)) return undefined;
  const { status, body } = came.reply;
  const text = new TextDecoder().decode(body.subarray(0, MARKED_BYTES));
  return isOfFront(frontReplies?.() ?? [], { status, headers: came.headers, text }) ? status : undefined;
}

/** Tells whether a whole reply may have come from something before the service. */
function isInPlace(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'no-answer' && (outcome.cause === 'status' || outcome.cause === 'redirected');
}

/** Returns the cause why something is no answer. A whole reply that says “unknown” is another gateway's. */
function causeOf(came: Exchange, outcome: Outcome | undefined): NoAnswerCause {
  if (came.kind === 'broken') return came.cause;
  if (outcome?.kind === 'answered' || outcome?.kind === 'rejected') return 'too-large'; // it is not passed on for that alone
  return outcome?.kind === 'no-answer' ? outcome.cause : 'foreign';
}

/** Reads the service's word, in whatever binding it was asked. Nothing that another gateway says in its place is believed. */
export function readReply(spoken: SpokenCall, reply: WireReply, names: WireNames): Outcome {
  if (mediaType(reply.contentType) === PROBLEM_MEDIA_TYPE)
    return noAnswer('foreign', "Another gateway answered in the service's place.");
  return classifyFor(spoken.binding, spoken, reply, names);
}

/**
 * Writes the service's word as it is kept and passed on: a document of ours, over HTTP POST, with its text in it. Nothing
 * else of the reply is in it, and the key in none of its four forms.
 */
export function saidAnew(word: ServicesWord, sentKey: string, names: WireNames): WireReply {
  return toPostReply(withoutKey(word, sentKey), names);
}

/** Returns the reason why something is no answer, in words of ours: not a letter of another gateway's is passed on. */
export function reasonOf(outcome: Exclude<Outcome, ServicesWord>): string {
  return outcome.kind === 'no-answer' ? outcome.reason : "Another gateway answered in the service's place.";
}

/** Returns the access key that the service was sent. */
function keyOf({ upstreamApiKey }: SendPorts, { askersKey }: LedgeredCall): string {
  return upstreamApiKey ?? askersKey;
}

/** Makes the evidence of a reply that is no answer, for IT: its status, its type, its length and its visible lines. */
function toEvidence({ status, contentType, body }: WireReply, sentKey: string): StoredReply {
  const lines = `${body.byteLength} bytes\n${visibleLines(contentType, body, sentKey)}`;
  return { status, contentType: visibleHeader(contentType, sentKey), body: Buffer.from(lines), marker: null };
}
