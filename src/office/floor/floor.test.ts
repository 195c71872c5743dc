import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import type { HandheldReport } from '#wire/report.ts';
import { handheldRow } from '#ledger/handheldRow.ts';
import { type Floor, type LastWord, openFloor } from './floor.ts';
import { sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';

const T = 1_700_000_000_000;
const said: HandheldReport = {
  id: '0b5c7f9e-1111-4222-8333-444455556666',
  waiting: 5,
  person: 1,
  oldest: 7,
  oldestS: 60,
};
const postgres = await sharedPostgresKind();

interface Place extends AsyncDisposable {
  /** Puts many rows there, each said by the networks in turn, the newest last. */
  crowd(many: number, networks: readonly string[]): Promise<void>;
  /** Opens one more gateway's view of it. */
  open(): Floor;
}

function sqlitePlace(): Place {
  const folder = tempDir();
  const opened: Floor[] = [];
  return {
    open() {
      const floor = openFloor({ dataDir: folder.path }, logTo);
      opened.push(floor);
      return floor;
    },
    async crowd(many, networks) {
      const db = new DatabaseSync(join(folder.path, 'floor.sqlite'));
      const add = db.prepare('insert into floor (id, device, seen_at, oldest, sender) values (?, 0, ?, ?, ?)');
      db.exec('begin');
      for (let n = 0; n < many; n += 1)
        add.run(`x${n}`, T + n, n < networks.length ? 1 : 0, networks[n % networks.length] ?? '');
      db.exec('commit');
      db.close();
    },
    async [Symbol.asyncDispose]() {
      for (const floor of opened) await floor.close();
      folder[Symbol.dispose]();
    },
  };
}

async function postgresPlace(): Promise<Place> {
  const place = await postgres?.newPlace();
  if (!place) throw new Error('skipped');
  const ledger = await place.open(); // it makes the tables
  const opened: Floor[] = [];
  return {
    open() {
      const floor = openFloor({ database: place.url, dataDir: '' }, logTo);
      opened.push(floor);
      return floor;
    },
    async crowd(many, networks) {
      const add = `insert into scanline_floor (id, device, seen_at, oldest, sender) select 'x' || n, 0, ${T} + n,
        case when n < ${networks.length} then 1 else 0 end, ('{${networks.join(',')}}'::text[])[n % ${networks.length} + 1]
        from generate_series(0, ${many - 1}) as n`;
      await postgres?.server.ask(place.url, add);
    },
    async [Symbol.asyncDispose]() {
      for (const floor of opened) await floor.close();
      await ledger[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const lines: string[] = [];
const logTo = (line: string): void => void lines.push(line);
const only = async (floor: Floor): Promise<LastWord | undefined> => (await floor.list())[0];

for (const [kind, newPlace, isThere] of [
  ['a file', sqlitePlace, true],
  ['PostgreSQL', postgresPlace, postgres !== undefined],
] as const) {
  describe.skipIf(!isThere)(`the floor in ${kind}`, { timeout: 30_000 }, () => {
    test('the last word of a handheld stays, over a restart too, and only the newest counts', async () => {
      await using place = await newPlace();
      const floor = place.open();
      floor.saw({ network: '10.0.0.9', device: 3, at: T, browser: 'Chrome 119', report: said });
      floor.saw({
        network: '10.0.0.9',
        device: 3,
        at: T + 1_000,
        browser: 'Chrome 119',
        report: { ...said, waiting: 4 },
      });
      await floor.list();
      floor.saw({ network: '10.0.0.9', device: 3, at: T + 500, browser: 'Chrome 119', report: said }); // it came by another gateway, and late
      expect(await floor.list()).toMatchObject([
        { id: 'd3', device: 3, seenAt: T + 1_000, toldAt: T + 1_000, report: { waiting: 4, person: 1 } },
      ]);
      expect(await only(place.open())).toMatchObject({ report: { waiting: 4 } });
      expect(lines).toEqual([]);
    });

    test('a hello without a report shows that the handheld was there, and leaves its last word with its age', async () => {
      await using place = await newPlace();
      const floor = place.open();
      floor.saw({ network: '10.0.0.9', device: 3, at: T, browser: 'Chrome 119', report: said });
      await floor.list();
      floor.saw({ network: '10.0.0.9', device: 3, at: T + 9_000, browser: 'Chrome 120' });
      expect(await only(floor)).toMatchObject({ seenAt: T + 9_000, toldAt: T, report: said, browser: 'Chrome 120' });
      expect(await only(floor)).toMatchObject({ oldestSince: T - 60_000 });
    });

    test('an oldest call grows older by the ledger’s time, whatever the page forgets, and a later call is young again', async () => {
      await using place = await newPlace();
      const floor = place.open();
      const word = async (at: number, oldest: number | undefined, oldestS: number) => {
        const { oldest: _one, oldestS: _other, ...none } = said;
        const report = oldest === undefined ? none : { ...said, oldest, oldestS };
        floor.saw({ network: '10.0.0.9', device: 3, at, browser: '', report });
        return (await only(floor))?.oldestSince;
      };
      expect(await word(T, 7, 60)).toBe(T - 60_000);
      expect(await word(T + 100_000, 7, 2)).toBe(T - 60_000); // its page was opened anew
      expect(await word(T + 200_000, 9, 2)).toBe(T + 198_000);
      expect(await word(T + 300_000, undefined, 0)).toBe(0);
    });

    test('what one gateway writes another one hears of while somebody looks', async () => {
      const usual = globalThis.setInterval;
      using _hurry = vi
        .spyOn(globalThis, 'setInterval')
        .mockImplementation((work, ms) => usual(work, ms === 2_000 ? 20 : ms));
      await using place = await newPlace();
      const [one, other] = [place.open(), place.open()];
      const heard = new Promise<void>((resolve) => other.watch(resolve));
      one.saw({ network: '10.0.0.9', device: 3, at: T, browser: '', report: said });
      await one.list();
      await heard;
      expect(await other.list()).toHaveLength(1);
    });

    test('five hundred handhelds are one write for each, in one transaction, however often they say hello', async () => {
      await using place = await newPlace();
      const floor = place.open();
      for (let round = 0; round < 4; round += 1)
        for (let device = 1; device <= 500; device += 1)
          floor.saw({ network: '10.0.0.9', device, at: T + round, browser: '', report: { ...said, waiting: device } });
      const rows = await floor.list();
      expect(rows).toHaveLength(500);
      for (const { device, report, seenAt } of rows) {
        expect(report?.waiting).toBe(device);
        expect(seenAt).toBe(T + 3);
      }
      expect(lines).toEqual([]);
    });

    test('the floor is read once for all who look at the same time, and anew once something is new', async () => {
      await using place = await newPlace();
      const floor = place.open();
      floor.saw({ network: '10.0.0.9', device: 3, at: T, browser: '', report: said });
      const lists = await Promise.all(Array.from({ length: 20 }, () => floor.list()));
      expect(new Set(lists).size).toBe(1);
      expect(await floor.list()).toBe(lists[0]);
      const before = floor.list();
      await new Promise(setImmediate);
      floor.saw({ network: '10.0.0.9', device: 4, at: T + 1, browser: '', report: said });
      expect((await floor.list()).map(({ id }) => id)).toEqual(['d3', 'd4']); // also while it is read with what was before
      await before;
      await place.crowd(2_300, ['192.0.2.1', '192.0.2.2']); // more than one statement reads
      expect((await floor.list()).length).toBe(2_302);
      await floor.rename('d3', 3, 'Dock 3');
      expect((await floor.list()).find(({ id }) => id === 'd3')?.name).toBe('Dock 3');
    });

    test('a report that is as it was is read once, however often the board is drawn', async () => {
      await using place = await newPlace();
      const floor = place.open();
      for (const device of [3, 4])
        floor.saw({ network: '10.0.0.9', device, at: T, browser: '', report: { ...said, waiting: device } });
      const before = await floor.list();
      floor.saw({ network: '10.0.0.9', device: 4, at: T + 1, browser: '', report: { ...said, waiting: 9 } });
      const [same, changed] = (await floor.list()).toSorted((one, other) => one.device - other.device);
      expect(same?.report).toBe(before.find(({ device }) => device === 3)?.report);
      expect(changed?.report?.waiting).toBe(9);
    });

    test('a crowd of many networks leaves those that a person named, and the few of a small network; of the loud the idle go first', async () => {
      await using place = await newPlace();
      const floor = place.open();
      const [named, small] = [randomUUID(), randomUUID()];
      for (const id of [named, small])
        floor.saw({ network: id, at: T - 9_000, browser: '', report: { id, waiting: 0, person: 0 } });
      const id = (await floor.list()).map((one) => one.id).find((one) => one === handheldRow(undefined, named));
      await floor.rename(id ?? '', 0, 'Dock 7');
      const networks = Array.from({ length: 12 }, (_, n) => `192.0.2.${n}`);
      await place.crowd(20_100, networks);
      await floor.rename('x20', 0, 'Dock 8');
      floor.saw({ network: 'new', at: T + 30_000, browser: '', report: said });
      const ids = new Set((await floor.list()).map((one) => one.id));
      expect(ids.size).toBe(19_800);
      const there = [named, small, said.id].map((one) => handheldRow(undefined, one) ?? '');
      expect(there.filter((one) => !ids.has(one))).toEqual([]);
      expect(networks.map((_, n) => ids.has(`x${n}`))).toEqual(networks.map(() => true)); // they say that they hold calls
      expect(['x12', 'x20', 'x20099'].map((one) => ids.has(one))).toEqual([false, true, true]);
    });

    test('one network has two thousand at most that nobody named, and its newest stay; who has left it is none of them', async () => {
      await using place = await newPlace();
      const floor = place.open();
      const moved = { id: randomUUID(), waiting: 0, person: 0 };
      for (const [at, network] of [
        [T - 2, '192.0.2.1'],
        [T - 1, '10.0.0.9'],
      ] as const) {
        floor.saw({ network, at, browser: '', report: moved });
        await floor.list();
      }
      await place.crowd(2_500, ['192.0.2.1']);
      await floor.rename('x1', 0, 'Dock 8');
      floor.saw({ network: '192.0.2.1', at: T + 30_000, browser: '', report: said });
      const ids = (await floor.list()).map(({ id }) => id);
      expect(ids).toHaveLength(2_002);
      for (const id of ['x1', 'x2499', handheldRow(undefined, said.id), handheldRow(undefined, moved.id)])
        expect(ids).toContain(id);
    });

    test('who has a handheld, and what it is called, stays whatever the handheld says, also where it never said a word', async () => {
      await using place = await newPlace();
      const floor = place.open();
      expect(await floor.hold('d3', 3, '', '12', T)).toBe(true);
      expect(await floor.hold('d3', 3, '', '13', T + 1)).toBe(false); // somebody else has got it since
      await floor.rename('d3', 3, '<b>Dock 3');
      floor.saw({ network: '10.0.0.9', device: 3, at: T + 1, browser: '', report: said });
      expect(await only(floor)).toMatchObject({ holder: '12', heldAt: T, name: '<b>Dock 3', seenAt: T + 1 });
      await floor.hold('d3', 3, '12', '', T + 2);
      expect(await only(floor)).toMatchObject({ holder: '', heldAt: 0 });
    });

    test('a handheld that was taken off has no word and no holder any more, at each gateway, and a hello that was under way brings none back', async () => {
      await using place = await newPlace();
      const [floor, other] = [place.open(), place.open()];
      const hello = (at: number, waiting: number) =>
        ({ network: '10.0.0.9', device: 3, at, browser: '', report: { ...said, waiting } }) as const;
      floor.saw(hello(T, 5));
      await floor.hold('d3', 3, '', '12', T);
      floor.saw(hello(T + 1_000, 6));
      expect(await floor.takeOff('d3', 3, T, T + 9_000)).toBe(false); // there is a newer word than was read
      expect(await only(other)).toMatchObject({ report: { waiting: 6 }, holder: '12' });
      other.saw(hello(T + 5_000, 7));
      expect(await floor.takeOff('d3', 3, T + 1_000, T + 9_000)).toBe(true);
      const isOff = { report: undefined, toldAt: 0, oldestSince: 0, holder: '', heldAt: 0 };
      expect(await only(floor)).toMatchObject(isOff);
      await other.list();
      other.saw(hello(T + 20_000, 8));
      for (const one of [other, floor, place.open()]) expect(await only(one)).toMatchObject(isOff);
      expect(lines).toEqual([]);
    });
  });
}

test('a storage is named on the floor by a hash: nobody who reads the board can go on from it', async () => {
  await using place = sqlitePlace();
  const floor = place.open();
  floor.saw({ network: '10.0.0.9', at: T, browser: '', report: said });
  floor.saw({ network: '10.0.0.9', at: T, browser: '' }); // and who names no storage is nobody
  const [word, ...more] = await floor.list();
  expect(more).toEqual([]);
  expect(word?.id).toMatch(/^s[0-9a-f]{16}$/);
});

test('a stranger who invents twenty thousand handhelds pushes none of the site’s off the floor', async () => {
  await using place = sqlitePlace();
  const floor = place.open();
  floor.saw({ network: '10.0.0.9', at: T, browser: '', report: said });
  const dock = handheldRow(undefined, said.id) ?? '';
  await floor.rename(dock, 0, 'Dock 7');
  const idle = { id: randomUUID(), waiting: 0, person: 0 };
  floor.saw({ network: '10.0.0.8', at: T, browser: '', report: idle });
  for (let round = 1; round <= 21; round += 1) {
    for (let n = 0; n < 1_000; n += 1)
      floor.saw({ network: '192.0.2.1', at: T + round, browser: '', report: { ...said, id: randomUUID() } });
    await floor.list();
  }
  const words = await floor.list();
  expect(words.find(({ id }) => id === dock)?.name).toBe('Dock 7');
  expect(words.map(({ id }) => id)).toContain(handheldRow(undefined, idle.id));
  expect(words).toHaveLength(2_002);
}, 30_000);

test('what one network says at once keeps no other’s hello from being noted', async () => {
  await using place = sqlitePlace();
  const floor = place.open();
  for (let n = 0; n < 20_100; n += 1)
    floor.saw({ network: '192.0.2.1', at: T, browser: '', report: { ...said, id: randomUUID() } });
  floor.saw({ network: '10.0.0.9', at: T, browser: '', report: said });
  expect((await floor.list()).map(({ id }) => id)).toContain(handheldRow(undefined, said.id));
}, 30_000);
