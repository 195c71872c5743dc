import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOperationName, operationOf } from '#contract/catalogue.ts';
import { callOfKey } from '#contract/decision.ts';
import { jsonIn } from '#contract/json.ts';
import { type SchemaOf, list, named, object, readBy } from '#contract/schema.ts';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { networkOf } from '#http/clientAddress.ts';
import { type LedgerLine, type LedgerReader, stretchesBack } from '#ledger/ledgerReader.ts';
import { judge } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { classify } from '#wire/classify.ts';
import { KNOWN_ASKED, KNOWN_PATH, type KnownAsked, type KnownCall, type KnownHeard, MOST_KNOWN } from '#wire/known.ts';
import type { WireNames } from '#wire/names.ts';
import { CODES_BETWEEN, keptFact } from './callRequest.ts';
import { askerOf } from './callRoutes.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

const line = (maxLength: number): SchemaOf<string> => ({ ...named, maxLength });
const question = object({ codes: list(line(KNOWN_ASKED.letters)), own: list(line(100)) }, ['codes', 'own']);

/** Questions of one handheld: a person scans no faster for long. */
const QUESTIONS = { perSecond: 0.5, burst: 30 };
/** The longest that the ledger is looked through for one question, in milliseconds. */
const MOST_MS = 1_000;
/** Questions that wait for the one that is looked for; one more is told to come again. */
const MOST_WAITING = 20;
/** The longest answer that goes along, in letters: a sentence has fewer. */
const MOST_LETTERS = 300;

/** The parts that what is known of a code is read by. */
export interface KnownParts {
  readonly reader: LedgerReader;
  readonly site: () => SiteConfiguration;
  readonly names: WireNames;
  /** Tells whether the site has the ledger keep the codes of calls. */
  readonly keepsCodes: () => boolean;
}

/**
 * Adds `POST /gateway/known`, where a handheld asks what the ledger knows of a code; it changes nothing. The code is in no address, as
 * those are in logs. Source: docs/adr/2026-11-30-what-is-known-of-a-code.md.
 */
export function addKnownRoutes(app: FastifyInstance, parts: KnownParts): void {
  const limit = createRateLimit(QUESTIONS, () => performance.now());
  const inTurn = createTurns();
  app.post(KNOWN_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const read = readAsked(request);
    if (typeof read === 'string') return replyWith(reply, refusal(read));
    const retryAfterS = limit.take(request.device === undefined ? networkOf(askerOf(request)) : askerOf(request));
    if (retryAfterS > 0) return replyWith(reply, problemAnswer('busy', 'Too many questions at once.', { retryAfterS }));
    if (!parts.keepsCodes()) return replyWithJson(reply, { kept: false, calls: [] } satisfies KnownHeard);
    try {
      const heard = await inTurn(() => knownOf(parts, read));
      if (heard) return await replyWithJson(reply, heard);
      return replyWith(reply, problemAnswer('busy', 'The ledger is being looked through.', { retryAfterS: 2 }));
    } catch (error) {
      request.log.error({ err: error }, 'the ledger cannot be read');
      return replyWith(
        reply,
        problemAnswer('not-forwarded', 'The gateway cannot read its ledger.', { retryAfterS: 5 }),
      );
    }
  });
}

/** Looks back through the ledger for the calls of a thing, until there are fifty of them or the time is up. @param mostMs - milliseconds */
export async function knownOf(
  parts: KnownParts,
  { codes: asked, own }: KnownAsked,
  mostMs = MOST_MS,
): Promise<KnownHeard> {
  const until = performance.now() + mostMs;
  const codes = asked.map((code) => keptFact(code));
  const left = new Set(own);
  const calls: KnownCall[] = [];
  for await (const part of stretchesBack(parts.reader, { codes })) {
    for (const found of part.lines) {
      const { callId } = callOfKey(found.key);
      if (left.has(callId) || !codesOf(found).some((code) => codes.includes(code))) continue;
      left.add(callId); // an older key of it says less
      calls.push(toKnown(found, parts));
      if (calls.length === MOST_KNOWN) return { kept: true, calls, since: found.receivedAt };
    }
    if (part.next && performance.now() > until) return { kept: true, calls, since: part.next.receivedAt };
  }
  return { kept: true, calls };
}

function codesOf({ codes = '' }: LedgerLine): readonly string[] {
  return codes.split(CODES_BETWEEN);
}

const states = {
  received: 'waiting',
  dispatching: 'sending',
  answered: 'answered',
  'outcome-unknown': 'unconfirmed',
} as const;

function toKnown(found: LedgerLine, parts: KnownParts): KnownCall {
  const { operation, state, decided, receivedAt, settledAt, worker } = found;
  const { workers = [] } = parts.site();
  const is = state === 'outcome-unknown' && decided && decided !== 'acknowledged' ? decided : states[state];
  return {
    operation,
    codes: codesOf(found),
    at: settledAt ?? receivedAt,
    is,
    ...answerOf(found, parts),
    ...(worker !== undefined && workers.length > 0 && { worker }),
  };
}

/** Returns what an answer means, and its words where they are short and no label, which has more than the code on it. */
function answerOf(found: LedgerLine, { site, names }: KnownParts): Pick<KnownCall, 'verdict' | 'text'> {
  const { operation, status = 0, contentType = '', reply } = found;
  if (!reply || !isOperationName(operation)) return {};
  const outcome = classify({ status, contentType, body: reply }, names);
  if (outcome.kind !== 'answered') return {};
  const { text } = outcome;
  const isSaid = text !== null && text.length <= MOST_LETTERS && operationOf(operation).effect !== 'print';
  return { verdict: judge(site(), operation, text), ...(isSaid && { text }) };
}

/** Makes what does one thing after the other, so that calls pass in between; `undefined`: too many wait. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (waiting >= MOST_WAITING) return undefined;
    waiting += 1;
    const mine = last.then(work);
    last = mine.catch(() => undefined).finally(() => (waiting -= 1));
    return mine;
  };
}

/** Reads what a handheld asks, or returns the sentence on what is wrong with it. */
function readAsked({ body }: FastifyRequest): KnownAsked | string {
  const value = Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined;
  try {
    const { codes, own } = readBy(question, value, 'known');
    if (codes.length === 0 || codes.length > KNOWN_ASKED.codes) return `codes: expected 1 to ${KNOWN_ASKED.codes}.`;
    return own.length > KNOWN_ASKED.own ? `own: expected ${KNOWN_ASKED.own} at most.` : { codes, own };
  } catch (error) {
    return (error as TypeError).message;
  }
}
