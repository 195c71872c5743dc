import type { Connection, OutboxDatabase, OutboxSchema, StoredCall } from '#outbox/store/database.ts';
import { callsOf, ofCall } from '#outbox/store/rows.ts';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { type Attempt, type QueuedCall, type ScanNote, idempotencyKey, cameBy } from '#outbox/state/queuedCall.ts';
import { openDB } from 'idb';

/** The kinds of an export: everything as JSON, or calls or tries as a table. */
export type ExportKind = 'json' | 'calls' | 'tries';

const FORMAT = 'scanline-export';
const VERSION = 1;
/** Rows read at a time: each in a transaction of its own, so that no scan waits for an export. */
const ROWS = 100;

/**
 * Every call of every state and every try, as they are stored: the access key is in neither, and is not looked at.
 * Only reads, whatever version of Scanline wrote the database.
 *
 * Rows are never deleted, so none is missed; what is saved meanwhile may or may not be in it.
 *
 * @param at - Unix ms, written into the JSON.
 * @throws Error where there is no database of Scanline's, or it cannot be read.
 */
export async function exportRows(name: string, kind: ExportKind, at: number): Promise<Blob> {
  const database = await openAsIs(name);
  try {
    return await exportFrom(database, await database.getAllKeys('calls'), kind, at);
  } finally {
    database.close();
  }
}

/** These calls and their tries, in this order, as `exportRows` writes all of them. */
export function exportSome(
  connection: Connection,
  seqs: readonly number[],
  kind: ExportKind,
  at: number,
): Promise<Blob> {
  return connection.run((database) => exportFrom(database, seqs, kind, at));
}

async function exportFrom(database: OutboxDatabase, seqs: readonly number[], kind: ExportKind, at: number) {
  async function* inParts<T>(read: Read<T>): AsyncGenerator<readonly T[]> {
    for (let from = 0; from < seqs.length; from += ROWS) yield await read(database, seqs.slice(from, from + ROWS));
  }
  const parts: Blob[] = [];
  for await (const text of textOf(kind, inParts, at)) parts.push(new Blob([text])); // the browser may put it on the disk
  return new Blob(parts, { type: kind === 'json' ? 'application/json' : 'text/csv;charset=utf-8' });
}

type Read<T> = (database: OutboxDatabase, seqs: readonly number[]) => Promise<readonly T[]>;
type InParts = <T>(read: Read<T>) => AsyncGenerator<readonly T[]>;

async function* textOf(kind: ExportKind, inParts: InParts, at: number): AsyncGenerator<string> {
  switch (kind) {
    case 'json':
      yield `{"format":"${FORMAT}","version":${VERSION},"at":${at},"calls":[`;
      yield* members(inParts(callsOf), bare);
      yield '\n],"attempts":[';
      yield* members(inParts(triesOf), (row) => row);
      yield '\n]}\n';
      return;
    case 'calls':
      yield* table(callColumns, inParts(withLastTries));
      return;
    case 'tries':
      yield* table(tryColumns, inParts(triesOf));
  }
}

/** Rows as the members of an array, each on a line of its own. @param asIt - what of a row is written. */
async function* members<T>(parts: AsyncGenerator<readonly T[]>, asIt: (row: T) => unknown): AsyncGenerator<string> {
  let before = '';
  for await (const rows of parts) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => `\n${JSON.stringify(asIt(row))}`).join(',');
    before = ',';
  }
}

async function* table<T>(columns: Columns<T>, parts: AsyncGenerator<readonly T[]>): AsyncGenerator<string> {
  yield CSV_MARK + toCsv(Object.keys(columns));
  const texts = Object.values(columns);
  for await (const rows of parts) yield rows.map((row) => toCsv(texts.map((text) => text(row) ?? ''))).join('');
}

/** Every try of these calls, those of a call the oldest first. */
async function triesOf(database: OutboxDatabase, seqs: readonly number[]): Promise<readonly Attempt[]> {
  const bySeq = database.transaction('attempts').store.index('bySeq');
  return (await Promise.all(seqs.map((seq) => bySeq.getAll(ofCall(seq))))).flat();
}

