import { join } from 'node:path';
import { createListeners } from '#contract/listeners.ts';
import { type HandheldReport, decodeReport } from '#wire/report.ts';
import { handheldRow } from '#ledger/handheldRow.ts';
import { MOST_OF_ONE, isCrowded, thinningOf } from '#ledger/crowding.ts';
import type { DatabasePlace } from '#ledger/connections.ts';
import { type DatabaseRow, type Statements, type Steps, onPostgres, onSqlite } from '#ledger/statements.ts';
import { createPauses } from '#http/slices.ts';
import { openSqliteFile } from '#ledger/sqliteFile.ts';
import type { Settings } from '#settings/settings.ts';

/** A handheld that said hello. Times are the ledger's, Unix ms. */
export interface Sighting {
  /** The number of an enrolled one; absent where none is asked for a token. */
  readonly device?: number | undefined;
  /** The network that it asks from (`networkOf`). */
  readonly network: string;
  readonly at: number;
  readonly browser: string;
  /** Absent: an older handheld, or its worker's hello. */
  readonly report?: HandheldReport | undefined;
}

/** The last word of a handheld, as it is kept. Times are the ledger's, Unix ms; 0: never. */
export interface LastWord {
  readonly id: string;
  /** 0: it is not enrolled. */
  readonly device: number;
  /** Empty where nobody gave it one here. */
  readonly name: string;
  readonly seenAt: number;
  readonly browser: string;
  readonly report?: HandheldReport | undefined;
  readonly toldAt: number;
  /** The earliest time at which its oldest open call was open. */
  readonly oldestSince: number;
  /** The user id of whoever has checked it out; empty: nobody. */
  readonly holder: string;
  readonly heldAt: number;
  /** The network that one that is not enrolled asked from last (`networkOf`). */
  readonly network?: string;
}

export type Floor = ReturnType<typeof createFloor>;

type FloorStatement = keyof ReturnType<typeof statements>;

/** The most sightings that are gathered. */
const MOST_GATHERED = 20_000;
/** The rows that one statement reads. */
const READ_AT_ONCE = 1_000;
/** Milliseconds in which sightings are gathered, and between two looks for what another gateway has written. */
const GATHERED_MS = 2_000;

/** Returns the statements by name. Texts that are empty and numbers that are 0 stand for what is not known. */
function statements(floor: string) {
  const columns = 'id, device, name, seen_at, browser, report, told_at, oldest_since, holder, held_at, sender';
  const later = (column: string): string =>
    `${column} = case when excluded.told_at = 0 then f.${column} else excluded.${column} end`;
  return {
    saw: `insert into ${floor} as f (id, device, seen_at, browser, report, told_at, oldest, oldest_since, sender)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (id) do update set seen_at = excluded.seen_at, sender = excluded.sender, browser = excluded.browser, written = f.written + 1,
        oldest_since = case when excluded.told_at = 0 or excluded.oldest = f.oldest and f.oldest_since < excluded.oldest_since
          then f.oldest_since else excluded.oldest_since end,
        ${['report', 'told_at', 'oldest'].map(later).join(', ')}
      where f.seen_at <= excluded.seen_at`,
    add: `insert into ${floor} (id, device, seen_at) values ($1, $2, 0) on conflict (id) do nothing`,
    hold: `update ${floor} set holder = $3, held_at = $4, written = written + 1 where id = $1 and holder = $2`,
    // When a row was taken off stands where its holder's time did: gateways of before read it of nobody, and what waits there is gone for them too.
    takeOff: `update ${floor} set report = '', told_at = 0, oldest = 0, oldest_since = 0, holder = '', held_at = $2, written = written + 1
      where id = $1 and told_at = $3`,
    rename: `update ${floor} set name = $2, written = written + 1 where id = $1`,
    ...thinningOf({
      table: floor,
      heardAt: 'seen_at',
      isKnown: "(device <> 0 or name <> '' or holder <> '')",
      isBusy: '(oldest <> 0)',
    }),
    list: `select ${columns} from ${floor} where id > $1 order by id limit ${READ_AT_ONCE}`,
    written: `select count(*) as many, sum(written) as written, max(seen_at) as seen from ${floor}`,
  };
}

