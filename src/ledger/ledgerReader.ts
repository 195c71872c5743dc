import { setImmediate } from 'node:timers/promises';
import { type DecisionWord, callOfKey } from '#contract/decision.ts';
import type { CallRecord, CameInstead, LedgerCall, LedgerFacts, LedgerRow, LedgerState } from './ledger.ts';
import {
  type MistakeFound,
  type ReadRow,
  createDecisionsReader,
  openMistakesIn,
  valuePlaces,
} from './decisionsReader.ts';
import { createCallNotesReader } from './callNotesReader.ts';

/** A call as the ledger page lists it. Times are Unix ms. */
export interface LedgerLine
  extends LedgerFacts, Pick<LedgerCall, 'key' | 'operation' | 'fingerprint'>, Pick<LedgerRow, 'state' | 'detail'> {
  readonly receivedAt: number;
  readonly dispatchedAt?: number;
  readonly settledAt?: number;
  /** HTTP status of the service's reply, or of what came instead. */
  readonly status?: number;
  /** Absent from a call of before it was kept: then `detail` alone says what came. */
  readonly cause?: CameInstead['cause'];
  /** The decision in force. */
  readonly decided?: DecisionWord;
  /** Decisions that held so far. */
  readonly version: number;
  /** The service's reply as it is kept, where it is short: for the rules of the site. */
  readonly reply?: Uint8Array;
  readonly contentType?: string;
}

/** A call with what came back, its beginning, without the access key. */
export interface LedgerEntry extends LedgerLine {
  readonly body?: string;
}

/** A place in the ledger, from the newest call to the oldest. */
export type LedgerPlace = Pick<LedgerLine, 'receivedAt' | 'key'>;

/** A call that was said to be a mistake, with its line. */
export type LedgerMistake = MistakeFound<LedgerLine>;

export interface LedgerPart {
  readonly lines: readonly LedgerLine[];
  /** Absent at the end. */
  readonly next?: LedgerPlace;
  /** There are more, at which there was no time to look. */
  readonly isCut?: boolean;
}

/** The calls that are wanted; a field that is absent is no matter. */
export interface LedgerWish {
  /** `open`: nobody knows, and nobody has decided. `decided`: nobody knows, and somebody has. */
  readonly state?: Exclude<LedgerState, 'outcome-unknown'> | 'open' | 'decided' | undefined;
  readonly operation?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** One of these. */
  readonly askers?: readonly string[] | undefined;
  /** One of these. */
  readonly workers?: readonly string[] | undefined;
  /** A part of its codes; of Latin letters none is large or small. */
  readonly code?: string | undefined;
  /** One of these is a part of its codes, likewise. */
  readonly codes?: readonly string[] | undefined;
  /** Received at this time or after, and before that one; Unix ms. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface CallTable {
  readonly name: string;
  /** The name of the decisions' table. */
  readonly decisions: string;
  /** The names of the tables of what workers added to calls. */
  readonly notes: string;
  readonly pictures: string;
  /** The codes with the small Latin letters for the large ones, and no others changed. */
  readonly smallCodes: string;
  /** Returns the rows of a statement whose values are named `$1`, `$2` and so on. */
  all(sql: string, values: readonly (string | number)[]): Promise<readonly ReadRow[]>;
  close(): Promise<void>;
}

/** As `LedgerLine` names them. */
const COLUMNS =
  'key, operation, state, fingerprint, status, detail, cause, asker, worker, codes, decided, version, ' +
  `case when state = 'answered' and length(body) <= ${4 * 1024} then body end as reply, content_type as "contentType", ` +
  'received_at as "receivedAt", dispatched_at as "dispatchedAt", settled_at as "settledAt"';
const BODY = 'body, marker';
const STANDS_DECIDED = `state = 'outcome-unknown' and decided is not null`;
const OPEN = `state = 'outcome-unknown' and decided is null`;
/** None that only closes the next key of a call: it was entered with a decision, and nobody ever sent it. */
const SENT = `not (${STANDS_DECIDED} and dispatched_at is null and settled_at = received_at and key like '%.g%')`;
/** The calls that a person has to decide about, found by the index of those that have no answer: it says the last condition of itself. */
const UNCONFIRMED = `${OPEN} and state <> 'answered'`;
const TIMES = ['receivedAt', 'dispatchedAt', 'settledAt'];
const NEWEST_FIRST = 'order by received_at desc, key desc';

/** The place from which the whole ledger is read back. */
export const NEWEST_PLACE: LedgerPlace = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

export type LedgerReader = ReturnType<typeof createLedgerReader>;

/** The calls that one statement looks at: a few milliseconds' work, in which no call is answered. */
const LOOKED_AT = 1_000;
/** The calls that one statement returns. */
const GIVEN = 250;
/** The newest keys of one call that are shown. */
const MOST_KEYS = 100;

type Value = string | number;

/**
 * Creates the reader of either kind of ledger, for people, on a connection of its own that can write nothing. What it asks for is found by
 * an index and is little, so that calls do not wait for it.
 */
