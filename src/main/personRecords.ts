import type { DatabaseRow } from '#ledger/statements.ts';

/** A person as the records may have them: a worker by the id, somebody of the office by the name of an account. */
export interface AskedPerson {
  /** The worker's id, as the service knows it. */
  readonly id: string;
  /** The name of an account at the gateway's pages. */
  readonly account: string;
  /** The name and the badge that the site file has of the worker. */
  readonly name?: string | undefined;
  readonly badge?: string | undefined;
}

/** A database in which records of a person lie, of either kind. */
export interface PersonDatabase {
  /** Returns the name of a table in it. */
  table(name: string): string;
  /** Tells whether a table is there. */
  has(name: string): Promise<boolean>;
  /** Lists rows. @param values - of `$1`, `$2` and so on, each of them in the statement. */
  list(sql: string, ...values: readonly Value[]): Promise<readonly DatabaseRow[]>;
  /** Changes rows. @returns how many. */
  change(sql: string, ...values: readonly Value[]): Promise<number>;
  /** Runs work while the trigger that keeps a table as it is lets changes through. */
  unguarded(table: string, trigger: string, work: () => Promise<number>): Promise<number>;
}

type Value = string | number;

/** The records of one kind. */
export interface PersonRecords {
  /** Names them, as they are told. */
  readonly name: string;
  /** The table that they are in. */
  readonly table: string;
  /** Lists those of a person. */
  list(db: PersonDatabase, person: AskedPerson): Promise<readonly DatabaseRow[]>;
  /** The words that say what an erasure does with them; absent: nothing, a person decides. */
  readonly done?: string;
  /** Erases the person from them. @param word - the word in their place. @returns how many were changed. */
  erase?(db: PersonDatabase, person: AskedPerson, word: string): Promise<number>;
}

/** Makes the test that a word is of a person: the worker, or somebody of the office, who is named with where they signed in (`Sam · local`). */
export function sayerTest({ id, account }: AskedPerson): (said: unknown) => boolean {
  const name = likeName(account);
  return (said) => {
    if (typeof said !== 'string') return false;
    const spelt = likeName(said);
    return said === id || spelt === name || spelt.startsWith(`${name} · `);
  };
}

/** Returns what spellings of one name have in common. */
export function likeName(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim();
}
