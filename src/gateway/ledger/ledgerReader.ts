import { setImmediate } from 'node:timers/promises';
import type { CallRecord, LedgerState } from './ledger.ts';

/** A call as the ledger page lists it. Times are Unix ms. */
export interface LedgerLine {
  readonly key: string;
  /** Empty where the request named none. */
  readonly operation: string;
  readonly state: LedgerState;
  readonly fingerprint: string;
  readonly receivedAt: number;
  readonly dispatchedAt?: number;
  readonly settledAt?: number;
  /** HTTP status of the service's reply, or of what came instead. */
  readonly status?: number;
  /** One sentence on what came instead of an answer. */
  readonly detail?: string;
  /** For whom it was sent last: the number of an enrolled handheld, or an address where no token is asked for. */
  readonly asker?: string;
}

/** A call with what came back, its beginning, without the access key. */
export interface LedgerEntry extends LedgerLine {
  readonly contentType?: string;
  readonly body?: string;
}

/** A place in the ledger, from the newest call to the oldest. */
export interface LedgerPlace {
  readonly receivedAt: number;
  readonly key: string;
}

/** Which calls are wanted; what is absent is no matter. */
export interface LedgerWish {
  readonly state?: LedgerState | undefined;
  readonly operation?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** Received at this time or after, Unix ms. */
  readonly from?: number | undefined;
}

/** A call as people read it. PostgreSQL's driver gives `bigint` as text. */
interface CallLine extends CallRecord {
  readonly operation: string;
  readonly received_at: number | string;
  readonly dispatched_at: number | string | null;
  readonly settled_at: number | string | null;
  readonly asker: string | null;
}

/** Where the calls of a ledger are read. */
export interface CallTable {
  readonly name: string;
  /** Rows of a statement whose values are named `$1`, `$2` and so on. */
  all(sql: string, values: readonly (string | number)[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

const COLUMNS = 'key, operation, state, fingerprint, received_at, dispatched_at, settled_at, status, detail, asker';

export type LedgerReader = ReturnType<typeof createLedgerReader>;

/**
 * Reads either kind of ledger for people, on a connection of its own that can write nothing. What it asks for is found by
 * an index and is little, so that calls do not wait for it.
 */
export function createLedgerReader({ name, all, close }: CallTable) {
  const lines = async (rest: string, ...values: readonly (string | number)[]): Promise<LedgerLine[]> =>
    ((await all(`select ${COLUMNS} from ${name} ${rest}`, values)) as readonly CallLine[]).map(toLine);
  return {
    /** Calls whose key begins so, at most twenty. Every letter of a key comes before `~`. */
    byKey: (beginning: string): Promise<readonly LedgerLine[]> =>
      lines('where key >= $1 and key < $2 order by key limit 20', beginning, `${beginning}~`),
    /** One call, by its whole key. */
    async entry(key: string): Promise<LedgerEntry | undefined> {
      const sql = `select ${COLUMNS}, content_type, body, marker from ${name} where key = $1`;
      const [found] = (await all(sql, [key])) as readonly CallLine[];
      if (!found) return undefined;
      const { content_type: contentType, body, marker } = found;
      return {
        ...toLine(found),
        ...(contentType !== null && { contentType }),
        ...(body !== null && { body: shownBody(body, marker) }),
      };
    },
    /** The newest calls of unknown outcome. */
    unconfirmed: (limit: number): Promise<readonly LedgerLine[]> =>
      // The second condition is what the index says of itself.
      lines(
        `where state = 'outcome-unknown' and state <> 'answered' order by received_at desc, key desc limit $1`,
        limit,
      ),
    /** The next calls, the newest first, that came before a place and not before `from`, Unix ms. */
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

function toLine(row: CallLine): LedgerLine {
  const { key, operation, state, fingerprint, status, detail, asker } = row;
  return {
    key,
    operation,
    state,
    fingerprint,
    receivedAt: Number(row.received_at),
    ...(row.dispatched_at !== null && { dispatchedAt: Number(row.dispatched_at) }),
    ...(row.settled_at !== null && { settledAt: Number(row.settled_at) }),
    ...(status !== null && { status }),
    ...(detail !== null && { detail }),
    ...(asker !== null && { asker }),
  };
}

const SHOWN_BYTES = 2048;

const ROWS = 50;
const STRETCH = 250;
const MOST_MS = 1_500;

/**
 * Goes back through the ledger for the next calls that are wanted. It looks at a few hundred at a time and lets calls
 * pass in between; after a second or two it gives what it has, and where to go on.
 *
 * @returns `next`: where to go on; absent at the end. `isCut`: there was no time to fill the page.
 */
export async function walkBack(
  reader: LedgerReader,
  { from = 0, ...wish }: LedgerWish,
  before: LedgerPlace,
  mostMs = MOST_MS,
): Promise<{ readonly lines: readonly LedgerLine[]; readonly next?: LedgerPlace; readonly isCut: boolean }> {
  const until = performance.now() + mostMs;
  const isWanted = (line: LedgerLine): boolean =>
    (['state', 'operation', 'fingerprint'] as const).every((name) => [undefined, line[name]].includes(wish[name]));
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

/** A body as text for a page: its beginning, with what stands for the key shown as such. */
function shownBody(body: Uint8Array, marker: string | null): string {
  const text = Buffer.from(body.subarray(0, SHOWN_BYTES)).toString('utf8');
  return marker === null ? text : text.replaceAll(new RegExp(`${marker}[0-9]`, 'g'), '‹apiKey›');
}
