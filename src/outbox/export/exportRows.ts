import { connectAsIs } from '#outbox/store/asIs.ts';
import type { Connection, OutboxDatabase, OutboxSchema, StoredCall } from '#outbox/store/database.ts';
import { ofCalls } from '#outbox/store/rows.ts';
import { toCsv } from './csv.ts';
import { callColumns, lineOf, tryColumns } from './tables.ts';
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
  /** Every try of some of these calls, those of a call the oldest first. */
  triesOf(seqs: readonly number[]): Promise<readonly Attempt[]>;
}

function allOf(database: OutboxDatabase): Source {
  return {
    calls: () => rowsIn(database, 'calls', ({ seq }) => seq),
    attempts: () => rowsIn(database, 'attempts', ({ id }) => id),
    triesOf: (seqs) => database.getAllFromIndex('attempts', 'bySeq', ofCalls(seqs[0] ?? 0, seqs.at(-1))),
  };
}

function someOf(database: OutboxDatabase, seqs: readonly number[]): Source {
  const triesOf = async (some: readonly number[]): Promise<readonly Attempt[]> =>
    (await Promise.all(some.map((seq) => database.getAllFromIndex('attempts', 'bySeq', ofCalls(seq))))).flat();
  const callsOf = async (some: readonly number[]): Promise<readonly StoredCall[]> =>
    (await Promise.all(some.map((seq) => database.get('calls', seq)))).filter((row) => row !== undefined);
  async function* inParts<T>(read: (some: readonly number[]) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
    for (let from = 0; from < seqs.length; from += ROWS) yield await read(seqs.slice(from, from + ROWS));
  }
  return { calls: () => inParts(callsOf), attempts: () => inParts(triesOf), triesOf };
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
      yield* written(source.calls(), (row, index) => memberOf(bare(row), index), counts, 'calls');
      yield '\n],"attempts":[';
      yield* written(source.attempts(), memberOf, counts, 'attempts');
      yield '\n]}\n';
      return;
    case 'calls':
      yield `\uFEFF${toCsv(Object.keys(callColumns))}`; // the mark makes spreadsheets read UTF-8
      yield* written(withLastTries(source), ([row, last]) => toCsv(lineOf(callColumns, row, last)), counts, 'calls');
      return;
    case 'tries':
      yield `\uFEFF${toCsv(Object.keys(tryColumns))}`;
      yield* written(source.attempts(), (row) => toCsv(lineOf(tryColumns, row)), counts, 'attempts');
  }
}

/** Rows as text, and counted. @param textAt - of a row, by how many stand in front of it. */
async function* written<T>(
  parts: AsyncGenerator<readonly T[]>,
  textAt: (row: T, index: number) => string,
  counts: Counts,
  counted: keyof Counts,
): AsyncGenerator<string> {
  for await (const rows of parts) {
    yield rows.map((row, index) => textAt(row, counts[counted] + index)).join('');
    counts[counted] += rows.length;
  }
}

/** A row as a member of an array, on a line of its own. */
function memberOf(row: unknown, index: number): string {
  return `${index === 0 ? '' : ','}\n${JSON.stringify(row)}`;
}

async function* withLastTries(source: Source): AsyncGenerator<readonly (readonly [StoredCall, Attempt | undefined])[]> {
  for await (const rows of source.calls()) {
    const tries = await source.triesOf(rows.map(({ seq }) => seq));
    const last = new Map(tries.map((attempt) => [attempt.seq, attempt])); // the latest of a call comes last
    yield rows.map((row) => [row, last.get(row.seq)]);
  }
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
