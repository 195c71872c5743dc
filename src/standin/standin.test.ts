import { afterAll, expect, test } from 'vitest';
import { standinSite } from './site.ts';
import {
  type RawReply,
  STANDIN_KEY,
  WHOLE,
  completeBag,
  form,
  raw,
  request,
  postRevertOff,
  ownStandin,
  startStandin,
} from '#standin/testing/standinRig.ts';
import { readField, judge } from '#site/judging.ts';
import { tempDir } from '#main/testing/rig.ts';

const standin = await ownStandin();
afterAll(() => standin[Symbol.asyncDispose]());

test('the journal has a text without end by its beginning: who reads it gets all of it at once', async () => {
  await raw(standin, postRevertOff(WHOLE.replace('D-9', 'D'.repeat(100_000))));
  const [, text] =
    standin.journal
      .since(0)
      .at(-1)
      ?.parameters.find(([name]) => name === 'deliveryCode') ?? [];
  expect(text).toBe(`${'D'.repeat(1_024)}…`);
});

test('a warehouse: what the operations change and refuse, the same after every fresh start', async () => {
  for (let run = 0; run < 2; run += 1) {
    using fresh = tempDir();
    const own = await startStandin(fresh.path);
    const ask = async (path: string, fields: Record<string, string>): Promise<string> => {
      const body = new URLSearchParams({ apiKey: STANDIN_KEY, ...fields }).toString();
      const reply = await raw(own, form(path, body));
      return /<string[^>]*>([^]*)<\/string>/.exec(reply?.body ?? '')?.[1] ?? '';
    };
    const revert = (deliveryCode: string, storeCode: string): Promise<string> =>
      ask('/PDAAPIV1.asmx/RevertOff', { deliveryCode, storeCode, userID: '7' });
    const bag = async (): Promise<Record<string, unknown>> =>
      JSON.parse(await ask('/WareHouseAPIV1.asmx/GetBagDetailByBagCode', { bagCode: 'BAG-2001' })) as Record<
        string,
        unknown
      >;
    const complete = (logTransferDtlID: string, sWeight = '12.50', WarehouseID = '1'): Promise<string> =>
      ask('/WareHouseAPIV1.asmx/CompleteBag', { logTransferDtlID, userID: '7', sWeight, WarehouseID });
    const reopen = (logTransferDtlID: string): Promise<string> =>
      ask('/WareHouseAPIV1.asmx/AgainOpenBag', { logTransferDtlID });

    for (const n of [1, 20, 30]) {
      expect(await revert(`D-${1000 + n}`, 'S-01-A')).toBe(`OK: D-${1000 + n} is back on S-01-A`);
    }
    expect(await revert('D-1001', 'S-07-C')).toBe('ERR: D-1001 is not off-shelf, it is on S-01-A');
    expect(await revert('D-1031', 'S-07-C')).toBe('ERR: D-1031 is not off-shelf, it is on S-01-A');
    expect(await revert('D-1002', 'S-99')).toBe('ERR: shelf S-99 is unknown');
    expect(await revert('D-9', 'S-01-A')).toBe('ERR: delivery D-9 is unknown');

    expect(await bag()).toMatchObject({ bagCode: 'BAG-2001', logTransferDtlID: 5001, status: 'open', weight: null });
    expect(await complete('5001', '0')).toBe('ERR: BAG-2001 cannot weigh 0');
    expect(await complete('5001', '1', '2')).toBe('ERR: BAG-2001 is in warehouse 1, not in 2');
    expect(await complete('5001')).toBe('OK: BAG-2001 is complete with 12.50');
    expect(await complete('5001')).toBe('ERR: BAG-2001 is complete already');
    expect(await complete('4999')).toBe('ERR: bag 4999 is unknown');
    expect(await bag()).toMatchObject({ status: 'complete', weight: '12.50' });
    expect(await reopen('5001')).toBe('OK: BAG-2001 is open again');
    expect(await reopen('5001')).toBe('ERR: BAG-2001 is open already');
    expect(await reopen('4999')).toBe('ERR: bag 4999 is unknown');
    const batch = JSON.parse(await ask('/WareHouseAPIV1.asmx/GetWbBatchBagPackages', { batchCode: 'B-3001' })) as {
      bags: unknown[];
    };
    expect(batch.bags).toHaveLength(4);
    expect(batch.bags[3]).toMatchObject({ bagCode: 'BAG-2004', status: 'complete', packages: [{}, {}, {}] });
    expect(await ask('/WareHouseAPIV1.asmx/GetWbBatchBagPackages', { batchCode: 'B-1' })).toBe(
      'ERR: batch B-1 is unknown',
    );
    await own.close();

    const again = await startStandin(fresh.path);
    expect(again.journal.since(0)).toHaveLength(19);
    await again.close();
  }
});

