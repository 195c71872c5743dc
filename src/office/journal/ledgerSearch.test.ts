import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, enrolled } from '#main/testing/deviceRig.ts';
import { pageFor, person } from '#main/testing/peopleRig.ts';
import { httpReply, post, serviceReply, startUpstream, tempDir } from '#main/testing/rig.ts';
import { sharedPostgres } from '#main/testing/sharedPostgres.ts';

const server = await sharedPostgres();

const sites = [
  { name: 'SQLite', env: async () => ({}) },
  ...(server ? [{ name: 'PostgreSQL', env: async () => ({ DATABASE_URL: await server.database() }) }] : []),
];

const keysIn = (html: string): readonly string[] =>
  [...new Set([...html.matchAll(/\/one\?key=([^"]+)"/g)].map(([, key]) => key ?? ''))].toSorted();

/** A gateway with four calls of two handhelds: done, refused, unconfirmed and decided. */
async function startSearched(env: Readonly<Record<string, string>>, keepsCodes = true, more: object = {}) {
  const upstream = await startUpstream((request) => {
    if (/D-BAD|D-1004/.test(request.body)) request.reply(httpReply(502, 'text/html', 'no'));
    else request.reply(serviceReply(request.body.includes('D-1002') ? 'ERR: no such shelf' : 'OK'));
  });
  const folder = tempDir();
  const file = join(folder.path, 'site.json');
  const site = {
    ...(keepsCodes && { ledgerKeepsCodes: true }),
    workers: [
      { userId: '7', name: 'Ada Moreno' },
      { userId: '8', name: 'Li Wei' },
    ],
    answerRules: [{ contains: 'ERR', verdict: 'refused' }],
    ...more,
  };
  writeFileSync(file, JSON.stringify(site));
  const gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
    SITE_CONFIG: file,
    ...env,
  });
  const cookies = [await enrolled(gateway.url, 'Dock 2'), await enrolled(gateway.url, 'Forklift')];
  const call = (key: string, handheld: number, deliveryCode: string, userID: string) =>
    post(
      gateway.url,
      key,
      { deliveryCode, storeCode: '=S-01', apiKey: '', userID },
      { headers: { ...away, cookie: cookies[handheld] ?? '' } },
    );
  await call('aaaa0001-done', 0, 'D-1001', '7');
  await call('aaaa0002-refused', 1, '=D-1002', '7');
  await call('bbbb0003-open', 1, 'D-BAD%', '8');
  await call('bbbb0004-decided', 0, 'D-1004', '8');
  const word = { call: 'bbbb0004-decided', says: 'done' };
  await post(gateway.url, undefined, word, { path: '/gateway/ledger/decide', headers: gateway.here });
  return {
    gateway,
    async get(query: string, headers: Readonly<Record<string, string>> = gateway.here) {
      const reply = await fetch(`${gateway.url}/gateway/ledger${query}`, {
        headers: { ...headers },
        redirect: 'manual',
      });
      return { status: reply.status, headers: reply.headers, text: await reply.text() };
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

describe.each(sites)('a search of the ledger in $name', { timeout: 60_000 }, async ({ env }) => {
  const searched = await startSearched(await env());
  afterAll(() => searched[Symbol.asyncDispose]());
  const { get, gateway } = searched;
  const all = ['aaaa0001-done', 'aaaa0002-refused', 'bbbb0003-open', 'bbbb0004-decided'];

  test.each([
    ['code=d-100', all.filter((key) => key !== 'bbbb0003-open')],
    ['code=1002', ['aaaa0002-refused']],
    ['code=%25', ['bbbb0003-open']],
    ['worker=7', all.slice(0, 2)],
    ['worker=wei', all.slice(2)],
    ['asker=2', all.slice(1, 3)], // a number, and not the name that has it in it
    ['asker=dock', [all[0], all[3]]],
    ['asker=forklift', all.slice(1, 3)],
    ['operation=RevertOff', all],
    ['operation=CompleteBag', []],
    ['state=answered', all.slice(0, 2)],
    ['state=refused', ['aaaa0002-refused']],
    ['state=outcome-unknown', ['bbbb0003-open']],
    ['state=decided', ['bbbb0004-decided']],
    ['key=bbbb0003', ['bbbb0003-open']],
    ['key=bbbb&state=decided', ['bbbb0004-decided']],
    ['key=aaaa&state=refused', ['aaaa0002-refused']],
    [`day=${new Date().toISOString().slice(0, 10)}`, all],
    ['day=2020-01-01', []],
    ['worker=7&asker=dock&code=1001&state=answered&operation=RevertOff', ['aaaa0001-done']],
    ['worker=7&asker=forklift&code=1001', []],
  ])('%s finds what fits, and no more; the form has it again, and so have the files', async (query, expected) => {
    const { status, text } = await get(`?${query}`);
    expect([status, keysIn(text)]).toEqual([200, expected]);
    const asked = new URLSearchParams(query);
    for (const [name, value] of asked)
      expect(text).toMatch(
        new RegExp(`name="${name}"[^>]*value="${value}"|<select name="${name}".*value="${value}" selected`),
      );
    const lines = (await get(`/lines?${query}`)).text.split('\n').filter((line) => line !== '');
    expect(lines.map((line) => (JSON.parse(line) as { key: string }).key).toSorted()).toEqual(expected);
    expect((await get(`/csv?${query}`)).text.match(/^"[ab]{4}[^"]*"/gm) ?? []).toHaveLength(expected.length);
  });

  test('it says how many are shown, and that these are all', async () => {
    expect((await get('?worker=7')).text).toContain('<p>2 calls in all.</p>');
    expect((await get('?worker=9')).text).toContain('<p>Nothing was found.</p>');
  });

  test('whatever is typed is answered with one sentence that names the field, or nothing is found', async () => {
    const wrong: unknown[] = [];
    const texts = {
      long: 'x'.repeat(10_000),
      percent: '%25%25%25',
      underscores: '___',
      backslash: '%5C',
      nul: 'D%00',
      surrogate: '%ED%A0%80',
      broken: '%E0%A4',
      quotes: `'%22--`,
      markup: '%3Cscript%3E',
      newline: 'a%0Ab',
    };
    const fields = ['key', 'code', 'worker', 'asker', 'operation', 'state', 'day', 'zone', 'before', 'by'];
    for (const end of ['', '/csv', '/lines', '/one'])
      for (const name of fields) {
        // Each of them has exports of their own: one person has no more than some at once.
        const reader =
          end === '/csv' || end === '/lines' ? await person(gateway, `${name} ${end}`, 'viewer') : undefined;
        for (const [kind, text] of Object.entries(texts)) {
          const reply = await get(`${end}?${name}=${text}`, reader);
          const isTold = reply.status === 422 && /role="alert">[^:]+: expected/.test(reply.text);
          const fine = end === '/one' ? reply.status === 404 : reply.status === 200 || isTold;
          if (!fine || reply.text.includes('<script>') || reply.text.length > 200_000) wrong.push([end, name, kind]);
        }
      }
    expect(wrong).toEqual([]);
    const long = await get(`?code=${texts.long}`);
    expect(long.text).toContain('role="alert">Code, or a part of it: expected 100 letters and digits at most.');
    expect((await get('?state=unknown')).text).toContain('role="alert">State: expected one of the list.');
    const twice = await get('?code=a&code=b'); // a field that comes twice is no text
    expect(twice.status).toBe(200);
    const word = { call: 'D\0', says: 'done' };
    const posted = await post(gateway.url, undefined, word, { path: '/gateway/ledger/decide', headers: gateway.here });
    expect(posted.status).toBe(404);
  });

  test('a file is a download that no cache keeps, has names and outcomes, and no formula; the audit trail has who took it', async () => {
    const vera = await person(gateway, 'Vera', 'viewer');
    const csv = await get('/csv?code=1002', vera);
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="scanline-calls.csv"');
    expect(csv.headers.get('cache-control')).toBe('no-store');
    const [head = '', row = '', ...rest] = csv.text.split('\r\n');
    expect(head).toMatch(/^"key","operation","outcome"/);
    expect(row).toMatch(
      /^"aaaa0002-refused","RevertOff","refused",.*"2","Forklift","7","Ada Moreno","'=D-1002 → =S-01"/,
    );
    expect(rest).toEqual(['']);
    const [line = ''] = (await get('/lines?key=bbbb0004', vera)).text.split('\n');
    expect(JSON.parse(line)).toMatchObject({ key: 'bbbb0004-decided', outcome: 'done', codes: 'D-1004 → =S-01' });
    const trail = await pageFor(gateway, '/gateway/audit', gateway.here);
    expect(trail.html).toMatch(/Vera · local \(\d+\).*exported calls.*scanline-calls\.jsonl/s);
  });
});

test('where the site has no codes kept, none is searched for, and the page says so', async () => {
  await using searched = await startSearched({}, false);
  const { text } = await searched.get('');
  expect(text).not.toContain('name="code"');
  expect(text).toContain('The ledger keeps no codes here (<span translate="no">ledgerKeepsCodes</span>)');
  const asked = await searched.get('?code=D-1');
  expect(asked.status).toBe(422);
  expect(asked.text).toContain('role="alert">Code, or a part of it: the ledger keeps no codes here');
});

test('both searches offer tasks by the workers’ words, and those that the site has turned off only where there are calls of them', async () => {
  const operationsOff = ['RevertOff', 'CompleteBag', 'GetSelfDetailList'];
  await using searched = await startSearched({}, true, { operationsOff });
  const offered = async (query = ''): Promise<readonly (readonly string[])[]> => {
    const { text } = await searched.get(query);
    return ['operation', 'by'].map((name) => {
      const [, options = ''] = new RegExp(`<select name="${name}">(.*?)</select>`).exec(text) ?? [];
      return [...options.matchAll(/>([^<]+)</g)].map(([, shown = '']) => shown).filter((shown) => shown !== 'any');
    });
  };
  const inUse = [
    'Store code',
    'Change transfer',
    'Transport order',
    'Save weight',
    'Print CN order',
    'Print KJY order',
    'Reopen bag',
    'Back on shelf', // it is off, and there are calls of it
  ];
  expect(await offered()).toEqual([inUse, inUse]);
  expect((await offered('?operation=CompleteBag'))[0]).toContain('Complete bag'); // as it is asked for
});
