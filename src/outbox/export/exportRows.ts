import { connectAsIs } from '#outbox/store/asIs.ts';
import type { Connection, OutboxDatabase, OutboxSchema, StoredCall } from '#outbox/store/database.ts';
import { toCsv } from './csv.ts';
import { cameBy } from './cameBy.ts';
import { type Attempt, type QueuedCall, type ScanNote, idempotencyKey } from '#outbox/state/queuedCall.ts';

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
    return await connection.run(async (database) => {
      const counts = { calls: 0, attempts: 0 };
      const parts = createParts(typeOf(kind));
      for await (const text of textOf(kind, database, at, counts)) parts.add(text);
      return { blob: parts.end(), ...counts };
    });
  } finally {
    connection.close();
  }
}

/**
 * These calls and their tries, as `exportRows` writes all of them; CSV holds the calls only.
 *
 * @param seqs - their keys, in the order in which they are written.
 */
export async function exportSome(
  connection: Connection,
  seqs: readonly number[],
  kind: 'json' | 'calls',
  at: number,
): Promise<ExportFile> {
  const counts = { calls: 0, attempts: 0 };
  const parts = createParts(typeOf(kind));
  parts.add(
    kind === 'json' ? `{"format":"${FORMAT}","version":${VERSION},"at":${at},"calls":[` : `\uFEFF${toCsv(CALL_HEAD)}`,
  );
  const tries: Attempt[][] = [];
  for (let from = 0; from < seqs.length; from += ROWS) {
    const wanted = seqs.slice(from, from + ROWS);
    await connection.run(async (database) => {
      const rows = await Promise.all(wanted.map((seq) => database.get('calls', seq)));
      const calls = rows.filter((row) => row !== undefined);
      const ofCalls = await Promise.all(calls.map(({ seq }) => triesOf(database, seq)));
      if (kind === 'json') {
        parts.add(jsonOf(calls.map(bare), counts.calls));
        tries.push(ofCalls.flat());
      } else {
        parts.add(calls.map((row, index) => toCsv(callLine(row, ofCalls[index]?.at(-1)))).join(''));
      }
      counts.calls += calls.length;
    });
  }
  if (kind === 'json') {
    parts.add('\n],"attempts":[');
    for (const some of tries) {
      parts.add(jsonOf(some, counts.attempts));
      counts.attempts += some.length;
    }
    parts.add('\n]}\n');
  }
  return { blob: parts.end(), ...counts };
}

/** Every try of a call, the oldest first. */
function triesOf(database: OutboxDatabase, seq: number): Promise<Attempt[]> {
  return database.getAllFromIndex('attempts', 'bySeq', IDBKeyRange.bound([seq, 0], [seq, Number.MAX_SAFE_INTEGER]));
}

function typeOf(kind: ExportKind): string {
  return kind === 'json' ? 'application/json' : 'text/csv;charset=utf-8';
}

type Counts = { calls: number; attempts: number };

