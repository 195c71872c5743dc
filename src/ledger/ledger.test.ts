import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import { PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import {
  NOW,
  ledgerCall,
  forgetAll,
  type LedgerHere,
  enterSettled,
  ledgerKinds,
  tear,
} from '#main/testing/ledgerRig.ts';
import { revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const at = (unixMs: number) => ({ now: () => unixMs });

const kinds = await ledgerKinds();

describe.each(kinds)('in $name', (kind) => {
  test('a call is dispatched for one asker only', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await ledger.receive(ledgerCall('key-0001'), NOW);
    const won = await Promise.all([1, 2, 3, 4, 5].map(() => ledger.dispatch(ledgerCall('key-0001'), NOW)));
    expect(won.filter(Boolean)).toHaveLength(1);
    await ledger.release('key-0001');
    expect((await ledger.find('key-0001'))?.state).toBe('received');
    expect(await ledger.dispatch(ledgerCall('key-0001'), NOW)).toBe(true);
    expect(await ledger.find('key-0001')).toEqual({ key: 'key-0001', fingerprint: 'print', state: 'dispatching' });
  });

  test('a call is entered over what its look-up saw and over nothing else, and dispatched where nobody has entered it since', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    const enter = (entered?: string) => ledger.receive(ledgerCall('key-0001', { entered }), NOW);
    const dispatch = (entered?: string) => ledger.dispatch(ledgerCall('key-0001', { entered }), NOW);
    const { entered: first } = await enter();
    expect((await ledger.find('key-0001'))?.entered).toBe(first);
    expect(await enter()).toMatchObject({ state: 'received', elsewhere: true });
    const second = await enter(first);
    expect(second.elsewhere).toBeUndefined();
    expect(await enter(first)).toMatchObject({ state: 'received', elsewhere: true });
    expect(await dispatch(first)).toBe(false);
    expect(await dispatch(second.entered)).toBe(true);
    await ledger.release('key-0001'); // it has not left, and that was said
    expect(await enter(second.entered)).toMatchObject({ state: 'received', elsewhere: true });
    const third = await enter((await ledger.find('key-0001'))?.entered);
    expect(await dispatch(third.entered)).toBe(true);
  });

  test('a reply comes back byte for byte, with everything that belongs to it', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    const body = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
    const reply = { status: 500, contentType: 'text/plain; charset=ü', body, marker: '‹key›' };
    await ledger.receive(ledgerCall('key-0001'), NOW);
    await ledger.dispatch(ledgerCall('key-0001'), NOW);
    await ledger.answer('key-0001', reply, NOW);
    const kept = (await ledger.find('key-0001'))?.reply;
    expect({ ...kept, body: Buffer.from(kept?.body ?? []) }).toEqual(reply);
    await ledger.receive(ledgerCall('key-0002'), NOW);
    await ledger.dispatch(ledgerCall('key-0002'), NOW);
    await ledger.giveUp('key-0002', { cause: 'cut-off', detail: 'Nobody knows “why”.' }, reply, NOW);
    expect(await ledger.find('key-0002')).toEqual({
      key: 'key-0002',
      fingerprint: 'print',
      state: 'outcome-unknown',
      detail: 'Nobody knows “why”.',
    });
    expect(await place.row('key-0002')).toMatchObject({ status: 500, marker: '‹key›', cause: 'cut-off' });
  });

  test('a note is there after a restart, the last one under a name', async () => {
    await using place = await kind.place();
    {
      await using opened = await place.open();
      const { notes } = opened.ledger;
      expect(await notes.read('words')).toBeUndefined();
      for (const text of ['first', '', 'last’s']) await notes.write('words', text);
      expect(await notes.read('words')).toBe('last’s');
    }
    await using opened = await place.open();
    expect(await opened.ledger.notes.read('words')).toBe('last’s');
    expect(await opened.ledger.notes.read('others')).toBeUndefined();
  });

  test('what stands under a key is not overwritten: not by another call, not by a late settle', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    await enterSettled(ledger, 'key-0001');
    expect(
      await ledger.receive(ledgerCall('key-0001', { fingerprint: 'other', operation: 'CompleteBag' }), NOW),
    ).toMatchObject({
      fingerprint: 'print',
      state: 'answered',
    });
    await ledger.giveUp('key-0001', { cause: 'cut-off', detail: 'too late' }, undefined, NOW);
    await ledger.release('key-0001');
    expect(await ledger.dispatch(ledgerCall('key-0001'), NOW)).toBe(false);
    expect(await ledger.find('key-0001')).toMatchObject({ state: 'answered', reply: { status: 200 } });
  });

  test('a call that was dispatching when the process ended is of unknown outcome at the next start', async () => {
    await using place = await kind.place();
    {
      await using opened = await place.open();
      await opened.ledger.receive(ledgerCall('key-0001'), NOW);
      await opened.ledger.dispatch(ledgerCall('key-0001'), NOW);
      await opened.ledger.receive(ledgerCall('key-0002'), NOW);
    }
    await using opened = await place.open();
    expect(opened.said()).toContain('1 call(s)');
    expect(await opened.ledger.find('key-0001')).toMatchObject({
      state: 'outcome-unknown',
      detail: 'The gateway stopped while the call was on its way.',
    });
    expect(await opened.ledger.dispatch(ledgerCall('key-0001'), NOW)).toBe(false);
    expect(await opened.ledger.find('key-0002')).toMatchObject({ state: 'received' });
    expect(await opened.ledger.counts()).toEqual({ received: 1, dispatching: 0, 'outcome-unknown': 1 });
  });

  test('a restart keeps the epoch', async () => {
    await using place = await kind.place();
    const epochs = [];
    for (let i = 0; i < 3; i += 1) {
      await using opened = await place.open();
      await enterSettled(opened.ledger, `key-000${i}`);
      epochs.push(opened.ledger.epoch);
      expect(opened.said()).toBe('');
    }
    expect(new Set(epochs).size).toBe(1);
  });

  /** Each takes away something of what the ledger knew. The backup was made after one of two calls, in one run. */
  const losses: Readonly<Record<string, (place: LedgerHere, restore: () => Promise<void>) => unknown>> = {
    'the database was deleted': (place) => place.deleteAll(),
    'an old backup was restored, taken since the last start': (_, restore) => restore(),
    'the checkpoint was deleted': (place) => rmSync(place.checkpoint()),
    'the checkpoint was torn': (place) => tear(place.checkpoint()),
    'an old backup was restored, and the checkpoint is lost too': async (place, restore) => {
      await restore();
      rmSync(place.checkpoint());
    },
  };

  test.each(Object.entries(losses))(
    '%s: a new epoch begins, so that nothing tried before is sent in silence',
    async (_, lose) => {
      await using place = await kind.place();
      let before: string;
      let restore: () => Promise<void>;
      {
        await using opened = await place.open();
        before = opened.ledger.epoch;
        await enterSettled(opened.ledger, 'key-0001');
        restore = await place.backup();
        await enterSettled(opened.ledger, 'key-0002');
      }
      await lose(place, restore);
      {
        await using opened = await place.open();
        expect(opened.ledger.epoch).not.toBe(before);
        expect(opened.said()).toContain('a new epoch begins');
        await enterSettled(opened.ledger, 'key-0003');
        before = opened.ledger.epoch;
      }
      await using opened = await place.open();
      expect(opened.ledger.epoch).toBe(before);
    },
  );

  test('after a backup is restored, a call that it does not know or calls received is 412, and is not executed', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    let tried: string;
    let restore: () => Promise<void>;
    {
      await using opened = await place.open();
      await using r = await dispatchRig(upstream.url, { ledger: opened.ledger });
      tried = `${opened.ledger.epoch};${Date.now()}`;
      expect(await r.ask('call-kept')).toMatchObject({ status: 200 });
      const fingerprint = String((await place.row('call-kept'))?.['fingerprint']);
      await opened.ledger.receive(ledgerCall('call-open', { fingerprint }), NOW);
      restore = await place.backup();
      expect(await r.ask('call-open')).toMatchObject({ status: 200, replayed: false });
      expect(await r.ask('call-lost')).toMatchObject({ status: 200, replayed: false });
    }
    await restore();
    await using opened = await place.open();
    await using r = await dispatchRig(upstream.url, { ledger: opened.ledger });
    expect(await r.ask('call-kept', revertOffFields(), tried)).toMatchObject({ status: 200, replayed: true });
    expect(await r.ask('call-open', revertOffFields(), tried)).toMatchObject({ status: 412, code: 'key-expired' });
    expect(await r.ask('call-lost', revertOffFields(), tried)).toMatchObject({ status: 412, code: 'key-expired' });
    expect(upstream.requests).toHaveLength(3);
    expect(await r.ask('call-new1', revertOffFields())).toMatchObject({ status: 200, replayed: false });
  });

  test('calls are forgotten after 35 days, and the line is remembered', async () => {
    await using place = await kind.place();
    let epoch: string;
    {
      await using opened = await place.open(at(NOW));
      epoch = opened.ledger.epoch;
      await enterSettled(opened.ledger, 'key-old1', NOW);
    }
    {
      await using opened = await place.open(at(NOW + DAY_MS));
      await enterSettled(opened.ledger, 'key-new1', NOW + DAY_MS);
    }
    const later = NOW + DAY_MS + RETENTION_MS;
    await using opened = await place.open(at(later));
    expect(await forgetAll(opened.ledger, later)).toBe(0);
    expect(opened.ledger.epoch).toBe(epoch);
    expect(opened.said()).toBe('');
    expect(await opened.ledger.find('key-old1')).toMatchObject({ state: 'answered' }); // the margin keeps it
    await opened.ledger.close();
    await using next = await place.open(at(later + 1));
    await forgetAll(next.ledger, later + 1);
    expect(await next.ledger.find('key-old1')).toBeUndefined();
    expect(await next.ledger.find('key-new1')).toMatchObject({ state: 'answered' });
    expect(await place.prunedBefore()).toBe(later + 1 - RETENTION_MS);
    expect(await next.ledger.mayHaveForgotten({ epoch, at: later - RETENTION_MS })).toBe(true);
    expect(await next.ledger.mayHaveForgotten({ epoch, at: later + 1 - RETENTION_MS })).toBe(false);
  });

  test('a ledger whose every call was forgotten is the one that it was', async () => {
    await using place = await kind.place();
    let epoch: string;
    {
      await using opened = await place.open(at(NOW));
      epoch = opened.ledger.epoch;
      await enterSettled(opened.ledger, 'key-0001', NOW);
    }
    for (const days of [40, 41]) {
      await using opened = await place.open(at(NOW + days * DAY_MS));
      await forgetAll(opened.ledger, NOW + days * DAY_MS);
      expect(opened.ledger.epoch).toBe(epoch);
      expect(opened.said()).toBe('');
      expect(await opened.ledger.find('key-0001')).toBeUndefined();
    }
  });

  test('pruning goes by the time that truly went by: a clock that leaps takes nothing of this run', async () => {
    await using place = await kind.place();
    let wall = NOW;
    let truly = 0;
    await using opened = await place.open({ now: () => wall, monotonic: () => truly });
    const { ledger } = opened;
    wall -= 36 * DAY_MS;
    await enterSettled(ledger, 'key-behind', wall);
    wall += 76 * DAY_MS;
    await enterSettled(ledger, 'key-ahead', wall);
    expect(await forgetAll(ledger)).toBe(0);
    wall = NOW;
    expect(await forgetAll(ledger)).toBe(0);
    expect(await ledger.tell()).toBeGreaterThanOrEqual(NOW + 40 * DAY_MS);
    truly += RETENTION_MS + PRUNE_MARGIN_MS + 1;
    expect(await forgetAll(ledger)).not.toBe(0);
    expect(await ledger.find('key-behind')).toBeUndefined();
    expect(await ledger.find('key-ahead')).toMatchObject({ state: 'answered' });
  });

  test('a clock that is ahead of every other witness forgets nothing, however often it starts, and one that is borne out does', async () => {
    await using place = await kind.place();
    const ahead = NOW + 40 * DAY_MS;
    {
      await using opened = await place.open(at(NOW));
      await enterSettled(opened.ledger, 'key-0001', NOW);
      await opened.ledger.tell();
    }
    for (let start = 1; start <= 3; start += 1) {
      await using opened = await place.open(at(ahead));
      expect(await opened.ledger.tell()).toBe(ahead);
      expect(await forgetAll(opened.ledger, start === 1 ? undefined : NOW + DAY_MS)).toBe(0);
      expect(await opened.ledger.find('key-0001')).toMatchObject({ state: 'answered' });
    }
    await using opened = await place.open(at(NOW + DAY_MS)); // it is right again: what it has told stays told
    expect(await forgetAll(opened.ledger, ahead - DAY_MS)).not.toBe(0);
    expect(await opened.ledger.find('key-0001')).toBeUndefined();
  });

  test('what goes by while the ledger is open counts, also from one start to the next', async () => {
    await using place = await kind.place();
    for (let days = 0; days <= 36; days += 12) {
      let truly = 0;
      await using opened = await place.open({ now: () => NOW, monotonic: () => truly });
      if (days === 0) await enterSettled(opened.ledger, 'key-0001', NOW);
      expect(await forgetAll(opened.ledger)).toBe(0);
      truly += 12 * DAY_MS + 1;
      await opened.ledger.tell();
      expect((await forgetAll(opened.ledger)) > 0).toBe(days === 24);
      await opened.ledger.close();
    }
  });

  test('ledger time never runs backwards, neither while it is open nor from one start to the next', async () => {
    await using place = await kind.place();
    let wall = NOW;
    const clocks = { now: () => wall, monotonic: () => 0 };
    {
      await using opened = await place.open(clocks);
      wall += 5 * DAY_MS;
      await enterSettled(opened.ledger, 'key-0001', wall);
      expect(await opened.ledger.tell()).toBe(NOW + 5 * DAY_MS);
    }
    wall = NOW - 36 * DAY_MS;
    await using opened = await place.open(clocks);
    await enterSettled(opened.ledger, 'key-0002', wall);
    expect(await opened.ledger.tell()).toBe(NOW + 5 * DAY_MS);
    expect(Number((await place.row('key-0002'))?.['received_at'])).toBe(NOW + 5 * DAY_MS);
    expect(opened.said()).toBe('');
  });

  test('a line that a wrong clock put far ahead holds no retry up: what is told from then on is beyond it', async () => {
    await using place = await kind.place();
    {
      await using opened = await place.open(at(NOW + 3000 * DAY_MS));
      await forgetAll(opened.ledger);
    }
    await using opened = await place.open(at(NOW));
    const { ledger } = opened;
    const tried = { epoch: ledger.epoch, at: await ledger.tell() };
    expect(await ledger.mayHaveForgotten(tried)).toBe(false);
    expect(tried.at).toBeGreaterThan(await place.prunedBefore());
  });
});
