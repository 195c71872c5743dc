import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { type GatewayHere, startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { CHROME, hello, said, startWithSite } from '#main/testing/floorRig.ts';
import { type Browser, pageFor, person, postAs, signInAs } from '#main/testing/peopleRig.ts';
import { httpReply, listening, startUpstream, tempDir } from '#main/testing/rig.ts';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unknownSite } from '#site/site.ts';
import { browserOf } from './browserOf.ts';
import type { Sighting } from './floor.ts';
import { sawOn } from './floorRoutes.tsx';

async function pageOf({ url, here }: GatewayHere, address = 'floor'): Promise<string> {
  return (await fetch(`${url}/gateway/${address}`, { headers: here })).text();
}

function post({ url, here }: GatewayHere, address: string, fields: Record<string, string>): Promise<Response> {
  const headers = { ...here, 'sec-fetch-site': 'same-origin' };
  return fetch(`${url}/gateway/floor/${address}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

const rowsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<tr(?: (?:class|id)="[\w-]+")?><td.*?<\/tr>/g)].map(([row]) => row);

const people = {
  floorShowsWorkers: true,
  workers: [{ userId: '7', name: '<i>Ada', badge: 'W-007' }],
  warehouses: [{ id: '4', name: 'North & co' }],
};

test('the board says what each handheld said last: how many calls wait, how many need a person, since when, and on what', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, TRUSTED_PROXY: '127.0.0.1' });
  const [dock] = [await enrolled(gateway.url, 'Dock 3'), await enrolled(gateway.url, 'Dock 4')];
  await hello(gateway.url, { ...said, paused: 'on-hold', battery: 12, charging: false }, dock);
  const [first = '', second = '', ...more] = rowsOf(await pageOf(gateway));
  expect(more).toEqual([]);
  for (const text of ['Dock 3', '>1<', '>5<', '1 h ago', 'on hold', '12 %', 'storage may be cleared'])
    expect(first).toContain(text);
  const own = await pageOf(gateway, 'floor/one?id=d1');
  for (const text of ['the browser may clear it', '0.2.0-abc · Chrome 119']) expect(own).toContain(text);
  expect(second).toContain('Dock 4');
  expect(second).toContain('told nothing yet');
});

test('the page of a handheld that is not enrolled has the name that the ledger has for it, with the way to its calls there, and what is to be checked of such ones is counted with the way there', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  await using gateway = await startWithSite({}, { UPSTREAM_URL: upstream.url.href, TRUSTED_PROXY: '192.0.2.1' });
  await hello(gateway.url, said);
  const board = await pageOf(gateway);
  const id = /floor\/one\?id=(s\w+)/.exec(board)?.[1] ?? '';
  const named = /In the ledger: <a href="\/gateway\/ledger\?asker=([^"]+)"><span[^>]*>(.*?)<\/span>/;
  const [, asker = '', name = ''] = named.exec(await pageOf(gateway, `floor/one?id=${id}`)) ?? [];
  expect([asker, name]).toEqual(['127.0.0.1', 'this machine']);
  expect(board).not.toContain('See them in the ledger');
  await call(gateway.url, 'call-doubt');
  expect(await pageOf(gateway)).toMatch(
    /1 call of a handheld that is not enrolled is to be checked.* <a href="\/gateway\/ledger">See them in the ledger</,
  );
  const ledger = await pageOf(gateway, `ledger?asker=${asker}`);
  expect(ledger).toContain('call-dou');
  expect(ledger).toContain(name);
});

test(
  '“last seen” is when it was last there: each hello counts, also one right after another',
  { timeout: 30_000 },
  async () => {
    await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, TRUSTED_PROXY: '127.0.0.1' });
    const dock = await enrolled(gateway.url, 'Dock 3');
    const seen = async (): Promise<number> =>
      Date.parse(
        /<time datetime="([^"]+)"/i.exec(rowsOf(await pageOf(gateway, 'devices'))[0]?.split('</td>')[3] ?? '')?.[1] ??
          '',
      );
    await hello(gateway.url, undefined, dock);
    const before = await seen();
    const seenAgain = async (): Promise<void> => {
      await hello(gateway.url, undefined, dock);
      expect(await seen()).toBeGreaterThan(before);
    };
    await vi.waitFor(seenAgain, { timeout: 20_000, interval: 200 }); // the page shows whole seconds
  },
);

test('who is not enrolled, or was revoked, writes nothing on the board; what is no report is passed over', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, TRUSTED_PROXY: '127.0.0.1' });
  const dock = await enrolled(gateway.url, 'Dock 3');
  expect(await hello(gateway.url, said)).toBe(200);
  expect(await hello(gateway.url, said, 'scanline-device=none')).toBe(200);
  for (const value of ['{', 'x'.repeat(4_000), JSON.stringify({ ...said, waiting: -1 })])
    expect(await hello(gateway.url, value, dock)).toBe(200);
  expect(await pageOf(gateway, 'floor/one?id=d1')).not.toContain('0.2.0-abc');
  await hello(gateway.url, said, dock);
  await fetch(`${gateway.url}/gateway/devices/revoke`, {
    method: 'POST',
    headers: gateway.here,
    body: new URLSearchParams({ number: '1' }),
  });
  await hello(gateway.url, { ...said, waiting: 0, person: 0 }, dock);
  const [row = '', ...more] = rowsOf(await pageOf(gateway)); // lost, with what still waits on it
  expect(more).toEqual([]);
  expect(row).toMatch(/Revoked \d s ago by <span[^>]*>[^<]+</);
  expect(row).toContain('>5<');
});

test('a revoked handheld says when and by whom that was, fits its advice to that, and is taken off the floor by a supervisor, with what waits on it said before; no hello of it brings it back', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  await using gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const dock = await enrolled(gateway.url, 'Dock 3');
  await call(gateway.url, 'call-doubt', dock);
  await hello(gateway.url, { ...said, waiting: 2, person: 3, doubts: 1, paused: 'on-hold', battery: 3 }, dock);
  const [sam, vera] = [await person(gateway, 'Sam', 'supervisor'), await person(gateway, 'Vera', 'viewer')];
  const asSam = async (path: string) => (await pageFor(gateway, `/gateway/${path}`, sam)).html;
  const takeOff = (fields: Record<string, string> = {}, browser = sam) =>
    postAs(gateway, '/gateway/floor/take-off', { id: 'd1', told: toldIn(), ...fields }, browser);
  let page = await asSam('floor/one?id=d1');
  const toldIn = (): string => /name="told" value="(\d+)"/.exec(page)?.[1] ?? '';
  expect(page).not.toContain('Take it off the floor');
  expect(await takeOff()).toMatchObject({ status: 422, text: expect.stringContaining('It is not revoked') });

  await postAs(gateway, '/gateway/devices/revoke', { number: '1' }, sam);
  const row = (await asSam('floor')).split('<tr').find((one) => one.includes('Dock 3'));
  expect(row).toMatch(/Revoked \d+ s ago by <span[^>]*>Sam · local</);
  page = await asSam('floor/one?id=d1');
  expect(page).toMatch(/<h3><span>Revoked <time[^>]*>[^<]*<\/time> by <span[^>]*>Sam · local</);
  for (const text of ['It can call no more.', 'ask its worker what these were', 'They go no more from there.'])
    expect(page).toContain(text);
  for (const text of ['It is settled on the handheld', 'switch Hold sending off', 'on a charger', 'Another name'])
    expect(page).not.toContain(text);
  expect(page).toContain('The ledger has calls of it to check. Settle them first.');
  expect(toldIn()).toBe(''); // there is no form
  const early = await takeOff();
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('role="alert">The ledger has calls of it')]);

  await postAs(gateway, '/gateway/ledger/decide', { call: 'call-doubt', says: 'not-done' }, sam);
  page = await asSam('floor/one?id=d1');
  expect(page).toMatch(/<\/time>\): 2 calls wait on it; 2 need a person\./);
  expect(await takeOff({ told: '1' })).toMatchObject({ status: 422, text: expect.stringContaining('Look again') });
  expect((await takeOff({}, vera)).status).toBe(403);
  expect((await pageFor(gateway, '/gateway/floor/one?id=d1', vera)).html).not.toContain('Take it off the floor');
  const done = await takeOff();
  expect([done.status, done.headers.get('location')]).toEqual([303, '/gateway/floor?off=d1']);
  expect(await asSam('floor?off=d1')).toContain(
    'Handheld no. 1 is off the floor. <a href="/gateway/devices?search=1#d1">',
  );
  expect((await takeOff()).status).toBe(422); // a second tap
  await hello(gateway.url, { ...said, waiting: 9 }, dock);
  const board = await asSam('floor');
  expect(board).not.toContain('Dock 3');
  expect(board).toContain('<span class="headline">0</span> needing a person');
  expect(await asSam('devices')).toContain('Dock 3');
  const trail = await pageOf(gateway, 'audit/lines');
  expect(trail.split('handheld-taken-off')).toHaveLength(2);
  expect(trail).toContain('"action":"handheld-taken-off","subject":"1: Dock 3, 2 waiting, 2 in need of a person"');
});

test('a revoked handheld that somebody has comes back by its button or their badge, and is given to nobody else', async () => {
  const workers = [...people.workers, { userId: '8', name: 'Bo', badge: 'W-008' }];
  await using gateway = await startWithSite({ ...people, workers }, { UPSTREAM_API_KEY: KEY });
  const dock = await enrolled(gateway.url, 'Dock 3');
  await hello(gateway.url, said, dock);
  await post(gateway, 'hold', { id: 'd1', badge: 'W-007' });
  await post(gateway, '../devices/revoke', { number: '1' });
  const page = await pageOf(gateway, 'floor/one?id=d1');
  expect(page).toContain('It is back');
  expect(page).not.toContain('Hand on');
  const handedOn = await post(gateway, 'hold', { id: 'd1', badge: 'W-008' });
  expect([handedOn.status, await handedOn.text()]).toEqual([422, expect.stringContaining('it is given to nobody')]);
  expect((await post(gateway, 'hold', { id: 'd1', badge: 'W-007' })).status).toBe(303);
  const after = await pageOf(gateway, 'floor/one?id=d1');
  for (const text of ['It is back', 'Check out']) expect(after).not.toContain(text);
});

test('nothing that a handheld or a person says runs on the page, and no name stands in a page that does not show workers', async () => {
  await using shown = await startWithSite(people);
  await hello(shown.url, { ...said, worker: '7', warehouse: '4' });
  const page = await pageOf(shown);
  expect(page).toContain('&lt;i&gt;Ada');
  const id = /one\?id=(s[0-9a-f]{16})/.exec(page)?.[1] ?? '';
  expect(await pageOf(shown, `floor/one?id=${id}`)).toContain('North &amp; co');
  expect(page).not.toContain(said.id); // who reads the board could go on from the storage
  expect((await post(shown, 'rename', { id, name: '"><script>alert(1)</script>\u0007' })).status).toBe(303);
  expect((await post(shown, 'rename', { id: '<b>', name: 'x' })).status).toBe(422);
  for (const address of ['floor', `floor/one?id=${id}`, 'floor?q=%22%3E%3Cscript%3E', 'floor/one?id=%3Cscript%3E'])
    expect(await pageOf(shown, address)).not.toMatch(/<script>|<i>Ada/);
  expect(await pageOf(shown)).toContain('&gt;&lt;script&gt;alert(1)&lt;/script&gt;');

  await using hidden = await startWithSite({ ...people, floorShowsWorkers: false });
  await hello(hidden.url, { ...said, worker: '7' });
  expect(rowsOf(await pageOf(hidden))).toHaveLength(1);
  expect(await pageOf(hidden)).not.toContain('Ada');
  const hiddenId = /one\?id=(s[0-9a-f]{16})/.exec(await pageOf(hidden))?.[1] ?? '';
  expect(await pageOf(hidden, `floor/one?id=${hiddenId}`)).not.toContain('name="badge"');
  expect((await post(hidden, 'hold', { id: hiddenId, badge: 'W-007' })).status).toBe(422);
});

test('who is at work is not even kept where the site does not show workers', () => {
  const kept: unknown[] = [];
  for (const floorShowsWorkers of [true, false]) {
    const floor = { saw: ({ report }: Sighting) => void kept.push(report?.worker) };
    const request = {
      headers: {},
      device: 1,
      ip: '10.0.0.9',
      socket: {},
      protocol: 'http',
    } as unknown as FastifyRequest;
    sawOn(floor, () => ({ ...unknownSite, floorShowsWorkers }))(request, 1, { ...said, worker: '7' });
  }
  expect(kept).toEqual(['7', undefined]);
});

test('a handheld is checked out by a badge and comes back; a badge that nobody has is refused in one sentence', async () => {
  await using gateway = await startWithSite(people);
  await hello(gateway.url, said);
  const id = /one\?id=(s[0-9a-f]{16})/.exec(await pageOf(gateway))?.[1] ?? '';
  const wrong = await post(gateway, 'hold', { id, badge: 'W-999' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('Badge: the site knows no worker by it.');
  expect((await post(gateway, 'hold', { id, badge: ' W-007 ' })).status).toBe(303);
  expect(await pageOf(gateway)).toContain('has it');
  expect(await pageOf(gateway, `floor/one?id=${id}`)).toMatch(
    /<strong translate="no">&lt;i&gt;Ada<\/strong> has it, since <time/,
  );
  expect((await post(gateway, 'hold', { id, back: '1' })).status).toBe(303);
  expect(await pageOf(gateway)).not.toContain('has it');
});

test('a call of which nobody knows stands with its handheld, and leads to its calls at the ledger alone, until it is decided there', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  await using gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const [dock, other] = [await enrolled(gateway.url, 'Dock 3'), await enrolled(gateway.url, 'Dock 4')];
  for (const [key, cookie] of [
    ['call-0001', dock],
    ['call-0002', other],
    ['call-0003', other],
  ] as const)
    expect((await call(gateway.url, key, cookie)).code).toBe('outcome-unknown');
  const linked = async (): Promise<readonly (readonly string[])[]> =>
    [...(await pageOf(gateway)).matchAll(/"(\/gateway\/ledger\?asker=\d+)"><strong[^>]*>(\d+)</g)].map(
      ([, link = '', many = '']) => [link, many],
    );
  expect(await linked()).toEqual([
    ['/gateway/ledger?asker=1', '1'],
    ['/gateway/ledger?asker=2', '2'],
  ]);
  const page = await pageOf(gateway, 'ledger?asker=1');
  expect(page).toContain('Dock 3');
  expect(page).toContain('call-0001');
  expect(page).not.toMatch(/call-000[23]/);
  const word = { call: 'call-0001', says: 'done' };
  await postAs(gateway, '/gateway/ledger/decide', word, gateway.here);
  expect(await linked()).toEqual([['/gateway/ledger?asker=2', '2']]);
});

test('a doubt that the desk has settled since a handheld’s last word wants nobody any more, and its page says so until it has heard of that', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  await using gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const docks = [await enrolled(gateway.url, 'Dock 3'), await enrolled(gateway.url, 'Dock 4')];
  for (const [at, dock] of docks.entries()) {
    await call(gateway.url, `call-000${at}`, dock);
    await hello(gateway.url, { ...said, doubts: 1 }, dock);
  }
  const inNeed = async (): Promise<readonly string[]> =>
    [...(await pageOf(gateway)).matchAll(/<tr class="is-bad"><td.*?>(Dock \d)</g)].map(([, name = '']) => name);
  const isSaid = async (): Promise<readonly boolean[]> => {
    const pages = await Promise.all(['d1', 'd2'].map((id) => pageOf(gateway, `floor/one?id=${id}`)));
    return pages.map((page) => page.includes('Since its last word the desk has decided about a call of it'));
  };
  expect([await inNeed(), await isSaid()]).toEqual([
    ['Dock 3', 'Dock 4'],
    [false, false],
  ]);
  using _clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000); // somebody sets the clock back; the ledger's goes on
  expect(await pageOf(gateway, 'floor/one?id=d1')).toContain(
    'What stands under Check it is settled in the ledger too.',
  );
  for (const [at, says] of ['done', 'not-done'].entries())
    await postAs(gateway, '/gateway/ledger/decide', { call: `call-000${at}`, says }, gateway.here);
  // After "not done" somebody there says whether it is sent again.
  expect([await inNeed(), await isSaid()]).toEqual([['Dock 4'], [true, true]]);
  // A hello tells how it stood before it hears of more.
  await hello(gateway.url, { ...said, doubts: 1, heard: 1 }, docks[0]);
  expect([await inNeed(), await isSaid()]).toEqual([['Dock 4'], [true, true]]);
  await hello(gateway.url, { ...said, doubts: 1, heard: 1e15 }, docks[0]); // another one
  expect([await inNeed(), await isSaid()]).toEqual([
    ['Dock 3', 'Dock 4'],
    [false, true],
  ]);
});

test('whoever looks hears at once that a handheld said something new, and a gateway that stops ends what they listen to', async () => {
  const gateway = await startHere({ TRUSTED_PROXY: '127.0.0.1' });
  const stream = await fetch(`${gateway.url}/gateway/floor/live`, { headers: gateway.here });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('there is no stream');
  await hello(gateway.url, said);
  let text = '';
  while (!text.includes('data: changed\n\n')) text += (await reader.read()).value ?? '';
  expect(text.replaceAll(':\n\n', '')).toBe('data: changed\n\n'); // it says nothing of anybody
  const ended = (async () => {
    while (!(await reader.read()).done);
  })();
  await gateway[Symbol.asyncDispose]();
  await ended;
});

/** Opens the stream of a board. @returns its status, and what ends with it. */
async function listen(
  { url }: GatewayHere,
  browser: Browser,
): Promise<{ status: number; ended: Promise<void>; leave: () => void }> {
  const leaving = new AbortController();
  const headers = { ...browser, accept: 'text/event-stream' };
  const { status, body } = await fetch(`${url}/gateway/floor/live`, { headers, signal: leaving.signal });
  const ended = (async () => {
    for await (const _part of body ?? []);
  })();
  ended.catch(() => undefined); // who leaves ends it so
  return { status, ended, leave: () => leaving.abort() };
}

/** Has each stream look at once whether its person may still listen, in place of each three seconds. */
function hurryStreams() {
  const usual = globalThis.setInterval;
  return vi.spyOn(globalThis, 'setInterval').mockImplementation((work, ms) => usual(work, ms === 3_000 ? 20 : ms));
}

test('a board that is open keeps nobody signed in: half an hour after its person asked for something the session is over, its stream ends, and the page says so', async () => {
  using _hurry = hurryStreams();
  using folder = tempDir();
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD, DATA_DIR: folder.path });
  const vera = await person(gateway, 'Vera', 'viewer');
  using db = new DatabaseSync(join(folder.path, 'ledger.sqlite'), { timeout: 1_000 });
  const usedAt = () => db.prepare('select used_at from sessions where account is not null').get()?.['used_at'];
  const goBack = (minutes: number) =>
    db.prepare('update sessions set used_at = used_at - ? where account is not null').run(60_000 * minutes);
  goBack(20);
  const before = usedAt();
  const page = await pageFor(gateway, '/gateway/floor?show=person&again=1', vera);
  expect(page.status).toBe(200);
  expect(page.html).toContain('data-again="/gateway/floor?show=person&again=1"'); // its script asks there, and where none runs the browser does
  expect(page.html).toContain('content="30;url=/gateway/floor?show=person&again=1"');
  const stream = await listen(gateway, vera);
  expect([stream.status, usedAt()]).toEqual([200, before]);
  expect((await pageFor(gateway, '/gateway/floor?show=person', vera)).status).toBe(200);
  expect(usedAt()).toBeGreaterThan(Number(before));
  goBack(31);
  await stream.ended;
  const over = await pageFor(gateway, '/gateway/floor?again=1', vera);
  expect([over.status, over.html]).toEqual([401, expect.stringContaining('Your sign-in has ended.')]);
});

test('who signs out, or is removed, listens no longer; a page of one handheld, which is typed in, never comes anew by itself', async () => {
  using _hurry = hurryStreams();
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD, TRUSTED_PROXY: '127.0.0.1' });
  const [vera, sam] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Sam', 'supervisor')];
  const streams = [await listen(gateway, vera), await listen(gateway, sam)];
  await postAs(gateway, '/gateway/sign-out', {}, vera);
  await streams[0]?.ended;
  await postAs(gateway, '/gateway/people/remove', { number: '2' }, gateway.here);
  await streams[1]?.ended;
  await hello(gateway.url, said);
  const id = /one\?id=(s[0-9a-f]{16})/.exec(await pageOf(gateway))?.[1] ?? '';
  expect(await pageOf(gateway, `floor/one?id=${id}`)).not.toMatch(/refresh|live\.js/);
});

test('one person has four boards kept up to date, and leaves room for others; who goes makes room, and who only looks at the head takes none', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const [vera, again, sam] = [
    await person(gateway, 'Vera', 'viewer'),
    await signInAs(gateway, 'Vera'),
    await person(gateway, 'Sam', 'supervisor'),
  ];
  for (let heads = 0; heads < 5; heads += 1)
    await fetch(`${gateway.url}/gateway/floor/live`, { method: 'HEAD', headers: vera });
  const open = [];
  for (let boards = 0; boards < 4; boards += 1) open.push(await listen(gateway, boards < 2 ? vera : again));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await listen(gateway, vera)).status).toBe(503);
  const other = await listen(gateway, sam);
  expect(other.status).toBe(200);
  open[0]?.leave();
  await vi.waitFor(async () => {
    const next = await listen(gateway, again);
    open.push(next);
    expect(next.status).toBe(200);
  });
  for (const { leave } of [...open, other]) leave();
});

test('a viewer looks and changes nothing; who renamed a handheld, checked it out and took it back stands in the audit trail', async () => {
  await using gateway = await startWithSite(people, { SUPERVISOR_PASSWORD: PASSWORD });
  await hello(gateway.url, said);
  const [vera, sam] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Sam', 'supervisor')];
  const id = /one\?id=(s[0-9a-f]{16})/.exec((await pageFor(gateway, '/gateway/floor', vera)).html)?.[1] ?? '';
  const one = `/gateway/floor/one?id=${id}`;
  expect((await pageFor(gateway, one, vera)).html).not.toMatch(/<form[^>]* action="\/gateway\/floor/);
  expect((await pageFor(gateway, one, sam)).html).toMatch(/<form[^>]* action="\/gateway\/floor\/rename/);
  const changes = [
    ['rename', { name: 'Dock 3' }],
    ['hold', { badge: 'W-007' }],
    ['hold', { back: '1' }],
  ] as const;
  for (const [place, fields] of changes)
    expect((await postAs(gateway, `/gateway/floor/${place}`, { id, ...fields }, vera)).status).toBe(403);
  for (const [place, fields] of changes) await postAs(gateway, `/gateway/floor/${place}`, { id, ...fields }, sam);
  const lines = await (await fetch(`${gateway.url}/gateway/audit/lines`, { headers: gateway.here })).text();
  expect(lines.match(/"name":"Sam · local".*"action":"handheld-.*"subject":"[^"]*"/g)?.toReversed()).toEqual([
    expect.stringContaining(`"action":"handheld-renamed","subject":"${id}:  → Dock 3"`),
    expect.stringContaining(`"action":"handheld-checked-out","subject":"${id}: Dock 3, 7"`),
    expect.stringContaining(`"action":"handheld-back","subject":"${id}: Dock 3, 7"`),
  ]);
});

test('the board is for people who are signed in: nobody else reads it, hears of it or changes it', async () => {
  await using gateway = await startHere({
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
    SUPERVISOR_PASSWORD: 'a long password',
  });
  const dock = await enrolled(gateway.url, 'Dock 3');
  for (const headers of [away, { ...away, cookie: dock }]) {
    for (const path of ['', '/one?id=d1', '/live']) {
      const reply = await fetch(`${gateway.url}/gateway/floor${path}`, { headers });
      expect([401, 403]).toContain(reply.status);
      expect(await reply.text()).not.toContain('Dock 3');
    }
    for (const path of ['/rename', '/hold']) {
      const body = new URLSearchParams({ id: 'd1', name: 'Mine', badge: '7' });
      const reply = await fetch(`${gateway.url}/gateway/floor${path}`, { method: 'POST', headers, body });
      expect([401, 403]).toContain(reply.status);
    }
  }
  expect(await pageOf(gateway)).toContain('Dock 3');
});

test('a browser is named by what its User-Agent says it is, and a text that is none by nothing', () => {
  expect(browserOf(CHROME)).toBe('Chrome 119');
  expect(browserOf(CHROME.replace('Android 10', 'Android 10; wv'))).toBe('WebView 119');
  expect(browserOf(`${CHROME} EdgA/119.0`)).toBe('Edge 119');
  expect(browserOf('Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox 140');
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1';
  expect(browserOf(safari)).toBe('Safari 26');
  expect(browserOf('<script>')).toBe('');
});

test('handhelds that have a newer version say why they do not take it; a supervisor asks them to once, at every gateway, and a viewer asks nothing', async () => {
  await using gateway = await startWithSite(people, { SUPERVISOR_PASSWORD: PASSWORD });
  const asked = async (): Promise<unknown> =>
    ((await (await fetch(`${gateway.url}/gateway/hello?nonce=n`)).json()) as { takeUpdate?: unknown }).takeUpdate;
  await hello(gateway.url, said);
  const [vera, sam] = [await person(gateway, 'Vera', 'viewer'), await person(gateway, 'Sam', 'supervisor')];
  const board = async (of: typeof vera): Promise<string> => (await pageFor(gateway, '/gateway/floor', of)).html;
  expect(await board(sam)).not.toContain('newer version');

  await hello(gateway.url, { ...said, update: 'task' });
  await vi.waitFor(async () => expect(await board(sam)).toContain('newer version: waits for the end of a task'));
  const id = /one\?id=(s[0-9a-f]{16})/.exec(await board(vera))?.[1] ?? '';
  expect((await pageFor(gateway, `/gateway/floor/one?id=${id}`, vera)).html).toContain('Something is begun on it.');
  const failed = '0b5c7f9e-1111-4222-8333-444455557777';
  await hello(gateway.url, { ...said, id: failed, update: 'failed' });
  await vi.waitFor(async () => expect(await board(vera)).toContain('newer version: did not start'));
  expect(await board(vera)).toContain('One handheld has a newer version that it has not taken.');
  expect(await board(vera)).not.toContain('/gateway/floor/update');
  expect((await postAs(gateway, '/gateway/floor/update', {}, vera)).status).toBe(403);
  expect(await asked()).toBeUndefined();

  expect(await board(sam)).toContain('action="/gateway/floor/update"');
  expect((await postAs(gateway, '/gateway/floor/update', {}, sam)).status).toBe(303);
  expect(await asked()).toBe(true);
  expect(await board(sam)).toContain('They were asked to take it');
  expect(await board(sam)).not.toContain('action="/gateway/floor/update"');
  const lines = await (await fetch(`${gateway.url}/gateway/audit/lines`, { headers: gateway.here })).text();
  expect(lines.match(/"action":"update-asked"/g)).toHaveLength(1);
});

test('the floor says that the clocks of the gateway and of the service are apart, and so do health and a metric', async () => {
  const server = createServer((request, reply) => {
    request.resume();
    reply.writeHead(404, { date: new Date(Date.now() + 600_000).toUTCString() }).end();
  });
  await using open = await listening(server);
  await using gateway = await startHere({ UPSTREAM_URL: `http://127.0.0.1:${open.port}` });
  const at = async (path: string): Promise<string> =>
    (await fetch(`${gateway.url}/gateway/${path}`, { headers: gateway.here })).text();
  await vi.waitFor(async () => {
    expect(await at('floor')).toMatch(
      /The clocks of the gateway and of the service are (?:599|600) s apart: tell IT\./,
    );
  });
  expect(await at('health')).toContain('The clock of this machine is about 600 s behind the service’s');
  expect(await at('metrics')).toMatch(/^scanline_service_clock_ahead_seconds (?:599|600)/m);
});
