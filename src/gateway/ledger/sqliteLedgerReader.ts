import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { LedgerState } from './ledger.ts';
import { type LedgerLine, type LedgerReader, shownBody } from './ledgerReader.ts';

const COLUMNS = 'key, operation, state, fingerprint, received_at, dispatched_at, settled_at, status, detail, asker';

/** Reads the ledger in `DATA_DIR/ledger.sqlite`, which the gateway has open. Opened when it is first asked. */
export function openSqliteLedgerReader(dataDir: string): LedgerReader {
  let db: DatabaseSync | undefined;
  const all = (sql: string, ...values: (string | number)[]): LedgerLine[] => {
    db ??= new DatabaseSync(join(dataDir, 'ledger.sqlite'), { readOnly: true, timeout: 100 });
    return db
      .prepare(sql)
      .all(...values)
      .map(toLine);
  };
  return {
    byKey: async (beginning) =>
      // Every letter of a key comes before `~`.
      all(`select ${COLUMNS} from calls where key >= ? and key < ? order by key limit 20`, beginning, `${beginning}~`),
    async entry(key) {
      const [line] = all(`select ${COLUMNS} from calls where key = ?`, key);
      const found = db?.prepare('select content_type, body, marker from calls where key = ?').get(key);
      if (!line || !found) return undefined;
      const { content_type: contentType, body, marker } = found;
      return {
        ...line,
        ...(typeof contentType === 'string' && { contentType }),
        ...(body instanceof Uint8Array && { body: shownBody(body, typeof marker === 'string' ? marker : null) }),
      };
    },
    unconfirmed: async (limit) =>
      // The second condition is what the index says of itself.
      all(
        `select ${COLUMNS} from calls where state = 'outcome-unknown' and state <> 'answered'
         order by received_at desc, key desc limit ?`,
        limit,
      ),
    stretch: async ({ receivedAt, key }, from, limit) =>
      all(
        `select ${COLUMNS} from calls where (received_at, key) < (?, ?) and received_at >= ?
         order by received_at desc, key desc limit ?`,
        receivedAt,
        key,
        from,
        limit,
      ),
    async close() {
      db?.close();
      db = undefined;
    },
  };
}

function toLine(row: Record<string, SQLOutputValue>): LedgerLine {
  const { dispatched_at: dispatchedAt, settled_at: settledAt, status, detail, asker } = row;
  return {
    key: String(row['key']),
    operation: String(row['operation']),
    state: row['state'] as LedgerState,
    fingerprint: String(row['fingerprint']),
    receivedAt: Number(row['received_at']),
    ...(typeof dispatchedAt === 'number' && { dispatchedAt }),
    ...(typeof settledAt === 'number' && { settledAt }),
    ...(typeof status === 'number' && { status }),
    ...(typeof detail === 'string' && { detail }),
    ...(typeof asker === 'string' && { asker }),
  };
}
