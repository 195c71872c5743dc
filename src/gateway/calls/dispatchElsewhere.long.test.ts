import { describe, expect, test } from 'vitest';
import { dispatchRig } from '#main/testing/dispatchRig.ts';
import {
  type LedgerKind,
  type Opened,
  type PostgresPlace,
  ledgerCall,
  skipped,
  sqliteKind,
  sharedPostgresKind,
} from '#main/testing/ledgerRig.ts';
import { revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { refusal } from '#http/answer.ts';
import { type Ledger, fingerprintOf } from '#ledger/ledger.ts';

const started = await sharedPostgresKind();

const kinds: readonly LedgerKind[] = [
  sqliteKind,
  ...(started ? [{ name: 'PostgreSQL', place: started.newPlace } as const] : []),
];

const NOWHERE = new URL('http://127.0.0.1:9/');

/** The call as a gateway has it that was set up otherwise. */
const refused = {
  key: 'call-0001',
  operation: 'RevertOff',
  fingerprint: fingerprintOf('/PDAAPIV1.asmx/RevertOff', Object.entries(revertOffFields())),
  askersKey: '',
  request: refusal('It is not taken here.'),
};

/** A ledger that stands still the first time: before a dispatch, and after it has looked a call up or entered it. */
function stallOnce(
  ledger: Ledger,
  method: 'find' | 'receive' | 'dispatch',
): [Ledger, { readonly reached: Promise<void>; readonly goOn: () => void }] {
  let tellReached = (): void => undefined;
  let goOn = (): void => undefined;
  const reached = new Promise<void>((resolve) => (tellReached = resolve));
  const goesOn = new Promise<void>((resolve) => (goOn = resolve));
  const stall = async (): Promise<void> => {
    tellReached();
    await goesOn;
  };
  const work = async (...asked: unknown[]): Promise<unknown> => {
    if (method === 'dispatch') await stall();
    const came = await (ledger[method] as (...values: unknown[]) => Promise<unknown>)(...asked);
    if (method !== 'dispatch') await stall();
    return came;
  };
  return [
    { ...ledger, [method]: work },
    { reached, goOn: () => goOn() },
  ];
}

/** The ports of whoever has the second copy of a call. */
interface SecondPorts {
  readonly upstream?: URL;
  readonly capacity?: number;
  readonly refuses?: boolean;
}

/** The ways in which a second copy is said not to leave, after the first was looked up and found nothing, or a row. */
const lateCases = ['nothing', 'it received'].flatMap((saw) =>
  (
    [
      ['not-forwarded', { upstream: NOWHERE }],
      ['busy', { capacity: 0 }],
      ['refused', { refuses: true }],
    ] as readonly (readonly [string, SecondPorts])[]
  ).map((other) => [saw, ...other] as const),
);

/** Looks one copy up, has the other refused, and then has the first go on. @returns what each heard, and what was sent by then. */
async function enterLate(
  [ledger, other]: readonly [Ledger, Ledger],
  saw: string,
  { refuses = false, ...ports }: SecondPorts,
): Promise<readonly (readonly [heard: string | number | undefined, sent: number])[]> {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  const [stalled, hold] = stallOnce(ledger, 'find');
  await using one = await dispatchRig(upstream.url, { ledger: stalled, joinMs: 60 });
  await using two = await dispatchRig(upstream.url, { ledger: other, ...ports });
  await using away = await dispatchRig(NOWHERE, { ledger: other });
  if (saw === 'it received') await away.ask('call-0001');
  const first = one.ask('call-0001');
  await hold.reached;
  const second = await (refuses ? two.dispatch.ask(refused) : two.ask('call-0001'));
  const sent = (): number => upstream.requests.length;
  const before = [second.code, sent()] as const;
  hold.goOn();
  return [before, [(await first).code, sent()], [(await one.ask('call-0001')).status, sent()]];
}

/** The first copy does not leave, and the call does when it is asked for again. */
const leavesWhenAsked = [
  ['in-progress', 0],
  [200, 1],
];

describe.each(kinds)('a call that is asked for twice at one gateway, with its ledger in $name', (kind) => {
  test.each(lateCases)(
    'was looked up, and found %s, before its copy was told “%s”, and is entered after: it does not leave until it is asked for again',
    { timeout: 60_000 },
    async (saw, code, ports) => {
      await using place = await kind.place();
      const { ledger } = await place.open();
      expect(await enterLate([ledger, ledger], saw, ports)).toEqual([[code, 0], ...leavesWhenAsked]);
    },
  );
});

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
      const call = ledgerCall('call-0001', { fingerprint });
      await one.ledger.receive(call, Date.now());
      await one.ledger.dispatch(call, Date.now());
      expect(await two.ask('call-0001')).toMatchObject({ status: 409, code: 'in-progress', retryAfter: '2' });
      expect(upstream.requests).toHaveLength(1);
      await one.ledger.release('call-0001'); // it never left there, so it is sent from here
      expect(await two.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
      expect(upstream.requests).toHaveLength(2);
    });

    test.each([
      ['there', 1],
      ['here', 0],
    ] as const)(
      'has been asked for %s since: it is sent for whoever asked last alone, also where the service could not be reached then',
      async (_, gateway) => {
        await using place = await newPlace();
        await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
        const opened = await openTwo(place);
        const [stalled, hold] = stallOnce(opened[0].ledger, 'receive');
        await using one = await dispatchRig(upstream.url, { ledger: stalled, joinMs: 60 });
        await using two = await dispatchRig(NOWHERE, { ledger: opened[gateway].ledger });
        const first = one.ask('call-0001');
        await hold.reached;
        expect(await two.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
        hold.goOn();
        expect(await first).toMatchObject({ status: 409, code: 'in-progress' });
        expect(upstream.requests).toHaveLength(0);
        expect(await one.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
      },
    );

    test.each(lateCases)(
      'was looked up, %s there, before another gateway said “%s”, and is entered after: it does not leave until it is asked for again',
      async (saw, code, ports) => {
        await using place = await newPlace();
        const opened = await openTwo(place);
        const ledgers = [opened[0].ledger, opened[1].ledger] as const;
        expect(await enterLate(ledgers, saw, ports)).toEqual([[code, 0], ...leavesWhenAsked]);
      },
    );

    test('was entered by a gateway that has died since: it is sent from here', async () => {
      await using place = await newPlace();
      await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
      const opened = await openTwo(place);
      await using one = await dispatchRig(NOWHERE, { ledger: opened[0].ledger });
      await using two = await dispatchRig(upstream.url, { ledger: opened[1].ledger });
      expect(await one.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
      await one.ledger.close();
      expect(await two.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
      expect(upstream.requests).toHaveLength(1);
    });

    test('is entered here again while it waits to be dispatched: it is sent once, and both askers have the answer', async () => {
      await using place = await newPlace();
      await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
      const opened = await place.open();
      const [stalled, hold] = stallOnce(opened.ledger, 'dispatch');
      await using one = await dispatchRig(upstream.url, { ledger: stalled });
      const first = one.ask('call-0001');
      await hold.reached;
      const before = (await place.row('call-0001'))?.['ticket'];
      const second = one.ask('call-0001');
      await expect.poll(async () => (await place.row('call-0001'))?.['ticket']).not.toBe(before);
      hold.goOn();
      expect([await first, await second]).toMatchObject([{ status: 200 }, { status: 200 }]);
      expect(upstream.requests).toHaveLength(1);
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
