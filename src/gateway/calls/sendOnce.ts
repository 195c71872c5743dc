import type { Socket } from 'node:net';
import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import type { LedgeredCall } from './callRequest.ts';
import { type Exchange, NotReached, exchange, reach, stands } from '#gateway/upstream/forward.ts';
import { eraseKey, maskKey, withoutOwnKey } from './keyMask.ts';
import type { Ledger, StoredReply } from '#gateway/ledger/ledger.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import type { Reachability } from '#gateway/upstream/reachability.ts';
import type { ReplyBudget } from '#gateway/upstream/replyBudget.ts';
import { reasonWith } from '#gateway/upstream/signIn.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import type { UpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { MAX_REPLY_BYTES } from '#wire/classify.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { eraseKeyFromPart, eraseKeyFromText } from '#wire/keyForms.ts';
import type { WireReply } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { type ServicesWord, toPostReply } from '#wire/toPostReply.ts';

/** How much of what is no answer is kept as evidence, in bytes. */
const EVIDENCE_BYTES = 2048;

/**
 * A call that was asked for longer ago, in milliseconds, does not leave: should the ledger be put back, a retry would say a
 * time from before what it lost. Source: `npm run prove`, "connects for longer than a gap reaches back".
 */
const LEAVES_WITHIN_MS = 8_000;

/** The key among the settings is the one that the gateway adds: nobody who asks may see it in a reply. */
export interface SendPorts extends Pick<Settings, 'upstreamTimeoutMs' | 'upstreamApiKey' | 'names'> {
  readonly ledger: Ledger;
  readonly upstream: URL;
  readonly upstreamTls?: UpstreamTls | undefined;
  /** What replies may take of the memory; absent: any number of bytes. */
  readonly budget?: ReplyBudget;
  /** Unix ms. */
  readonly now: () => number;
  readonly metrics?: {
    serviceTook(operation: string, ms: number): void;
    serviceFailed(cause: NoAnswerCause | 'not-reached'): void;
  };
  /** Told what was heard of the service; absent where it is the stand-in. */
  readonly reachability?: Pick<Reachability, 'heard' | 'failed'> | undefined;
  readonly log: { warn(facts: object, line: string): void; error(facts: object, line: string): void };
}

/**
 * What came of sending a call of the ledger; `raced`: its key is known already, so ask the ledger again; `superseded`:
 * whoever asked after this one has it. `serviceMs`: how long the service had it, in milliseconds.
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
  | { readonly kind: 'raced' | 'superseded' };

/**
 * Sends a call of the ledger once. The connection is made first, so that a service that is not there leaves no doubt;
 * then `dispatching` is put on disk; then, and not before, the first byte of the request leaves.
 *
 * @param early - a fresh connection that is being made for this call already.
 * @param isNew - the ledger has not been told of the call: it is entered with the same write.
 */
