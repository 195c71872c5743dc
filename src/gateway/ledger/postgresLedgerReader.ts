import { Pool } from 'pg';
import type { LedgerState } from './ledger.ts';
import { type LedgerLine, type LedgerReader, shownBody } from './ledgerReader.ts';
import { connectionOf } from './postgresConnection.ts';

/** Longer than anything that is asked of an index takes, in milliseconds. */
const STATEMENT_MS = 2_000;

const COLUMNS = 'key, operation, state, fingerprint, received_at, dispatched_at, settled_at, status, detail, asker';

interface Line {
  readonly key: string;
  readonly operation: string;
  readonly state: LedgerState;
  readonly fingerprint: string;
  readonly received_at: string;
  readonly dispatched_at: string | null;
  readonly settled_at: string | null;
  readonly status: number | null;
  readonly detail: string | null;
  readonly asker: string | null;
}

/** Reads the ledger in a PostgreSQL database, the calls of all gateways on it. Connected when it is first asked. */
export function openPostgresLedgerReader(databaseUrl: string): LedgerReader {
  const session = { default_transaction_read_only: 'on', statement_timeout: String(STATEMENT_MS) };
  const pool = new Pool({ ...connectionOf(databaseUrl, session), max: 1, idleTimeoutMillis: 30_000 });
  pool.on('error', () => {}); // the next question makes another connection
  const all = async (sql: string, ...values: (string | number)[]): Promise<LedgerLine[]> =>
    (await pool.query<Line>(sql, values)).rows.map(toLine);
  return {
    // Every letter of a key comes before `~`.
    byKey: (beginning) =>
      all(
        `select ${COLUMNS} from scanline_calls where key >= $1 and key < $2 order by key limit 20`,
        beginning,
        `${beginning}~`,
      ),
    async entry(key) {
      const sql = `select ${COLUMNS}, content_type, body, marker from scanline_calls where key = $1`;
      const { rows } = await pool.query<
        Line & { content_type: string | null; body: Buffer | null; marker: string | null }
      >(sql, [key]);
      const [found] = rows;
      if (!found) return undefined;
      const { content_type: contentType, body, marker } = found;
      return {
        ...toLine(found),
        ...(contentType !== null && { contentType }),
        ...(body !== null && { body: shownBody(body, marker) }),
      };
    },
    unconfirmed: (limit) =>
      all(
        `select ${COLUMNS} from scanline_calls where state = 'outcome-unknown' and state <> 'answered'
         order by received_at desc, key desc limit $1`,
        limit,
      ),
    stretch: ({ receivedAt, key }, from, limit) =>
      all(
        `select ${COLUMNS} from scanline_calls where (received_at, key) < ($1, $2) and received_at >= $3
         order by received_at desc, key desc limit $4`,
        receivedAt,
        key,
        from,
        limit,
      ),
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

function toLine(row: Line): LedgerLine {
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