export function createLedgerReader({ name, decisions, notes, pictures, smallCodes, all, close }: CallTable) {
  const lines = async (rest: string, ...values: readonly Value[]): Promise<LedgerLine[]> =>
    (await all(`select ${COLUMNS} from ${name} ${rest}`, values)).map(toLine);
  const entries = async (rest: string, ...values: readonly Value[]): Promise<LedgerEntry[]> =>
    (await all(`select ${COLUMNS}, ${BODY} from ${name} ${rest}`, values)).map(toEntry);

  /** Returns the place of the last of the next calls that are looked at; `undefined`: there are fewer. */
  async function endOfStretch({ receivedAt, key }: LedgerPlace, from: number): Promise<LedgerPlace | undefined> {
    const sql = `select received_at as "receivedAt", key from ${name} where (received_at, key) < ($1, $2) and received_at >= $3 ${NEWEST_FIRST} limit 1 offset ${LOOKED_AT - 1}`;
    const [row] = await all(sql, [receivedAt, key, from]);
    return row && { receivedAt: Number(row['receivedAt']), key: String(row['key']) };
  }

  const linesOf = (keys: readonly string[]): Promise<readonly LedgerLine[]> =>
    lines(`where key in (${valuePlaces(keys)})`, ...keys);

  return {
    ...createDecisionsReader({ name, decisions, all, linesOf }),
    ...createCallNotesReader({ notes, pictures, all }),
    /** Returns the calls whose key begins so and that are wanted. It looks at 250 keys; `isCut`: there are more. Every letter of a key comes before `~`. */
    async byKey(beginning: string, wish: LedgerWish = {}): Promise<LedgerPart> {
      const asked = conditionsOf(wish, smallCodes, [beginning, `${beginning}~`]);
      const begun = `(select * from ${name} where key >= $1 and key < $2 order by key limit ${GIVEN}) as begun`;
      const [count] = await all(`select count(*) as many from ${begun}`, [beginning, `${beginning}~`]);
      const found = await all(`select ${COLUMNS} from ${begun} where true${asked.sql} ${NEWEST_FIRST}`, asked.values);
      return { lines: found.map(toLine), isCut: Number(count?.['many']) === GIVEN };
    },
    async entry(key: string): Promise<LedgerEntry | undefined> {
      return (await entries('where key = $1', key))[0];
    },
    /** Returns all keys under which a key's call was sent, the first first. */
    async keysOfCall(key: string): Promise<readonly LedgerEntry[]> {
      const { callId } = callOfKey(key);
      const found = await entries(
        `where key = $1 or key > $2 and key < $3 ${NEWEST_FIRST} limit ${MOST_KEYS}`,
        callId,
        `${callId}.g`,
        `${callId}.g~`,
      );
      const generationOf = (entry: LedgerEntry): number => callOfKey(entry.key).generation;
      return found
        .filter((entry) => callOfKey(entry.key).callId === callId)
        .toSorted((one, other) => generationOf(one) - generationOf(other));
    },
    /** Returns the next answered calls with what came back, the newest first. */
    answers: ({ receivedAt, key }: LedgerPlace, from: number, limit: number): Promise<readonly LedgerEntry[]> =>
      entries(
        `where (received_at, key) < ($1, $2) and received_at >= $3 and state = 'answered' ${NEWEST_FIRST} limit $4`,
        receivedAt,
        key,
        from,
        limit,
      ),
    /** Returns the newest calls of unknown outcome that nobody has decided. @param askers - absent: of all who asked. */
    unconfirmed(limit: number, askers?: readonly string[]): Promise<readonly LedgerLine[]> {
      const { sql, values } = conditionsOf({ askers }, smallCodes, [limit]);
      return lines(`where ${UNCONFIRMED}${sql} ${NEWEST_FIRST} limit $1`, ...values);
    },
    /** Counts those, and the mistakes that nobody has settled, by who asked or said it: a handheld's number, or an address. */
    async toCheckByAsker(): Promise<ReadonlyMap<string, number>> {
      const sql = `select asker, count(*) as many from (
          select asker from ${name} where ${UNCONFIRMED} union all select asker from ${openMistakesIn(decisions)}
        ) as checked where asker is not null group by asker`;
      return new Map((await all(sql, [])).map(({ asker, many }) => [String(asker), Number(many)]));
    },
    /**
     * Looks at the next thousand calls, the newest first, that came before a place. @returns those that are wanted, so many at most, and
     * where to go on; no `next`: the ledger is at its end.
     */
    async stretch(place: LedgerPlace, wish: LedgerWish, most = GIVEN): Promise<LedgerPart> {
      const { from = 0, until: _before, ...rest } = wish; // the place is before it
      const end = await endOfStretch(place, from);
      const last = end ?? { receivedAt: from, key: '' };
      const asked = conditionsOf(rest, smallCodes, [place.receivedAt, place.key, last.receivedAt, last.key]);
      const found = await lines(
        `where (received_at, key) < ($1, $2) and (received_at, key) >= ($3, $4)${asked.sql} ${NEWEST_FIRST} limit ${most}`,
        ...asked.values,
      );
      const next = found.length === most ? found.at(-1) : end;
      return { lines: found, ...(next && { next: { receivedAt: next.receivedAt, key: next.key } }) };
    },
    close,
  };
}

