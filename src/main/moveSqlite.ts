import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDevices } from '#gateway/enrolment/devices.ts';
import { openLives } from '#gateway/enrolment/lives.ts';
import { openLedgerCheckpoint } from '#ledger/ledgerCheckpoint.ts';
import { MARK, STEMS, readStems } from '#ledger/moveMark.ts';
import { inTransaction, numbered } from '#ledger/sqliteFile.ts';
import { openSqliteLedger } from '#ledger/sqliteLedger.ts';
import { isOfThisVersion, markIn, readMeta, setClosed, writeMeta } from '#ledger/sqliteSchema.ts';
import { openFloor } from '#office/floor/floor.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { syncToDisk, writeWhole } from '#settings/files.ts';
import type { MoveEnd, MoveSource, MoveTarget, MovedWhole } from './moveLedger.ts';
import { MOVED_FILES, type MovedRow, type MovedTable, movedTables, pageOf, toMoved } from './moveTables.ts';

const [LEDGER] = MOVED_FILES;
const SALT = 'key-generations.json';
/** The name of the salt in `meta`, where there is no file for it. */
const SALT_NAME = 'key_generations';

/** The files of half a ledger, and what is put aside where a ledger comes in its place. */
const HALF = MOVED_FILES.flatMap((name) => ['', '-wal', '-shm'].map((end) => name + end));
const ASIDE = [...HALF, SALT, 'ledger.witness'];

/**
 * Opens the ledger in a folder as an end of a move. Whoever calls has taken the folder.
 *
 * @param siteFile - where the set-up keeps the site file; `undefined`: SITE_CONFIG names one, which is left alone.
 */
export function openSqliteEnd(dataDir: string, siteFile: string | undefined, log: (line: string) => void): MoveEnd {
  const folder = createFolder(dataDir, log);
  const { path, db } = folder;
  return {
    kind: 'sqlite',
    place: resolve(dataDir),
    mark: async () => markIn(path),

    async page(table, after) {
      const keys = after.map((_, index) => `$${index + 1}`);
      const sql = pageOf(table, table.name, (name) => name, keys);
      return toMoved(table, db(table.file).prepare(sql).all(numbered(after)));
    },

    ...sourceIn(folder, dataDir, siteFile),
    ...targetIn(folder, dataDir, siteFile),

    async close() {
      folder.shut();
    },
  };
}

type Folder = ReturnType<typeof createFolder>;

function createFolder(dataDir: string, log: (line: string) => void) {
  const path = join(dataDir, LEDGER);
  const files = new Map<string, DatabaseSync>();
  const db = (file: string = LEDGER): DatabaseSync => {
    const open = files.get(file) ?? new DatabaseSync(join(dataDir, file), { timeout: 5_000 });
    if (!files.has(file)) open.exec('pragma journal_mode = wal; pragma synchronous = full');
    files.set(file, open);
    return open;
  };
  const shut = (): void => {
    for (const open of files.values()) open.close();
    files.clear();
  };
  return {
    path,
    db,
    shut,
    isThere: (): boolean => fs.existsSync(path),
    meta: (name: string): string | undefined => (fs.existsSync(path) ? readMeta(db(), name) : undefined),
    /** Opens all files as a start does, which makes what is missing and brings up to date what is older, and closes them. */
    async startOnce(): Promise<void> {
      shut();
      for (const name of MOVED_FILES) mustBeSound(join(dataDir, name));
      await (await openSqliteLedger({ dataDir, now: Date.now, log })).close();
      const settings = { dataDir };
      for (const part of [openSqliteDevices(dataDir, log), openLives(settings, log), openFloor(settings, log)])
        await part.close();
    },
  };
}

function sourceIn({ db, isThere, meta, startOnce }: Folder, dataDir: string, siteFile: string | undefined): MoveSource {
  return {
    stamp: async () => [meta('epoch'), meta('progress'), meta('beat')].join(' '),

    async hold() {
      if (!isThere()) throw new CannotStart(`DATA_DIR: ${dataDir} has no ${LEDGER} to move.`);
    },

    settle: startOnce,

    whole: async () => ({
      numbers: readNumbers(db),
      site: siteFile !== undefined && fs.existsSync(siteFile) ? fs.readFileSync(siteFile, 'utf8') : undefined,
      meta: readTexts(db(), join(dataDir, SALT)),
    }),

    async leave(mark) {
      inTransaction(db(), () => {
        writeMeta(db(), MARK, JSON.stringify(mark));
        setClosed(db(), true);
      });
    },
  };
}

