import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { CODES_KEPT_MS, type Device, type Devices, type Redeemed, type Redemption, nameOf } from './devices.ts';
import { inTransaction, openSqliteFile } from '#gateway/ledger/sqliteFile.ts';

const migrations = [
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

const COLUMNS = 'number, name, enrolled_at, seen_at, revoked_at';

type Row = Record<string, SQLOutputValue>;

/**
 * Opens the devices in `DATA_DIR/devices.sqlite`. Each change is on disk before it is told.
 *
 * @param log - told where a broken file was moved to.
 * @throws CannotStart where the file cannot be opened.
 */
export function openSqliteDevices(dataDir: string, log: (line: string) => void): Devices {
  const db = openSqliteFile({
    path: join(dataDir, 'devices.sqlite'),
    migrations,
    synchronous: 'FULL',
    onBroken: (movedTo) =>
      log(`The list of devices was damaged. It was moved to ${movedTo}: every handheld has to be enrolled anew.`),
  });
  const statements = prepare(db);
  const find = (tokenHash: string): Device | undefined => toDevice(statements.find.get(tokenHash));
  const at = (number: number): Device | undefined => toDevice(statements.at.get(number));

  function redeem({ codeHash, attemptHash, tokenHash, beforeHash, name }: Redemption, now: number): Redeemed {
    const code = statements.code.get(codeHash);
    if (!code) return { kind: 'unknown' };
    if (Number(code['until']) <= now) return { kind: 'expired' };
    if (code['device'] !== null) return again(code, attemptHash, tokenHash, now);
    if (beforeHash !== undefined) statements.replaced.run(now, beforeHash);
    const { lastInsertRowid } = statements.add.run('', tokenHash, now, now);
    const number = Number(lastInsertRowid);
    statements.rename.run(nameOf(number, name, String(code['name'])), number);
    statements.use.run(attemptHash, number, codeHash);
    const device = at(number);
    return device ? { kind: 'enrolled', device } : { kind: 'unknown' };
  }

  /** The handheld that has redeemed it, and heard nothing, gets another token for the one it never had. */
  function again(code: Row, attemptHash: string, tokenHash: string, now: number): Redeemed {
    const device = at(Number(code['device']));
    if (code['attempt_hash'] !== attemptHash || !device || device.revokedAt !== null) return { kind: 'used' };
    statements.renew.run(tokenHash, now, device.number);
    return { kind: 'enrolled', device: { ...device, seenAt: now } };
  }

  return {
    async addCode({ hash, name, until }, now) {
      statements.prune.run(now - CODES_KEPT_MS);
      statements.addCode.run(hash, name, until);
    },
    redeem: async (redemption, now) => inTransaction(db, () => redeem(redemption, now)),
    find: async (tokenHash) => find(tokenHash),
    async saw(number, seenAt) {
      statements.saw.run(seenAt, number, seenAt);
    },
    list: async () => statements.list.all().flatMap((row) => toDevice(row) ?? []),
    revoke: async (number, revokedAt) => statements.revoke.run(revokedAt, number).changes === 1,
    revokeAll: async (revokedAt) =>
      inTransaction(db, () => {
        statements.endCodes.run(revokedAt, revokedAt);
        return Number(statements.revokeAll.run(revokedAt).changes);
      }),
    async close() {
      if (db.isOpen) db.close();
    },
  };
}

function prepare(db: DatabaseSync) {
  return {
    find: db.prepare(`select ${COLUMNS} from devices where token_hash = ?`),
    at: db.prepare(`select ${COLUMNS} from devices where number = ?`),
    list: db.prepare(`select ${COLUMNS} from devices order by number desc`),
    add: db.prepare('insert into devices (name, token_hash, enrolled_at, seen_at) values (?, ?, ?, ?)'),
    rename: db.prepare('update devices set name = ? where number = ?'),
    renew: db.prepare('update devices set token_hash = ?, seen_at = ? where number = ?'),
    saw: db.prepare('update devices set seen_at = ? where number = ? and seen_at < ?'),
    revoke: db.prepare('update devices set revoked_at = ? where number = ? and revoked_at is null'),
    revokeAll: db.prepare('update devices set revoked_at = ? where revoked_at is null'),
    endCodes: db.prepare('update codes set until = ? where until > ? and device is null'),
    replaced: db.prepare('update devices set revoked_at = ? where token_hash = ? and revoked_at is null'),
    code: db.prepare('select name, until, attempt_hash, device from codes where hash = ?'),
    addCode: db.prepare('insert into codes (hash, name, until) values (?, ?, ?)'),
    use: db.prepare('update codes set attempt_hash = ?, device = ? where hash = ?'),
    prune: db.prepare('delete from codes where until < ?'),
  };
}

function toDevice(row: Row | undefined): Device | undefined {
  if (!row) return undefined;
  return {
    number: Number(row['number']),
    name: String(row['name']),
    enrolledAt: Number(row['enrolled_at']),
    seenAt: Number(row['seen_at']),
    revokedAt: row['revoked_at'] === null ? null : Number(row['revoked_at']),
  };
}