/** Returns the conditions of a wish, each after an `and`. @param before - the values that stand before theirs. */
function conditionsOf(wish: LedgerWish, smallCodes: string, before: readonly Value[]) {
  const values = [...before];
  const place = (value: Value): string => `$${values.push(value)}`;
  const is = (column: string, value: string | undefined): string =>
    value === undefined ? '' : ` and ${column} = ${place(value)}`;
  const among = (column: string, some: readonly string[] | undefined): string =>
    some === undefined ? '' : ` and ${column} in (${some.map(place).join() || 'null'})`;
  const has = (part: string): string => `${smallCodes} like ${place(partPattern(part))} escape '\\'`;
  const { state, code, codes, from, until } = wish;
  const states: Readonly<Record<string, string>> = {
    open: ` and ${OPEN}`,
    decided: ` and ${STANDS_DECIDED}`,
  };
  const sql = [
    states[state ?? ''] ?? is('state', state),
    is('operation', wish.operation),
    is('fingerprint', wish.fingerprint),
    among('asker', wish.askers),
    among('worker', wish.workers),
    code === undefined ? '' : ` and ${has(code)}`,
    codes === undefined ? '' : ` and (${codes.map(has).join(' or ') || 'false'})`,
    from === undefined ? '' : ` and received_at >= ${place(from)}`,
    until === undefined ? '' : ` and received_at < ${place(until)}`,
  ];
  return { sql: ` and ${SENT}${sql.join('')}`, values };
}

/** Returns the pattern of `like` for a text that has a part in it, as it is. */
function partPattern(part: string): string {
  const small = part.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return `%${small.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function toEntry(found: ReadRow): LedgerEntry {
  const { body, marker, ...rest } = found as ReadRow & Pick<CallRecord, 'body' | 'marker'>;
  return { ...toLine(rest), ...(body !== null && { body: shownBody(body, marker) }) };
}

/** Makes a line of a row, without its nulls. PostgreSQL's driver gives `bigint` as text. */
function toLine(row: ReadRow): LedgerLine {
  const there = Object.entries(row).filter(([, value]) => value !== null);
  const line = there.map(([name, value]) => [name, TIMES.includes(name) ? Number(value) : value]);
  return Object.fromEntries(line) as LedgerLine;
}

const SHOWN_BYTES = 2048;

const ROWS = 50;
const MOST_MS = 1_500;

/** Returns the place from which calls are read back to those that are wanted. */
function beginningOf({ until }: LedgerWish, before: LedgerPlace | undefined): LedgerPlace {
  const newest = until === undefined ? NEWEST_PLACE : { receivedAt: until, key: '' };
  return before && before.receivedAt < newest.receivedAt ? before : newest;
}

/** Goes back through the ledger, a stretch at a time, and lets calls pass in between. Each part has where to go on behind it. */
export async function* stretchesBack(
  reader: LedgerReader,
  wish: LedgerWish,
  before?: LedgerPlace,
  most?: number,
): AsyncGenerator<LedgerPart, void> {
  for (let place: LedgerPlace | undefined = beginningOf(wish, before); place; await setImmediate()) {
    const part: LedgerPart = await reader.stretch(place, wish, most);
    yield part;
    place = part.next;
  }
}

/**
 * Finds the next fifty calls that are wanted. After a second or two it gives what it has, and where to go on.
 *
 * @param isWanted - tells what no statement can ask for. @defaultValue all that are wished
 */
export async function walkBack(
  reader: LedgerReader,
  wish: LedgerWish,
  before?: LedgerPlace,
  isWanted?: (line: LedgerLine) => boolean,
  mostMs = MOST_MS,
): Promise<LedgerPart> {
  const until = performance.now() + mostMs;
  const lines: LedgerLine[] = [];
  for await (const part of stretchesBack(reader, wish, before, isWanted ? undefined : ROWS + 1)) {
    lines.push(...(isWanted ? part.lines.filter(isWanted) : part.lines));
    const last = lines[ROWS - 1];
    if (last && lines.length > ROWS) return { lines: lines.slice(0, ROWS), next: last, isCut: false };
    if (part.next && performance.now() > until) return { lines, next: part.next, isCut: true };
  }
  return { lines, isCut: false };
}

/** Returns the beginning of a body as text for a page, each marker in place of the key shown as ‹apiKey›. */
function shownBody(body: Uint8Array, marker: string | null): string {
  const text = Buffer.from(body.subarray(0, SHOWN_BYTES)).toString('utf8');
  return marker === null ? text : text.replaceAll(new RegExp(`${marker}[0-9]`, 'g'), '‹apiKey›');
}
