/** A handheld that was enrolled. Its token is known to it alone: here is only what tells whether one is right. */
export interface Device {
  /** Counts the handhelds of this site, from 1; never given twice. */
  readonly number: number;
  readonly name: string;
  /** Unix ms. */
  readonly enrolledAt: number;
  /** Unix ms of about its last request. */
  readonly seenAt: number;
  /** Unix ms; `null`: its token holds. */
  readonly revokedAt: number | null;
}

/** A statement by its name, and the values of `$1`, `$2` and so on in it. */
export type Asked = readonly [statement: DeviceStatement, ...values: readonly (string | number)[]];

export interface Row {
  readonly [column: string]: unknown;
}

/** What came of a statement. `count`: the rows that it changed. */
export interface Came {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** Several statements, each made of what came of those before. */
export type Steps<T> = Generator<Asked, T, Came>;

/**
 * Where the enrolled handhelds and the codes that enrol are kept. It survives restarts, and gateways on one PostgreSQL
 * share it. No token and no code is in it, only their hashes: 256 and 128 random bits need no salt and no slow hash.
 */
export interface Devices {
  run(...asked: Asked): Promise<Came>;
  /** Runs statements one after another: all of them are on disk when it resolves, or none. */
  inTransaction<T>(steps: Steps<T>): Promise<T>;
  close(): Promise<void>;
}

type DeviceStatement = keyof ReturnType<typeof deviceStatements>;

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
