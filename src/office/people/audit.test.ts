import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrol, enrolled, newCode } from '#main/testing/deviceRig.ts';
import { NOW, type PostgresPlace, ledgerCall, ledgerKinds } from '#main/testing/ledgerRig.ts';
import { OWN_PASSWORD, newLink, pageFor, person, postAs } from '#main/testing/peopleRig.ts';
import { httpReply, post, startUpstream, tempDir } from '#main/testing/rig.ts';
import { type AuditEntry, createAudit } from './audit.ts';
import { findEntries } from './auditAsked.ts';

const DAY = 24 * 3_600_000;
const kinds = await ledgerKinds();

type Gateway = Awaited<ReturnType<typeof startHere>>;

/** Reads the trail as lines of JSON, the oldest first. */
async function trail(gateway: Gateway): Promise<readonly AuditEntry[]> {
  const reply = await fetch(`${gateway.url}/gateway/audit/lines`, { headers: gateway.here });
  const lines = (await reply.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as AuditEntry).toReversed();
}

const deviceCookieOf = ({ headers }: { readonly headers: Headers }): string =>
  headers.get('set-cookie')?.split(';')[0] ?? '';

const nowhere = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Parameters<typeof createAudit>[2];

test('who did what is kept with name, account and address: sign-ins, refusals, handhelds, people, rules', async () => {
  await using gateway = await startHere({
    SUPERVISOR_PASSWORD: PASSWORD,
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
  });
  await enrolled(gateway.url, 'Dock 3');
  const sam = await person(gateway, 'Sam', 'supervisor');
  await postAs(gateway, '/gateway/sign-in', { name: 'Sam', password: 'not this one' });
  await postAs(gateway, '/gateway/sign-in', { name: 'a secret in the wrong field', password: 'Sam' });
  await pageFor(gateway, '/gateway/people', sam);
  await postAs(gateway, '/gateway/devices/revoke', { number: '1' }, sam);
  await postAs(gateway, '/gateway/devices/revoke', { number: '1' }, sam); // it is revoked already: nothing is done
  await postAs(gateway, '/gateway/setup/units', { lines: '1;kg;1000' }, sam);
  const rule = { way: 'whole', verdict: 'accepted', operation: 'RevertOff', text: 'OK' };
  await postAs(gateway, '/gateway/setup/teach', rule, sam);
  await postAs(gateway, '/gateway/sign-out', {}, sam);
  await postAs(gateway, '/gateway/people/role', { number: '1', role: 'viewer' }, gateway.here);
  await postAs(gateway, '/gateway/people/link', { number: '1' }, gateway.here);
  await postAs(gateway, '/gateway/people/remove', { number: '1' }, gateway.here);
  await postAs(gateway, '/gateway/devices/revoke-all', {}, gateway.here);
  const kept = await trail(gateway);
  const address = away['x-forwarded-for'];
  const [first, byName] = [{ name: 'SUPERVISOR_PASSWORD' }, { name: 'Sam · local', account: 1, address }];
  expect(kept).toMatchObject([
    { ...first, action: 'sign-in', address: '127.0.0.1' },
    { ...first, action: 'code-made', subject: 'Dock 3' },
    { name: '', action: 'handheld-enrolled', subject: '1: Dock 3', address: expect.any(String) },
    { ...first, action: 'account-made', subject: 'Sam: supervisor', address },
    { ...byName, action: 'password-set' },
    { ...byName, action: 'sign-in' },
    { name: '', action: 'sign-in-refused', subject: 'Sam', address },
    { name: '', action: 'sign-in-refused', subject: '', address },
    { ...byName, action: 'page-refused', subject: 'GET /gateway/people' },
    { ...byName, action: 'handheld-revoked', subject: '1: Dock 3' },
    { ...byName, action: 'site-changed', subject: 'weightUnits' },
    { ...byName, action: 'site-changed', subject: expect.stringMatching(/^answerRules: \+ {"operation":"RevertOff"/) },
    { ...byName, action: 'sign-out' },
    { ...first, action: 'role-changed', subject: 'Sam: supervisor → viewer' },
    { ...first, action: 'link-made', subject: 'Sam' },
    { ...first, action: 'account-removed', subject: 'Sam' },
    { ...first, action: 'all-handhelds-revoked', subject: '0' },
    { ...first, action: 'audit-exported', subject: 'scanline-audit.jsonl' },
  ]);
  const { html } = await pageFor(gateway, '/gateway/audit', { ...away, ...gateway.here });
  expect(html).toContain('revoked a handheld');
  expect(html).toContain('Sam · local (1)');
  const secrets = [PASSWORD, OWN_PASSWORD, 'not this one', 'a secret in', KEY];
  expect(secrets.filter((secret) => JSON.stringify(kept).includes(secret))).toEqual([]);
});

test('a name is one line, in the log, on the pages and in an export, and none is a formula there', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD, LOG_LEVEL: 'info' });
  const name = '=HYPERLINK("http://evil.example","x")';
  const broken = 'Eve\r\n{"level":30,"msg":"somebody signed in"}\u202e<script>';
  await newLink(gateway, name, 'viewer');
  await newLink(gateway, broken, 'viewer');
  const csv = await (await fetch(`${gateway.url}/gateway/audit/csv`, { headers: gateway.here })).text();
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""x""): viewer"`);
  expect(csv).toContain('Eve {""level"":30');
  const page = await (await fetch(`${gateway.url}/gateway/people`, { headers: gateway.here })).text();
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('\u202e');
  const lines = gateway
    .logged()
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.filter((line) => (JSON.parse(line) as { msg: string }).msg === 'somebody signed in')).toHaveLength(1);
  for (const reserved of ['supervisor_password', ' This  Machine', '\u200b'])
    expect((await postAs(gateway, '/gateway/people', { name: reserved, role: 'it' }, gateway.here)).status).toBe(422);
});

