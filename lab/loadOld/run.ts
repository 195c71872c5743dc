import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { openSqliteLedger } from '#ledger/sqliteLedger.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** One call that was made while old ones were forgotten. */
export interface CallMeanwhile {
  readonly status: number;
  readonly ms: number;
  /** Old calls that are left in the ledger after it. */
  readonly left: number;
}

/** Start of a gateway on a ledger full of old calls, and what calls noticed of them. */
export interface OldCalls {
  /** From its start until it listens, in milliseconds. */
  readonly listensAfterMs: number;
  /** Old calls that are left in the ledger then. */
  readonly left: number;
  readonly calls: readonly CallMeanwhile[];
}

/**
 * Starts a gateway on a ledger with so many answered calls of 40 days ago, and makes calls one after the other.
 *
 * @param most - of them; it ends sooner where no old call is left, and goes on to there where it is `undefined`.
 */
export async function forgetOld(rows: number, most?: number): Promise<OldCalls> {
  using folder = tempDir();
  await fillLedger(folder.path, rows, Date.now() - 40 * DAY_MS);
  await using service = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  const startedAt = performance.now();
  await using gateway = await spawnGateway({
    DATA_DIR: folder.path,
    UPSTREAM_URL: service.url.href,
    LOG_LEVEL: 'silent',
  });
  const listensAfterMs = performance.now() - startedAt;
  using db = new DatabaseSync(join(folder.path, 'ledger.sqlite'), { readOnly: true });
  // The oldest are forgotten first, and each has the number of its place: no counting of millions beside the calls.
  const oldest = db.prepare(`select rowid from calls where received_at < ? order by received_at limit 1`);
  const leftNow = (): number => rows - Number(oldest.get(Date.now() - 36 * DAY_MS)?.['rowid'] ?? rows + 1) + 1;
  const left = leftNow();
  const calls: CallMeanwhile[] = [];
  while (calls.length < (most ?? Number.POSITIVE_INFINITY) && (calls.at(-1)?.left ?? left) > 0) {
    const askedAt = performance.now();
    const { status } = await post(gateway.url, `call-${100_000 + calls.length}`);
    calls.push({ status, ms: performance.now() - askedAt, left: leftNow() });
    if (most === undefined) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { listensAfterMs, left, calls };
}

/** A ledger as this version leaves it, with so many more calls, one each millisecond. @param from - Unix ms of the first. */
export async function fillLedger(dataDir: string, rows: number, from: number): Promise<void> {
  await (await openSqliteLedger({ dataDir, now: Date.now, log: () => {} })).close();
  using db = new DatabaseSync(join(dataDir, 'ledger.sqlite'));
  db.exec('pragma synchronous = off');
  db.prepare(
    `insert into calls (key, fingerprint, operation, state, received_at, dispatched_at, settled_at, status, content_type, body)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
     select lower(hex(randomblob(16))), lower(hex(randomblob(32))), 'RevertOff', 'answered', ?2 + i, ?2 + i, ?2 + i, 200,
       'text/xml; charset=utf-8', randomblob(240)
     from n`,
  ).run(rows, from);
}
