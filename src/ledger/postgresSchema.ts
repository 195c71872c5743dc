import type { ClientBase } from 'pg';
import type { Queries } from './postgresConnection.ts';
import { CLOSED, MARK, readMark, whyClosed } from './moveMark.ts';

/** Numbered from 1 by their place; append only, never edited: a database knows how many it has had. */
const migrations = [
  `create table scanline_meta (name text primary key, value text not null);
   create table scanline_epochs (epoch text primary key, began_at bigint not null);
   create table scanline_calls (
     key text collate "C" primary key,
     fingerprint text not null,
     operation text not null,
     state text not null check (state in ('received', 'dispatching', 'answered', 'outcome-unknown')),
     received_at bigint not null,
     dispatched_at bigint,
     settled_at bigint,
     owner bigint,
     ticket bigint,
     status integer,
     content_type text,
     body bytea,
     marker text,
     detail text
   );
   create index scanline_calls_by_age on scanline_calls (received_at);
   create index scanline_calls_open on scanline_calls (state) where state <> 'answered';
   create table scanline_dispatches (ticket bigint not null);
   create index scanline_dispatches_by_ticket on scanline_dispatches (ticket);`,
  `create table scanline_devices (
     number bigint generated always as identity primary key,
     name text not null,
     token_hash text collate "C" not null unique,
     enrolled_at bigint not null,
     seen_at bigint not null,
     revoked_at bigint
   );
   create table scanline_codes (
     hash text collate "C" primary key,
     name text not null,
     until bigint not null,
     attempt_hash text,
     device bigint references scanline_devices (number)
   );`,
  'alter table scanline_calls add column asker text',
  'alter table scanline_calls add column worker text, add column codes text',
  'create table scanline_sessions (hash text collate "C" primary key, used_at bigint not null)',
  `create table scanline_lives (
     id text collate "C" primary key,
     count bigint not null,
     numbers text not null,
     asker text not null,
     turned_at bigint not null,
     other text,
     copied_at bigint
   );
   create index scanline_lives_by_age on scanline_lives (turned_at);`,
  `create table scanline_site (version integer primary key, text text not null, kept_at timestamptz not null default now());
   create table scanline_site_uses (
     gateway text primary key,
     hash text not null,
     since timestamptz not null default now(),
     seen_at timestamptz not null default now()
   );`,
  `create table scanline_accounts (
     number bigint generated always as identity primary key,
     name text not null,
     name_key text collate "C" unique,
     subject text collate "C" unique,
     role text not null,
     password text,
     link_hash text collate "C" unique,
     link_until bigint,
     made_at bigint not null,
     ended_at bigint
   );
   alter table scanline_sessions add column account bigint references scanline_accounts (number), add column until bigint;
   create table scanline_audit (
     number bigint generated always as identity primary key,
     at bigint not null,
     account bigint,
     name text not null,
     address text not null,
     action text not null,
     subject text not null,
     unkept bigint not null
   );
   create index scanline_audit_by_age on scanline_audit (at);
   create function scanline_audit_stays() returns trigger language plpgsql as
     $$ begin raise exception 'the audit trail is added to, and never changed'; end $$;
   create trigger scanline_audit_stays before update on scanline_audit
     for each row execute function scanline_audit_stays();`,
  `create table scanline_floor (
     id text collate "C" primary key,
     device bigint not null,
     name text not null default '',
     seen_at bigint not null,
     browser text not null default '',
     report text not null default '',
     told_at bigint not null default 0,
     oldest bigint not null default 0,
     oldest_since bigint not null default 0,
     holder text not null default '',
     held_at bigint not null default 0,
     written bigint not null default 1
   );`,
  `alter table scanline_calls add column decided text, add column version integer not null default 0;
   create table scanline_decisions (
     n bigint generated always as identity primary key,
     id text collate "C" not null unique,
     call text collate "C" not null,
     key text collate "C" not null,
     says text not null,
     version integer not null,
     holds boolean not null,
     by text not null,
     asker text,
     why text,
     said_at bigint not null
   );
   create index scanline_decisions_by_call on scanline_decisions (call);
   create index scanline_decisions_by_age on scanline_decisions (said_at);`,
  'alter table scanline_calls add column cause text',
  // Whoever is told that nobody knows of a key may go on to the one after it. Gateways of before enter that too.
  `create function scanline_calls_stay_ended() returns trigger language plpgsql as $$
   declare
     head text := regexp_replace(new.key, '[0-9]+$', '');
     generation integer := substring(new.key from '[0-9]+$')::integer - 1;
     ended scanline_calls;
   begin
     select * into ended from scanline_calls
     where key = case generation when 1 then left(head, -2) else head || generation end
       and state = 'outcome-unknown' and decided in ('done', 'discarded');
     if found then
       new.state := 'outcome-unknown';
       new.settled_at := new.received_at;
       new.detail := ended.detail;
       new.decided := ended.decided;
       new.version := ended.version;
     end if;
     return new;
   end $$;
   create trigger scanline_calls_stay_ended before insert on scanline_calls
     for each row when (new.state = 'received' and new.key ~ '\\.g[1-9][0-9]{0,8}$')
     execute function scanline_calls_stay_ended();`,
  // What is forgotten by age goes by sure time: a line says by both clocks when it was written.
  `alter table scanline_audit add column sure bigint;
   create index scanline_audit_by_sure on scanline_audit (coalesce(sure, at));`,
  // Whoever holds a call beside those for whom it was sent: they decide about it too.
  `create table scanline_holders (
     call text collate "C" not null,
     asker text collate "C" not null,
     at bigint not null,
     primary key (call, asker)
   );
   create index scanline_holders_by_age on scanline_holders (at);`,
  // What one person does again in a minute is counted in its line, and nothing else in it is ever changed.
  `alter table scanline_audit add column times bigint not null default 1;
   create or replace function scanline_audit_stays() returns trigger language plpgsql as $$
   begin
     if new.times > old.times and to_jsonb(new) - 'times' = to_jsonb(old) - 'times' then
       return new;
     end if;
     raise exception 'the audit trail is added to, and never changed';
   end $$;`,
  `alter table scanline_lives add column sender text collate "C" not null default '';
   create index scanline_lives_by_sender on scanline_lives (sender, turned_at);
   alter table scanline_floor add column sender text collate "C" not null default '';
   create index scanline_floor_by_sender on scanline_floor (sender);`,
  // One word that a call was a mistake holds, and one about that.
  `create unique index scanline_decisions_of_mistakes on scanline_decisions (call, (says = 'mistake'))
   where holds and says in ('mistake', 'put-right', 'no-mistake');`,
  // What workers add to a call beside it: one note and a few pictures of each who tells it. A JPEG is packed already.
  `create table scanline_notes (
     n bigint generated always as identity primary key,
     id text collate "C" not null unique,
     call text collate "C" not null,
     key text collate "C" not null,
     text text not null,
     by text not null,
     asker text collate "C" not null,
     said_at bigint not null,
     told_at bigint not null,
     call_at bigint not null,
     unique (call, asker)
   );
   create index scanline_notes_by_age on scanline_notes (call_at);
   create table scanline_pictures (
     n bigint generated always as identity primary key,
     id text collate "C" not null unique,
     call text collate "C" not null,
     key text collate "C" not null,
     by text not null,
     asker text collate "C" not null,
     taken_at bigint not null,
     told_at bigint not null,
     call_at bigint not null,
     bytes bigint not null,
     jpeg bytea not null
   );
   alter table scanline_pictures alter column jpeg set storage external;
   create index scanline_pictures_by_call on scanline_pictures (call, asker);
   create index scanline_pictures_by_age on scanline_pictures (call_at);
   create index scanline_pictures_by_size on scanline_pictures (bytes);`,
  // Labels on paper: a job is a copy of a call's label, and no two of one printer are under way.
  `create table scanline_prints (
     n bigint generated always as identity primary key,
     id text collate "C" not null unique,
     call text collate "C" not null,
     copy bigint not null,
     operation text not null,
     printer text collate "C" not null,
     asker text collate "C" not null,
     worker text collate "C" not null,
     state text not null check (state in ('queued', 'sending', 'printed', 'unknown', 'refused')),
     cause text,
     detail text,
     known_by text,
     labels bigint,
     tries bigint not null default 0,
     owner bigint,
     ticket text collate "C",
     heard_at bigint,
     made_at bigint not null,
     sent_at bigint,
     settled_at bigint,
     decided text,
     decided_by text,
     call_at bigint not null
   );
   create unique index scanline_prints_under_way on scanline_prints (printer) where state = 'sending';
   create index scanline_prints_by_state on scanline_prints (state, n);
   create index scanline_prints_by_printer on scanline_prints (printer, n);
   create index scanline_prints_by_call on scanline_prints (call);
   create index scanline_prints_by_age on scanline_prints (call_at);
   create index scanline_prints_by_end on scanline_prints (settled_at) where state = 'printed';`,
];