test('a handheld that is enrolled, enrolled anew, or gives its enrolment back is in the trail, once each', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD, UPSTREAM_API_KEY: KEY });
  const { url } = gateway;
  const code = await newCode(url, 'Dock 3');
  await enrol(url, code);
  const cookie = deviceCookieOf(await enrol(url, code)); // the same handheld, whose answer was lost
  await enrol(url, code, {}, 'b'.repeat(16)); // another one: it is refused
  const again = deviceCookieOf(await enrol(url, await newCode(url, 'Dock 3'), { cookie }));
  await postAs(gateway, '/gateway/devices/revoke', { number: '2' }, gateway.here);
  const anew = deviceCookieOf(await enrol(url, await newCode(url, 'Dock 3'), { cookie: again }));
  await post(url, undefined, {}, { path: '/gateway/enrol/end', headers: { cookie: anew } });
  const ofHandhelds = (await trail(gateway)).filter(({ action }) => /^handheld-(?:en|mo|le)/.test(action));
  expect(ofHandhelds.map(({ action, subject, times }) => [action, subject, times])).toEqual([
    ['handheld-enrolled', '1: Dock 3', 1],
    ['handheld-moved', '2: Dock 3, before 1', 1],
    ['handheld-moved', '3: Dock 3, before 2', 1], // which was revoked
    ['handheld-left', '3: Dock 3', 1],
  ]);
});

