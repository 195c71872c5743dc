import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { type Devices, openPostgresDevices, openSqliteDevices } from '#gateway/enrolment/devices.ts';
import { createEnrolment } from '#gateway/enrolment/enrolment.ts';
import type { Notes } from '#ledger/ledger.ts';
import { openPostgresLedger } from '#ledger/postgresLedger.ts';
import { openSqliteLedger } from '#ledger/sqliteLedger.ts';
import { enterSettled, ledgerCall, sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { fillFolder, readFolder } from '#main/testing/moveRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type MoveEnd, type MovePorts, moveLedger } from './moveLedger.ts';
import { openPostgresEnd } from './movePostgres.ts';
import { openSqliteEnd } from './moveSqlite.ts';
import { movedTables } from './moveTables.ts';

const shared = await sharedPostgresKind();
const log = (): void => {};
const ROWS = 2_500;

type Way = 'to PostgreSQL' | 'to SQLite';

/** Moves between a folder and a database. @param change - puts another end in the place of one. */
async function move(
  way: Way,
  dataDir: string,
  url: string,
  ports: MovePorts = {},
  change: (ends: { readonly source: MoveEnd; readonly target: MoveEnd }) => object = () => ({}),
): Promise<void> {
  const postgres = await openPostgresEnd(url, dataDir, log);
  const sqlite = openSqliteEnd(dataDir, join(dataDir, 'site.json'), log);
  const ends = way === 'to PostgreSQL' ? { source: sqlite, target: postgres } : { source: postgres, target: sqlite };
  const { source, target } = { ...ends, ...change(ends) };
  try {
    await moveLedger(source, target, ports);
  } finally {
    await postgres.close();
    await sqlite.close();
  }
}

/** Counts pages, and ends the move after so many of them as a kill does: what is on disk stays. */
function killedAfter(pages: number): MovePorts & { readonly pages: () => number } {
  let count = 0;
  return {
    onPage() {
      count += 1;
      if (count === pages) throw new Error('killed');
    },
    pages: () => count,
  };
}

describe.skipIf(!shared)('a move between SQLite and PostgreSQL', { timeout: 120_000 }, () => {
  const { server, newPlace } = shared ?? ({} as NonNullable<typeof shared>);
  const openPostgres = (url: string, dataDir: string) => openPostgresLedger({ url, dataDir, now: Date.now, log });
  const openSqlite = (dataDir: string) => openSqliteLedger({ dataDir, now: Date.now, log });

  test('every table and column of either kind is moved, or is one of the few that say nothing of calls, people and handhelds', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, 1);
    await move('to PostgreSQL', folder.path, place.url);
    const columns = await server.ask(
      place.url,
      `select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`,
    );
    const ours = new Set(
      movedTables.flatMap(({ name, columns: own }) => Object.keys(own).map((column) => `${name}.${column}`)),
    );
    const inPostgres = columns.map(({ t, c }) => `${String(t).replace('scanline_', '')}.${String(c)}`);
    const left = inPostgres
      .filter((each) => !ours.has(each))
      .map((each) => each.replace(/^(schema|meta|epochs|dispatches|site|site_uses)\..*/, '$1'));
    expect(new Set(left)).toEqual(
      new Set(['schema', 'meta', 'epochs', 'dispatches', 'site', 'site_uses', 'calls.owner', 'calls.ticket']),
    );
    const inSqlite = ['ledger', 'devices', 'lives', 'floor'].flatMap((file) => {
      using db = new DatabaseSync(join(folder.path, `${file}.sqlite`), { readOnly: true });
      const tables = db
        .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
        .all();
      return tables.flatMap(({ name }) =>
        db
          .prepare(`select name from pragma_table_info(?)`)
          .all(String(name))
          .map((column) => `${String(name)}.${String(column['name'])}`),
      );
    });
    expect(inSqlite.filter((each) => !ours.has(each))).toEqual(['meta.name', 'meta.value']);
  });

  test('there and back it is the same, byte for byte, with its epoch, its notes, its site file and the salt of its key', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, ROWS);
    writeFileSync(join(folder.path, 'key-generations.json'), '{"salt":"pepper"}');
    writeFileSync(join(folder.path, 'site.json'), '{"workers":[]}');
    const first = await openSqlite(folder.path);
    await first.notes.write('keyless', 'a note');
    await first.close();
    const before = readFolder(folder.path);
    expect(before['calls']?.count).toBe(ROWS);
    await move('to PostgreSQL', folder.path, place.url);
    writeFileSync(join(folder.path, 'site.json'), '{"workers":["changed by hand"]}');
    await move('to SQLite', folder.path, place.url);
    expect(readFolder(folder.path)).toEqual(before);
    expect(readFileSync(join(folder.path, 'key-generations.json'), 'utf8')).toBe('{"salt":"pepper"}');
    expect(readFileSync(join(folder.path, 'site.json'), 'utf8')).toBe('{"workers":[]}');
    const again = await openSqlite(folder.path);
    expect([again.epoch, await again.notes.read('keyless')]).toEqual([first.epoch, 'a note']);
    await again.close();
  });

  test('what was answered before it is answered after it, at PostgreSQL and back, and the ledger has forgotten nothing', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    const tried = await (async () => {
      const ledger = await openSqlite(folder.path);
      const at = await ledger.tell();
      await enterSettled(ledger, 'key-0001', Date.now());
      await ledger.receive(ledgerCall('key-0002'), Date.now());
      await ledger.close();
      return { epoch: ledger.epoch, at };
    })();
    await move('to PostgreSQL', folder.path, place.url);
    const there = await openPostgres(place.url, folder.path);
    expect([there.epoch, await there.mayHaveForgotten(tried)]).toEqual([tried.epoch, false]);
    expect(await there.find('key-0001')).toMatchObject({ state: 'answered' });
    const entered = (await there.find('key-0002'))?.entered;
    expect(await there.receive(ledgerCall('key-0002', { entered }), Date.now())).toMatchObject({ state: 'received' });
    expect(await there.dispatch(ledgerCall('key-0002'), Date.now())).toBe(true);
    await there.close(); // as killed: it was on its way
    await move('to SQLite', folder.path, place.url);
    const back = await openSqlite(folder.path);
    expect([back.epoch, await back.mayHaveForgotten(tried)]).toEqual([tried.epoch, false]);
    expect(await back.find('key-0001')).toMatchObject({ state: 'answered' });
    expect(await back.find('key-0002')).toMatchObject({ state: 'outcome-unknown' });
    await back.close();
  });

  test.each(['to PostgreSQL', 'to SQLite'] as const)(
    'killed in the middle %s it goes on where it was, and until its end nobody takes the half for a ledger',
    async (way) => {
      using folder = tempDir();
      using whole = tempDir();
      await using place = await newPlace();
      await fillFolder(folder.path, ROWS);
      const before = readFolder(folder.path);
      if (way === 'to SQLite') await move('to PostgreSQL', folder.path, place.url);
      const ended = killedAfter(Number.POSITIVE_INFINITY);
      const target = () => (way === 'to SQLite' ? openSqlite(folder.path) : openPostgres(place.url, folder.path));
      let pages = 0;
      for (const kill of [2, 1, 4]) {
        const killed = killedAfter(kill);
        await expect(move(way, folder.path, place.url, killed)).rejects.toThrow('killed');
        pages += killed.pages();
        await expect(target()).rejects.toThrow(/is half moved from .* goes on where that stopped/);
      }
      await move(way, folder.path, place.url, ended);
      pages += ended.pages();
      await (await target()).close();
      await using other = await newPlace();
      await fillFolder(whole.path, ROWS);
      const unkilled = killedAfter(Number.POSITIVE_INFINITY);
      await move('to PostgreSQL', whole.path, other.url, unkilled);
      expect(pages).toBe(unkilled.pages()); // none went twice
      if (way === 'to PostgreSQL') await move('to SQLite', folder.path, place.url);
      expect(readFolder(folder.path)).toEqual(before);
    },
  );

  test.each([
    ['leave', 'source'],
    ['finish', 'target'],
  ] as const)(
    'killed before %s of its %s it ends when it is run again, and at no moment both are ledgers',
    async (step, end) => {
      using folder = tempDir();
      await using place = await newPlace();
      await fillFolder(folder.path, 20);
      const killed = move('to PostgreSQL', folder.path, place.url, {}, (ends) => ({
        [end]: { ...ends[end], [step]: () => Promise.reject(new Error('killed')) },
      }));
      await expect(killed).rejects.toThrow('killed');
      await expect(openPostgres(place.url, folder.path)).rejects.toThrow('half moved');
      // A gateway of before knows no mark: it sees a schema that is newer than its own.
      const [schema] = await server.ask(place.url, 'select version from scanline_schema');
      expect(schema?.['version']).toBeGreaterThan(1_000_000);
      const isLeft = await openSqlite(folder.path).then(
        (ledger) => ledger.close(),
        (error: unknown) => /it was moved to 127\.0\.0\.1:\d+\/test_/.test(String(error)),
      );
      expect(isLeft).toBe(end === 'target' ? true : undefined);
      await move('to PostgreSQL', folder.path, place.url);
      await (await openPostgres(place.url, folder.path)).close();
      await expect(openSqlite(folder.path)).rejects.toThrow('was moved to');
      await expect(move('to PostgreSQL', folder.path, place.url)).rejects.toThrow('already: nothing was moved');
    },
  );

  test('a source that was at work since it was killed is moved anew, with what came meanwhile', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, ROWS);
    await expect(move('to PostgreSQL', folder.path, place.url, killedAfter(3))).rejects.toThrow('killed');
    const ledger = await openSqlite(folder.path);
    await enterSettled(ledger, 'aaa-before-all-others', Date.now());
    await ledger.close();
    await move('to PostgreSQL', folder.path, place.url);
    const found = await server.ask(place.url, `select count(*)::int as n from scanline_calls`);
    expect(found).toEqual([{ n: ROWS + 1 }]);
  });

  test('after a move a handheld calls on as it is, and one that was revoked with all others comes back by the same return code', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    const enrolmentOf = (devices: Devices, { notes }: { readonly notes: Notes }) =>
      createEnrolment({ devices, notes, now: Date.now, log });
    const before = { devices: openSqliteDevices(folder.path, log), ledger: await openSqlite(folder.path) };
    const first = enrolmentOf(before.devices, before.ledger);
    const enrol = async (name: string): Promise<string> => {
      const code = await first.newCode(name, Date.now() + 60_000);
      const redeemed = await first.redeem({ code, name, attempt: name });
      return redeemed.kind === 'enrolled' ? redeemed.token : '';
    };
    const out = await enrol('Out');
    await first.revokeAll(60_000);
    const here = await enrol('Here');
    const { code = '' } = (await first.returnCode()) ?? {};
    await before.devices.close();
    await before.ledger.close();
    await move('to PostgreSQL', folder.path, place.url);
    const ledger = await openPostgres(place.url, folder.path);
    const devices = openPostgresDevices(place.url);
    const after = enrolmentOf(devices, ledger);
    expect(await after.standing([here])).toMatchObject({ kind: 'enrolled', device: { number: 2, name: 'Here' } });
    expect(await after.comeBack({ code, attempt: 'Out', tokens: [out] })).toMatchObject({
      kind: 'enrolled',
      device: { number: 1, name: 'Out' },
    });
    await devices.close();
    await ledger.close();
  });

  test('a number that was given out is given to no other, though its handheld is gone', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, 50); // five handhelds, and the row of a sixth is gone
    await move('to PostgreSQL', folder.path, place.url);
    const devices = openPostgresDevices(place.url);
    expect((await devices.run('add', 'a token', Date.now())).rows).toEqual([{ number: '7' }]);
    await devices.run('revokeAll', Date.now());
    await devices.close();
    await server.ask(place.url, 'delete from scanline_devices where number = 7');
    await move('to SQLite', folder.path, place.url);
    using db = new DatabaseSync(join(folder.path, 'devices.sqlite'));
    expect(
      db
        .prepare(`insert into devices (name, token_hash, enrolled_at, seen_at) values ('', 'x', 1, 1) returning number`)
        .get(),
    ).toEqual({ number: 8 });
  });

  test('nothing is moved over rows, out of a newer ledger, or out of one at work; the source stays as it was', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, 20);
    await (await openPostgres(place.url, folder.path)).close();
    await server.ask(
      place.url,
      `insert into scanline_devices (name, token_hash, enrolled_at, seen_at) values ('', 'x', 1, 1)`,
    );
    await expect(move('to PostgreSQL', folder.path, place.url)).rejects.toThrow(
      'has rows in devices: name an empty database',
    );
    await expect(move('to SQLite', folder.path, place.url)).rejects.toThrow(
      /has rows in calls, accounts, .*: name an empty DATA_DIR/,
    );
    using other = tempDir();
    const atWork = await openPostgres(place.url, other.path);
    await expect(move('to SQLite', other.path, place.url)).rejects.toThrow('a gateway is at work on');
    await atWork.close();
    await server.ask(place.url, 'update scanline_schema set version = 900');
    await expect(move('to SQLite', other.path, place.url)).rejects.toThrow('newer Scanline (schema 900');
    {
      using db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
      db.exec('pragma user_version = 900');
    }
    await using empty = await newPlace();
    await expect(move('to PostgreSQL', folder.path, empty.url)).rejects.toThrow('newer Scanline (schema 900');
    expect(await server.ask(empty.url, `select to_regclass('scanline_calls') as made`)).toEqual([{ made: null }]);
  });

  test('a row that was changed on its way is noticed, and the move begins anew', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, 20);
    const changed = move('to PostgreSQL', folder.path, place.url, {}, ({ source, target }) => ({
      source: {
        ...source,
        async leave() {
          throw new Error('it was not noticed');
        },
      },
      target: {
        ...target,
        async add(...[table, rows]: Parameters<MoveEnd['add']>) {
          await target.add(table, rows);
          if (table.name === 'calls')
            await server.ask(
              place.url,
              `update scanline_calls set body = 'x' where key = (select max(key) from scanline_calls)`,
            );
        },
      },
    }));
    await expect(changed).rejects.toThrow(/^calls has 20 rows at .* and 20 at .*, or differs in them: .* begins anew/);
    await move('to PostgreSQL', folder.path, place.url);
    await (await openPostgres(place.url, folder.path)).close();
  });

  test('a gateway that comes while its ledger is being moved waits outside, in words', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await (await openPostgres(place.url, folder.path)).close();
    const client = new Client({ connectionString: place.url });
    await client.connect();
    await client.query(`select pg_advisory_lock(722653847, 'scanline_calls'::regclass::oid::int)`);
    await expect(openPostgres(place.url, folder.path)).rejects.toThrow('it is being moved: wait for the end of that');
    await client.end();
  });

  test('what lay in DATA_DIR is put aside when the ledger comes back', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    await fillFolder(folder.path, 20);
    await move('to PostgreSQL', folder.path, place.url);
    await move('to SQLite', folder.path, place.url);
    const aside = readdirSync(folder.path).filter((name) => name.startsWith('before-move-'));
    expect(aside).toHaveLength(1);
    expect(readdirSync(join(folder.path, aside[0] ?? ''))).toEqual(
      expect.arrayContaining(['ledger.sqlite', 'devices.sqlite']),
    );
  });
});
