import { afterAll, describe, expect, test, vi } from 'vitest';
import { NOW, REPLY, ledgerCall, dispatched, skipped, startPostgresKind } from '#main/testing/ledgerRig.ts';
import { startWireCutter } from '#main/testing/wireCutter.ts';

const SOON = { timeout: 30_000, interval: 10 };
/** A gateway that is cut off for longer than this is dead to the others. Some tests want it never, some at once. */
const NEVER = { graceMs: 600_000, beatMs: 20 };
const AT_ONCE = { graceMs: 0, beatMs: 20 };
/** In pg's words and the socket's, which of them depends on the moment of the cut. */
const GONE = /connect|ECONNRESET/i;

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

describe.skipIf(!started)('when a gateway or its way to the database is lost', { timeout: 60_000 }, () => {
  const { server, newPlace } = started ?? skipped;

  test('the calls of a dead gateway are of unknown outcome, without anybody asking; a late answer is the truth still', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', ...AT_ONCE, url: wire.url });
    await using two = await place.open({ gateway: 'two', ...AT_ONCE });
    await dispatched(one.ledger, 'key-0001');
    await dispatched(one.ledger, 'key-0002');
    wire.cut(); // to the others it is as dead as can be
    await vi.waitFor(async () => expect(await two.ledger.counts()).toMatchObject({ 'outcome-unknown': 2 }), SOON);
    await vi.waitFor(() => expect(two.said()).toMatch(/call\(s\) were on their way when a gateway stopped/), SOON);
    expect(await two.ledger.dispatch(ledgerCall('key-0001'), NOW)).toBe(false);
    await expect(one.ledger.answer('key-0001', REPLY, NOW)).rejects.toThrow(GONE);
    await expect(one.ledger.dispatch(ledgerCall('key-0003'), NOW)).rejects.toThrow(
      /connection to the database is lost/,
    );
    wire.mend();
    await vi.waitFor(async () => expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'answered' }), SOON);
    await one.ledger.release('key-0002');
    expect(await two.ledger.find('key-0002')).toMatchObject({ state: 'outcome-unknown' });
    await dispatched(one.ledger, 'key-0003');
    expect(await two.ledger.find('key-0003')).toMatchObject({ elsewhere: true });
  });

  test('a gateway that is cut off for a moment keeps its calls', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', ...NEVER, url: wire.url });
    await using two = await place.open({ gateway: 'two', ...NEVER });
    await dispatched(one.ledger, 'key-0001');
    wire.cut();
    await vi.waitFor(() => expect(one.said()).toContain('Nothing is forwarded'), SOON);
    expect(await two.ledger.find('key-0001')).toMatchObject({ elsewhere: true });
    wire.mend();
    await vi.waitFor(() => expect(one.said()).toContain('database is back'), SOON);
    const owner = async () => (await place.row('key-0001'))?.['owner'];
    const isLocked = `select not pg_try_advisory_xact_lock_shared($1) as locked`;
    expect(await server.ask(place.url, isLocked, [await owner()])).toEqual([{ locked: true }]);
    await one.ledger.answer('key-0001', REPLY, NOW);
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
    expect(two.said()).toBe('');
  });

  test('a dispatch whose commit was not heard of is taken back: its call has not left', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', ...NEVER, url: wire.url });
    await using two = await place.open({ gateway: 'two', ...NEVER });
    await one.ledger.receive(ledgerCall('key-0001'), NOW);
    wire.muffle();
    const dispatch = one.ledger.dispatch(ledgerCall('key-0001'), NOW).then(
      () => 'dispatched',
      () => 'not known',
    );
    await vi.waitFor(async () => expect((await place.row('key-0001'))?.['state']).toBe('dispatching'), SOON);
    wire.cut();
    expect(await dispatch).toBe('not known');
    expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'dispatching', elsewhere: true });
    wire.mend();
    await vi.waitFor(async () => expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'received' }), SOON);
    await dispatched(two.ledger, 'key-0001');
  });

  test('a gateway that has lost its number and does not know it yet dispatches nothing', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', beatMs: 600_000, url: wire.url });
    await one.ledger.receive(ledgerCall('key-0001'), NOW);
    wire.orphanOldest();
    const owners = `select count(*)::int as count from pg_locks where locktype = 'advisory' and granted`;
    await vi.waitFor(async () => expect(await server.ask(place.url, owners)).toEqual([{ count: 0 }]), SOON);
    await expect(one.ledger.dispatch(ledgerCall('key-0001'), NOW)).rejects.toThrow(/lost its place/);
    expect(await one.ledger.find('key-0001')).toMatchObject({ state: 'received' });
    await vi.waitFor(() => expect(one.said()).toContain('database is back'), SOON);
    await dispatched(one.ledger, 'key-0001');
  });

  test('what a gateway still has to write of its own dispatch never touches one of another gateway', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', ...NEVER, url: wire.url });
    await using two = await place.open({ gateway: 'two', ...NEVER });
    await one.ledger.receive(ledgerCall('key-0001'), NOW);
    wire.cut();
    await expect(one.ledger.dispatch(ledgerCall('key-0001'), NOW)).rejects.toThrow(GONE); // to be taken back, should it be there
    wire.mend();
    await dispatched(two.ledger, 'key-0001');
    await vi.waitFor(() => expect(one.said()).toContain('database is back'), SOON);
    await dispatched(one.ledger, 'key-0002');
    // As a backup restored meanwhile would have it.
    await server.ask(place.url, `update scanline_calls set state = 'received' where key = 'key-0002'`);
    await dispatched(two.ledger, 'key-0002');
    await one.ledger.answer('key-0002', REPLY, NOW);
    await one.ledger.close(); // what is left to write is written now
    for (const key of ['key-0001', 'key-0002']) {
      expect(await two.ledger.find(key)).toEqual({ key, fingerprint: 'print', state: 'dispatching' });
    }
  });

  test('an answer that could not be written is written when the database is back', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', ...NEVER, url: wire.url });
    await using two = await place.open({ gateway: 'two', ...NEVER });
    await dispatched(one.ledger, 'key-0001');
    wire.cut();
    await expect(one.ledger.answer('key-0001', REPLY, NOW)).rejects.toThrow(GONE);
    expect(await two.ledger.find('key-0001')).toMatchObject({ elsewhere: true });
    wire.mend();
    await vi.waitFor(async () => expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'answered' }), SOON);
  });

  test('what can never be written holds up nothing behind it', async () => {
    await using place = await newPlace();
    await using wire = await startWireCutter(place.url);
    await using one = await place.open({ gateway: 'one', ...NEVER, url: wire.url });
    await using two = await place.open({ gateway: 'two', ...NEVER });
    await server.ask(
      place.url,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
       create trigger refuse before update on scanline_calls for each row
       when (new.key = 'key-0001' and new.state = 'answered') execute function refuse()`,
    );
    for (const key of ['key-0001', 'key-0002']) await dispatched(one.ledger, key);
    wire.cut();
    for (const key of ['key-0001', 'key-0002']) {
      await expect(one.ledger.answer(key, REPLY, NOW)).rejects.toThrow(GONE);
    }
    wire.mend();
    await vi.waitFor(async () => expect(await two.ledger.find('key-0002')).toMatchObject({ state: 'answered' }), SOON);
    await server.ask(place.url, 'drop trigger refuse on scanline_calls');
    await vi.waitFor(async () => expect(await two.ledger.find('key-0001')).toMatchObject({ state: 'answered' }), SOON);
  });

  test('an answer that the database refuses to keep leaves a call of unknown outcome, and none that runs for ever', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one', ...NEVER });
    await server.ask(place.url, `alter table scanline_calls add check (length(body) < 5)`);
    await dispatched(one.ledger, 'key-0001');
    await one.ledger.answer('key-0001', REPLY, NOW);
    expect(await one.ledger.find('key-0001')).toMatchObject({
      state: 'outcome-unknown',
      detail: 'The database refused to keep what came.',
    });
  });

  test('a database that restarts is found again', async () => {
    await using place = await newPlace();
    await using one = await place.open({ gateway: 'one', ...NEVER });
    await dispatched(one.ledger, 'key-0001');
    await server.stop();
    await expect(one.ledger.receive(ledgerCall('key-0002'), NOW)).rejects.toThrow(GONE);
    await server.start();
    await vi.waitFor(() => expect(one.said()).toContain('database is back'), SOON);
    await one.ledger.answer('key-0001', REPLY, NOW);
    expect(await one.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
    await dispatched(one.ledger, 'key-0002');
  });
});