async function* textOf(kind: ExportKind, database: OutboxDatabase, at: number, counts: Counts): AsyncGenerator<string> {
  switch (kind) {
    case 'json':
      yield `{"format":"${FORMAT}","version":${VERSION},"at":${at},"calls":[`;
      for await (const rows of callsIn(database)) {
        yield jsonOf(rows.map(bare), counts.calls);
        counts.calls += rows.length;
      }
      yield '\n],"attempts":[';
      for await (const rows of attemptsIn(database)) {
        yield jsonOf(rows, counts.attempts);
        counts.attempts += rows.length;
      }
      yield '\n]}\n';
      return;
    case 'calls':
      yield `\uFEFF${toCsv(CALL_HEAD)}`; // the mark makes spreadsheets read UTF-8
      for await (const rows of callsIn(database)) {
        const last = await lastTries(database, rows);
        yield rows.map((row) => toCsv(callLine(row, last.get(row.seq)))).join('');
        counts.calls += rows.length;
      }
      return;
    case 'tries':
      yield `\uFEFF${toCsv(TRY_HEAD)}`;
      for await (const rows of attemptsIn(database)) {
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

function callsIn(database: OutboxDatabase): AsyncGenerator<readonly StoredCall[]> {
  return rowsIn(database, 'calls', ({ seq }) => seq);
}

function attemptsIn(database: OutboxDatabase): AsyncGenerator<readonly Attempt[]> {
  return rowsIn(database, 'attempts', ({ id }) => id);
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

/** The last try of each of these calls, by the call's key; the calls are in the order of their keys. */
async function lastTries(
  database: OutboxDatabase,
  calls: readonly StoredCall[],
): Promise<ReadonlyMap<number, Attempt>> {
  const [from, to] = [calls[0]?.seq ?? 0, calls[calls.length - 1]?.seq ?? 0];
  const range = IDBKeyRange.bound([from, 0], [to, Number.MAX_SAFE_INTEGER]);
  const tries = await database.getAllFromIndex('attempts', 'bySeq', range);
  return new Map(tries.map((attempt) => [attempt.seq, attempt])); // the latest of a call comes last
}

const CALL_HEAD = [
  'seq',
  'callId',
  'generation',
  'idempotencyKey',
  'operation',
  'parameters',
  'scans',
  'scannedRaw',
  'scannedBy',
  'lane',
  'operator',
  'state',
  'verdict',
  'answer',
  'savedAt',
  'changedAt',
  'tries',
  'inDoubt',
  'trouble',
  'endedBy',
  'endedReason',
  'handedOverAs',
  'lastTryAt',
  'lastTryEndedAt',
  'lastTryOutcome',
  'lastTryText',
] as const;

function callLine(call: QueuedCall, last: Attempt | undefined): readonly string[] {
  const { seq, callId, generation, operation, parameters, scans, lane, operator, state, result } = call;
  return [
    String(seq),
    callId,
    String(generation),
    idempotencyKey(call),
    operation,
    parameters.map(([name, text]) => `${name}=${text}`).join('\n'),
    scans.map(({ text }) => text).join('\n'),
    scans.map(({ text, raw }) => raw ?? text).join('\n'),
    scans.map(scannedBy).join('\n'),
    lane,
    operator,
    state,
    result?.verdict ?? '',
    result?.text ?? '',
    timeOf(call.enqueuedAt),
    timeOf(call.changedAt),
    String(call.tries),
    call.inDoubt ? 'yes' : 'no',
    (call.trouble ?? call.handedOver?.trouble)?.reason ?? '',
    call.endedBy?.operator ?? '',
    call.endedBy?.reason ?? '',
    call.handedOver?.id ?? '',
    ...outcomeOf(last),
  ];
}

/** How a scan came, what the code was, and how many repeats of it were held back: `wedge GS1-128 +1`. */
function scannedBy(scan: ScanNote): string {
  const { symbology, repeated } = scan;
  return [cameBy(scan), symbology, repeated && `+${repeated}`].filter(Boolean).join(' ');
}

const TRY_HEAD = [
  'id',
  'seq',
  'idempotencyKey',
  'token',
  'owner',
  'startedAt',
  'endedAt',
  'outcome',
  'text',
  'late',
] as const;

function tryLine(attempt: Attempt): readonly string[] {
  const { id, seq, token, owner, late } = attempt;
  const line = [String(id), String(seq), attempt.idempotencyKey, token, owner, ...outcomeOf(attempt)];
  return [...line, late ? 'yes' : 'no'];
}

/** When it began and ended, what came of it, and in which words. */
function outcomeOf(attempt: Attempt | undefined): readonly string[] {
  if (!attempt) return ['', '', '', ''];
  const { startedAt, endedAt, outcome } = attempt;
  const text = outcome?.kind === 'answered' ? outcome.text : outcome?.reason;
  return [timeOf(startedAt), endedAt === undefined ? '' : timeOf(endedAt), outcome?.kind ?? '', text ?? ''];
}

/** A time as every office program reads it; one that no calendar holds as its number. */
function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
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