test('its site configuration knows its answers', () => {
  const verdict = (text: string) => judge(standinSite, 'RevertOff', text);
  expect(verdict('OK: D-1001 is back on S-01-A')).toBe('accepted');
  expect(verdict('ERR: delivery D-9 is unknown')).toBe('refused');
  expect(verdict('ERR: apiKey is not valid')).toBe('key-refused');
  expect(verdict('something else')).toBe('unclassified');
  const bag = '{"bagCode":"BAG-2001","logTransferDtlID":5001,"status":"complete","weight":"12.50"}';
  expect(judge(standinSite, 'GetBagDetailByBagCode', bag)).toBe('accepted');
  const found = ['logTransferDtlID', 'status', 'weight'].map((field) =>
    readField(standinSite, 'GetBagDetailByBagCode', field, bag),
  );
  expect(found).toEqual(['5001', 'complete', '12.50']);
});

test.each([
  ['drop-before', 'drop-after'],
  ['html-200-before', 'html-200'],
  ['error-500-before', 'error-500'],
] as const)('%s and %s look alike on the wire, and only one has run', async (before, after) => {
  const replies: (string | undefined)[] = [];
  for (const kind of [before, after]) {
    const last = standin.journal.since(0).at(-1)?.id ?? 0;
    standin.faults.add({ kind, operation: 'RevertOff', times: 1, delayMs: 0 });
    const reply = await raw(standin, postRevertOff(WHOLE));
    replies.push(reply && JSON.stringify([reply.status, reply.headers.get('content-type'), reply.body]));
    expect(standin.journal.since(last)).toHaveLength(kind === after ? 1 : 0);
    expect((await raw(standin, postRevertOff(WHOLE)))?.status).toBe(200);
  }
  expect(replies[0]).toBe(replies[1]);
});

test('the other faults', async () => {
  const { faults, journal } = standin;
  const ran = async (bytes = postRevertOff(WHOLE)): Promise<[reply: RawReply | undefined, ran: number]> => {
    const last = journal.since(0).at(-1)?.id ?? 0;
    return [await raw(standin, bytes), journal.since(last).length];
  };
  const order = (kind: Parameters<typeof faults.add>[0]['kind'], times = 1, operation = '*', delayMs = 0) =>
    faults.add({ kind, operation, times, delayMs });

  order('refuse-503');
  expect(await ran()).toMatchObject([{ status: 503 }, 0]);
  order('missing-parameter');
  expect(await ran()).toMatchObject([{ status: 500, body: 'Missing parameter: deliveryCode.\r\n' }, 0]);
  order('empty-200');
  expect(await ran()).toMatchObject([{ status: 200, body: '' }, 1]);
  order('cut-off-after');
  const [half, times] = await ran();
  expect([Number(half?.headers.get('content-length')) > (half?.body.length ?? 0), times]).toEqual([true, 1]);
  order('delay-before', 1, '*', 1);
  order('delay', 1, '*', 1);
  expect(await ran()).toMatchObject([{ status: 200 }, 1]);
  expect(faults.list()).toEqual([]);

  order('refuse-503', -1, 'CompleteBag');
  order('html-200', 2, 'RevertOff');
  expect(await ran()).toMatchObject([{ body: expect.stringContaining('sign in') }, 1]);
  expect(faults.list()).toMatchObject([{ times: -1 }, { times: 1 }]);
  expect(await ran(completeBag('1'))).toMatchObject([{ status: 503 }, 0]);
  expect(await ran(completeBag('1'))).toMatchObject([{ status: 503 }, 0]);
  faults.clear();
  expect(await ran(completeBag('1'))).toMatchObject([{ status: 200 }, 1]);

  order('down');
  expect(await ran()).toEqual([undefined, 0]);
  faults.clear();
  expect(await ran()).toMatchObject([{ status: 200 }, 1]);
});

test('OPTIONS is answered without a word on other origins', async () => {
  const reply = await raw(standin, request('OPTIONS', '/PDAAPIV1.asmx/RevertOff', undefined, ''));
  expect(reply).toMatchObject({ status: 200, body: '' });
  expect(reply?.headers.get('allow')).toBe('OPTIONS, TRACE, GET, HEAD, POST');
  expect([...(reply?.headers.keys() ?? [])].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('half a character in a result is an exception after the operation ran', async () => {
  const seen = standin.journal.since(0).length;
  const reply = await raw(standin, postRevertOff(WHOLE.replace('D-9', '%uD800')));
  expect(reply).toMatchObject({ status: 500, body: expect.stringContaining('The surrogate pair (0xD800') });
  expect(standin.journal.since(0).length - seen).toBe(1);
});
