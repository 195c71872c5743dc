import { afterAll, describe, expect, test, vi } from 'vitest';
import { dispatched, skipped, startPostgresKind } from './ledgerRig.ts';

const NOW = Date.UTC(2026, 10, 21);
const SOON = { timeout: 30_000, interval: 10 };
/** A gateway that is cut off for longer than this is dead to the others. Some tests want it never, some at once. */
const NEVER = { graceMs: 600_000, beatMs: 20 };

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

describe.skipIf(!started)('the epoch that several gateways share', { timeout: 60_000 }, () => {
  const { server, newPlace } = started ?? skipped;

  test('a gateway that comes without a witness trusts those that are at work', async () => {
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
    await one.ledger.receive('key-0001', 'print', 'RevertOff', NOW);
    await server.ask(place.url, `update scanline_meta set value = 'another' where name = 'epoch'`);
    await expect(one.ledger.dispatch('key-0001', NOW)).rejects.toThrow(/lost its place/);
    expect(one.ledger.epoch).toBe('another');
    await server.ask(place.url, `update scanline_meta set value = 'a third' where name = 'epoch'`);
    await expect(one.ledger.receive('key-0002', 'print', 'RevertOff', NOW)).rejects.toThrow(/new epoch/);
    expect(await one.ledger.find('key-0002')).toBeUndefined();
    expect(one.ledger.epoch).toBe('a third');
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
});
