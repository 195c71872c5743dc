import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { attempt } from '#contract/attempt.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { CALL_COLUMNS } from './ledger.ts';
import { CLOSED, MARK, type MoveMark, readMark, whyClosed } from './moveMark.ts';

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
  `alter table calls add column decided text;
   alter table calls add column version integer not null default 0;
   create table decisions (
     n integer primary key,
     id text not null unique,
     call text not null,
     key text not null,
     says text not null,
     version integer not null,
     holds integer not null,
     by text not null,
     asker text,
     why text,
     said_at integer not null
   ) strict;
   create index decisions_by_call on decisions (call);
   create index decisions_by_age on decisions (said_at)`,
  'alter table calls add column cause text',
  // Whoever is told that nobody knows of a key may go on to the one after it. Gateways of before enter that too.
  `create trigger calls_stay_ended after insert on calls
   when new.state = 'received' and new.key glob '*.g[1-9]*' and rtrim(new.key, '0123456789') glob '*.g'
   begin
     update calls
     set state = 'outcome-unknown', settled_at = new.received_at,
       detail = ended.detail, decided = ended.decided, version = ended.version
     from (
       select before.detail, before.decided, before.version
       from (
         select rtrim(new.key, '0123456789') as head,
           cast(substr(new.key, length(rtrim(new.key, '0123456789')) + 1) as integer) - 1 as generation
       ) as asked
       join calls as before
         on before.key = case generation when 1 then substr(head, 1, length(head) - 2) else head || generation end
       where before.state = 'outcome-unknown' and before.decided in ('done', 'discarded')
     ) as ended
     where key = new.key;
   end`,
  // What is forgotten by age goes by sure time: a line says by both clocks when it was written.
  `alter table audit add column sure integer;
   create index audit_by_sure on audit (coalesce(sure, at))`,
  // Whoever holds a call beside those for whom it was sent: they decide about it too.
  `create table holders (call text not null, asker text not null, at integer not null, primary key (call, asker)) strict;
   create index holders_by_age on holders (at)`,
  // What one person does again in a minute is counted in its line, and nothing else in it is ever changed.
  `alter table audit add column times integer not null default 1;
   drop trigger audit_stays;
   create trigger audit_stays before update on audit
     when new.times <= old.times or new.number <> old.number or new.at <> old.at or new.sure is not old.sure
       or new.account is not old.account or new.name <> old.name or new.address <> old.address
       or new.action <> old.action or new.subject <> old.subject or new.unkept <> old.unkept
     begin select raise(abort, 'the audit trail is added to, and never changed'); end`,
  // One word that a call was a mistake holds, and one about that.
  `create unique index decisions_of_mistakes on decisions (call, (says = 'mistake'))
   where holds and says in ('mistake', 'put-right', 'no-mistake')`,
  // What workers add to a call beside it: one note and a few pictures of each who tells it.
  `create table notes (
     n integer primary key,
     id text not null unique,
     call text not null,
     key text not null,
     text text not null,
     by text not null,
     asker text not null,
     said_at integer not null,
     told_at integer not null,
     call_at integer not null,
     unique (call, asker)
   ) strict;
   create index notes_by_age on notes (call_at);
   create table pictures (
     n integer primary key,
     id text not null unique,
     call text not null,
     key text not null,
     by text not null,
     asker text not null,
     taken_at integer not null,
     told_at integer not null,
     call_at integer not null,
     bytes integer not null,
     jpeg blob not null
   ) strict;
   create index pictures_by_call on pictures (call, asker);
   create index pictures_by_age on pictures (call_at);
   create index pictures_by_size on pictures (bytes)`,
  // Labels on paper: a job is a copy of a call's label, and no two of one printer are under way.
  `create table prints (
     n integer primary key,
     id text not null unique,
     call text not null,
     copy integer not null,
     operation text not null,
     printer text not null,
     asker text not null,
     worker text not null,
     state text not null check (state in ('queued', 'sending', 'printed', 'unknown', 'refused')),
     cause text,
     detail text,
     known_by text,
     labels integer,
     tries integer not null default 0,
     owner integer,
     ticket text,
     heard_at integer,
     made_at integer not null,
     sent_at integer,
     settled_at integer,
     decided text,
     decided_by text,
     call_at integer not null
   ) strict;
   create unique index prints_under_way on prints (printer) where state = 'sending';
   create index prints_by_state on prints (state, n);
   create index prints_by_printer on prints (printer, n);
   create index prints_by_call on prints (call);
   create index prints_by_age on prints (call_at);
   create index prints_by_end on prints (settled_at) where state = 'printed'`,
];

