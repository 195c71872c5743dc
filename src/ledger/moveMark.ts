import { jsonIn, valueAt } from '#contract/json.ts';

/**
 * A ledger whose schema has this added to its number is closed: gateways of every version take it for one of a newer Scanline
 * and do not start on it.
 */
export const CLOSED = 1_000_000;

/** The names in a ledger's `meta` of its mark, and of the moves that it came by. */
export const [MARK, STEMS] = ['move', 'stems'] as const;

/** The mark of a closed ledger: it is half moved (`filling`), or was moved away (`left`). */
export interface MoveMark {
  readonly state: 'filling' | 'left';
  /** Names the move in both ledgers. */
  readonly id: string;
  /** The place of the other ledger: whence it is filled, or where it went. */
  readonly other: string;
  /** The source as it was when the move began: another one has been at work since. */
  readonly stamp: string;
}

/** Reads a mark. @returns `undefined` where there is none. */
export function readMark(text: string | undefined): MoveMark | undefined {
  const mark = jsonIn(text ?? '');
  return typeof valueAt(mark, ['id']) === 'string' ? (mark as MoveMark) : undefined;
}

/** Reads the names of the moves that a ledger came by. */
export function readStems(text: string | undefined): readonly string[] {
  return (jsonIn(text ?? '[]') ?? []) as string[];
}

/** Tells why a closed ledger is no ledger, in words that follow its place. @param kind - the kind that it is kept in. */
export function whyClosed(mark: MoveMark | undefined, kind: 'postgres' | 'sqlite'): string {
  if (mark?.state === 'left')
    return `it was moved to ${mark.other}, and what came since is there alone: ${WAYS_ON[kind](mark.other)}`;
  const from = mark ? ` from ${mark.other}` : '';
  return `it is half moved${from}: ${moveCommand(kind)} goes on where that stopped`;
}

/** The sentence on what to do about a ledger that was moved away, by the kind that it was kept in. */
const WAYS_ON = {
  sqlite: (other: string) =>
    `start with DATABASE_URL, the address of the database at ${other}, or bring it back by ${moveCommand('sqlite')}`,
  postgres: (other: string) =>
    `start with DATA_DIR=${other} and without DATABASE_URL, or move it into an empty database by ${moveCommand('postgres')}`,
};

/** Returns the words for the command that moves into a kind of ledger. */
export function moveCommand(kind: 'postgres' | 'sqlite'): string {
  return `“npm run move -- ${kind}” (in a release “./node node_modules/scanline/move.js ${kind}”)`;
}
