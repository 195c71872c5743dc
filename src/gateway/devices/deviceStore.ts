import { CODES_KEPT_MS, type Device, type Devices, type Redeemed, type Redemption, nameOf } from './devices.ts';

/** A statement by its name, and the values of `$1`, `$2` and so on in it. */
export type Asked = readonly [statement: DeviceStatement, ...values: readonly (string | number)[]];

/** What came of a statement. `count`: the rows that it changed. */
export interface Came {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** Several statements, each made of what came of those before. */
export type Steps<T> = Generator<Asked, T, Came>;

/** Where the devices and codes are kept. */
export interface DeviceStore {
  run(...asked: Asked): Promise<Came>;
  /** Runs statements one after another: all of them are on disk when it resolves, or none. */
  inTransaction<T>(steps: Steps<T>): Promise<T>;
  close(): Promise<void>;
}

export type DeviceStatement = keyof ReturnType<typeof deviceStatements>;

interface Row {
  readonly [column: string]: unknown;
}

/**
 * The statements by name.
 *
 * @param devices - the table of the handhelds. @param codes - the table of the codes that enrol.
 * @param locking - what keeps a code for whoever looked it up first until the transaction ends.
 */
export function deviceStatements(devices: string, codes: string, locking = '') {
  const columns = 'number, name, enrolled_at, seen_at, revoked_at';
  return {
    find: `select ${columns} from ${devices} where token_hash = $1`,
    list: `select ${columns} from ${devices} order by number desc`,
    add: `insert into ${devices} (name, token_hash, enrolled_at, seen_at) values ('', $1, $2, $2) returning number`,
    rename: `update ${devices} set name = $2 where number = $1 returning ${columns}`,
    renew: `update ${devices} set token_hash = $2, seen_at = $3 where number = $1 and revoked_at is null returning ${columns}`,
    saw: `update ${devices} set seen_at = $2 where number = $1 and seen_at < $2`,
    revoke: `update ${devices} set revoked_at = $2 where number = $1 and revoked_at is null`,
    revokeAll: `update ${devices} set revoked_at = $1 where revoked_at is null`,
    replaced: `update ${devices} set revoked_at = $2 where token_hash = $1 and revoked_at is null`,
    code: `select name, until, attempt_hash, device from ${codes} where hash = $1 ${locking}`,
    addCode: `insert into ${codes} (hash, name, until) values ($1, $2, $3)`,
    use: `update ${codes} set attempt_hash = $2, device = $3 where hash = $1`,
    prune: `delete from ${codes} where until < $1`,
    endCodes: `update ${codes} set until = $1 where until > $1 and device is null`,
  };
}

/** The devices of a site, wherever they are kept. */
export function createDevices({ run, inTransaction, close }: DeviceStore): Devices {
  return {
    async addCode({ hash, name, until }, now) {
      await run('prune', now - CODES_KEPT_MS);
      await run('addCode', hash, name, until);
    },
    redeem: (redemption, now) => inTransaction(redeem(redemption, now)),
    async find(tokenHash) {
      const [row] = (await run('find', tokenHash)).rows;
      return row && toDevice(row);
    },
    async saw(number, at) {
      await run('saw', number, at);
    },
    list: async () => (await run('list')).rows.map(toDevice),
    revoke: async (number, at) => (await run('revoke', number, at)).count === 1,
    revokeAll: (at) => inTransaction(revokeAll(at)),
    close,
  };
}

function* redeem(redemption: Redemption, now: number): Steps<Redeemed> {
  const { codeHash, attemptHash, tokenHash, beforeHash, name } = redemption;
  const [code] = (yield ['code', codeHash]).rows; // whoever shows it at the same time waits here
  if (!code) return { kind: 'unknown' };
  if (Number(code['until']) <= now) return { kind: 'expired' };
  if (code['device'] !== null) {
    // The handheld that has redeemed it, and heard nothing, gets another token for the one it never had.
    const isSame = code['attempt_hash'] === attemptHash;
    const [renewed] = isSame ? (yield ['renew', Number(code['device']), tokenHash, now]).rows : [];
    return renewed ? { kind: 'enrolled', device: toDevice(renewed) } : { kind: 'used' };
  }
  if (beforeHash !== undefined) yield ['replaced', beforeHash, now];
  const [added] = (yield ['add', tokenHash, now]).rows;
  const number = Number(added?.['number']);
  const [device] = (yield ['rename', number, nameOf(number, name, String(code['name']))]).rows;
  yield ['use', codeHash, attemptHash, number];
  return device ? { kind: 'enrolled', device: toDevice(device) } : { kind: 'unknown' };
}

function* revokeAll(at: number): Steps<number> {
  yield ['endCodes', at]; // first, and waits for who is being enrolled by one: that one is then revoked too
  return (yield ['revokeAll', at]).count;
}

/** PostgreSQL's driver gives numbers of 64 bits as texts. */
function toDevice(row: Row): Device {
  return {
    number: Number(row['number']),
    name: String(row['name']),
    enrolledAt: Number(row['enrolled_at']),
    seenAt: Number(row['seen_at']),
    revokedAt: row['revoked_at'] === null ? null : Number(row['revoked_at']),
  };
}