export async function sendOnce(
  ports: SendPorts,
  call: LedgeredCall,
  spoken: SpokenCall,
  early?: Promise<Socket>,
  isNew = false,
): Promise<Settled> {
  const { ledger, upstream, upstreamTimeoutMs, now, log } = ports;
  const { key, operation } = call;
  const startedAt = performance.now();
  let socket;
  try {
    socket = await (early ?? reach(upstream, upstreamTimeoutMs, ports.upstreamTls));
    if (performance.now() - startedAt > LEAVES_WITHIN_MS)
      throw new NotReached('The connection to the service came too late.');
    const mayLeave = isNew && ledger.begin ? await ledger.begin(call, now()) : await ledger.dispatch(call, now());
    if (!mayLeave) {
      socket.destroy();
      return { kind: isNew ? 'raced' : 'superseded' };
    }
  } catch (error) {
    socket?.destroy();
    if (error instanceof NotReached) {
      ports.metrics?.serviceFailed('not-reached');
      ports.reachability?.failed(error.message);
    }
    const detail = error instanceof NotReached ? error.message : 'The gateway cannot write its ledger.';
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

/** What the service says may grow where it is said anew in another binding or encoding. */
export const TOO_LARGE = 'The service answered, with more than a handheld can read.';

/** Puts what came back into the ledger before anybody sees it. */
async function record(
  ports: SendPorts,
  call: LedgeredCall,
  spoken: SpokenCall,
  came: Exchange,
  serviceMs: number,
): Promise<Settled> {
  const { ledger, now, log, names, upstreamApiKey } = ports;
  const sentKey = upstreamApiKey ?? call.askersKey;
  if (came.giveBack) await ports.budget?.ownTurn();
  const outcome = came.kind === 'reply' ? read(spoken, came.reply, names) : undefined;
  if (came.kind === 'reply' && (outcome?.kind === 'answered' || outcome?.kind === 'rejected')) {
    const said = forDevice(spoken, came.reply, outcome, names);
    const kept = upstreamApiKey === undefined ? toStored(said, sentKey) : undefined;
    const reply = kept ?? { ...withoutOwnKey(said, sentKey, names, outcome), marker: null };
    if (reply.body.byteLength <= MAX_REPLY_BYTES) {
      await ledger.answer(call.key, reply, now()).catch((error: unknown) => {
        // The answer is known, and a person needs it more than silence; asked again, the ledger says it does not know.
        log.error({ key: call.key, err: error }, 'the reply could not be recorded');
      });
      return { kind: 'answered', reply, word: outcome.kind, serviceMs, giveBack: came.giveBack };
    }
  }
  const isWord = outcome === undefined || outcome.kind === 'answered' || outcome.kind === 'rejected';
  const reason = came.kind === 'broken' ? came.reason : isWord ? TOO_LARGE : reasonWith(outcome.reason, came);
  const detail = eraseKeyFromText(reason, sentKey);
  const evidence = came.kind === 'broken' ? came.part : came.reply;
  ports.metrics?.serviceFailed(causeOf(came, outcome));
  log.warn({ key: call.key, operation: call.operation, status: evidence?.status, detail }, 'outcome unknown');
  await ledger.giveUp(call.key, detail, evidence && toEvidence(evidence, sentKey), now()).catch((error: unknown) => {
    log.error({ key: call.key, err: error }, 'the unknown outcome could not be recorded');
  });
  return { kind: 'unknown', detail, serviceMs };
}

/** Why what came is no answer. What the service itself calls unknown came whole, from somebody else: a gateway. */
function causeOf(came: Exchange, outcome: Outcome | undefined): NoAnswerCause {
  if (came.kind === 'broken') return came.cause;
  return outcome?.kind === 'no-answer' ? outcome.cause : 'foreign';
}

/** What the service said, in whatever binding it was asked. */
export function read(spoken: SpokenCall, reply: WireReply, names: WireNames): Outcome {
  const isForm = spoken.binding === 'http-post' || spoken.binding === 'http-get';
  const text = isForm ? readPlainAnswer(reply, names) : undefined;
  return text === undefined ? classifyFor(spoken.binding, spoken, reply, names) : { kind: 'answered', text };
}

/** The service's word as the device reads it: over GET and POST it is the reply as it came. */
export function forDevice({ binding }: SpokenCall, reply: WireReply, word: ServicesWord, names: WireNames): WireReply {
  return binding === 'http-post' || binding === 'http-get' ? reply : toPostReply(word, names);
}

/**
 * The reply as it is kept, with marks where an asker's key can be put back. `undefined`: the key is also written as it
 * could not be put back, and so is to be erased for good, as the gateway's own is.
 */
function toStored({ status, contentType, body }: WireReply, sentKey: string): StoredReply | undefined {
  const kept = maskKey(body, sentKey);
  if (eraseKey(kept.body, sentKey) !== kept.body) return undefined;
  return { status, contentType: eraseKeyFromText(contentType, sentKey, '(apiKey)'), ...kept };
}

function toEvidence({ status, contentType, body }: WireReply, sentKey: string): StoredReply {
  // read further than is kept: a key that lies across the end is whole, and taken out, before the cut
  const erased = eraseKey(body.subarray(0, 16 * EVIDENCE_BYTES), sentKey, eraseKeyFromPart).subarray(0, EVIDENCE_BYTES);
  const type = eraseKeyFromText(contentType, sentKey, '(apiKey)');
  return { status, contentType: type, body: erased, marker: null };
}

const PLAIN_TEXT = /^[\x20-\x25\x27-\x3b\x3d\x3f-\x7e]*$/;
const END = '</string>';

/**
 * The text of an answer written letter by letter as an ASMX host writes a plain one: printable ASCII with nothing to
 * escape. It is what most answers are, and reading one as XML costs more than all else that is done with it.
 *
 * @returns `undefined` for everything else: what that is, the XML reader says.
 */
export function readPlainAnswer({ status, contentType, body }: WireReply, names: WireNames): string | undefined {
  if (status !== 200 || contentType !== 'text/xml; charset=utf-8' || !/^[\w:/.-]+$/.test(names.namespace))
    return undefined;
  const beginning = `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="${names.namespace}">`;
  const source = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  if (!source.startsWith(beginning) || !source.endsWith(END)) return undefined;
  const text = source.slice(beginning.length, -END.length);
  return PLAIN_TEXT.test(text) ? text : undefined;
}