/** Keeps the last word of each handheld, and tells who looks that something is new. */
export function createFloor({ run, inTransaction, close }: Statements<FloorStatement>, log: (line: string) => void) {
  const [tell, subscribe] = createListeners();
  const gathered = gatherSightings();
  const known = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let watchers = 0;
  let writing = Promise.resolve();
  let written = '';

  /** Writes what has gathered, one write after the other. What cannot be written now is passed over: the next hello says it again. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const sightings = gathered.takeAll();
    if (sightings.length > 0)
      writing = writing.then(() => inTransaction(() => writeAll(sightings, known))).catch(failed);
    return writing;
  }

  function failed(error: unknown): void {
    log(`what handhelds told cannot be kept: ${String(error)}`);
  }

  async function look(): Promise<void> {
    await flush();
    const [row] = (await run('written')).rows;
    const now = JSON.stringify(row);
    if (now !== written) tell();
    written = now;
  }

  /** Changes a handheld's row, which is made where it never said a word. @returns whether it was changed. */
  async function change(id: string, device: number, ...asked: Parameters<typeof run>): Promise<boolean> {
    await flush();
    await run('add', id, device);
    const { count } = await run(...asked);
    noteNew();
    return count > 0;
  }

  const { list, noteNew } = createFloorReading({ run }, flush);

  return {
    /** Notes that a handheld was there. It is written with others, within two seconds, and no call waits for it. */
    saw(sighting: Sighting): void {
      if (!gathered.add(sighting)) return;
      noteNew();
      timer ??= setTimeout(() => void flush(), GATHERED_MS).unref();
    },
    /** Lists the last words of all, those that were not written yet too. */
    list,
    /** Lists when each enrolled handheld said its last hello, Unix ms, by its number. */
    seen: async (): Promise<ReadonlyMap<number, number>> =>
      new Map((await list()).map(({ device, seenAt }) => [device, seenAt])),
    /**
     * Notes who has a handheld, where nobody has changed that since.
     *
     * @param was - the user id of whoever had it. @param holder - of whoever has it now. Empty: nobody; it is back.
     * @param at - Unix ms. @returns whether that is so now.
     */
    hold: (id: string, device: number, was: string, holder: string, at: number) =>
      change(id, device, 'hold', id, was, holder, holder === '' ? 0 : at),
    /**
     * Takes a handheld off the floor, with its last word and whoever had it. What comes of it later changes nothing of that.
     *
     * @param told - the time of the last word that was read, Unix ms. @param at - Unix ms, more than 0.
     * @returns `false`: another word has come since.
     */
    takeOff: (id: string, device: number, told: number, at: number) => change(id, device, 'takeOff', id, at, told),
    rename: (id: string, device: number, name: string) => change(id, device, 'rename', id, name),
    /** Tells a listener each time that something was written, here or at another gateway. @returns how to end that. */
    watch(listener: () => void): () => void {
      const end = subscribe(listener);
      watchers += 1;
      looking ??= setInterval(() => void look().catch(failed), GATHERED_MS).unref();
      return () => {
        end();
        watchers -= 1;
        if (watchers > 0) return;
        clearInterval(looking);
        looking = undefined;
      };
    },
    async close(): Promise<void> {
      clearInterval(looking);
      await flush();
      await close();
    },
  };
}

/** Makes what reads all rows: once for all who ask while nothing new was noted, and anew only where something was written. */
function createFloorReading({ run }: Pick<Statements<FloorStatement>, 'run'>, flush: () => Promise<void>) {
  /** The changes that were noted here, and the reading that is under way with those of before. */
  let noted = 0;
  let reading: { readonly asOf: number; readonly words: Promise<readonly LastWord[]> } | undefined;
  let listed: { readonly mark: string; readonly words: readonly LastWord[] } | undefined;
  /** The reports by their texts, as they were read for the list before: most have not changed since. */
  let reports = new Map<string, HandheldReport | undefined>();

  /** Reads all rows a part at a time, where anything was written since they were read last. */
  async function read(): Promise<readonly LastWord[]> {
    await flush();
    const mark = JSON.stringify((await run('written')).rows);
    if (mark === listed?.mark) return listed.words;
    const pause = createPauses();
    const before = reports;
    const after: typeof reports = new Map();
    const words: LastWord[] = [];
    for (let last = ''; ; await pause()) {
      const { rows } = await run('list', last);
      for (const row of rows) {
        const text = String(row['report']);
        const report = text === '' ? undefined : (before.get(text) ?? decodeReport(text));
        after.set(text, report);
        words.push(toLastWord(row, report));
      }
      if (rows.length < READ_AT_ONCE) break;
      last = words.at(-1)?.id ?? '';
    }
    reports = after;
    listed = { mark, words };
    return words;
  }

  /** Lists the last words of all: read once for all who ask while nothing new was noted. */
  function list(): Promise<readonly LastWord[]> {
    const shared = reading;
    if (shared?.asOf === noted) return shared.words;
    const words = (shared?.words ?? Promise.resolve()).catch(() => undefined).then(read);
    const mine = { asOf: noted, words };
    reading = mine;
    const end = (): void => {
      if (reading === mine) reading = undefined;
    };
    words.then(end, end);
    return words;
  }

  return { list, noteNew: (): void => void (noted += 1) };
}