test('names in the trail lead to the handheld, the person and the call, where these are', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  await using gateway = await startHere({
    SUPERVISOR_PASSWORD: PASSWORD,
    UPSTREAM_API_KEY: KEY,
    UPSTREAM_URL: upstream.url.href,
  });
  const cookie = await enrolled(gateway.url, 'Dock <3>');
  await call(gateway.url, 'call-0001', cookie);
  const sam = await person(gateway, 'Sam', 'supervisor');
  await postAs(gateway, '/gateway/ledger/decide', { call: 'call-0001', says: 'not-done' }, sam);
  await newLink(gateway, 'Gone', 'viewer');
  await postAs(gateway, '/gateway/people/remove', { number: '2' }, gateway.here);
  const page = await (await fetch(`${gateway.url}/gateway/audit`, { headers: gateway.here })).text();
  const linked = [...page.matchAll(/<td[^>]*><a href="([^"]*)"><span[^>]*>([^<]*)</g)].map(([, to, name]) => [
    to,
    name,
  ]);
  expect(linked).toEqual([
    ['/gateway/people#a1', 'Sam · local (1)'],
    ['/gateway/ledger/one?key=call-0001', 'call-0001'],
    ['/gateway/people#a1', 'Sam · local (1)'],
    ['/gateway/people#a1', 'Sam · local (1)'],
    ['/gateway/people#a1', 'Sam'],
    ['/gateway/devices?search=1#d1', '1'],
  ]);
  expect(page).toContain(': Dock &lt;3&gt;');
  const people = await (await fetch(`${gateway.url}/gateway/people`, { headers: gateway.here })).text();
  expect(people).toContain('id="a1"');
});

test('the trail is searched by who, by what and by days of the reader’s zone, on the page and in its files', async () => {
  using folder = tempDir();
  const env = { SUPERVISOR_PASSWORD: PASSWORD, DATA_DIR: folder.path };
  await (await startHere(env))[Symbol.asyncDispose]();
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const add = db.prepare(`insert into audit (at, name, address, action, subject, unkept) values (?, ?, '', ?, ?, 0)`);
  db.exec('begin');
  for (const [at, name, action, subject] of [
    ['2026-11-20T22:59:59Z', 'Ada Ünal', 'sign-in', 'x-evening'],
    ['2026-11-20T23:00:00Z', 'Ada Ünal', 'sign-in', 'x-night'],
    ['2026-11-21T22:59:59Z', 'Li', 'code-made', 'x-late'],
    ['2026-11-21T23:00:00Z', 'Li', 'sign-out', 'x-next'],
  ] as const)
    add.run(Date.parse(at), name, action, subject);
  for (let n = 0; n < 1_200; n += 1) add.run(Date.parse('2026-11-22T12:00Z'), 'Many', 'sign-in', `no. ${n}`);
  db.exec('commit');
  db.close();
  await using gateway = await startHere(env);
  const found = async (query: string, end = '/lines') => {
    const text = await (await fetch(`${gateway.url}/gateway/audit${end}?${query}`, { headers: gateway.here })).text();
    return ['x-evening', 'x-night', 'x-late', 'x-next', 'no. 7'].filter((subject) => text.includes(subject));
  };
  for (const end of ['/lines', '/csv', '']) {
    expect([end, await found('who=ada+ünal', end)]).toEqual([end, ['x-evening', 'x-night']]);
    expect([end, await found('kind=code-made', end)]).toEqual([end, ['x-late']]);
    const day = 'from=2026-11-21&until=2026-11-21';
    expect([end, await found(`${day}&zone=Europe/Berlin`, end)]).toEqual([end, ['x-night', 'x-late']]);
    expect([end, await found(day, end)]).toEqual([end, ['x-late', 'x-next']]); // of UTC
    expect([end, await found('until=2026-11-20', end)]).toEqual([end, ['x-evening', 'x-night']]);
  }
  expect(await found('kind=nothing&from=yesterday')).toHaveLength(5); // what does not fit is no matter
  const page = await (await fetch(`${gateway.url}/gateway/audit?who=many`, { headers: gateway.here })).text();
  expect(page).toMatch(/href="\/gateway\/audit\?who=many&amp;before=\d+"/); // goes on in what was found
  expect(page).toContain('/gateway/audit/csv?who=many"');
});

