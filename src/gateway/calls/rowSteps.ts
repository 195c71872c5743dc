import type { LedgerRow } from '#ledger/ledger.ts';

/** The standing of a row to somebody who asks for its call. */
export type RowStanding =
  | 'unknown'
  | 'received'
  | 'entered'
  | 'entered-by-another'
  | 'running-here'
  | 'running-elsewhere'
  | 'left-over'
  | 'answered'
  | 'outcome-unknown'
  | 'other-content';

/** The next step for whoever asks. `tell` ends it; each of the others may. */
type RowStep = 'receive' | 'dispatch' | 'join' | 'await-elsewhere' | 'look-again' | 'tell';

/** The way of a call through the ledger: the next step by how its row stands. Source: docs/architecture.md. */
export const steps: Readonly<Record<RowStanding, RowStep>> = {
  unknown: 'receive',
  received: 'receive',
  entered: 'dispatch',
  'entered-by-another': 'await-elsewhere',
  'running-here': 'join',
  'running-elsewhere': 'await-elsewhere',
  'left-over': 'look-again',
  answered: 'tell',
  'outcome-unknown': 'tell',
  'other-content': 'tell',
};

/** Whoever looks at a row. */
export interface Looking {
  /** Source: `fingerprintOf`. */
  readonly fingerprint: string;
  /** This asker has been through `receive`: a row that is `received` is entered before anything is made of it. */
  readonly hasEntered: boolean;
  /** This gateway has the call under way. */
  readonly isRunning: boolean;
}

/** Tells whether a row is of other content. A decision about a key that was not known is of whoever asks under it. */
export function isOfOther({ fingerprint: kept, decided }: LedgerRow, fingerprint: string): boolean {
  return kept !== fingerprint && !(kept === '' && decided);
}

/** Returns how a row stands to whoever looks. Other content comes first: nothing of another's call is said or waited for. */
export function standingOf(row: LedgerRow | undefined, { fingerprint, hasEntered, isRunning }: Looking): RowStanding {
  if (!row) return 'unknown';
  if (isOfOther(row, fingerprint)) return 'other-content';
  switch (row.state) {
    case 'answered':
    case 'outcome-unknown':
      return row.state;
    case 'received':
      if (!hasEntered) return 'received';
      if (isRunning) return 'running-here';
      return row.elsewhere ? 'entered-by-another' : 'entered';
    case 'dispatching':
      if (row.elsewhere) return 'running-elsewhere';
      return isRunning ? 'running-here' : 'left-over';
  }
}
