import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COPIED, type Copied, type Rotation } from '#contract/rotation.ts';
import { createLife } from '#device/life.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';
import { type Lives, openLives } from '#gateway/enrolment/lives.ts';
import { skipped, sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';

/** The number that storage and gateway rotate: the handheld's side and the gateway's as they are, and what lies between at will. */

const MINUTE_MS = 60_000;
const NOW = 1_700_000_000_000;

type Disk = ReturnType<typeof createMemoryKeep>;

/** Fate of a hello on its way. */
type Way = (
  rotation: Rotation | undefined,
  ask: (rotation: Rotation | undefined) => Promise<Copied | undefined>,
) => Promise<unknown>;

const well: Way = (rotation, ask) => ask(rotation);
const requestLost: Way = async () => 'lost';
const replyLost: Way = async (rotation, ask) => (await ask(rotation), 'lost');

/** Scanline open on a disk: a page, or the worker. */
function open(lives: Lives, disk: Disk, device?: number) {
  const at = { ms: 0, epoch: 'e-1' };
  const heard: Copied[] = [];
  const life = createLife({
    keep: disk,
    locks: navigator.locks,
    newId: randomUUID,
    monotonic: () => at.ms,
    now: () => NOW,
    markCopied: async (copied) => void heard.push(copied),
  });
  return {
    at,
    heard,
    /** A hello, a minute after the last. */
    async hello(way: Way = well): Promise<void> {
      at.ms += MINUTE_MS;
      await life.hello(async (rotation) => {
        const came = await way(
          rotation,
          async (sent) => sent && lives.rotate(sent, { device, address: '10.0.0.5' }, NOW),
        );
        return came === 'lost' ? undefined : { epoch: at.epoch, now: NOW, copied: came as Copied | undefined };
      });
    },
  };
}

/** A disk as it is now. */
function copyOf(disk: Disk): Disk {
  const copy = createMemoryKeep();
  for (const [name, value] of disk.kept) copy.kept.set(name, value);
  return copy;
}

interface Place extends AsyncDisposable {
  /** A gateway. */
  gateway(): Lives;
  /** Takes up what is known of the numbers, as it is now, for a function that puts it back. Absent: nobody puts a database back here. */
  readonly backUp?: () => () => void;
}

async function sqlitePlace(): Promise<Place> {
  const folder = tempDir();
  const [dir, copy] = [folder.path, tempDir()];
  let opened: Lives | undefined;
  const file = join(dir, 'lives.sqlite');
  return {
    gateway: () => (opened = openLives({ dataDir: dir }, () => {})),
    backUp() {
      void opened?.close();
      cpSync(file, join(copy.path, 'lives.sqlite'));
      return () => {
        void opened?.close();
        for (const beside of ['', '-wal', '-shm']) rmSync(file + beside, { force: true });
        cpSync(join(copy.path, 'lives.sqlite'), file);
      };
    },
    async [Symbol.asyncDispose]() {
      await opened?.close();
      folder[Symbol.dispose]();
      copy[Symbol.dispose]();
    },
  };
}

const postgres = await sharedPostgresKind();

async function postgresPlace(): Promise<Place> {
  const place = await (postgres ?? skipped).newPlace();
  await (await place.open()).ledger.close(); // makes the tables, as the gateway does
  const opened: Lives[] = [];
  return {
    gateway() {
      const lives = openLives({ dataDir: '', database: place.url }, () => {});
      opened.push(lives);
      return lives;
    },
    async [Symbol.asyncDispose]() {
      for (const lives of opened) await lives.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

const kinds = [
  { kind: 'SQLite', newPlace: sqlitePlace, isThere: true },
  { kind: 'PostgreSQL', newPlace: postgresPlace, isThere: postgres !== undefined },
];

describe.each(kinds.filter(({ isThere }) => isThere))('$kind', { timeout: 60_000 }, ({ newPlace }) => {
  describe('one storage alone raises no alarm', () => {
    test.each<[string, readonly Way[]]>([
      ['whose every hello comes through', [well, well, well, well]],
      ['that loses hellos on their way', [well, requestLost, requestLost, requestLost, well, well]],
      ['that loses the gateway’s word', [well, replyLost, replyLost, well, replyLost, well]],
      ['that loses both by turns from its first on', [replyLost, requestLost, replyLost, well, requestLost, well]],
      [
        'whose browser sends a GET again by itself',
        [
          well,
          async (rotation, ask) => (await ask(rotation), ask(rotation)),
          well,
          async (rotation, ask) => (await ask(rotation), ask(rotation)),
        ],
      ],
    ])('%s', async (_, ways) => {
      await using place = await newPlace();
      const lives = place.gateway();
      const page = open(lives, createMemoryKeep());
      for (const way of ways) await page.hello(way);
      expect(page.heard).toEqual([]);
      expect(await lives.copied(0)).toEqual([]);
    });

    test('whose request stood at a proxy, and comes late or a second time, after others', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const disk = createMemoryKeep();
      const page = open(lives, disk);
      const stood: Rotation[] = [];
      await page.hello();
      await page.hello((rotation, ask) => (rotation && stood.push(rotation), ask(rotation))); // came, and comes again
      await page.hello(async (rotation) => (rotation && stood.push(rotation), 'lost')); // did not come yet
      for (let times = 0; times < 4; times += 1) {
        await page.hello();
        for (const rotation of stood)
          expect(await lives.rotate(rotation, { address: '10.0.0.5' }, NOW)).toBeUndefined();
      }
      expect(page.heard).toEqual([]);
    });

    test('whose hellos were lost in a row, and one of them comes late', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const page = open(lives, createMemoryKeep());
      await page.hello();
      const stood: Rotation[] = [];
      for (let times = 0; times < 3; times += 1)
        await page.hello(async (rotation) => (rotation && stood.push(rotation), 'lost'));
      await page.hello();
      for (const rotation of stood) await lives.rotate(rotation, { address: '10.0.0.5' }, NOW);
      for (let times = 0; times < 3; times += 1) await page.hello();
      expect(page.heard).toEqual([]);
      expect(await lives.copied(0)).toEqual([]);
    });

    test('with a page beside another and the worker, all at once and one after the other', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const disk = createMemoryKeep();
      const all = [open(lives, disk), open(lives, disk), open(lives, disk)];
      for (let times = 0; times < 5; times += 1) await Promise.all(all.map((one) => one.hello()));
      for (const one of all) await one.hello();
      expect(all.flatMap((one) => one.heard)).toEqual([]);
    });

    test('that is killed at any time of a rotation', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const disk = createMemoryKeep();
      for (const way of [well, requestLost, replyLost, replyLost, requestLost, well])
        await open(lives, disk).hello(way);
      const page = open(lives, disk);
      await page.hello();
      expect(page.heard).toEqual([]);
    });

    test('whose gateway’s ledger begins a new epoch', async () => {
      await using place = await newPlace();
      const page = open(place.gateway(), createMemoryKeep());
      for (const epoch of ['e-1', 'e-1', 'e-2', 'e-2', 'e-3']) {
        page.at.epoch = epoch;
        await page.hello();
      }
      expect(page.heard).toEqual([]);
    });

    test('that begins anew, emptied: it is another one', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const disk = createMemoryKeep();
      for (let times = 0; times < 3; times += 1) await open(lives, disk).hello();
      disk.kept.clear();
      const page = open(lives, disk);
      for (let times = 0; times < 3; times += 1) await page.hello();
      expect(page.heard).toEqual([]);
    });
  });

  describe('two that go on from one storage', () => {
    test('are both told, whichever comes first, the supervisor is, and each goes on as one of its own', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const disk = createMemoryKeep();
      const [one, other] = [open(lives, disk), open(lives, copyOf(disk))];
      await one.hello();
      const copy = open(lives, copyOf(disk));
      for (let times = 0; times < 3; times += 1) {
        await copy.hello();
        await one.hello();
      }
      expect(one.heard.at(-1)).toBe('surely');
      expect(copy.heard.at(-1)).toBe('surely');
      expect(disk.kept.get(COPIED)).toBe(NOW); // for a person to read
      expect(await lives.copied(NOW)).toEqual([{ asker: '10.0.0.5', other: '10.0.0.5', at: NOW }]);
      expect(await lives.copied(NOW + 1)).toEqual([]);
      const before = [...one.heard, ...copy.heard].length;
      for (let times = 0; times < 3; times += 1) {
        await one.hello();
        await copy.hello();
        await other.hello(); // began by itself
      }
      expect([...one.heard, ...copy.heard]).toHaveLength(before);
      expect(other.heard).toEqual([]);
    });

    test('a copy that comes once the other went on is known at its first hello: for sure, or, one rotation on, as one that may be', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      for (const [times, said] of [
        [1, 'maybe'],
        [2, 'surely'],
        [40, 'surely'],
      ] as const) {
        const disk = createMemoryKeep();
        await open(lives, disk).hello();
        const copied = copyOf(disk);
        const page = open(lives, disk);
        for (let done = 0; done < times; done += 1) await page.hello();
        const copy = open(lives, copied);
        await copy.hello();
        expect(copy.heard, `${times}`).toEqual([said]);
      }
    });

    test('twenty handhelds from one image are all told', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const image = createMemoryKeep();
      await open(lives, image).hello();
      const fleet = Array.from({ length: 20 }, () => open(lives, copyOf(image)));
      for (let times = 0; times < 3; times += 1) for (const one of fleet) await one.hello();
      expect(fleet.filter((one) => one.heard.includes('surely'))).toHaveLength(20);
    });

    test('a battery that dies before the disk has the last number makes it careful, and tells nobody', async () => {
      await using place = await newPlace();
      const lives = place.gateway();
      const disk = createMemoryKeep();
      await open(lives, disk).hello();
      const older = copyOf(disk);
      await open(lives, disk).hello();
      const page = open(lives, older); // as it was
      for (let times = 0; times < 4; times += 1) await page.hello();
      expect(page.heard).toEqual(['maybe']);
      expect(await lives.copied(0)).toEqual([]);
    });
  });

  test('with a token nobody but its handheld rotates a number or raises an alarm, also who knows the storage’s name', async () => {
    await using place = await newPlace();
    const lives = place.gateway();
    const disk = createMemoryKeep();
    const page = open(lives, disk, 3);
    const sent: Rotation[] = [];
    for (let times = 0; times < 3; times += 1)
      await page.hello((rotation, ask) => (rotation && sent.push(rotation), ask(rotation)));
    for (const device of [undefined, 4]) {
      for (const rotation of sent)
        await lives.rotate({ ...rotation, next: '00000000' }, { device, address: '10.0.0.9' }, NOW);
    }
    await page.hello();
    expect(page.heard).toEqual([]);
  });

  test('what is known of the numbers and was put back, or lost, is no alarm; a copy is noticed again later', async () => {
    await using place = await newPlace();
    if (!place.backUp) return; // a database put back is the same table in an older state
    let lives = place.gateway();
    const disk = createMemoryKeep();
    await open(lives, disk).hello();
    const copy = copyOf(disk);
    const putBack = place.backUp();
    lives = place.gateway();
    const page = open(lives, disk);
    for (let times = 0; times < 3; times += 1) await page.hello();
    putBack();
    lives = place.gateway();
    const after = open(lives, disk);
    for (let times = 0; times < 3; times += 1) await after.hello();
    expect(after.heard).toEqual([]);
    const other = open(lives, copy);
    for (let times = 0; times < 4; times += 1) await other.hello();
    expect(other.heard).toEqual(['maybe', 'maybe', 'surely']); // what the two said meanwhile is lost
  });
});

