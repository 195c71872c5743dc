/** The words in which a person decides about a call. `acknowledged`: its answer was looked at. Source: docs/adr/2026-11-27-decisions-reach-the-ledger.md. */
export const decisionWords = ['done', 'not-done', 'sent-again', 'discarded', 'acknowledged'] as const;

export type DecisionWord = (typeof decisionWords)[number];

/** A person's word about one key of a call, as the ledger is told it. */
export interface CallDecision {
  /** Told twice under one id it is one decision. */
  readonly id: string;
  /** The idempotency key. */
  readonly key: string;
  readonly says: DecisionWord;
  /** The version of the call's state that it was made for: decisions that held before it, as far as its maker knew. */
  readonly version: number;
  /** The worker's id, or whoever is at the desk. */
  readonly by: string;
  readonly why?: string | undefined;
}

/** The state of a call at the ledger, as people decide about it. `open`: nobody knows, it never left, or it is not known there. */
export interface CallStands {
  readonly is: 'open' | 'running' | 'answered' | DecisionWord;
  readonly version: number;
  /** Present where it is a person's word. */
  readonly by?: string;
  readonly why?: string;
}

/** The ledger's answer to a decision. One that does not hold is kept all the same. */
export interface TakenDecision {
  readonly id: string;
  readonly holds: boolean;
  readonly stands: CallStands;
}

/**
 * The words about a finished call that was a mistake, and what a person at the desk makes of that. They change nothing of what the call is.
 * Source: docs/adr/2026-11-29-who-says-that-it-was-a-mistake.md.
 */
export const allMistakeWords = ['mistake', 'put-right', 'no-mistake'] as const;

export type MistakeWord = (typeof allMistakeWords)[number];

/** A worker's word that a call was a mistake, as the ledger is told it. */
export type Mistake = Pick<CallDecision, 'id' | 'key' | 'by' | 'why'>;

/** The word about a call's mistake that holds at the ledger, and whose it is. */
export interface MistakeStands extends Pick<CallStands, 'by' | 'why'> {
  readonly is: MistakeWord;
}

/** The names under which the desk's words are kept where nobody signed in by a name: the first account, and the gateway's own machine. */
export const FIRST_ACCOUNT = 'SUPERVISOR_PASSWORD';
export const THIS_MACHINE = 'this machine';

/** Tells whether a word is the desk's, and no person's name is known of it. */
export function isOfDesk(by: string): boolean {
  return by === FIRST_ACCOUNT || by === THIS_MACHINE;
}

/** The longest texts of a decision, in characters. */
export const DECISION_TEXTS = { by: 128, why: 500 } as const;

/** The most decisions that a handheld tells at once, and the most calls that it asks about. */
export const MOST_DECISIONS = 100;

/** The decisions that a handheld tells, and the calls of which it asks. */
export interface DecisionsAsked {
  readonly tell: readonly CallDecision[];
  /** Idempotency keys. */
  readonly ask: readonly string[];
  /** Told as long as they are not settled. Gateways of before pass them over. */
  readonly mistakes?: readonly Mistake[];
}

/** The ledger's answer to it. */
export interface DecisionsHeard {
  readonly told: readonly TakenDecision[];
  readonly asked: readonly { readonly key: string; readonly stands: CallStands }[];
  /** Absent from gateways of before. One that has no room for a word leaves it out. */
  readonly mistakes?: readonly { readonly id: string; readonly stands: MistakeStands }[];
}

/** Returns the key under which a call is sent: its id, and from the second generation on that too. */
export function keyOf(callId: string, generation: number): string {
  return generation === 1 ? callId : `${callId}.g${generation}`;
}

/** Returns the call and the generation that a key is of. */
export function callOfKey(key: string): { readonly callId: string; readonly generation: number } {
  const [, callId = key, generation = '1'] = /^(.+)\.g([1-9][0-9]{0,8})$/.exec(key) ?? [];
  return { callId, generation: Number(generation) };
}