/** Names an entering: no two of a call have the same one. */
const NEW_NAME = 'hex(randomblob(8))';

export type Statements = ReturnType<typeof prepare>;

export function prepare(db: DatabaseSync) {
  return {
    find: db.prepare(`select ${CALL_COLUMNS}, entered from calls where key = ?`),
    receive: db.prepare(
      `insert into calls (key, fingerprint, operation, state, received_at, asker, entered)
       values (?, ?, ?, 'received', ?, ?, ${NEW_NAME})
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
      `update calls set state = ?, settled_at = ?, status = ?, content_type = ?, body = ?, marker = ?, detail = ?, cause = ?
       where key = ? and state = 'dispatching'`,
    ),
    setProgress: db.prepare(`update meta set value = ? where name = 'progress'`),
    setTimes: db.prepare(
      `update meta set value = case name when 'alive' then ? else ? end where name in ('alive', 'sure')`,
    ),
    pruneDecisions: db.prepare('delete from decisions where n in (select n from decisions where said_at < ? limit ?)'),
    prune: db.prepare('delete from calls where rowid in (select rowid from calls where received_at < ? limit ?)'),
    counts: db.prepare(`select state, count(*) as count from calls
       where state <> 'answered' and decided is null group by state`),
  };
}

/** Returns the mark of a closed ledger. @returns `undefined`: it is open, or there is none. */
export function markIn(path: string): MoveMark | undefined {
  if (!existsSync(path)) return undefined;
  using db = new DatabaseSync(path, { timeout: 5_000 });
  return isClosed(db) ? readMark(readMeta(db, MARK)) : undefined;
}

/** Refuses a ledger that is half moved, or was moved away. @throws CannotStart */
export function refuseClosed(path: string): void {
  const mark = attempt(() => markIn(path)); // a broken file is put aside by whoever opens it
  if (mark) throw new CannotStart(`DATA_DIR: ${path} cannot be used: ${whyClosed(mark, 'sqlite')}.`);
}

function isClosed(db: DatabaseSync): boolean {
  return versionOf(db) >= CLOSED;
}

/** Closes a ledger of this version to all gateways, or opens it again. */
export function setClosed(db: DatabaseSync, closed: boolean): void {
  db.exec(`pragma user_version = ${ledgerMigrations.length + (closed ? CLOSED : 0)}`);
}

/** Tells whether a closed ledger has the tables of this version. */
export function isOfThisVersion(db: DatabaseSync): boolean {
  return versionOf(db) === ledgerMigrations.length + CLOSED;
}

/** Tells whether an open ledger has the tables of this version. */
export function isUpToDate(db: DatabaseSync): boolean {
  return versionOf(db) === ledgerMigrations.length;
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('pragma user_version').get()?.['user_version']);
}

/** Reads the value under a name in `meta`. */
export function readMeta(db: DatabaseSync, name: string): string | undefined {
  return db.prepare('select value from meta where name = ?').get(name)?.['value'] as string | undefined;
}

/** Puts a value under a name in `meta`. */
export function writeMeta(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert into meta values (?, ?) on conflict (name) do update set value = excluded.value').run(name, value);
}
