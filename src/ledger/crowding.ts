/** The rows of a list to which whoever asks may add, more than any site has: with more the list is thinned out. */
const MOST = 20_000;
/** The rows to which it is thinned out: so it is not done for each that comes. */
const LEFT = 19_800;
/** The rows that one sender may have, which may be an address with a site behind it. */
export const MOST_OF_ONE = 2_000;
/** More than any list has. */
const ALL = 1_000_000_000;
/** A condition that is never true, and no constant: PostgreSQL orders by none. */
const NEVER = '(id is null)';

/** A list whose rows have an `id` and a `sender`: an enrolled handheld, or a network (`networkOf`). */
interface Crowded {
  readonly table: string;
  /** The column with the time of a row's last word. */
  readonly heardAt: string;
  /** Condition for rows that go last of all: those that nobody can invent. @default none */
  readonly isKnown?: string;
  /** Condition for rows that go after the others of their sender. @default none */
  readonly isBusy?: string;
}

/**
 * Returns the statements that keep such a list small. One sender's many push out their own alone: the one that said nothing for the
 * longest time goes first, of the sender that has the most.
 *
 * @returns `thinSender`: its values are the sender, and how many it may have. `size`: how many there are. `thin`: to be asked where that
 * is more than may be, by `isCrowded`.
 */
export function thinningOf({ table, heardAt, isKnown = NEVER, isBusy = NEVER }: Crowded) {
  return {
    thinSender: `delete from ${table} where id in (
      select id from ${table} where sender = $1 and not (${isKnown}) order by ${isBusy} desc, ${heardAt} desc limit ${ALL} offset $2)`,
    size: `select count(*) as size from ${table}`,
    thin: `delete from ${table} where id in (
      select id from (select id, ${isKnown} as known, count(*) over (partition by sender) as loud, ${isBusy} as busy, ${heardAt} as heard from ${table}) as ranked
      order by known, loud desc, busy, heard limit (select count(*) - ${LEFT} from ${table}))`,
  };
}

/** Tells whether a list is to be thinned out. @param size - the row of `size`. */
export function isCrowded(size: Readonly<Record<string, unknown>> | undefined): boolean {
  return Number(size?.['size']) > MOST;
}
