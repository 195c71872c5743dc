import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { CannotStart } from '#settings/cannotStart.ts';
import {
  NOW,
  REPLY,
  ledgerCall,
  forgetAll,
  type Opened,
  dispatched,
  enterSettled,
  skipped,
  startPostgresKind,
} from '#main/testing/ledgerRig.ts';
import { openPostgresLedger } from './postgresLedger.ts';
import { tempDir } from '#main/testing/rig.ts';

/** A gateway that is cut off for longer than this is dead to the others. Some tests want it never, some at once. */
const AT_ONCE = { graceMs: 0, beatMs: 20 };

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

describe.skipIf(!started)('a ledger in PostgreSQL', { timeout: 60_000 }, () => {
  const { server, newPlace } = started ?? skipped;

  test('from “dispatching” on, every commit is on disk before it counts, whatever the database’s own setting', async () => {
    await using place = await newPlace();
    const name = new URL(place.url).pathname.slice(1);
    await server.ask(place.url, `alter database ${name} set synchronous_commit = off`);
    await server.ask(place.url, `alter system set wal_writer_delay = '10s'`);
    await server.ask(place.url, 'select pg_reload_conf()');
    await using opened = await place.open({ beatMs: 600_000 });
    const { ledger } = opened;
    const isOnDisk = async (): Promise<unknown> => {
      const text = 'select pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as flushed';
      return (await server.ask(place.url, text))[0]?.['flushed'];
    };
    await server.ask(place.url, 'checkpoint'); // whoever reads the catalogue first tidies its pages, and waits for no disk
    expect(await isOnDisk()).toBe(true);
    await ledger.receive(ledgerCall('key-0001'), NOW);
    expect(await isOnDisk()).toBe(false); // nothing has left yet, so nothing waits for it
    await ledger.dispatch(ledgerCall('key-0001'), NOW);
    expect(await isOnDisk()).toBe(true);
    await ledger.answer('key-0001', REPLY, NOW);
    expect(await isOnDisk()).toBe(true);
    await dispatched(ledger, 'key-0002');
    await ledger.giveUp('key-0002', { cause: 'cut-off', detail: 'why' }, undefined, NOW);
    expect(await isOnDisk()).toBe(true);
  });

  test('its checkpoint keeps the last call when the heart beats, and the last beat when a call is dispatched', async () => {
    await using place = await newPlace();
    await using opened = await place.open({ beatMs: 100 });
    const noted = (): readonly number[] => readFileSync(place.checkpoint(), 'utf8').split(' ').slice(1).map(Number);
    const [, first = 0] = noted();
    await dispatched(opened.ledger, 'key-0001');
    const [count = 0, beat = 0] = noted();
    expect([count > 0, beat >= first && first > 0]).toEqual([true, true]);
    await expect.poll(() => noted()[1]).toBeGreaterThan(beat + 1);
    expect(noted()[0]).toBe(count);
  });

  test('one gateway of several whose clock is 40 days ahead makes none of them forget', async () => {
    await using place = await newPlace();
    const ahead = NOW + 40 * 24 * 60 * 60 * 1000;
    const monotonic = (): number => 0;
    await using one = await place.open({ gateway: 'one', now: () => NOW, monotonic });
    await enterSettled(one.ledger, 'key-0001');
    await one.ledger.tell();
    for (let start = 1; start <= 2; start += 1) {
      await using wrong = await place.open({ gateway: 'two', now: () => ahead, monotonic });
      expect(await wrong.ledger.tell()).toBe(ahead);
      expect([await forgetAll(wrong.ledger), await forgetAll(one.ledger)]).toEqual([0, 0]);
      expect(await one.ledger.tell()).toBeGreaterThanOrEqual(NOW); // it takes over what was told, and no more
      expect(await forgetAll(one.ledger)).toBe(0);
    }
    expect(await one.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
  });

  test('old calls and their dispatches are forgotten a slice at a time, however many they are', async () => {
    await using place = await newPlace();
    await using opened = await place.open({ now: () => NOW, monotonic: () => 0 });
    await server.ask(
      place.url,
      `insert into scanline_calls (key, fingerprint, operation, state, received_at)
       select 'old-' || i, 'print', 'RevertOff', 'answered', ${NOW} - 40 * 86400000::bigint from generate_series(1, 5500) i`,
    );
    await server.ask(place.url, 'insert into scanline_dispatches select i from generate_series(1, 7000) i');
    const left = async (): Promise<readonly number[]> => {
      const text = `select (select count(*)::int from scanline_calls) as calls,
        (select count(*)::int from scanline_dispatches) as dispatches`;
      const [{ calls, dispatches } = {}] = await server.ask(place.url, text);
      return [Number(calls), Number(dispatches)];
    };
    expect(await left()).toEqual([5500, 7000]); // nothing is forgotten by a start
    expect(await opened.ledger.prune()).toBe(2000);
    expect(await left()).toEqual([4500, 6000]);
    await enterSettled(opened.ledger, 'key-0001');
    await forgetAll(opened.ledger);
    expect(await left()).toEqual([1, 1]);
    expect(await opened.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
  });

  test('a thousand calls asked of two gateways at once are each dispatched by one of them', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one' });
    await using two = await place.open({ gateway: 'two' });
    const ledgers = [one.ledger, two.ledger];
    const keys = Array.from({ length: 1000 }, (_, i) => `key-${String(i).padStart(4, '0')}`);
    await Promise.all(keys.flatMap((key) => ledgers.map((l) => l.receive(ledgerCall(key), NOW))));
    const won = await Promise.all(
      keys.map(async (key) => Promise.all(ledgers.map((ledger) => ledger.dispatch(ledgerCall(key), NOW)))),
    );
    expect(won.filter(([a, b]) => a !== b)).toHaveLength(1000);
    await Promise.all(keys.flatMap((key) => ledgers.map((ledger) => ledger.answer(key, REPLY, NOW))));
    expect(await one.ledger.counts()).toEqual({ received: 0, dispatching: 0, 'outcome-unknown': 0 });
  });

  test('two gateways that draw the same ticket for two calls each know which of the two is theirs', async () => {
    await using place = await newPlace();
    const nextTicket = (): number => 7_000;
    await using one = await place.open({ gateway: 'one', nextTicket });
    await using two = await place.open({ gateway: 'two', nextTicket });
    await dispatched(one.ledger, 'key-0001');
    await dispatched(two.ledger, 'key-0002');
    expect(await one.ledger.find('key-0002')).toMatchObject({ state: 'dispatching', elsewhere: true });
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'dispatching', elsewhere: true });
    expect((await one.ledger.find('key-0001'))?.elsewhere).toBeUndefined();
    await one.ledger.answer('key-0001', REPLY, NOW);
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
    expect(await one.ledger.find('key-0002')).toMatchObject({ state: 'dispatching', elsewhere: true });
  });

  test('a call is entered over what the look-up saw and over nothing else, and dispatched where nobody has entered it since', async () => {
    await using place = await newPlace();
    const nextTicket = (): number => 7_000; // both draw the same
    await using one = await place.open({ gateway: 'one', nextTicket });
    await using two = await place.open({ gateway: 'two' });
    await using other = await place.open({ gateway: 'other', nextTicket });
    const enter = ({ ledger }: Opened, seen?: string) => ledger.receive(ledgerCall('key-0001', { entered: seen }), NOW);
    const dispatch = ({ ledger }: Opened, entered?: string) =>
      ledger.dispatch(ledgerCall('key-0001', { entered }), NOW);
    const { entered: first } = await enter(one);
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'received', entered: first });
    expect(await enter(two)).toMatchObject({ state: 'received', elsewhere: true });
    const { entered: second } = await enter(other, first);
    expect(await enter(one, first)).toMatchObject({ elsewhere: true });
    const { entered: third, elsewhere } = await enter(two, second);
    expect(elsewhere).toBeUndefined();
    const { entered: fourth } = await enter(two, third);
    expect(await dispatch(two, third)).toBe(false);
    expect(await dispatch(two, fourth)).toBe(true);
    await two.ledger.release('key-0001'); // it has not left, and that was said
    expect(await enter(one, fourth)).toMatchObject({ state: 'received', elsewhere: true });
    const fifth = (await one.ledger.find('key-0001'))?.entered;
    await enter(two, fifth);
    expect(await dispatch(two)).toBe(true);
    await two.ledger.release('key-0001');
    expect(await enter(one, fifth)).toMatchObject({ state: 'received', elsewhere: true });
    const last = await enter(one, (await one.ledger.find('key-0001'))?.entered);
    expect(await dispatch(one, last.entered)).toBe(true);
  });

  test('a call that was looked up and is forgotten since is not entered', async () => {
    await using place = await newPlace();
    await using one = await place.open();
    const { entered } = await one.ledger.receive(ledgerCall('key-0001'), NOW);
    await server.ask(place.url, 'delete from scanline_calls');
    await expect(one.ledger.receive(ledgerCall('key-0001', { entered }), NOW)).rejects.toThrow(/gone/);
    expect(await one.ledger.find('key-0001')).toBeUndefined();
  });

  test('gateways that start at once on an empty database make it once, and have one epoch', async () => {
    await using place = await newPlace();
    const names = ['one', 'two', 'three', 'four', 'five'];
    const opened = await Promise.all(names.map((gateway) => place.open({ gateway })));
    expect(new Set(opened.map(({ ledger }) => ledger.epoch)).size).toBe(1);
    expect(opened.map((each) => each.said()).join('')).toBe('');
    for (const { ledger } of opened) await ledger.close();
  });

  test('a call of a living gateway is under way to the others, and nobody else can settle it', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one', ...AT_ONCE });
    await using two = await place.open({ gateway: 'two', ...AT_ONCE });
    await dispatched(one.ledger, 'key-0001');
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'dispatching', elsewhere: true });
    expect((await one.ledger.find('key-0001'))?.elsewhere).toBeUndefined();
    await two.ledger.release('key-0001');
    await two.ledger.giveUp('key-0001', { cause: 'cut-off', detail: 'not mine' }, undefined, NOW);
    await two.ledger.answer('key-0001', REPLY, NOW);
    expect(await one.ledger.find('key-0001')).toMatchObject({ state: 'dispatching' });
    await one.ledger.answer('key-0001', REPLY, NOW);
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
  });

  test('a database that cannot be used stops the start with one line that has no password in it', async () => {
    using folder = tempDir();
    await using place = await newPlace();
    const say = async (url: string): Promise<unknown> =>
      openPostgresLedger({ url, dataDir: folder.path, now: Date.now, log: () => {} }).catch((error: unknown) => error);
    const at = new URL(place.url);
    at.password = 'secret';
    const wrong = (change: (url: URL) => void): string => {
      const url = new URL(at);
      change(url);
      return url.href;
    };
    const cases: readonly [url: string, line: RegExp][] = [
      [
        wrong((url) => (url.port = '1')),
        /^DATABASE_URL: the database at 127\.0\.0\.1:1\/\w+ cannot be used: .*ECONNREFUSED/,
      ],
      [wrong((url) => (url.pathname = '/nothing')), /^DATABASE_URL: .* database "nothing" does not exist\.$/],
      [wrong((url) => (url.username = 'nobody')), /^DATABASE_URL: .* role "nobody" does not exist\.$/],
    ];
    for (const [url, line] of cases) {
      const error = await say(url);
      expect(error).toBeInstanceOf(CannotStart);
      expect((error as CannotStart).message).toMatch(line);
      expect((error as CannotStart).message).not.toMatch(/secret|\n/);
    }
    await server.ask(at.href, `create database latin encoding 'LATIN1' locale 'C' template template0`);
    expect(await say(wrong((url) => (url.pathname = '/latin')))).toMatchObject({
      message: expect.stringMatching(
        /^DATABASE_URL: .*\/latin cannot be used: its server_encoding is LATIN1, expected UTF8\.$/,
      ),
    });
    await (await place.open()).ledger.close();
    const newest = ['asker', 'worker', 'codes', 'decided', 'version', 'cause'];
    for (const column of newest) await server.ask(place.url, `alter table scanline_calls drop column ${column}`);
    await server.ask(place.url, 'drop table scanline_accounts, scanline_audit cascade');
    await server.ask(place.url, 'drop function scanline_audit_stays, scanline_calls_stay_ended cascade');
    const newer = [
      'sessions',
      'lives',
      'site',
      'site_uses',
      'floor',
      'decisions',
      'holders',
      'notes',
      'pictures',
      'prints',
    ].map((name) => `scanline_${name}`);
    await server.ask(place.url, `drop table ${newer.join()}`);
    await server.ask(place.url, 'update scanline_schema set version = 2');
    await (await place.open()).ledger.close(); // what an older version wrote is brought up to date
    expect(await server.ask(place.url, `select ${newest.join()} from scanline_calls`)).toEqual([]);
    await server.ask(place.url, 'update scanline_schema set version = 99');
    expect(await say(at.href)).toMatchObject({
      message: expect.stringMatching(/it was written by a newer Scanline \(schema 99, this one knows \d+\)\.$/),
    });
  });
});
