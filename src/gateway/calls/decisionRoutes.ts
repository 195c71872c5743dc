import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type CallDecision,
  DECISION_TEXTS,
  type DecisionsAsked,
  type DecisionsHeard,
  MOST_DECISIONS,
  decisionWords,
} from '#contract/decision.ts';
import { jsonIn } from '#contract/json.ts';
import { type Schema, type SchemaOf, among, list, named, object, readBy, wholeNumber } from '#contract/schema.ts';
import { problemAnswer, refusal, replyWith, replyWithJson } from '#gateway/http/answer.ts';
import { askerOf } from './callRoutes.ts';
import { IDEMPOTENCY_KEY, type Ledger } from '#gateway/ledger/ledger.ts';
import { DECISIONS_PATH } from '#wire/decisions.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

const key: SchemaOf<string> = { type: 'string', pattern: IDEMPOTENCY_KEY.source };
const line = (maxLength: number): SchemaOf<string> => ({ ...named, maxLength });

const decision = object(
  {
    id: { type: 'string', pattern: '^[A-Za-z0-9-]{8,64}$' } as SchemaOf<string>,
    key,
    says: among(decisionWords),
    version: { ...wholeNumber, minimum: 0, maximum: 1_000_000 } as SchemaOf<number>,
    by: line(DECISION_TEXTS.by),
    why: line(DECISION_TEXTS.why),
  },
  ['id', 'key', 'says', 'version', 'by'],
) satisfies SchemaOf<CallDecision> & Schema;

const asked = object({ tell: list(decision), ask: list(key) }, ['tell', 'ask']);

/**
 * Adds `POST /gateway/decisions`, where a handheld tells what people decided about calls, and hears what others did. Source:
 * docs/adr/2026-11-27-decisions-reach-the-ledger.md.
 */
export function addDecisionRoutes(app: FastifyInstance, ledger: Pick<Ledger, 'decide' | 'stands' | 'now'>): void {
  app.post(DECISIONS_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const read = readAsked(request);
    if (typeof read === 'string') return replyWith(reply, refusal(read));
    try {
      return replyWithJson(reply, await decideAll(ledger, read, askerOf(request)));
    } catch (error) {
      request.log.error({ err: error }, 'decisions cannot be kept');
      const detail = 'The gateway cannot write its ledger.';
      return replyWith(reply, problemAnswer('not-forwarded', detail, { retryAfterS: 5 }));
    }
  });
}

/** Keeps decisions in the order in which they were made, and tells how the calls stand then. */
async function decideAll(
  ledger: Pick<Ledger, 'decide' | 'stands' | 'now'>,
  { tell, ask }: DecisionsAsked,
  asker: string,
): Promise<DecisionsHeard> {
  const told: DecisionsHeard['told'][number][] = [];
  for (const one of tell) told.push(await ledger.decide({ ...one, asker }, ledger.now()));
  const stands: DecisionsHeard['asked'][number][] = [];
  for (const one of ask) stands.push({ key: one, stands: await ledger.stands(one) });
  return { told, asked: stands };
}

/** Reads what a handheld tells and asks, or returns the sentence on what is wrong with it. */
function readAsked({ body }: FastifyRequest): DecisionsAsked | string {
  const value = Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined;
  try {
    const { tell, ask } = readBy(asked, value, 'decisions');
    if (Math.max(tell.length, ask.length) > MOST_DECISIONS)
      return `tell and ask: expected ${MOST_DECISIONS} at most in each.`;
    return { tell, ask };
  } catch (error) {
    return (error as TypeError).message;
  }
}
