import { setImmediate } from 'node:timers/promises';
import { type DecisionWord, callOfKey } from '#contract/decision.ts';
import type { CallRecord, KeptDecision, LedgerCall, LedgerFacts, LedgerRow, LedgerState } from './ledger.ts';

/** A call as the ledger page lists it. Times are Unix ms. */
export interface LedgerLine
  extends LedgerFacts, Pick<LedgerCall, 'key' | 'operation' | 'fingerprint'>, Pick<LedgerRow, 'state' | 'detail'> {
  readonly receivedAt: number;
  readonly dispatchedAt?: number;
  readonly settledAt?: number;
  /** HTTP status of the service's reply, or of what came instead. */
  readonly status?: number;
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

export interface LedgerPart {
  readonly lines: readonly LedgerLine[];
  /** Absent at the end. */
  readonly next?: LedgerPlace;
  /** There was no time to fill it. */
  readonly isCut?: boolean;
}

/** The calls that are wanted; a field that is absent is no matter. */
export interface LedgerWish {
  readonly state?: LedgerState | undefined;
  readonly operation?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly asker?: string | undefined;
  /** Received at this time or after, Unix ms. */
  readonly from?: number | undefined;
}

type Row = Readonly<Record<string, unknown>>;

export interface CallTable {
  readonly name: string;
  /** The name of the decisions' table. */
  readonly decisions: string;
  /** Returns the rows of a statement whose values are named `$1`, `$2` and so on. */
  all(sql: string, values: readonly (string | number)[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** As `LedgerLine` names them. */
const COLUMNS =
  'key, operation, state, fingerprint, status, detail, asker, worker, codes, decided, version, ' +
  `case when state = 'answered' and length(body) <= ${4 * 1024} then body end as reply, content_type as "contentType", ` +
  'received_at as "receivedAt", dispatched_at as "dispatchedAt", settled_at as "settledAt"';
const BODY = 'body, marker';
/** The calls that a person has to decide about. The second condition is what the index says of itself. */
const UNCONFIRMED = `state = 'outcome-unknown' and state <> 'answered' and decided is null`;
const TIMES = ['receivedAt', 'dispatchedAt', 'settledAt'];

/** The place from which the whole ledger is read back. */
export const NEWEST_PLACE: LedgerPlace = { receivedAt: Number.MAX_SAFE_INTEGER, key: '' };

export type LedgerReader = ReturnType<typeof createLedgerReader>;

/**
 * Creates the reader of either kind of ledger, for people, on a connection of its own that can write nothing. What it asks for is found by
 * an index and is little, so that calls do not wait for it.
 */
export function createLedgerReader({ name, decisions, all, close }: CallTable) {
  const lines = async (rest: string, ...values: readonly (string | number)[]): Promise<LedgerLine[]> =>
    (await all(`select ${COLUMNS} from ${name} ${rest}`, values)).map(toLine);
  return {
    /** Returns the calls whose key begins so, at most twenty. Every letter of a key comes before `~`. */
    byKey: (beginning: string): Promise<readonly LedgerLine[]> =>
      lines('where key >= $1 and key < $2 order by key limit 20', beginning, `${beginning}~`),
    async entry(key: string): Promise<LedgerEntry | undefined> {
      const [found] = await all(`select ${COLUMNS}, ${BODY} from ${name} where key = $1`, [key]);
      return found && toEntry(found);
    },
    /** Returns the next answered calls with what came back, as `stretch` has it. */
    answers: async ({ receivedAt, key }: LedgerPlace, from: number, limit: number): Promise<readonly LedgerEntry[]> => {
      const rest = `where (received_at, key) < ($1, $2) and received_at >= $3 and state = 'answered' order by received_at desc, key desc limit $4`;
      return (await all(`select ${COLUMNS}, ${BODY} from ${name} ${rest}`, [receivedAt, key, from, limit])).map(
        toEntry,
      );
    },
    /** Returns the decisions about a key's call, in the order in which they came: each that was told, and whether it holds. */
    async decisionsOf(key: string): Promise<readonly KeptDecision[]> {
      const sql = `select id, key, says, version, holds, by, asker, why, said_at as "saidAt" from ${decisions} where call = $1 order by n`;
      const rows = await all(sql, [callOfKey(key).callId]);
      return rows.map(({ holds, saidAt, asker, why, ...rest }) => ({
        ...(rest as Pick<KeptDecision, 'id' | 'key' | 'says' | 'version' | 'by'>),
        holds: Boolean(holds),
        saidAt: Number(saidAt),
        ...(typeof asker === 'string' && { asker }),
        ...(typeof why === 'string' && { why }),
      }));
    },
    /** Returns the newest calls of unknown outcome that nobody has decided. @param asker - absent: of all who asked. */
    unconfirmed: (limit: number, asker?: string): Promise<readonly LedgerLine[]> =>
      lines(
        `where ${UNCONFIRMED}${asker === undefined ? '' : ' and asker = $2'} order by received_at desc, key desc limit $1`,
        limit,
        ...(asker === undefined ? [] : [asker]),
      ),
    /** Counts those by who asked: a handheld's number, or an address. */
    async unconfirmedByAsker(): Promise<ReadonlyMap<string, number>> {
      const sql = `select asker, count(*) as many from ${name} where ${UNCONFIRMED} and asker is not null group by asker`;
      return new Map((await all(sql, [])).map(({ asker, many }) => [String(asker), Number(many)]));
    },
    /** Returns the next calls, the newest first, that came before a place and not before `from`, Unix ms. */
    stretch: ({ receivedAt, key }: LedgerPlace, from: number, limit: number): Promise<readonly LedgerLine[]> =>
      lines(
        'where (received_at, key) < ($1, $2) and received_at >= $3 order by received_at desc, key desc limit $4',
        receivedAt,
        key,
        from,
        limit,
      ),
    close,
  };
}

function toEntry(found: Row): LedgerEntry {
  const { body, marker, ...rest } = found as Row & Pick<CallRecord, 'body' | 'marker'>;
  return { ...toLine(rest), ...(body !== null && { body: shownBody(body, marker) }) };
}

/** Makes a line of a row, without its nulls. PostgreSQL's driver gives `bigint` as text. */
function toLine(row: Row): LedgerLine {
  const there = Object.entries(row).filter(([, value]) => value !== null);
  const line = there.map(([name, value]) => [name, TIMES.includes(name) ? Number(value) : value]);
  return Object.fromEntries(line) as LedgerLine;
}

const SHOWN_BYTES = 2048;

const ROWS = 50;
const STRETCH = 250;
const MOST_MS = 1_500;

/**
 * Goes back through the ledger for the next calls that are wanted. It looks at a few hundred at a time and lets calls
 * pass in between; after a second or two it gives what it has, and where to go on.
 */
export async function walkBack(
  reader: LedgerReader,
  { from = 0, ...wish }: LedgerWish,
  before: LedgerPlace,
  mostMs = MOST_MS,
): Promise<LedgerPart> {
  const until = performance.now() + mostMs;
  const isWanted = (line: LedgerLine): boolean =>
    (['state', 'operation', 'fingerprint', 'asker'] as const).every((name) =>
      [undefined, line[name]].includes(wish[name]),
    );
  const isAny = Object.values(wish).every((value) => value === undefined);
  const size = isAny ? ROWS + 1 : STRETCH;
  const lines: LedgerLine[] = [];
  for (let place = before; ;) {
    const looked = await reader.stretch(place, from, size);
    for (const line of looked) {
      if (isWanted(line)) lines.push(line);
      place = { receivedAt: line.receivedAt, key: line.key };
      if (lines.length === ROWS) return { lines, next: place, isCut: false };
    }
    if (looked.length < size) return { lines, isCut: false };
    if (performance.now() > until) return { lines, next: place, isCut: true };
    await setImmediate();
  }
}

/** Returns the beginning of a body as text for a page, each marker in place of the key shown as ‹apiKey›. */
function shownBody(body: Uint8Array, marker: string | null): string {
  const text = Buffer.from(body.subarray(0, SHOWN_BYTES)).toString('utf8');
  return marker === null ? text : text.replaceAll(new RegExp(`${marker}[0-9]`, 'g'), '‹apiKey›');
}
