import { fastify } from 'fastify';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, enrolled } from '#main/testing/deviceRig.ts';
import { httpReply, post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { sharedPostgres } from '#main/testing/sharedPostgres.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import { unknownSite } from '#site/site.ts';
import type { KnownHeard } from '#wire/known.ts';
import { addKnownRoutes, knownOf } from './knownRoutes.ts';

const server = await sharedPostgres();

const kinds = [
  { name: 'SQLite', env: async () => ({}) },
  ...(server ? [{ name: 'PostgreSQL', env: async () => ({ DATABASE_URL: await server.database() }) }] : []),
];

const workers = [{ userId: '7', name: 'Ada Moreno' }];
const answerRules = [
  { contains: 'not off', verdict: 'refused' },
  { contains: 'OK', verdict: 'accepted' },
];

/** Starts a gateway with two handhelds, before a service that refuses D-1002 and loses D-1003. */
async function startKnown(site: object, env: Readonly<Record<string, string>> = {}) {
  const upstream = await startUpstream(({ body, reply }) => {
    if (body.includes('D-1003')) reply(httpReply(502, 'text/html', 'no'));
    else if (body.includes('company')) reply(serviceReply('^XA^FDOK: Anna, 5 Long Street^XZ'));
    else if (body.includes('D-1007')) reply(serviceReply(`OK: ${'x'.repeat(300)}`));
    else reply(serviceReply(body.includes('D-1002') ? 'D-1002 is not off the shelf' : 'OK: it is there'));
  });
  const folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, JSON.stringify({ answerRules, ...site }));
  const gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
    SITE_CONFIG: file,
    ...env,
  });
  const cookies = [await enrolled(gateway.url, 'Dock 2'), await enrolled(gateway.url, 'Forklift')];
  const headersOf = (handheld: number) => ({ ...away, cookie: cookies[handheld] ?? '' });
  async function ask(body: unknown, headers: Readonly<Record<string, string>> = headersOf(1)) {
    const reply = await fetch(`${gateway.url}/gateway/known`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const heard = (await reply.json()) as KnownHeard & { readonly code?: string };
    return { status: reply.status, heard, retryAfterS: Number(reply.headers.get('retry-after')) };
  }
  return {
    ask,
    /** Returns the ledger's word on codes to the second handheld. */
    of: async (codes: readonly string[], own: readonly string[] = []) => (await ask({ codes, own })).heard,
    call: (key: string, deliveryCode: string, more: Readonly<Record<string, string>> = {}) =>
      post(
        gateway.url,
        key,
        { deliveryCode, storeCode: 'S-01-A', apiKey: '', userID: '7', ...more },
        { headers: headersOf(0) },
      ),
    print: (key: string, code: string) =>
      post(
        gateway.url,
        key,
        { apiKey: '', code, company: 'YTO', userId: '7' },
        { headers: headersOf(0), path: '/WareHouseAPIV1.asmx/PrintCNOrder' },
      ),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

describe.each(kinds)('what the ledger in $name knows of a code', { timeout: 60_000 }, async ({ env }) => {
  const known = await startKnown({ ledgerKeepsCodes: true, workers }, await env());
  afterAll(() => known[Symbol.asyncDispose]());
  await known.call('call-0001', 'D-1001');
  await known.call('call-0002', 'D-1002');
  await known.call('call-0003', 'D-1003');
  await known.call('call-0004', 'D-10010');
  await known.call('call-0005', 'D-1001', { storeCode: 'S-02-B' });
  await known.print('call-0006', 'D-1006');
  await known.call('call-0007', 'D-1007', { storeCode: 'S-03' });

  test('a handheld hears of another one’s calls of it, the newest first, with what came of each and by whom, and with no key', async () => {
    const heard = await known.of(['D-1001']);
    const common = {
      operation: 'RevertOff',
      is: 'answered',
      verdict: 'accepted',
      text: 'OK: it is there',
      worker: '7',
    };
    expect(heard).toEqual({
      kept: true,
      calls: [
        { ...common, codes: ['D-1001', 'S-02-B'], at: expect.any(Number) as number },
        { ...common, codes: ['D-1001', 'S-01-A'], at: expect.any(Number) as number },
      ],
    });
    expect(JSON.stringify(heard)).not.toContain('call-000');
  });

  test('a shelf’s calls are those of all that went there; one code is no part of another, and large letters are no small ones', async () => {
    expect((await known.of(['S-01-A'])).calls).toHaveLength(4);
    expect((await known.of(['D-100'])).calls).toEqual([]);
    expect((await known.of(['d-1001'])).calls).toEqual([]);
  });

  test('a thing that goes by two codes is asked about by both at once', async () => {
    const { calls } = await known.of(['D-1001', 'D-10010']);
    expect(calls.map(({ codes }) => codes[0])).toEqual(['D-1001', 'D-10010', 'D-1001']);
  });

  test('a refusal comes in the service’s words, and one of which nobody knows is said to be so', async () => {
    expect((await known.of(['D-1002'])).calls).toMatchObject([
      { is: 'answered', verdict: 'refused', text: 'D-1002 is not off the shelf' },
    ]);
    const [lost] = (await known.of(['D-1003'])).calls;
    expect(lost).toMatchObject({ is: 'unconfirmed' });
    expect(lost).not.toHaveProperty('text');
  });

  test('a label is said to have been made, and nothing that is on it goes along', async () => {
    const [label] = (await known.of(['D-1006'])).calls;
    expect(label).toMatchObject({ operation: 'PrintCNOrder', verdict: 'accepted' });
    expect(label).not.toHaveProperty('text');
  });

  test('of a long answer its meaning goes along, and no word of it', async () => {
    const [long] = (await known.of(['D-1007'])).calls;
    expect(long).toMatchObject({ is: 'answered', verdict: 'accepted' });
    expect(long).not.toHaveProperty('text');
  });

  test('the calls that the asker has by itself are left out', async () => {
    expect((await known.of(['D-1001'], ['call-0005'])).calls).toMatchObject([{ codes: ['D-1001', 'S-01-A'] }]);
  });

  test('who is no enrolled handheld hears nothing, and a question that is none is refused with a sentence', async () => {
    expect((await known.ask({ codes: ['D-1001'], own: [] }, away)).status).toBe(401);
    expect((await known.ask({ codes: [], own: [] })).status).toBe(400);
    expect((await known.ask({ codes: ['1', '2', '3', '4', '5'], own: [] })).status).toBe(400);
    expect((await known.ask({ codes: ['D-1001'] })).status).toBe(400);
    const own = Array.from({ length: 201 }, (_, at) => `call-${at}`);
    expect((await known.ask({ codes: ['D-1001'], own })).status).toBe(400);
    expect((await known.ask({ codes: ['D-1001'], own: own.slice(1) })).status).toBe(200);
    expect((await known.ask('D-1001')).status).toBe(400);
  });
});

test('where the site has no codes kept the handheld is told so, and where it names no workers none is named', async () => {
  await using none = await startKnown({ workers });
  await none.call('call-0001', 'D-1001');
  expect(await none.of(['D-1001'])).toEqual({ kept: false, calls: [] });
  await using nameless = await startKnown({ ledgerKeepsCodes: true });
  await nameless.call('call-0001', 'D-1001');
  const [call] = (await nameless.of(['D-1001'])).calls;
  expect(call).toMatchObject({ operation: 'RevertOff' });
  expect(call).not.toHaveProperty('worker');
});

test('of more calls than fifty the newest fifty are told, with how far back that is', async () => {
  await using known = await startKnown({ ledgerKeepsCodes: true });
  for (let at = 0; at < 52; at += 1) await known.call(`call-${1000 + at}`, 'D-1001', { storeCode: `S-${at}` });
  const heard = await known.of(['D-1001']);
  expect(heard.calls.map(({ codes }) => codes[1])).toEqual(Array.from({ length: 50 }, (_, at) => `S-${51 - at}`));
  expect(heard.since).toBeLessThanOrEqual(heard.calls.at(-1)?.at ?? 0);
});

test('a handheld that asks without an end is told when to come again', async () => {
  await using known = await startKnown({ ledgerKeepsCodes: true });
  const asked = await Promise.all(Array.from({ length: 40 }, () => known.ask({ codes: ['D-1001'], own: [] })));
  const busy = asked.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThanOrEqual(9);
  expect(busy[0]?.heard.code).toBe('busy');
  expect(busy[0]?.retryAfterS).toBeGreaterThan(0);
  expect(asked.some(({ status }) => status === 200)).toBe(true);
});

test('of a call that went twice its newest try is told, and of one of which nobody knew what a person has said since', async () => {
  const line = { operation: 'RevertOff', fingerprint: '', codes: 'D-1', version: 1, receivedAt: 5 };
  const lines = [
    { ...line, key: 'call-0003', state: 'outcome-unknown', decided: 'acknowledged' },
    { ...line, key: 'call-0002', state: 'outcome-unknown', decided: 'done' },
    { ...line, key: 'call-0001.g2', state: 'received' },
    { ...line, key: 'call-0001', state: 'outcome-unknown', decided: 'sent-again' },
  ] as const;
  const parts = endless(async () => undefined);
  const reader = { ...parts.reader, stretch: async () => ({ lines }) };
  const { calls } = await knownOf({ ...parts, reader }, { codes: ['D-1'], own: [] });
  expect(calls.map(({ is }) => is)).toEqual(['unconfirmed', 'done', 'waiting']);
});

/** A ledger without an end, in which nothing is found. @param wait - stands before each part of it */
function endless(wait: () => Promise<void>): Parameters<typeof addKnownRoutes>[1] {
  const stretch: LedgerReader['stretch'] = async ({ receivedAt }) => {
    await wait();
    return { lines: [], next: { receivedAt: receivedAt - 1, key: '' } };
  };
  const names = { namespace: 'http://tempuri.org/', partnerOperation: 'GetReportDataPartner' };
  return { reader: { stretch } as LedgerReader, site: () => unknownSite, names, keepsCodes: () => true };
}

test('a ledger of any length is looked through for a moment alone, and it is said how far back that was', async () => {
  const heard = await knownOf(
    endless(async () => undefined),
    { codes: ['D-1001'], own: [] },
    20,
  );
  expect(heard).toMatchObject({ kept: true, calls: [] });
  expect(heard.since).toBeLessThan(Number.MAX_SAFE_INTEGER);
});

test('of many who ask at once one is answered after the other, and who comes when twenty wait is told to come again', async () => {
  const app = fastify();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let [running, most] = [0, 0];
  addKnownRoutes(
    app,
    endless(async () => {
      most = Math.max(most, (running += 1));
      await opened;
      running -= 1;
      throw new Error('the ledger has gone');
    }),
  );
  const payload = { codes: ['D-1'], own: [] };
  const asked = Array.from({ length: 30 }, async (_, at) => {
    const reply = await app.inject({ method: 'POST', url: '/gateway/known', remoteAddress: `10.0.${at}.1`, payload });
    return reply.statusCode;
  });
  const busy = await Promise.all(asked.slice(20));
  expect(busy).toEqual(Array.from({ length: 10 }, () => 429));
  open();
  const answered = await Promise.all(asked.slice(0, 20));
  expect(new Set(answered)).toEqual(new Set([503])); // and one that fails holds up no other
  expect(most).toBe(1);
  await app.close();
});
