import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import type { Ledger } from './ledger.ts';
import { ledgerCall, dispatched, skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { serviceReply, startUpstream } from '#main/testing/rig.ts';

const NOW = Date.UTC(2026, 10, 21);
const SOON = { timeout: 30_000, interval: 10 };
/** A gateway that is cut off for longer than this is dead to the others. Some tests want it never, some at once. */
const NEVER = { graceMs: 600_000, beatMs: 20 };

const TEST_LOCK = 4711;
const ENTERS_WITH_LOCK = `
  create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${TEST_LOCK}); return new; end $$;
  create trigger wait_for_test before insert on scanline_calls for each row execute function wait_for_test()`;
const WAITING = `select count(*)::int as waiting from pg_locks where not granted`;

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

describe.skipIf(!started)('the epoch that several gateways share', { timeout: 60_000 }, () => {
  const { server, newPlace } = started ?? skipped;

  test('a gateway that comes without a checkpoint trusts those that are at work', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one' });
    await dispatched(one.ledger, 'key-0001');
    await using two = await place.open({ gateway: 'two' });
    expect(two.ledger.epoch).toBe(one.ledger.epoch);
    expect(two.said()).toBe('');
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'dispatching' });
  });

  test('a gateway that was away while another began an epoch enters it', async () => {
    await using place = await newPlace();
    for (const gateway of ['one', 'two']) {
      await using opened = await place.open({ gateway });
      await dispatched(opened.ledger, `key-of-${gateway}`);
    }
    const restore = await place.backup();
    for (const gateway of ['one', 'two']) {
      await using opened = await place.open({ gateway });
      await dispatched(opened.ledger, `key-lost-of-${gateway}`);
    }
    await restore();
    await using one = await place.open({ gateway: 'one' });
    await using two = await place.open({ gateway: 'two' });
    expect([one.said(), two.said()]).toEqual([expect.stringContaining('a new epoch begins'), '']);
    expect(two.ledger.epoch).toBe(one.ledger.epoch);
  });

  test('a backup from before the epoch that a gateway knows is not the ledger that it was', async () => {
    await using place = await newPlace();
    const epochs = new Set<string>();
    const openOnce = async (): Promise<void> => {
      await using opened = await place.open();
      epochs.add(opened.ledger.epoch);
      await dispatched(opened.ledger, `key-00${epochs.size}`);
    };
    await openOnce();
    const restore = await place.backup();
    rmSync(place.checkpoint());
    await openOnce();
    await restore();
    await openOnce();
    expect(epochs.size).toBe(3);
  });

  test('gateways that know of an epoch that the database lost begin one new epoch, not one each', async () => {
    await using place = await newPlace();
    {
      await using one = await place.open({ gateway: 'one' });
      await using two = await place.open({ gateway: 'two' });
      for (const [i, { ledger }] of [one, two].entries()) await dispatched(ledger, `key-000${i}`);
    }
    await place.deleteAll();
    await using one = await place.open({ gateway: 'one' });
    await using two = await place.open({ gateway: 'two' });
    expect([one.said(), two.said()]).toEqual([expect.stringContaining('a new epoch begins'), '']);
    expect(two.ledger.epoch).toBe(one.ledger.epoch);
  });

  test('what is lost is seen although others have come further since', async () => {
    await using place = await newPlace();
    let epoch: string;
    {
      await using one = await place.open({ gateway: 'one' });
      await using two = await place.open({ gateway: 'two' });
      epoch = one.ledger.epoch;
      await dispatched(one.ledger, 'key-0001');
      await dispatched(two.ledger, 'key-0002');
    }
    const restore = await place.backup();
    {
      await using two = await place.open({ gateway: 'two' });
      await dispatched(two.ledger, 'key-lost');
    }
    await restore();
    await using one = await place.open({ gateway: 'one', beatMs: 20 });
    for (let i = 0; i < 20; i += 1) await dispatched(one.ledger, `key-later-${i}`);
    expect(one.ledger.epoch).toBe(epoch); // it has lost nothing of its own
    await using two = await place.open({ gateway: 'two' });
    expect(two.ledger.epoch).not.toBe(epoch);
    await vi.waitFor(() => expect(one.ledger.epoch).toBe(two.ledger.epoch), SOON);
  });

  test('a gateway that does not know of a new epoch yet can enter and dispatch nothing', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one', beatMs: 600_000 });
    await one.ledger.receive(ledgerCall('key-0001'), NOW);
    await server.ask(place.url, `update scanline_meta set value = 'another' where name = 'epoch'`);
    await expect(one.ledger.dispatch(ledgerCall('key-0001'), NOW)).rejects.toThrow(/lost its place/);
    await vi.waitFor(() => expect(one.ledger.epoch).toBe('another'), SOON);
    await server.ask(place.url, `update scanline_meta set value = 'a third' where name = 'epoch'`);
    await expect(one.ledger.receive(ledgerCall('key-0002'), NOW)).rejects.toThrow(/new epoch/);
    expect(await one.ledger.find('key-0002')).toBeUndefined();
    await vi.waitFor(() => expect(one.ledger.epoch).toBe('a third'), SOON);
  });

  test.each(['find', 'mayHaveForgotten', 'receive'] as const)(
    'where an epoch begins while a call waits for “%s”, the call leaves under neither',
    async (slow) => {
      await using place = await newPlace();
      await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
      await using one = await place.open({ gateway: 'one', beatMs: 20 });
      const { epoch } = one.ledger;
      const work = one.ledger[slow] as (...values: unknown[]) => Promise<never>;
      const ledger: Ledger = Object.create(one.ledger, {
        [slow]: {
          value: async (...values: unknown[]) => {
            const came = await work(...values);
            await server.ask(place.url, `update scanline_meta set value = 'another' where name = 'epoch'`);
            await vi.waitFor(() => expect(one.ledger.epoch).toBe('another'), SOON);
            return came;
          },
        },
      });
      await using r = await dispatchRig(upstream.url, { ledger });
      const tried = `${epoch};${await one.ledger.tell()}`;
      expect(await r.ask('call-0001', undefined, tried)).toMatchObject({ code: 'not-forwarded' });
      expect(upstream.requests).toHaveLength(0);
      expect((await one.ledger.find('call-0001'))?.state).toBe(slow === 'receive' ? 'received' : undefined);
    },
  );

  // As after the promotion of a standby, when a gateway that is not back yet enters a retry while another begins the epoch.
  test('a call that is being entered while an epoch begins is not in it, and its retry does not run', async () => {
    await using place = await newPlace();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using one = await place.open({ gateway: 'one', beatMs: 600_000 });
    const { epoch } = one.ledger;
    const tried = `${epoch};${await one.ledger.tell()}`;
    await using late = await dispatchRig(upstream.url, { ledger: one.ledger });
    // The call stands between the look at the epoch and its row, until the lock is given back.
    await server.ask(place.url, ENTERS_WITH_LOCK);
    const letEnter = await server.hold(place.url, `select pg_advisory_lock(${TEST_LOCK})`);
    const isAt = async (waiting: number): Promise<void> =>
      vi.waitFor(async () => expect(await server.ask(place.url, WAITING)).toEqual([{ waiting }]), SOON);
    const entering = late.ask('call-lost', undefined, tried);
    await isAt(1);

    mkdirSync(dirname(place.checkpoint('two')));
    writeFileSync(place.checkpoint('two'), `${randomUUID()} ${'0'.repeat(16)}\n`); // of an epoch that is lost
    const opening = place.open({ gateway: 'two' });
    await isAt(2);
    await letEnter();
    await using two = await opening;
    expect(await entering).toMatchObject({ code: 'not-forwarded' });
    expect(two.ledger.epoch).not.toBe(epoch);
    await using r = await dispatchRig(upstream.url, { ledger: two.ledger });
    expect(await r.ask('call-lost', undefined, tried)).toMatchObject({ status: 412, code: 'key-expired' });
    expect(upstream.requests).toHaveLength(0);
  });

  test('a backup that is restored under a running gateway begins a new epoch when it is back', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one', ...NEVER });
    const { epoch } = one.ledger;
    await dispatched(one.ledger, 'key-0001');
    const restore = await place.backup();
    await dispatched(one.ledger, 'key-lost');
    await restore();
    await vi.waitFor(() => expect(one.ledger.epoch).not.toBe(epoch), SOON);
    expect(one.said()).toContain('a new epoch begins');
  });

  test('a promoted standby goes on in another timeline: it is seen at once, without any heartbeat', async () => {
    await using place = await newPlace();
    await using idle = await place.open({ gateway: 'idle', beatMs: 600_000 });
    const { epoch } = idle.ledger;
    await using busy = await place.open({ gateway: 'busy', beatMs: 600_000 });
    const promote = await server.standby();
    await dispatched(busy.ledger, 'key-lost');
    await busy.ledger.close();
    await promote();
    await vi.waitFor(() => expect(idle.ledger.epoch).not.toBe(epoch), SOON);
    expect(idle.said()).toContain('a new epoch begins');
    await idle.ledger.close();
    await using again = await place.open({ gateway: 'idle' });
    expect(again.ledger.epoch).toBe(idle.ledger.epoch); // the new timeline is known now
  });

  test('where a database does not say its timeline, the heartbeat alone must do', async () => {
    await using place = await newPlace();
    await server.ask(place.url, 'create role plain login; grant all on schema public to plain');
    await server.ask(place.url, 'revoke execute on function pg_current_wal_lsn() from public');
    const url = Object.assign(new URL(place.url), { username: 'plain' }).href;
    await using idle = await place.open({ gateway: 'idle', url, beatMs: 20 });
    const { epoch } = idle.ledger;
    await using busy = await place.open({ gateway: 'busy', url, beatMs: 600_000 });
    const promote = await server.standby();
    const [noted] = await server.ask(place.url, `select value::int from scanline_meta where name = 'beat'`);
    await dispatched(busy.ledger, 'key-lost');
    await busy.ledger.close();
    const said = (): number => Number(readFileSync(place.checkpoint('idle'), 'utf8').split(' ')[2]);
    await vi.waitFor(() => expect(said()).toBeGreaterThan(Number(noted?.['value'])), SOON);
    await promote();
    await vi.waitFor(() => expect(idle.ledger.epoch).not.toBe(epoch), SOON);
  });
});
