import { hash } from 'node:crypto';
import { join } from 'node:path';
import { openSqliteFile } from '#ledger/sqliteFile.ts';
import type { DatabasePlace } from '#ledger/connections.ts';
import { type DatabaseRow, type Statements, onPostgres, onSqlite } from '#ledger/statements.ts';

/** An enrolled handheld. Its token is known to it alone: only a hash of it is kept. */
export interface Device {
  /** The handheld's number at this site, from 1; never given twice. */
  readonly number: number;
  readonly name: string;
  /** Unix ms. */
  readonly enrolledAt: number;
  /** Unix ms of its last request, to about a minute. */
  readonly seenAt: number;
  /** Unix ms; `null`: it is not revoked. */
  readonly revokedAt: number | null;
}

export type Standing =
  | { readonly kind: 'enrolled'; readonly device: Device; readonly token: string }
  | { readonly kind: 'revoked'; readonly device: Device }
  | { readonly kind: 'unknown' };

/** The name of a statement. */
export type DeviceStatement = keyof ReturnType<typeof deviceStatements>;

/**
 * The store of the enrolled handhelds and the codes that enrol. It keeps no token and no code, only their hashes: 256 and
 * 128 random bits need no salt and no slow hash.
 */
export type Devices = Statements<DeviceStatement>;

/** Returns the statements by name. @param locking - keeps a code for whoever looked it up first, until the transaction ends. */
function deviceStatements(devices: string, codes: string, locking = '') {
  const columns = 'number, name, enrolled_at, seen_at, revoked_at';
  return {
    find: `select ${columns} from ${devices} where token_hash = $1`,
    list: `select ${columns} from ${devices} order by number desc`,
    add: `insert into ${devices} (name, token_hash, enrolled_at, seen_at) values ('', $1, $2, $2) returning number`,
    rename: `update ${devices} set name = $2 where number = $1 returning ${columns}`,
    renew: `update ${devices} set token_hash = $2, seen_at = $3 where number = $1 and revoked_at is null returning ${columns}`,
    saw: `update ${devices} set seen_at = $2 where number = $1 and seen_at < $2`,
    revoke: `update ${devices} set revoked_at = $2 where number = $1 and (revoked_at is null or revoked_at = $3)`,
    newestRevoked: `select max(revoked_at) as at from ${devices}`,
    revokeAll: `update ${devices} set revoked_at = $1 where revoked_at is null`,
    comeBack: `update ${devices} set token_hash = $2, enrolled_at = $3, seen_at = $3, revoked_at = null
      where number = $1 and revoked_at = $4 returning ${columns}`,
    replaced: `update ${devices} set revoked_at = $2 where token_hash = $1 and revoked_at is null`,
    code: `select name, until, attempt_hash, device from ${codes} where hash = $1 ${locking}`,
    used: `select attempt_hash, device from ${codes} where hash = $1`, // keeps nobody waiting who has the device already
    addCode: `insert into ${codes} (hash, name, until) values ($1, $2, $3)`,
    use: `update ${codes} set attempt_hash = $2, device = $3 where hash = $1`,
    prune: `delete from ${codes} where hash in (select hash from ${codes} where until < $1 limit $2)`,
    endCodes: `update ${codes} set until = $1 where until > $1 and device is null`,
  };
}

/** Reads a row. PostgreSQL's driver gives numbers of 64 bits as texts. */
export function toDevice(row: DatabaseRow): Device {
  return {
    number: Number(row['number']),
    name: String(row['name']),
    enrolledAt: Number(row['enrolled_at']),
    seenAt: Number(row['seen_at']),
    revokedAt: row['revoked_at'] === null ? null : Number(row['revoked_at']),
  };
}

/** Hashes a secret of 128 random bits or more: nobody can try them out, so the hash need not be slow. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Opens the devices in the ledger's PostgreSQL: what one gateway revokes is revoked at all of them. */
export function openPostgresDevices(place: DatabasePlace): Devices {
  return onPostgres(place, 4, 'devices', deviceStatements('scanline_devices', 'scanline_codes', 'for update'));
}

const sqliteMigrations = [
  `create table devices (
     number integer primary key autoincrement,
     name text not null,
     token_hash text not null unique,
     enrolled_at integer not null,
     seen_at integer not null,
     revoked_at integer
   ) strict;
   create table codes (
     hash text primary key,
     name text not null,
     until integer not null,
     attempt_hash text,
     device integer references devices (number)
   ) strict;`,
];

/**
 * Opens the devices in `DATA_DIR/devices.sqlite`. Each change is on disk before it is told.
 *
 * @param log - told where a broken file was moved to.
 * @throws CannotStart where the file cannot be opened.
 */
export function openSqliteDevices(dataDir: string, log: (line: string) => void): Devices {
  const db = openSqliteFile({
    path: join(dataDir, 'devices.sqlite'),
    migrations: sqliteMigrations,
    onBroken: (movedTo) =>
      log(`The list of devices was damaged. It was moved to ${movedTo}: every handheld has to be enrolled anew.`),
  });
  return onSqlite(db, deviceStatements('devices', 'codes'));
}
