import { type ClientBase, Pool } from 'pg';
import { CODES_KEPT_MS, type Device, type Devices, type Redeemed, type Redemption, nameOf } from './devices.ts';
import { connectionOf } from '#gateway/ledger/postgresConnection.ts';

const POOL_SIZE = 4;

/** Statements by name: under a name each connection plans it once. */
const sql = {
  find: 'select number, name, enrolled_at, seen_at, revoked_at from scanline_devices where token_hash = $1',
  list: 'select number, name, enrolled_at, seen_at, revoked_at from scanline_devices order by number desc',
  add: `insert into scanline_devices (name, token_hash, enrolled_at, seen_at) values ('', $1, $2, $2) returning number`,
  rename:
    'update scanline_devices set name = $2 where number = $1 returning number, name, enrolled_at, seen_at, revoked_at',
  renew: `update scanline_devices set token_hash = $2, seen_at = $3 where number = $1 and revoked_at is null
          returning number, name, enrolled_at, seen_at, revoked_at`,
  saw: 'update scanline_devices set seen_at = $2 where number = $1 and seen_at < $2',
  revoke: 'update scanline_devices set revoked_at = $2 where number = $1 and revoked_at is null',
  revokeAll: 'update scanline_devices set revoked_at = $1 where revoked_at is null',
  endCodes: 'update scanline_codes set until = $1 where until > $1 and device is null',
  replaced: 'update scanline_devices set revoked_at = $2 where token_hash = $1 and revoked_at is null',
  code: 'select name, until, attempt_hash, device from scanline_codes where hash = $1 for update',
  addCode: 'insert into scanline_codes (hash, name, until) values ($1, $2, $3)',
  use: 'update scanline_codes set attempt_hash = $2, device = $3 where hash = $1',
  prune: 'delete from scanline_codes where until < $1',
} as const;

interface Row {
  readonly [column: string]: unknown;
}

/**
 * The devices in the ledger's PostgreSQL, shared by its gateways: what one revokes is revoked at all of them. The ledger
 * is opened before it, and has made the tables.
 *
 * @param url - `postgres://…`, checked.
 */
export function openPostgresDevices(url: string): Devices {
  const pool = new Pool({ ...connectionOf(url), max: POOL_SIZE });
  pool.on('error', () => {}); // an idle connection ended: the next statement makes another
  const run = async (on: Pick<ClientBase, 'query'>, name: keyof typeof sql, values: unknown[] = []) => {
    const { rows, rowCount } = await on.query<Row>({ name: `devices-${name}`, text: sql[name], values });
    return { rows, count: rowCount ?? 0 };
  };

  async function redeem(client: ClientBase, redemption: Redemption, now: number): Promise<Redeemed> {
    const { codeHash, attemptHash, tokenHash, beforeHash, name } = redemption;
    const [code] = (await run(client, 'code', [codeHash])).rows; // whoever shows it at the same time waits here
    if (!code) return { kind: 'unknown' };
    if (Number(code['until']) <= now) return { kind: 'expired' };
    if (code['device'] !== null) {
      // The handheld that has redeemed it, and heard nothing, gets another token for the one it never had.
      const isSame = code['attempt_hash'] === attemptHash;
      const [renewed] = isSame ? (await run(client, 'renew', [code['device'], tokenHash, now])).rows : [];
      return renewed ? { kind: 'enrolled', device: toDevice(renewed) } : { kind: 'used' };
    }
    if (beforeHash !== undefined) await run(client, 'replaced', [beforeHash, now]);
    const [added] = (await run(client, 'add', [tokenHash, now])).rows;
    const number = Number(added?.['number']);
    const [device] = (await run(client, 'rename', [number, nameOf(number, name, String(code['name']))])).rows;
    await run(client, 'use', [codeHash, attemptHash, number]);
    return device ? { kind: 'enrolled', device: toDevice(device) } : { kind: 'unknown' };
  }

  return {
    async addCode({ hash, name, until }, now) {
      await run(pool, 'prune', [now - CODES_KEPT_MS]);
      await run(pool, 'addCode', [hash, name, until]);
    },

    async redeem(redemption, now) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const redeemed = await redeem(client, redemption, now);
        await client.query('commit');
        client.release();
        return redeemed;
      } catch (error) {
        client.release(true); // with its transaction: the database ends it
        throw error;
      }
    },

    async find(tokenHash) {
      const [row] = (await run(pool, 'find', [tokenHash])).rows;
      return row && toDevice(row);
    },
    async saw(number, at) {
      await run(pool, 'saw', [number, at]);
    },
    list: async () => (await run(pool, 'list')).rows.map(toDevice),
    revoke: async (number, at) => (await run(pool, 'revoke', [number, at])).count === 1,
    async revokeAll(at) {
      await run(pool, 'endCodes', [at]); // first, and waits for who is being enrolled by one: that one is then revoked too
      return (await run(pool, 'revokeAll', [at])).count;
    },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** Numbers of 64 bits come as texts. */
function toDevice(row: Row): Device {
  return {
    number: Number(row['number']),
    name: String(row['name']),
    enrolledAt: Number(row['enrolled_at']),
    seenAt: Number(row['seen_at']),
    revokedAt: row['revoked_at'] === null ? null : Number(row['revoked_at']),
  };
}
