import type { CallRecord } from './callRecord.ts';
import { type LedgerLine, type LedgerReader, shownBody } from './ledgerReader.ts';

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

/** Reads the calls of either kind of ledger. */
export function createCallReader({ name, all, close }: CallTable): LedgerReader {
  const lines = async (rest: string, ...values: readonly (string | number)[]): Promise<LedgerLine[]> =>
    ((await all(`select ${COLUMNS} from ${name} ${rest}`, values)) as readonly CallLine[]).map(toLine);
  return {
    // Every letter of a key comes before `~`.
    byKey: (beginning) => lines('where key >= $1 and key < $2 order by key limit 20', beginning, `${beginning}~`),
    async entry(key) {
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
    unconfirmed: (limit) =>
      // The second condition is what the index says of itself.
      lines(
        `where state = 'outcome-unknown' and state <> 'answered' order by received_at desc, key desc limit $1`,
        limit,
      ),
    stretch: ({ receivedAt, key }, from, limit) =>
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
