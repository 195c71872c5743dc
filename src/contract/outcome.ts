import type { CallStands } from './decision.ts';

/** Reasons for which something that came back, or did not, is no answer of the service. */
export const noAnswerCauses = [
  'no-reply',
  'timed-out',
  'cut-off',
  'too-large',
  'redirected',
  'status',
  'not-xml',
  'malformed',
  'foreign',
] as const;

export type NoAnswerCause = (typeof noAnswerCauses)[number];

/** The reply that came in an answer's place, as far as it came: kept so that somebody can see who answered in the service's place. */
export interface Evidence {
  readonly status: number;
  readonly contentType: string;
  /** The first of the body as text; the access key is not in it. */
  readonly body: string;
  /** Bytes of a body that came. */
  readonly bytes: number;
}

/**
 * The outcome of sending a call once. Source: docs/architecture.md.
 *
 * - `answered`: the service's own result text; `null` where the service answered with no text at all.
 * - `rejected`: proved not to have run (an unreadable or missing parameter, an unknown operation).
 * - `not-forwarded`, `in-progress`: the gateway's word that it did not run, or still runs; ask again.
 * - `unknown`: the gateway's word that nobody knows, or that the key cannot be used.
 * - `no-answer`: anything else. The call may have run.
 */
export type Outcome =
  | { readonly kind: 'answered'; readonly text: string | null }
  | {
      readonly kind: 'rejected';
      readonly reason: string;
      /** The gateway's word, its ledger asked; absent: the service's own. */
      readonly by?: 'gateway';
    }
  | {
      readonly kind: 'not-forwarded';
      readonly reason: string;
      readonly retryAfterMs?: number;
      /** The ledger was not asked: a copy that the browser sent before may have run. */
      readonly isUnasked?: true;
      /** The reason, where only a person can change it: this handheld has to be enrolled anew. */
      readonly code?: 'not-enrolled';
    }
  | { readonly kind: 'in-progress'; readonly reason: string; readonly retryAfterMs?: number }
  | {
      readonly kind: 'unknown';
      readonly code: 'outcome-unknown' | 'key-expired' | 'key-reuse';
      readonly reason: string;
      /** A person's word at the ledger, where somebody has decided. */
      readonly stands?: CallStands;
    }
  | {
      readonly kind: 'no-answer';
      readonly cause: NoAnswerCause;
      readonly reason: string;
      /** Absent where nothing of a reply came. */
      readonly evidence?: Evidence;
    };
