import { type CallDecision, type CallStands, type DecisionWord, callOfKey, keyOf } from '#contract/decision.ts';
import type { DecidedRow, ToldDecision } from './ledger.ts';

/** The rows of a decision's key and of the key after it. */
export interface DecidedRows {
  readonly row?: DecidedRow | undefined;
  readonly next?: DecidedRow | undefined;
}

/** The words that may follow a state. Nothing follows a word that ended the call, and nothing an answer that is under way. */
const mayFollow: Readonly<Record<CallStands['is'], readonly DecisionWord[]>> = {
  open: ['done', 'not-done', 'sent-again', 'discarded'],
  'not-done': ['done', 'sent-again', 'discarded'],
  answered: ['acknowledged', 'discarded'],
  running: [],
  done: [],
  'sent-again': [],
  discarded: [],
  acknowledged: [],
};

/** Tells what a call is, by its rows: the service's answer before every word, and a next key that was entered before each word that leaves it open. */
export function standsBy({ row, next }: DecidedRows): Pick<CallStands, 'is' | 'version'> {
  const version = row?.version ?? 0;
  if (row?.state === 'answered') return { is: 'answered', version };
  if (row?.state === 'dispatching') return { is: 'running', version };
  const decided = row?.decided ?? 'open';
  return { is: next && mayFollow[decided].length > 0 ? 'sent-again' : decided, version };
}

/** The change that a decision makes, where it holds. */
export interface DecidedChange {
  readonly stands: Pick<CallStands, 'is' | 'version'>;
  /** Absent: it does not hold, and changes nothing. */
  readonly change?: {
    readonly decided: DecisionWord;
    readonly version: number;
    /** The call has not left, and leaves no more: its row is `outcome-unknown` from now on. */
    readonly ends: boolean;
    /** The next key is entered as `outcome-unknown` and decided: nobody sends the call again. */
    readonly closes: boolean;
  };
}

/** Judges a decision by the rows that it is about. */
export function judgeDecision(
  rows: DecidedRows,
  { says, version }: Pick<CallDecision, 'says' | 'version'>,
): DecidedChange {
  const stands = standsBy(rows);
  // It was sent again before that was said: this is the word to it.
  const isWordToIt = says === 'sent-again' && stands.is === 'sent-again' && rows.row?.decided !== 'sent-again';
  if (version !== stands.version || !(mayFollow[stands.is].includes(says) || isWordToIt)) return { stands };
  const ends = stands.is !== 'answered';
  const closes = ends && (says === 'done' || says === 'discarded');
  const after = { is: ends ? says : stands.is, version: version + 1 };
  return { stands: after, change: { decided: says, version: version + 1, ends, closes } };
}

/** Returns the key under which the call would be sent again. */
export function nextKey(key: string): string {
  const { callId, generation } = callOfKey(key);
  return keyOf(callId, generation + 1);
}

/**
 * Returns who said a word, as the gateway knows it: a handheld by its number or its address, with the name that it told; at the desk the
 * person's name alone, which no handheld can be called by.
 */
export function sayerOf({
  by,
  asker,
}: Pick<ToldDecision, 'by'> & { readonly asker?: string | null | undefined }): string {
  if (asker === undefined || asker === null) return by;
  return `${/^[0-9]+$/.test(asker) ? `#${asker}` : asker} (${by})`;
}

/** Returns the sentence that stands in a row that a decision ended: what older gateways and handhelds show. */
export function decidedDetail({ is, by = 'Somebody' }: Pick<CallStands, 'is' | 'by'>): string {
  const said: Partial<Record<CallStands['is'], string>> = {
    done: 'it was done',
    'not-done': 'it was not done',
    'sent-again': 'it is to be sent again',
    discarded: 'it is given up',
  };
  return `${by} said that ${said[is] ?? is}.`;
}
