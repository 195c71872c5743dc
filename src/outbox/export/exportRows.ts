import { connectAsIs } from '#outbox/store/asIs.ts';
import type { Connection, OutboxDatabase, OutboxSchema, StoredCall } from '#outbox/store/database.ts';
import { toCsv } from './csv.ts';
import { CALL_HEAD, TRY_HEAD, callLine, tryLine } from './tables.ts';
import type { Attempt, QueuedCall } from '#outbox/state/queuedCall.ts';

/** What an office can be given: everything as JSON, or calls and tries as tables. */
export type ExportKind = 'json' | 'calls' | 'tries';

/** A file to be kept or sent. */
export interface ExportFile {
  readonly blob: Blob;
  readonly calls: number;
  readonly attempts: number;
}

const FORMAT = 'scanline-export';
const VERSION = 1;
/** Rows read at a time: each in a transaction of its own, so that no scan waits for an export. */
const ROWS = 500;
/** Characters after which the browser is given what there is: it may put it on the disk. */
const PART = 1 << 20;

/**
 * Every call of every state and every try, as they are stored: the access key is in neither, and is not looked at.
 * Only reads, whatever version of Scanline wrote the database.
 *
 * Rows are never deleted, so none is missed; what is saved meanwhile may or may not be in it.
 *
 * @param name - the database's.
 * @param at - Unix ms, written into the JSON.
 * @throws Error where there is no database of Scanline's, or it cannot be read.
 */
export async function exportRows(name: string, kind: ExportKind, at: number): Promise<ExportFile> {
  const connection = connectAsIs(name);
  try {
    return await connection.run((database) => exportFrom(allOf(database), kind, at));
  } finally {
    connection.close();
  }
}

/**
 * These calls and their tries, as `exportRows` writes all of them.
 *
 * @param seqs - their keys, in the order in which they are written.
 */
export function exportSome(
  connection: Connection,
  seqs: readonly number[],
  kind: ExportKind,
  at: number,
): Promise<ExportFile> {
  return connection.run((database) => exportFrom(someOf(database, seqs), kind, at));
}

/** What is exported, in parts. */
interface Source {
  calls(): AsyncGenerator<readonly StoredCall[]>;
  attempts(): AsyncGenerator<readonly Attempt[]>;
  /** The last try of each of these calls, by the call's key. */
  lastTries(calls: readonly StoredCall[]): Promise<ReadonlyMap<number, Attempt>>;
}

function allOf(database: OutboxDatabase): Source {
  return {
    calls: () => rowsIn(database, 'calls', ({ seq }) => seq),
    attempts: () => rowsIn(database, 'attempts', ({ id }) => id),
    async lastTries(calls) {
      const tries = await triesOf(database, calls[0]?.seq ?? 0, calls[calls.length - 1]?.seq ?? 0);
      return new Map(tries.map((attempt) => [attempt.seq, attempt])); // the latest of a call comes last
    },
  };
}

function someOf(database: OutboxDatabase, seqs: readonly number[]): Source {
  const triesOfEach = async (some: readonly number[]): Promise<readonly Attempt[]> =>
    (await Promise.all(some.map((seq) => triesOf(database, seq, seq)))).flat();
  async function* inParts<T>(read: (some: readonly number[]) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
    for (let from = 0; from < seqs.length; from += ROWS) yield await read(seqs.slice(from, from + ROWS));
  }
  return {
    calls: () =>
      inParts(async (some) => {
        const rows = await Promise.all(some.map((seq) => database.get('calls', seq)));
        return rows.filter((row) => row !== undefined);
      }),
    attempts: () => inParts(triesOfEach),
    async lastTries(calls) {
      const tries = await triesOfEach(calls.map(({ seq }) => seq));
      return new Map(tries.map((attempt) => [attempt.seq, attempt]));
    },
  };
}

/** Every try of the calls from one key to another; those of a call the oldest first. */
function triesOf(database: OutboxDatabase, from: number, to: number): Promise<Attempt[]> {
  return database.getAllFromIndex('attempts', 'bySeq', IDBKeyRange.bound([from, 0], [to, Number.MAX_SAFE_INTEGER]));
}

async function exportFrom(source: Source, kind: ExportKind, at: number): Promise<ExportFile> {
  const counts = { calls: 0, attempts: 0 };
  const parts = createParts(kind === 'json' ? 'application/json' : 'text/csv;charset=utf-8');
  for await (const text of textOf(kind, source, at, counts)) parts.add(text);
  return { blob: parts.end(), ...counts };
}

type Counts = { calls: number; attempts: number };

async function* textOf(kind: ExportKind, source: Source, at: number, counts: Counts): AsyncGenerator<string> {
  switch (kind) {
    case 'json':
      yield `{"format":"${FORMAT}","version":${VERSION},"at":${at},"calls":[`;
      for await (const rows of source.calls()) {
        yield jsonOf(rows.map(bare), counts.calls);
        counts.calls += rows.length;
      }
      yield '\n],"attempts":[';
      for await (const rows of source.attempts()) {
        yield jsonOf(rows, counts.attempts);
        counts.attempts += rows.length;
      }
      yield '\n]}\n';
      return;
    case 'calls':
      yield `\uFEFF${toCsv(CALL_HEAD)}`; // the mark makes spreadsheets read UTF-8
      for await (const rows of source.calls()) {
        const last = await source.lastTries(rows);
        yield rows.map((row) => toCsv(callLine(row, last.get(row.seq)))).join('');
        counts.calls += rows.length;
      }
      return;
    case 'tries':
      yield `\uFEFF${toCsv(TRY_HEAD)}`;
      for await (const rows of source.attempts()) {
        yield rows.map((row) => toCsv(tryLine(row))).join('');
        counts.attempts += rows.length;
      }
  }
}

/** Rows as members of an array, one a line. @param before - how many stand in front of them. */
function jsonOf(rows: readonly unknown[], before: number): string {
  return `${before === 0 || rows.length === 0 ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
}

/** The call without the markers that only the indexes need. */
function bare({ open: _open, head: _head, intent: _intent, ...call }: StoredCall): QueuedCall {
  return call;
}

async function* rowsIn<S extends 'calls' | 'attempts'>(
  database: OutboxDatabase,
  store: S,
  keyOf: (row: OutboxSchema[S]['value']) => number,
): AsyncGenerator<readonly OutboxSchema[S]['value'][]> {
  let after = 0;
  for (;;) {
    const rows = await database.getAll(store, IDBKeyRange.lowerBound(after, true), ROWS);
    yield rows;
    const last = rows[rows.length - 1];
    if (!last || rows.length < ROWS) return;
    after = keyOf(last);
  }
}

/** Collects text without ever holding much of it as one string. */
function createParts(type: string): { add(text: string): void; end(): Blob } {
  let whole: Blob[] = [];
  let parts: string[] = [];
  let length = 0;
  function flush(): void {
    whole.push(new Blob(parts));
    parts = [];
    length = 0;
  }
  return {
    add(text) {
      parts.push(text);
      length += text.length;
      if (length >= PART) flush();
    },
    end() {
      flush();
      const blob = new Blob(whole, { type });
      whole = [];
      return blob;
    },
  };
}