/** Gathers sightings that are not written yet, by the names of their rows: of one sender no more than are kept of it. */
function gatherSightings() {
  let pending = new Map<string, Sighting>();
  let ofEach = new Map<string, number>();
  return {
    /** Adds one. @returns whether it is to be written. */
    add(sighting: Sighting): boolean {
      const id = handheldRow(sighting.device, sighting.report?.id);
      if (id === undefined) return false;
      const before = pending.get(id);
      if (!before) {
        const sender = senderOf(sighting);
        const many = ofEach.get(sender) ?? 0;
        if (many >= MOST_OF_ONE || pending.size >= MOST_GATHERED) return false;
        ofEach.set(sender, many + 1);
      }
      const report = sighting.report ?? before?.report;
      pending.set(id, { ...sighting, ...(report && { report }) });
      return true;
    },
    /** Returns them in one order, in which two gateways lock their rows. */
    takeAll(): readonly (readonly [string, Sighting])[] {
      const sightings = [...pending].toSorted(([one], [other]) => (one < other ? -1 : 1));
      pending = new Map();
      ofEach = new Map();
      return sightings;
    },
  };
}

function* writeAll(
  sightings: readonly (readonly [string, Sighting])[],
  known: Set<string>,
): Steps<FloorStatement, void> {
  for (const [id, sighting] of sightings) {
    const { device = 0, at, browser, report } = sighting;
    const { oldest = 0, oldestS = 0 } = report ?? {};
    const since = oldest === 0 ? 0 : at - 1_000 * oldestS;
    const told = [report ? JSON.stringify(report) : '', report ? at : 0, oldest, since] as const;
    yield ['saw', id, device, at, browser, ...told, senderOf(sighting)];
  }
  const isNew = sightings.filter(([id]) => !known.has(id));
  if (isNew.length === 0) return;
  if (known.size > MOST_GATHERED) known.clear();
  for (const [id] of sightings) known.add(id);
  for (const sender of new Set(isNew.map(([, sighting]) => senderOf(sighting))))
    yield ['thinSender', sender, MOST_OF_ONE];
  if (isCrowded((yield ['size']).rows[0])) yield ['thin'];
}

function senderOf({ device, network }: Pick<Sighting, 'device' | 'network'>): string {
  return device === undefined ? network : `d${device}`;
}

/** Reads a row. PostgreSQL's driver gives numbers of 64 bits as texts. */
function toLastWord(row: DatabaseRow, report: HandheldReport | undefined): LastWord {
  const [holder, heldAt] = [String(row['holder']), Number(row['held_at'])];
  const isTakenOff = holder === '' && heldAt > 0; // a late hello may have written its word anew
  return {
    id: String(row['id']),
    device: Number(row['device']),
    name: String(row['name']),
    seenAt: Number(row['seen_at']),
    browser: String(row['browser']),
    holder,
    ...(isTakenOff
      ? { report: undefined, toldAt: 0, oldestSince: 0, heldAt: 0 }
      : { report, toldAt: Number(row['told_at']), oldestSince: Number(row['oldest_since']), heldAt }),
    ...(Number(row['device']) === 0 && { network: String(row['sender']) }),
  };
}

/** Opens what is known of the handhelds, beside the ledger. @param log - told of a broken file. @throws CannotStart */
export function openFloor(
  { dataDir, database }: Pick<Settings, 'dataDir'> & { readonly database?: DatabasePlace | undefined },
  log: (line: string) => void,
): Floor {
  const kept =
    database === undefined
      ? openSqliteFloor(dataDir, log)
      : onPostgres(database, 2, 'floor', statements('scanline_floor')); // gateways behind one address share it
  return createFloor(kept, log);
}

/** Opens it in a file of its own, whose commits need not survive a lost power supply: the next hello says it again. */
function openSqliteFloor(dataDir: string, log: (line: string) => void): Statements<FloorStatement> {
  const db = openSqliteFile({
    path: join(dataDir, 'floor.sqlite'),
    migrations: [
      `create table floor (
         id text primary key,
         device integer not null,
         name text not null default '',
         seen_at integer not null,
         browser text not null default '',
         report text not null default '',
         told_at integer not null default 0,
         oldest integer not null default 0,
         oldest_since integer not null default 0,
         holder text not null default '',
         held_at integer not null default 0,
         written integer not null default 1
       ) strict;`,
      `alter table floor add column sender text not null default '';
       create index floor_by_sender on floor (sender);`,
    ],
    synchronous: 'NORMAL',
    onBroken: (movedTo) => log(`What handhelds told was damaged. It was moved to ${movedTo}.`),
  });
  return onSqlite(db, statements('floor'));
}
