import type { DatabaseSync } from 'node:sqlite';
import { KEY_PARAMETER } from '#contract/call.ts';
import type { AspField } from './aspForm.ts';

/** One run of an operation, also of one that refused. */
export interface Execution {
  readonly id: number;
  /** Unix ms. */
  readonly at: number;
  readonly operation: string;
  readonly binding: string;
  /** The parameters in the order of the request, without the access key. */
  readonly parameters: readonly (readonly [name: string, text: string])[];
  /** The names in the order of the request, with the access key's. */
  readonly order: readonly string[];
}

/** The longest text that is kept whole, in characters: no code is longer, and a journal is read at once. */
const LONGEST = 1_024;

export type Journal = ReturnType<typeof createJournal>;

export const journalTable = `create table journal (
  id integer primary key autoincrement,
  at integer not null,
  operation text not null,
  binding text not null,
  parameters text not null,
  names text not null
) strict`;

/** Makes the stand-in's record of what ran. */
export function createJournal(db: DatabaseSync) {
  const insert = db.prepare('insert into journal (at, operation, binding, parameters, names) values (?, ?, ?, ?, ?)');
  const select = db.prepare('select * from journal where id > ? order by id');
  const isKey = (name: string): boolean => name.toLowerCase() === KEY_PARAMETER.toLowerCase();
  return {
    /** Writes one row; call it in the transaction of the execution's effect. @param at - Unix ms. */
    record(operation: string, binding: string, fields: readonly AspField[], at: number): void {
      const named = fields.map(([name, text]) => [shortened(name ?? ''), shortened(text)] as const);
      const parameters = JSON.stringify(named.filter(([name]) => !isKey(name)));
      insert.run(at, operation, binding, parameters, JSON.stringify(named.map(([name]) => name)));
    },
    /** Lists the executions with a higher id, the oldest first. */
    since: (id: number): readonly Execution[] =>
      select.all(id).map((row) => ({
        id: Number(row['id']),
        at: Number(row['at']),
        operation: String(row['operation']),
        binding: String(row['binding']),
        parameters: JSON.parse(String(row['parameters'])) as Execution['parameters'],
        order: JSON.parse(String(row['names'])) as Execution['order'],
      })),
    clear(): void {
      db.exec('delete from journal'); // ids go on: `since` stays true for whoever asked before
    },
  };
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
