import { afterAll, describe, expect, test } from 'vitest';
import { dispatchRig } from '#gateway/testing/dispatchRig.ts';
import { type Opened, type PostgresPlace, skipped, startPostgresKind } from '#gateway/testing/ledgerRig.ts';
import { serviceReply, startUpstream } from '#gateway/testing/rig.ts';

const started = await startPostgresKind();
afterAll(() => started?.[Symbol.asyncDispose]());

describe.skipIf(!started)(
  'a call that another gateway on the same PostgreSQL has under way',
  { timeout: 60_000 },
  () => {
    const { newPlace } = started ?? skipped;
    const openTwo = (place: PostgresPlace): Promise<[Opened, Opened]> =>
      Promise.all([place.open({ gateway: 'one', beatMs: 20 }), place.open({ gateway: 'two', beatMs: 20 })]);

    test('asked of both at the same moment it is sent by one, and the other waits for the answer', async () => {
      await using place = await newPlace();
      await using upstream = await startUpstream();
      const opened = await openTwo(place);
      await using one = await dispatchRig(upstream.url, { ledger: opened[0].ledger });
      await using two = await dispatchRig(upstream.url, { ledger: opened[1].ledger });
      const asked = [one, two, two, one].map((r) => r.ask('call-0001'));
      (await upstream.next()).reply(serviceReply('OK: done'));
      const answers = await Promise.all(asked);
      expect(answers.map(({ status, text }) => [status, text.includes('OK: done')])).toEqual(
        asked.map(() => [200, true]),
      );
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(upstream.requests).toHaveLength(1);
    });

    test('is waited for so long, and is then said to run still', async () => {
      await using place = await newPlace();
      await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
      const opened = await openTwo(place);
      await using one = await dispatchRig(upstream.url, { ledger: opened[0].ledger });
      await using two = await dispatchRig(upstream.url, { ledger: opened[1].ledger, joinMs: 30 });
      const fingerprint = await (async () => {
        await one.ask('call-0000');
        return String((await place.row('call-0000'))?.['fingerprint']);
      })();
      await one.ledger.receive('call-0001', fingerprint, 'RevertOff', Date.now());
      await one.ledger.dispatch('call-0001', Date.now());
      expect(await two.ask('call-0001')).toMatchObject({ status: 409, code: 'in-progress', retryAfter: '2' });
      expect(upstream.requests).toHaveLength(1);
      await one.ledger.release('call-0001'); // it never left there, so it is sent from here
      expect(await two.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
      expect(upstream.requests).toHaveLength(2);
    });

    test('has been asked for there since: it is sent from there alone, also where that gateway could not reach the service', async () => {
      await using place = await newPlace();
      await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
      const opened = await openTwo(place);
      let tellEntered = (): void => undefined;
      let goOn = (): void => undefined;
      const entered = new Promise<void>((resolve) => (tellEntered = resolve));
      const goesOn = new Promise<void>((resolve) => (goOn = resolve));
      const { receive, ...rest } = opened[0].ledger;
      const stalled: (typeof opened)[0]['ledger'] = {
        ...rest,
        async receive(...call) {
          const row = await receive(...call);
          tellEntered();
          await goesOn;
          return row;
        },
      };
      await using one = await dispatchRig(upstream.url, { ledger: stalled, joinMs: 60 });
      await using two = await dispatchRig(new URL('http://127.0.0.1:9/'), { ledger: opened[1].ledger });
      const first = one.ask('call-0001');
      await entered;
      expect(await two.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
      goOn();
      expect(await first).toMatchObject({ status: 409, code: 'in-progress' });
      expect(upstream.requests).toHaveLength(0);
      expect(await one.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
    });

    test('does not hold up a gateway that stops', async () => {
      await using place = await newPlace();
      await using upstream = await startUpstream();
      const opened = await openTwo(place);
      await using one = await dispatchRig(upstream.url, { ledger: opened[0].ledger });
      await using two = await dispatchRig(upstream.url, { ledger: opened[1].ledger });
      const first = one.ask('call-0001');
      const request = await upstream.next();
      const second = two.ask('call-0001');
      await two.dispatch.drain();
      expect(await second).toMatchObject({ status: 409, code: 'in-progress' });
      request.reply(serviceReply('OK: done'));
      expect(await first).toMatchObject({ status: 200 });
    });
  },
);
