import type { ScanNote } from '#outbox/state/queuedCall.ts';
import {
  type Facts,
  type FlowState,
  type ReadOutcome,
  type SaveOutcome,
  type Step,
  type Wanted,
  say,
  sayUnsaved,
} from './taskFlow.ts';
import { objectWords } from '#i18n/words/object.ts';
import type { MeantWeight } from '#tasks/weight/weightCheck.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { judge } from '#site/judging.ts';
import { refusalHere } from '#tasks/answer/refusalHere.ts';

/** A call that is asked about, with the weight that was meant, or the key of the same one that is there already. */
interface Asked extends Wanted {
  readonly meant?: MeantWeight | undefined;
  readonly first?: number | undefined;
  /** The call that is there and not settled: once it is, nothing is asked any more. */
  readonly awaits?: number | undefined;
}

/** A screen that asks about a call before it is saved, and lists those that were. */
export interface SavingState extends FlowState {
  /** A call that is asked about before it is saved; `again`: it is in the queue already. */
  readonly needsConfirmation?: Asked | undefined;
  /** Their keys, the newest first. */
  readonly saved: readonly number[];
}

/**
 * Takes in the end of a save: the call is asked about, not saved, or done. @param done - what is left on the screen of
 * a saved one
 */
export function saveEnded<State extends SavingState>(
  state: State,
  wanted: Wanted,
  outcome: SaveOutcome,
  done: (state: State, seq: number) => State,
): Step<State> {
  const { what } = wanted;
  switch (outcome.kind) {
    case 'saved': {
      const { seq } = outcome.queued;
      const after = done({ ...state, needsConfirmation: undefined, behind: undefined }, seq);
      return say(after, 'saved', objectWords().toBeSent({ what }), { seq, what });
    }
    case 'notSaved':
      return sayUnsaved(state, wanted, outcome);
    case 'doubted':
    case 'alreadyQueued':
    case 'needsDecision': {
      const again = wanted.again || outcome.kind === 'alreadyQueued';
      const isBehind = outcome.kind === 'needsDecision';
      const isInDoubt = outcome.kind === 'alreadyQueued' && outcome.stands === 'unconfirmed';
      const behind = isBehind || isInDoubt ? outcome.seq : wanted.behind;
      const meant = outcome.kind === 'doubted' ? outcome.meant : undefined;
      const { seq: first, stands } = outcome.kind === 'alreadyQueued' ? outcome : {};
      const awaits = isBehind ? outcome.seq : stands === 'answered' ? undefined : first;
      const needsConfirmation = { ...wanted, again, behind, isBehind, isInDoubt, meant, first, awaits };
      return sayUnsaved({ ...state, needsConfirmation }, wanted, outcome);
    }
  }
}

/** Returns what the buttons have to say of a call that is asked about. */
export function savingAsked({ again, behind, isBehind, isInDoubt, awaits }: Asked) {
  return { seq: behind, isBehind, isInDoubt, awaits, ...(!again && { word: objectWords().saveAnyway }) };
}

/** Saves the call that was asked about. @param scans - as they are now: one may have been counted twice meanwhile */
export function saveAsked<State extends SavingState>(state: State, scans: readonly ScanNote[]): Step<State> {
  const { needsConfirmation } = state;
  return [state, needsConfirmation ? [['save', { ...needsConfirmation, scans, isSure: true }]] : []];
}

/** Says that what a step saves was asked about already: the whole question stood there when it was answered. */
export function saveSurely<State extends SavingState, Question>(
  [state, effects]: Step<State, Question>,
  again: boolean,
): Step<State, Question> {
  return [state, effects.map((one) => (one[0] === 'save' ? ['save', { ...one[1], again, isSure: true }] : one))];
}

/**
 * Says of an answer what is wrong with it: nothing where it is fresh and no refusal.
 *
 * @param refusal - source: `refusalOf`. @param of - what was asked about
 */
export function sayAnswer<State extends FlowState>(
  state: State,
  { fresh, answer, reason = '', isBroken }: ReadOutcome,
  refusal: string | undefined,
  of: string,
): Step<State> {
  if (fresh) return refusal === undefined ? [state, []] : say(state, 'wrong', refusal);
  return say(
    state,
    answer ? 'repeat' : 'wrong',
    isBroken ? reason : objectWords().notAsked({ code: of, why: reason }).trim(),
  );
}

/**
 * Returns a refusal of the question itself, in the workers' words where the site has them.
 *
 * @returns `undefined` where the service has not refused it just now, as far as the site's rules tell.
 */
export function refusalOf(
  { site }: Pick<Facts<unknown>, 'site'>,
  operation: OperationName,
  { fresh, answer }: ReadOutcome,
): string | undefined {
  const text = answer?.text ?? null;
  if (!fresh || judge(site, operation, text) !== 'refused') return undefined;
  return refusalHere(site, operation, text) ?? text ?? '';
}
