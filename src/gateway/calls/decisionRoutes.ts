import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type CallDecision,
  DECISION_TEXTS,
  type DecisionsAsked,
  type DecisionsHeard,
  MOST_DECISIONS,
  type Mistake,
  decisionWords,
} from '#contract/decision.ts';
import { jsonIn } from '#contract/json.ts';
import { type Schema, type SchemaOf, among, list, named, object, readBy, wholeNumber } from '#contract/schema.ts';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#http/answer.ts';
import { createRateLimit } from '#http/edge/rateLimit.ts';
import { networkOf } from '#http/clientAddress.ts';
import { oneLine } from '#http/tidied.ts';
import type { Holders } from '#ledger/holders.ts';
import type { Mistakes } from '#ledger/mistakes.ts';
import { askerOf } from './callRoutes.ts';
import { IDEMPOTENCY_KEY, type Ledger } from '#ledger/ledger.ts';
import { DECISIONS_PATH } from '#wire/decisions.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

const key: SchemaOf<string> = { type: 'string', pattern: IDEMPOTENCY_KEY.source };
const line = (maxLength: number): SchemaOf<string> => ({ ...named, maxLength });

const said = {
  id: { type: 'string', pattern: '^[A-Za-z0-9-]{8,64}$' } as SchemaOf<string>,
  key,
  by: line(DECISION_TEXTS.by),
  why: line(DECISION_TEXTS.why),
};

const decision = object(
  {
    ...said,
    says: among(decisionWords),
    version: { ...wholeNumber, minimum: 0, maximum: 1_000_000 } as SchemaOf<number>,
  },
  ['id', 'key', 'says', 'version', 'by'],
) satisfies SchemaOf<CallDecision> & Schema;

const mistake = object(said, ['id', 'key', 'by']) satisfies SchemaOf<Mistake> & Schema;

const asked = object({ tell: list(decision), ask: list(key), mistakes: list(mistake) }, ['tell', 'ask']);

/** Words of one sender about calls that are not its own, as far as the ledger knows: as many as a handheld keeps, then one each ten seconds. */
const NOT_ITS_OWN = { perSecond: 0.1, burst: 1_000 };

/** The parts of the ledger that decisions go to. */
export interface DecisionParts {
  readonly ledger: Pick<Ledger, 'decide' | 'stands' | 'now'>;
  readonly holders: Pick<Holders, 'standing'>;
  readonly mistakes: Pick<Mistakes, 'say' | 'stands' | 'isKept'>;
}

/**
 * Adds `POST /gateway/decisions`, where a handheld tells what people decided about calls that it holds, and hears what others did. Source:
 * docs/adr/2026-11-27-decisions-reach-the-ledger.md, docs/adr/2026-11-29-who-decides-holds-the-call.md.
 */
export function addDecisionRoutes(app: FastifyInstance, parts: DecisionParts): void {
  const limit = createRateLimit(NOT_ITS_OWN, () => performance.now());
  app.post(DECISIONS_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const read = readAsked(request);
    if (typeof read === 'string') return replyWith(reply, refusal(read));
    const asker = askerOf(request);
    const sender = request.device === undefined ? networkOf(asker) : asker;
    try {
      const hasRoom = (): boolean => limit.take(sender) === 0;
      const heard = await decideAll(parts, read, asker, hasRoom);
      const mistakes = read.mistakes && (await keepMistakes(parts, read.mistakes, asker, hasRoom));
      return replyWithJson(reply, { ...heard, ...(mistakes && { mistakes }) });
    } catch (error) {
      request.log.error({ err: error }, 'decisions cannot be kept');
      const detail = 'The gateway cannot write its ledger.';
      return replyWith(reply, problemAnswer('not-forwarded', detail, { retryAfterS: 5 }));
    }
  });
}

/**
 * Keeps decisions in the order in which they were made, and tells how the calls stand then. Who is a stranger to a call decides nothing
 * about it, and is led to ask under its key: whoever knows all that is in it holds it from then on.
 *
 * @param hasRoom - takes the room of a decision about a call that the ledger does not know; without it the decision is told again later.
 */
async function decideAll(
  { ledger, holders }: DecisionParts,
  { tell, ask }: DecisionsAsked,
  asker: string,
  hasRoom: () => boolean,
): Promise<DecisionsHeard> {
  const told: DecisionsHeard['told'][number][] = [];
  for (const one of tell) {
    const holding = await holders.standing(one.key, asker);
    if (holding === 'stranger') {
      const { version } = await ledger.stands(one.key);
      told.push({ id: one.id, holds: false, stands: { is: 'running', version } });
    } else if (holding === 'holder' || hasRoom()) told.push(await ledger.decide({ ...one, asker }, ledger.now()));
  }
  const stands: DecisionsHeard['asked'][number][] = [];
  for (const one of ask) {
    const now = await ledger.stands(one);
    const isToAsk = now.is === 'open' && (await holders.standing(one, asker)) === 'stranger';
    stands.push({ key: one, stands: isToAsk ? { is: 'answered', version: now.version } : now });
  }
  return { told, asked: stands };
}

/**
 * Keeps words that calls were mistakes, and tells how each stands. A stranger to a call may say so too: it changes nothing of the call.
 *
 * @param hasRoom - takes the room of a word about a call that is not the sender's; without it the word is told again later.
 */
async function keepMistakes(
  { holders, mistakes }: DecisionParts,
  told: readonly Mistake[],
  asker: string,
  hasRoom: () => boolean,
): Promise<NonNullable<DecisionsHeard['mistakes']>> {
  const kept: NonNullable<DecisionsHeard['mistakes']>[number][] = [];
  for (const one of told) {
    if (!(await mistakes.isKept(one.id))) {
      if ((await holders.standing(one.key, asker)) !== 'holder' && !hasRoom()) continue;
      await mistakes.say({ ...one, says: 'mistake', asker });
    }
    const stands = await mistakes.stands(one.key);
    if (stands) kept.push({ id: one.id, stands });
  }
  return kept;
}

/** Reads what a handheld tells and asks, or returns the sentence on what is wrong with it. */
function readAsked({ body }: FastifyRequest): DecisionsAsked | string {
  const value = Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined;
  try {
    const { tell, ask, mistakes } = readBy(asked, value, 'decisions');
    if (Math.max(tell.length, ask.length, mistakes?.length ?? 0) > MOST_DECISIONS)
      return `tell, ask and mistakes: expected ${MOST_DECISIONS} at most in each.`;
    return { tell: tell.map(oneLines), ask, ...(mistakes && { mistakes: mistakes.map(oneLines) }) };
  } catch (error) {
    return (error as TypeError).message;
  }
}

/** Makes the texts of a word one line each. */
function oneLines<Word extends Mistake>(word: Word): Word {
  const { by, why } = word;
  return {
    ...word,
    by: oneLine(by, DECISION_TEXTS.by) || '?',
    ...(why !== undefined && { why: oneLine(why, DECISION_TEXTS.why) }),
  };
}
