import type { DatabaseSync } from 'node:sqlite';
import { CALL_COLUMNS } from './ledger.ts';

/** Numbered from 1 by their place; append only, never edited: a file knows how many it has had. */
export const ledgerMigrations = [
  `create table meta (name text primary key, value text not null) strict;
   create table calls (
     key text primary key,
     fingerprint text not null,
     operation text not null,
     state text not null check (state in ('received', 'dispatching', 'answered', 'outcome-unknown')),
     received_at integer not null,
     dispatched_at integer,
     settled_at integer,
     status integer,
     content_type text,
     body blob,
     marker text,
     detail text
   ) strict;
   create index calls_by_age on calls (received_at);
   create index calls_open on calls (state) where state <> 'answered';`,
  'alter table calls add column asker text',
  'alter table calls add column worker text; alter table calls add column codes text',
  'create table sessions (hash text primary key, used_at integer not null) strict',
  `alter table calls add column entered text;
   update calls set entered = hex(randomblob(8)) where state = 'received'`,
  `create table accounts (
     number integer primary key autoincrement,
     name text not null,
     name_key text unique,
     subject text unique,
     role text not null,
     password text,
     link_hash text unique,
     link_until integer,
     made_at integer not null,
     ended_at integer
   ) strict;
   alter table sessions add column account integer references accounts (number);
   alter table sessions add column until integer;
   create table audit (
     number integer primary key autoincrement,
     at integer not null,
     account integer,
     name text not null,
     address text not null,
     action text not null,
     subject text not null,
     unkept integer not null
   ) strict;
   create index audit_by_age on audit (at);
   create trigger audit_stays before update on audit
     begin select raise(abort, 'the audit trail is added to, and never changed'); end`,
];

/** Names an entering: no two of a call have the same one. */
const NEW_NAME = 'hex(randomblob(8))';

export type Statements = ReturnType<typeof prepare>;

export function prepare(db: DatabaseSync) {
  return {
    find: db.prepare(`select ${CALL_COLUMNS}, entered from calls where key = ?`),
    receive: db.prepare(
      `insert into calls (key, fingerprint, operation, state, received_at, entered)
       values (?, ?, ?, 'received', ?, ${NEW_NAME})
       on conflict (key) do nothing returning entered`,
    ),
    receiveAgain: db.prepare(
      `update calls set entered = ${NEW_NAME}
       where key = ? and fingerprint = ? and entered = ? and state = 'received' returning entered`,
    ),
    dispatch: db.prepare(
      `update calls set state = 'dispatching', dispatched_at = ?, asker = ?, worker = ?, codes = ?
       where key = ? and state = 'received' and entered = coalesce(?, entered)`,
    ),
    release: db.prepare(
      `update calls set state = 'received', dispatched_at = null, entered = ${NEW_NAME}
       where key = ? and state = 'dispatching'`,
    ),
    settle: db.prepare(
      `update calls set state = ?, settled_at = ?, status = ?, content_type = ?, body = ?, marker = ?, detail = ?
       where key = ? and state = 'dispatching'`,
    ),
    setProgress: db.prepare(`update meta set value = ? where name = 'progress'`),
    setTimes: db.prepare(
      `update meta set value = case name when 'alive' then ? else ? end where name in ('alive', 'sure')`,
    ),
    prune: db.prepare('delete from calls where rowid in (select rowid from calls where received_at < ? limit ?)'),
    counts: db.prepare(`select state, count(*) as count from calls where state <> 'answered' group by state`),
  };
}

/** Reads the value under a name in `meta`. */
export function readMeta(db: DatabaseSync, name: string): string | undefined {
  return db.prepare('select value from meta where name = ?').get(name)?.['value'] as string | undefined;
}

/** Puts a value under a name in `meta`. */
export function writeMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert into meta values (?, ?) on conflict (name) do update set value = excluded.value').run(name, value);
}