/**
 * Brings the database up to date, inside the caller's transaction, whose lock keeps other gateways out meanwhile.
 *
 * @throws Error where it was written by a newer version, is half moved, or was moved away.
 */
export async function migrate(client: ClientBase): Promise<void> {
  await client.query('create table if not exists scanline_schema (version integer not null)');
  const done = await versionOf(client);
  if (done >= CLOSED) throw new Error(whyClosed(readMark(await readMeta(client, MARK)), 'postgres'));
  if (done > migrations.length) {
    throw new Error(`it was written by a newer Scanline (schema ${done}, this one knows ${migrations.length})`);
  }
  if (done === migrations.length) return;
  for (const migration of migrations.slice(done)) await client.query(migration);
  await setVersion(client, migrations.length);
}

/** Closes a ledger of this version to all gateways, or opens it again. */
export async function setClosed(client: ClientBase, isClosed: boolean): Promise<void> {
  await setVersion(client, migrations.length + (isClosed ? CLOSED : 0));
}

/** Tells whether a closed ledger has the tables of this version. */
export async function isOfThisVersion(client: ClientBase): Promise<boolean> {
  return (await versionOf(client)) === migrations.length + CLOSED;
}

/** Tells whether an open ledger has the tables of this version. */
export async function isUpToDate(client: ClientBase): Promise<boolean> {
  return (await versionOf(client)) === migrations.length;
}

async function versionOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select version from scanline_schema');
  return rows[0]?.version ?? 0;
}

async function setVersion(client: ClientBase, version: number): Promise<void> {
  await client.query('delete from scanline_schema');
  await client.query('insert into scanline_schema values ($1)', [version]);
}

/** Reads the value under a name in `scanline_meta`. */
export async function readMeta(client: Queries, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select value from scanline_meta where name = $1', [name]);
  return rows[0]?.value;
}

/** Puts a value under a name in `scanline_meta`. */
export async function writeMeta(client: Queries, name: string, value: string): Promise<void> {
  const upsert = `insert into scanline_meta values ($1, $2) on conflict (name) do update set value = excluded.value`;
  await client.query(upsert, [name, value]);
}
