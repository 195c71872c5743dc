import type { CallStands } from '#contract/decision.ts';
import type { Verdict } from '#site/judging.ts';
import type { Claim, Told, Tried, Trouble, State } from './queuedCall.ts';

export type QueueEvent =
  | { readonly kind: 'claimed'; readonly claim: Claim; readonly tried: Tried }
  | { readonly kind: 'answered'; readonly text: string | null; readonly verdict: Exclude<Verdict, 'key-refused'> }
  /** A rule that the site has since then reads its answer. */
  | { readonly kind: 'readAgain'; readonly verdict: Extract<Verdict, 'accepted' | 'refused'> }
  | { readonly kind: 'keyRefused'; readonly trouble: Trouble }
  | { readonly kind: 'rejected'; readonly trouble: Trouble }
  | {
      readonly kind: 'notForwarded';
      readonly trouble: Trouble;
      readonly delayMs: number;
      readonly isUnasked?: true | undefined;
    }
  | { readonly kind: 'stillRunning'; readonly trouble: Trouble; readonly delayMs: number }
  | {
      readonly kind: 'answerLost';
      readonly trouble: Trouble;
      readonly delayMs: number;
      /** True where the gateway answered after it: many of these in a row are put to a person. A network that is down never is. */
      readonly isThere?: boolean;
    }
  | { readonly kind: 'nobodyKnows'; readonly trouble: Trouble }
  /** The ledger's word about the key of that generation: somebody else has decided, or it was answered. @defaultValue the present one */
  | { readonly kind: 'heard'; readonly stands: CallStands; readonly generation?: number }
  | { readonly kind: 'ownerGone' }
  | { readonly kind: 'notNow' }
  | { readonly kind: 'cancelled'; readonly operator: string; readonly reason?: string }
  /** A person wants the print now. @param printer - the code of the printer that its label is to come out of */
  | { readonly kind: 'printNow'; readonly operator: string; readonly printer?: string | undefined }
  | { readonly kind: 'saidDone'; readonly operator: string }
  /** The person takes the word back that it was done. */
  | { readonly kind: 'unsaid'; readonly operator: string }
  | { readonly kind: 'undoEnded' }
  | { readonly kind: 'ruledDone'; readonly operator: string; readonly reason: string }
  | { readonly kind: 'saidNotDone'; readonly operator: string; readonly told?: Told | undefined }
  | { readonly kind: 'ruledKeyRefused'; readonly operator: string }
  | { readonly kind: 'discarded'; readonly operator: string; readonly reason: string }
  | { readonly kind: 'handedOver'; readonly operator: string; readonly id: string }
  | { readonly kind: 'takenBack'; readonly operator: string };

/** A step that the table does not have: two parts of the program disagree about a call. */
export class IllegalStep extends RangeError {
  override readonly name = 'IllegalStep';
  constructor(from: State, event: QueueEvent['kind'] | 'mistake') {
    super(`a call that is ${from} cannot be ${event}`);
  }
}