test('a search that has no time left says so, and where to go on', async () => {
  const lines = Array.from({ length: 1_200 }, (_, n) => ({ number: 1_200 - n }) as AuditEntry);
  const list = async (before: number, most: number): Promise<readonly AuditEntry[]> =>
    lines.filter(({ number }) => number < before).slice(0, most);
  const never = (): boolean => false;
  const NEWEST = Number.MAX_SAFE_INTEGER;
  expect(await findEntries({ list }, NEWEST, 100, never, -1)).toEqual({ entries: [], next: 701, isCut: true });
  expect(await findEntries({ list }, NEWEST, 100, never)).toEqual({ entries: [] });
  expect(await findEntries({ list }, 301, 100, () => true)).toMatchObject({ next: 201, entries: { length: 100 } });
});

test('the trail is exported whole, however long it is', async () => {
  using folder = tempDir();
  const env = { SUPERVISOR_PASSWORD: PASSWORD, DATA_DIR: folder.path };
  await (await startHere(env))[Symbol.asyncDispose]();
  const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'));
  const add = db.prepare(
    `insert into audit (at, name, address, action, subject, unkept) values (?, 'Ada', '', 'sign-in', ?, 0)`,
  );
  db.exec('begin');
  for (let n = 0; n < 2_500; n += 1) add.run(Date.now(), `no. ${n}`);
  db.exec('commit');
  db.close();
  await using gateway = await startHere(env);
  const subjects = new Set((await trail(gateway)).map(({ subject }) => subject));
  expect(Array.from({ length: 2_500 }, (_, n) => `no. ${n}`).filter((subject) => !subjects.has(subject))).toEqual([]);
});

test('a viewer’s exports have a bound, with a time to come again, and leave a line a minute; nobody else waits for them', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const [vera, other] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Other', 'viewer')];
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const reply = await fetch(gateway.url + path, { headers });
    await reply.text();
    return { status: reply.status, wait: Number(reply.headers.get('retry-after')) };
  };
  const asked = await Promise.all(
    Array.from({ length: 100 }, (_, n) => ask(`/gateway/ledger/${n % 2 === 0 ? 'csv' : 'lines'}`, vera)),
  );
  const refused = asked.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(38);
  expect(refused.every(({ status, wait }) => status === 429 && wait > 0)).toBe(true);
  expect((await ask('/gateway/ledger', vera)).status).toBe(200);
  expect((await ask('/gateway/ledger/csv', other)).status).toBe(200);
  const lines = (await trail(gateway)).filter(({ action }) => action === 'ledger-exported');
  expect(lines.length).toBeLessThanOrEqual(4); // a minute may end meanwhile
  expect(lines.reduce((all, { times }) => all + times, 0)).toBe(asked.length - refused.length + 1);
});