async function withLastTries(database: OutboxDatabase, seqs: readonly number[]): Promise<readonly CallAndLastTry[]> {
  const [rows, tries] = await Promise.all([callsOf(database, seqs), triesOf(database, seqs)]);
  const last = new Map(tries.map((attempt) => [attempt.seq, attempt])); // the latest of a call comes last
  return rows.map((row) => ({ ...row, last: last.get(row.seq) }));
}

/** The call without the markers that only the indexes need. */
function bare({ open: _open, head: _head, intent: _intent, ...call }: StoredCall): QueuedCall {
  return call;
}

/** The columns of a table by their names, each with what stands in it of a row. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

interface CallAndLastTry extends QueuedCall {
  readonly last: Attempt | undefined;
}

const callColumns: Columns<CallAndLastTry> = {
  seq: ({ seq }) => String(seq),
  callId: ({ callId }) => callId,
  generation: ({ generation }) => String(generation),
  idempotencyKey,
  operation: ({ operation }) => operation,
  parameters: ({ parameters }) => parameters.map(([name, text]) => `${name}=${text}`).join('\n'),
  scans: ({ scans }) => scans.map(({ text }) => text).join('\n'),
  scannedRaw: ({ scans }) => scans.map(({ text, raw }) => raw ?? text).join('\n'),
  scannedBy: ({ scans }) => scans.map(scannedBy).join('\n'),
  lane: ({ lane }) => lane,
  operator: ({ operator }) => operator,
  state: ({ state }) => state,
  verdict: ({ result }) => result?.verdict,
  answer: ({ result }) => result?.text,
  savedAt: ({ enqueuedAt }) => timeOf(enqueuedAt),
  changedAt: ({ changedAt }) => timeOf(changedAt),
  tries: ({ tries }) => String(tries),
  inDoubt: ({ inDoubt }) => (inDoubt ? 'yes' : 'no'),
  trouble: ({ trouble, handedOver }) => (trouble ?? handedOver?.trouble)?.reason,
  endedBy: ({ endedBy }) => endedBy?.operator,
  endedReason: ({ endedBy }) => endedBy?.reason,
  handedOverAs: ({ handedOver }) => handedOver?.id,
  lastTryAt: ({ last }) => timeOf(last?.startedAt),
  lastTryEndedAt: ({ last }) => timeOf(last?.endedAt),
  lastTryOutcome: ({ last }) => last?.outcome?.kind,
  lastTryText: ({ last }) => wordsOf(last),
};

const tryColumns: Columns<Attempt> = {
  id: ({ id }) => String(id),
  seq: ({ seq }) => String(seq),
  idempotencyKey: (attempt) => attempt.idempotencyKey,
  token: ({ token }) => token,
  owner: ({ owner }) => owner,
  startedAt: ({ startedAt }) => timeOf(startedAt),
  endedAt: ({ endedAt }) => timeOf(endedAt),
  outcome: ({ outcome }) => outcome?.kind,
  text: wordsOf,
  late: ({ late }) => (late ? 'yes' : 'no'),
};

/** Returns a scan's way in, the kind of its code, and the repeats of it that were held back: `wedge GS1-128 +1`. */
function scannedBy(scan: ScanNote): string {
  const { symbology, repeated } = scan;
  return [cameBy(scan), symbology, repeated && `+${repeated}`].filter(Boolean).join(' ');
}

/** Returns the words in which a try was answered, by whoever answered. */
function wordsOf(attempt: Attempt | undefined): string | null | undefined {
  const outcome = attempt?.outcome;
  return outcome?.kind === 'answered' ? outcome.text : outcome?.reason;
}

/** A time as every office program reads it; one that no calendar holds as its number. */
function timeOf(at: number | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

/**
 * Opens what there is for reading, whatever version of Scanline wrote it: an older one than this may export.
 *
 * @throws Error where there is no database of that name, or it is none of Scanline's; none is made.
 */
export async function openAsIs(name: string): Promise<OutboxDatabase> {
  let isNew = false;
  try {
    const database = await openDB<OutboxSchema>(name, undefined, {
      upgrade(_database, _old, _new, transaction) {
        isNew = true;
        transaction.done.catch(() => undefined); // reported by the open
        transaction.abort(); // an empty database would be taken for the outbox at the next start
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    if (database.objectStoreNames.contains('calls') && database.objectStoreNames.contains('attempts')) return database;
    database.close();
  } catch (error) {
    if (!isNew) throw error;
  }
  throw new Error('there is no outbox on this device');
}