function targetIn(
  { path, db, shut, meta, startOnce }: Folder,
  dataDir: string,
  siteFile: string | undefined,
): MoveTarget {
  return {
    stems: async () => readStems(meta(STEMS)),

    async used() {
      const isUsed = ({ name, file }: MovedTable): boolean => {
        if (!fs.existsSync(join(dataDir, file))) return false;
        const known = db(file).prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name);
        return known !== undefined && db(file).prepare(`select 1 from ${name} limit 1`).get() !== undefined;
      };
      return movedTables.filter(isUsed).map(({ name }) => name);
    },

    async begin(mark) {
      const isHalf = markIn(path)?.state === 'filling';
      shut();
      if (isHalf) for (const name of HALF) fs.rmSync(join(dataDir, name), { force: true });
      else putAside(dataDir, new Date());
      await startOnce();
      inTransaction(db(), () => {
        db().exec('delete from meta');
        writeMeta(db(), MARK, JSON.stringify(mark));
        setClosed(db(), true);
      });
    },

    goesOn: async () => isOfThisVersion(db()),

    async last(table) {
      const order = Object.keys(table.columns).slice(0, table.keys);
      const sql = `select ${order.join(', ')} from ${table.name} order by ${order.map((name) => `${name} desc`).join(', ')} limit 1`;
      const rows = db(table.file).prepare(sql).all();
      return rows.flatMap((row) => order.map((name) => row[name] as string | number));
    },

    async add(table, rows) {
      addRows(db(table.file), table, rows);
    },

    async finish(whole, stem) {
      const epoch = whole.meta.get('epoch') ?? '';
      const progress = Number(whole.meta.get('progress') ?? 0) + 1; // an older copy of this ledger is behind it
      writeFilesBeside(dataDir, siteFile, whole);
      const checkpoint = openLedgerCheckpoint(join(dataDir, 'ledger.witness'), { now: Date.now });
      checkpoint.note({ epoch, count: progress, beat: 0 }, true);
      checkpoint.close();
      for (const table of movedTables) setNumber(db(table.file), table, whole.numbers.get(table.name) ?? 0);
      inTransaction(db(), () => {
        for (const [name, value] of whole.meta) if (name !== SALT_NAME) writeMeta(db(), name, value);
        writeMeta(db(), 'progress', String(progress));
        writeMeta(db(), STEMS, JSON.stringify([...readStems(whole.meta.get(STEMS)), stem]));
        db().prepare('delete from meta where name = ?').run(MARK);
        setClosed(db(), false);
      });
    },
  };
}

/** Writes what SQLite has in files of their own: the salt of the key's generation, and the site file where it is another. */
function writeFilesBeside(dataDir: string, siteFile: string | undefined, { meta, site }: MovedWhole): void {
  const salt = meta.get(SALT_NAME);
  if (salt !== undefined) fs.writeFileSync(join(dataDir, SALT), salt, { mode: 0o600, flush: true });
  if (site === undefined || siteFile === undefined) return;
  const before = fs.existsSync(siteFile) ? fs.readFileSync(siteFile, 'utf8') : undefined;
  if (before === site) return;
  if (before !== undefined) writeWhole(`${siteFile}.before`, before);
  writeWhole(siteFile, site);
}

/** Refuses a damaged file, which a start would put aside. @throws CannotStart */
function mustBeSound(path: string): void {
  if (!fs.existsSync(path)) return;
  let said: unknown;
  try {
    using db = new DatabaseSync(path, { timeout: 5_000 });
    said = db.prepare('pragma quick_check(1)').get()?.['quick_check'];
  } catch (error) {
    said = error instanceof Error ? error.message : error;
  }
  if (said !== 'ok') throw new CannotStart(`DATA_DIR: ${path} is damaged (${String(said)}): nothing was moved.`);
}

/** Moves what is in the place of a ledger into a folder beside it. */
function putAside(dataDir: string, at: Date): void {
  const names = ASIDE.filter((name) => fs.existsSync(join(dataDir, name)));
  if (names.length === 0) return;
  const stamp = at.toISOString().replaceAll(/[-:.]/g, '');
  const aside = join(dataDir, `before-move-${stamp}`);
  fs.mkdirSync(aside, { mode: 0o700 });
  for (const name of names) fs.renameSync(join(dataDir, name), join(aside, name));
  syncToDisk(dataDir);
}

function addRows(db: DatabaseSync, { name, columns, trigger }: MovedTable, rows: readonly MovedRow[]): void {
  const names = Object.keys(columns);
  const insert = `insert into ${name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
  inTransaction(db, () => {
    const kept =
      trigger === undefined
        ? undefined
        : String(db.prepare(`select sql from sqlite_master where type = 'trigger' and name = ?`).get(trigger)?.['sql']);
    if (kept !== undefined) db.exec(`drop trigger ${trigger}`);
    const statement = db.prepare(insert);
    for (const row of rows) statement.run(...row);
    if (kept !== undefined) db.exec(kept);
  });
}

/** Has the numbers of a table go on after the last one that was given out. */
function setNumber(db: DatabaseSync, { name }: MovedTable, last: number): void {
  if (!countsOn(db, name)) return;
  inTransaction(db, () => {
    db.prepare('delete from sqlite_sequence where name = ?').run(name);
    if (last > 0) db.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
  });
}

/** Tells whether a table never gives a number twice, also one whose row is gone. */
function countsOn(db: DatabaseSync, table: string): boolean {
  const sql = db.prepare(`select sql from sqlite_master where type = 'table' and name = ?`).get(table)?.['sql'];
  return String(sql).includes('autoincrement');
}

function readNumbers(db: (file: string) => DatabaseSync): MovedWhole['numbers'] {
  const numbers = new Map<string, number>();
  for (const { name, file, numbered: column } of movedTables) {
    if (column === undefined) continue;
    const most = db(file).prepare(`select coalesce(max(${column}), 0) as last from ${name}`).get()?.['last'];
    const given = countsOn(db(file), name)
      ? db(file).prepare('select seq from sqlite_sequence where name = ?').get(name)?.['seq']
      : 0;
    numbers.set(name, Math.max(Number(most), Number(given ?? 0)));
  }
  return numbers;
}

function readTexts(db: DatabaseSync, saltFile: string): ReadonlyMap<string, string> {
  const rows = db.prepare('select name, value from meta').all() as { name: string; value: string }[];
  const texts = new Map(rows.filter(({ name }) => name !== MARK).map(({ name, value }) => [name, value]));
  if (fs.existsSync(saltFile)) texts.set(SALT_NAME, fs.readFileSync(saltFile, 'utf8'));
  return texts;
}