test.skipIf(!postgres)('two gateways on one database rotate the same numbers, also both at once', async () => {
  await using place = await postgresPlace();
  const gateways = [place.gateway(), place.gateway()] as const;
  const disk = createMemoryKeep();
  const pages = gateways.map((lives) => open(lives, disk));
  for (let times = 0; times < 4; times += 1) {
    for (const page of pages) await page.hello();
    // a proxy repeats a GET at the other gateway
    await pages[0]?.hello(async (rotation, ask) => {
      const [came] = await Promise.all([
        ask(rotation),
        rotation && gateways[1].rotate(rotation, { address: '10.0.0.5' }, NOW),
      ]);
      return came;
    });
  }
  expect(pages.flatMap((page) => page.heard)).toEqual([]);
});

test('within a minute a page rotates the number once, after a hello without an answer at once, and a storage that takes no write asks without', async () => {
  await using place = await sqlitePlace();
  const lives = place.gateway();
  const disk = createMemoryKeep();
  const sent: (Rotation | undefined)[] = [];
  let answers = true;
  let ms = 0;
  const life = createLife({
    keep: { ...disk, note: (...given) => (ms < 200_000 ? disk.note(...given) : Promise.reject(new Error('full'))) },
    locks: navigator.locks,
    newId: randomUUID,
    monotonic: () => ms,
    now: () => NOW,
    markCopied: async () => undefined,
  });
  const ask = (): Promise<unknown> =>
    life.hello(async (rotation) => {
      sent.push(rotation);
      if (rotation) await lives.rotate(rotation, { address: '10.0.0.5' }, NOW);
      return answers ? { epoch: 'e-1', now: NOW } : undefined;
    });
  const hasTurned = async (): Promise<boolean> => (await ask(), sent.at(-1) !== undefined);
  expect(await hasTurned()).toBe(true);
  ms = 59_000;
  expect(await hasTurned()).toBe(false);
  ms = 60_000;
  expect(await hasTurned()).toBe(true);
  answers = false;
  ms = 120_000;
  expect(await hasTurned()).toBe(true);
  answers = true;
  ms = 121_000;
  expect(await hasTurned()).toBe(true);
  expect(await hasTurned()).toBe(false);
  ms = 200_000;
  expect(await hasTurned()).toBe(false);
  expect(life.told()).toEqual({ epoch: 'e-1', at: NOW });
});

test('where the calls of a copied storage cannot be marked no hello is given, and so nothing is sent, until they are', async () => {
  let isFull = true;
  const marked: Copied[] = [];
  const life = createLife({
    keep: createMemoryKeep(),
    locks: navigator.locks,
    newId: randomUUID,
    monotonic: () => 0,
    now: () => NOW,
    async markCopied(copied) {
      if (isFull) throw new Error('full');
      marked.push(copied);
    },
  });
  const ask = (): Promise<unknown> => life.hello(async () => ({ epoch: 'e-1', now: NOW, copied: 'maybe' as const }));
  await expect(ask()).rejects.toThrow('full');
  await expect(ask()).rejects.toThrow('full');
  isFull = false;
  expect(await ask()).toBeDefined();
  expect(marked).toEqual(['maybe']);
});