describe.each(kinds)('the audit trail in $name', (kind) => {
  test('is changed by nothing, and forgotten by age alone', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    let now = NOW;
    const clock = (): number => now;
    const ledger = { beside: opened.ledger.beside, tell: async () => now, sure: clock };
    const audit = createAudit(ledger, 30, nowhere, clock, clock);
    await audit.note('sign-in', { name: 'Ada', account: undefined, address: '10.0.0.9' }, '');
    const { run } = opened.ledger.beside('test', (table) => ({
      change: `update ${table('audit')} set name = 'Eve'`,
    }));
    await expect(run('change')).rejects.toThrow('the audit trail is added to, and never changed');
    now += 30 * DAY;
    await audit.forget(now);
    expect(await audit.list(Number.MAX_SAFE_INTEGER, 10)).toMatchObject([{ name: 'Ada', at: NOW }]);
    now += 1;
    await audit.forget(now);
    expect(await audit.list(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
  });

  test('has one line for what one person does again in a minute, with a count, and a line each for what changes something else', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    let now = 0;
    const audit = createAudit(opened.ledger, 30, nowhere, () => now);
    const [vera, sam] = [
      { name: 'Vera', account: 1, source: 'local', address: '10.0.0.1' },
      { name: 'Sam', account: 2, source: 'local', address: '10.0.0.2' },
    ] as const;
    const many = Array.from({ length: 300 }, (_, n) => audit.note('ledger-exported', vera, `search ${n}`));
    await Promise.all([...many, audit.note('ledger-exported', sam, 'calls')]);
    for (const subject of ['1: Dock 1', '2: Dock 2', '1: Dock 1']) await audit.note('handheld-revoked', sam, subject);
    const told = async () =>
      (await audit.list(Number.MAX_SAFE_INTEGER, 1_000))
        .map(({ name, action, subject, times }) => [name, action, subject, times])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
    expect(await told()).toEqual([
      ['Sam · local', 'handheld-revoked', '1: Dock 1', 2],
      ['Sam · local', 'handheld-revoked', '2: Dock 2', 1],
      ['Sam · local', 'ledger-exported', 'calls', 1],
      ['Vera · local', 'ledger-exported', 'search 0', 300],
    ]);
    now += 60_000;
    await audit.note('ledger-exported', vera, 'later');
    expect((await told()).length).toBe(5);
    const { run } = opened.ledger.beside('test', (table) => ({
      fewer: `update ${table('audit')} set times = times - 1`,
      other: `update ${table('audit')} set times = times + 1, subject = 'x'`,
    }));
    for (const change of ['fewer', 'other'] as const)
      await expect(run(change)).rejects.toThrow('the audit trail is added to, and never changed');
  });

  test('takes a flood of refusals to a hundred and one each ten seconds, and says how many it did not', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    let now = 0;
    const audit = createAudit(opened.ledger, 30, nowhere, () => now);
    const flood = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await audit.note('sign-in-refused', { address: `192.0.2.${n}` }, 'Eve');
    };
    await flood(150);
    await audit.note('sign-in', { name: 'Ada', address: '10.0.0.9' });
    expect((await audit.list(Number.MAX_SAFE_INTEGER, 1_000)).length).toBe(101);
    expect(await audit.list(Number.MAX_SAFE_INTEGER, 2)).toMatchObject([
      { action: 'sign-in', unkept: 50 },
      { action: 'sign-in-refused', unkept: 0 },
    ]);
    await flood(7);
    now += 10_000;
    await flood(1);
    expect(await audit.list(Number.MAX_SAFE_INTEGER, 1)).toMatchObject([{ action: 'sign-in-refused', unkept: 7 }]);
  });
});

describe.each(kinds.filter(({ name }) => name === 'PostgreSQL'))('the audit trail in $name', (kind) => {
  test('that somebody has locked holds up no call, and what it does not take is counted', async () => {
    await using place = (await kind.place()) as PostgresPlace;
    await using opened = await place.open();
    const { ledger } = opened;
    const audit = createAudit(ledger, 30, nowhere, () => NOW);
    const client = new Client({ connectionString: place.url });
    await client.connect();
    await client.query('begin; lock table scanline_audit');
    const notes = Array.from({ length: 30 }, () => audit.note('sign-in', { name: 'Ada', address: '10.0.0.9' }));
    const waiting = `select from pg_locks where relation = 'scanline_audit'::regclass and not granted`;
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThanOrEqual(3);
    let isHeldUp = true;
    const isKept = Promise.all(notes).then(() => (isHeldUp = false));
    await ledger.receive(ledgerCall('call-0001'), Date.now());
    expect(await ledger.dispatch(ledgerCall('call-0001'), Date.now())).toBe(true);
    expect(isHeldUp).toBe(true);
    await client.query(`alter table scanline_audit rename to scanline_elsewhere; commit`);
    await isKept;
    expect(audit.losses()).toMatchObject({ count: 30, last: { why: '42P01' } }); // there is no such table
    await client.query('alter table scanline_elsewhere rename to scanline_audit');
    await client.end();
    await audit.note('sign-in', { name: 'Bea', address: '10.0.0.9' });
    expect(await audit.list(Number.MAX_SAFE_INTEGER, 100)).toMatchObject([{ name: 'Bea' }]);
  });
});
