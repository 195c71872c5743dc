import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { pageFor, person } from '#main/testing/peopleRig.ts';
import { serviceReply, startUpstream } from '#main/testing/rig.ts';
import { type NoteParts, addNoteRoutes } from './noteRoutes.ts';

/** A JPEG of 640 × 480, as far as its head says. */
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 1, 224, 2, 128, 1, 1, 17, 0, 0xff, 0xd9]);
const note = { id: 'note-0001', key: 'call-0007', text: 'damaged\ncorner', by: '7', at: 1 };

async function twoHandhelds() {
  const upstream = await startUpstream((request) => request.reply(serviceReply('OK')));
  const gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
    LOG_LEVEL: 'trace',
  });
  const [mine, other] = [await enrolled(gateway.url, 'Dock 1'), await enrolled(gateway.url, 'Dock 2')];
  const tell = async (cookie: string, body: unknown) => {
    const headers = { ...away, cookie, 'content-type': 'application/json' };
    const reply = await fetch(`${gateway.url}/gateway/notes`, { method: 'POST', headers, body: JSON.stringify(body) });
    return [reply.status, await reply.json()] as const;
  };
  const show = async (cookie: string, id: string, jpeg: Uint8Array<ArrayBuffer> = JPEG, key = 'call-0007') => {
    const headers = { ...away, cookie, 'content-type': 'image/jpeg', 'scanline-taken-by': encodeURIComponent('Zoë') };
    const query = new URLSearchParams({ id, key, at: '5' });
    const reply = await fetch(`${gateway.url}/gateway/pictures?${query}`, { method: 'POST', headers, body: jpeg });
    return [reply.status, await reply.json()] as const;
  };
  return {
    gateway,
    upstream,
    mine,
    other,
    tell,
    show,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test('a note and its pictures are kept once their call is known, however often they are told, and the service gets none of it', async () => {
  await using rig = await twoHandhelds();
  const { gateway, upstream, mine, tell, show } = rig;
  expect(await tell(mine, { notes: [note] })).toEqual([200, { notes: [] }]); // it waits for its call
  expect((await show(mine, 'picture-1'))[0]).toBe(409);
  await call(gateway.url, 'call-0007', mine);
  for (let times = 0; times < 2; times += 1) {
    expect(await tell(mine, { notes: [note] })).toEqual([200, { notes: [{ id: 'note-0001', is: 'kept' }] }]);
    expect(await show(mine, 'picture-1')).toEqual([200, { kept: 'picture-1' }]);
  }
  expect(upstream.requests).toHaveLength(1);
  const sam = await person(gateway, 'Sam', 'viewer');
  const { html } = await pageFor(gateway, '/gateway/ledger/one?key=call-0007', sam);
  expect(html.split('damaged corner')).toHaveLength(2);
  expect(html.split('<img')).toHaveLength(2);
  expect((await pageFor(gateway, '/gateway/ledger', sam)).html).toContain('Note · 1 picture');
  expect(gateway.logged()).toContain('call-0007');
  expect(gateway.logged()).not.toMatch(/damaged|picture-1|Zo/);
});

test('words are shown to the desk as words, whatever they are, and a table takes none for a formula', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, tell } = rig;
  await call(gateway.url, 'call-0007', mine);
  await tell(mine, { notes: [{ ...note, text: '=1+1\u202E<img src=x onerror=alert(1)>', by: '<b>7</b>' }] });
  const sam = await person(gateway, 'Sam', 'viewer');
  const html = await (await fetch(`${gateway.url}/gateway/ledger/one?key=call-0007`, { headers: sam })).text();
  expect(html).toContain('=1+1 &lt;img src=x');
  expect(html).not.toMatch(/<img|<b>7/);
  const csv = await (await fetch(`${gateway.url}/gateway/ledger/csv`, { headers: sam })).text();
  expect(csv).toMatch(/'=1\+1 <img/);
});

test('the same picture, told twice at one moment, is kept once, and both hear so', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, show } = rig;
  await call(gateway.url, 'call-0007', mine);
  const heard = await Promise.all(Array.from({ length: 4 }, () => show(mine, 'picture-1')));
  expect(heard).toEqual(Array.from({ length: 4 }, () => [200, { kept: 'picture-1' }]));
  expect((await show(mine, 'picture-2'))[0]).toBe(200); // it has used no other one's place
  expect((await show(mine, 'picture-3'))[0]).toBe(200);
});

test('a picture is served to who may read the ledger alone, as a picture that can be nothing else', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, show } = rig;
  await call(gateway.url, 'call-0007', mine);
  await show(mine, 'picture-1');
  const at = `${gateway.url}/gateway/ledger/picture?id=picture-1`;
  expect((await fetch(at, { headers: { ...away, cookie: mine }, redirect: 'manual' })).status).not.toBe(200);
  const sam = await person(gateway, 'Sam', 'viewer');
  const reply = await fetch(at, { headers: sam });
  expect([...new Uint8Array(await reply.arrayBuffer())]).toEqual([...JPEG]);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect((await fetch(`${at}0`, { headers: sam })).status).toBe(404);
});

test('files have the words and the pictures of a call behind the columns of before', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, other, tell, show } = rig;
  await call(gateway.url, 'call-0007', mine);
  await call(gateway.url, 'call-0008', mine);
  await tell(mine, { notes: [note] });
  await tell(other, { notes: [{ ...note, id: 'note-0002', text: '=wet' }] });
  await show(mine, 'picture-1');
  const sam = await person(gateway, 'Sam', 'viewer');
  const lines = (await (await fetch(`${gateway.url}/gateway/ledger/lines`, { headers: sam })).text()).trim();
  const read = lines.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(read.find(({ key }) => key === 'call-0007')).toMatchObject({
    note: 'damaged corner · =wet',
    noteBy: '#1 (7)',
    noteAt: '1970-01-01T00:00:00.001Z',
    pictures: 1,
    pictureAddresses: '/gateway/ledger/picture?id=picture-1',
  });
  expect(read.find(({ key }) => key === 'call-0008')).not.toHaveProperty('note');
  const csv = await (await fetch(`${gateway.url}/gateway/ledger/csv`, { headers: sam })).text();
  expect(csv.split('\r\n')[0]).toMatch(
    /settledWhy"?[,;]"?note"?[,;]"?noteBy"?[,;]"?noteAt"?[,;]"?pictures"?[,;]"?pictureAddresses"?[,;]"?operationName/,
  );
});

test('a call has three pictures of one handheld, and what is no picture is none', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, show } = rig;
  await call(gateway.url, 'call-0007', mine);
  const script = new TextEncoder().encode('<script>alert(1)</script>');
  expect((await show(mine, 'picture-5', script))[0]).toBe(422);
  const huge = Uint8Array.from(JPEG);
  huge.set([0xff, 0xff, 0xff, 0xff], 7);
  expect((await show(mine, 'picture-6', huge))[0]).toBe(422);
  expect((await show(mine, 'picture-7', new Uint8Array(257 * 1024)))[0]).toBe(413);
  const heard = [];
  for (const n of [1, 2, 3, 4]) heard.push((await show(mine, `picture-${n}`))[0]);
  expect(heard).toEqual([200, 200, 200, 422]);
});

test('a stranger to a call may add to it within a bound, as a handheld that was enrolled anew', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, other, tell } = rig;
  await call(gateway.url, 'call-0007', mine);
  let kept = 0;
  for (let times = 0; times < 3; times += 1) {
    const notes = Array.from({ length: 50 }, (_, n) => ({ ...note, id: `note-${times}-${n}-00` }));
    kept += ((await tell(other, { notes }))[1] as { notes: unknown[] }).notes.length;
  }
  expect(kept).toBe(100);
  expect(await tell(mine, { notes: [note] })).toEqual([200, { notes: [{ id: 'note-0001', is: 'kept' }] }]);
});

test.each([
  ['nothing', undefined, /^notes: expected an object\.$/],
  ['no text', { notes: [{ ...note, text: '' }] }, /^notes\[0\]\.text: expected a text that is not empty\.$/],
  ['a long text', { notes: [{ ...note, text: 'x'.repeat(301) }] }, /^notes\[0\]\.text: /],
  ['too many', { notes: Array.from({ length: 51 }, () => note) }, /^notes: expected 50 at most\.$/],
])('it says what is wrong with %s', async (_, body, detail) => {
  await using rig = await twoHandhelds();
  const [status, said] = await rig.tell(rig.mine, body);
  expect([status, (said as { detail: string }).detail]).toEqual([400, expect.stringMatching(detail)]);
});

/** The routes over a ledger in which a call is the asker's own, and every picture is as it says. */
async function routesOver(notes: Partial<NoteParts['notes']>) {
  const app = fastify();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  addNoteRoutes(app, {
    holders: { standing: async () => 'holder' },
    notes: {
      isNoteKept: async () => false,
      isPictureKept: async () => false,
      keepNote: async () => 'kept',
      keepPicture: async () => 'kept',
      ...notes,
    },
  });
  const show = async (query: Readonly<Record<string, string>> = {}, by: string | null = 'Ada') =>
    app.inject({
      method: 'POST',
      url: '/gateway/pictures',
      query: { id: 'picture-1', key: 'call-0007', at: '5', ...query },
      headers: { 'content-type': 'image/jpeg', ...(by !== null && { 'scanline-taken-by': by }) },
      payload: Buffer.from(JPEG),
    });
  return { show, [Symbol.asyncDispose]: () => app.close() };
}

test('a handheld tells three hundred pictures at once and then one each ten seconds; what is kept already counts for none', async () => {
  const kept = new Set<string>();
  await using routes = await routesOver({
    isPictureKept: async (id) => kept.has(id),
    async keepPicture({ id }) {
      kept.add(id);
      return 'kept';
    },
  });
  for (let n = 0; n < 300; n += 1) expect((await routes.show({ id: `picture-${n}` })).statusCode).toBe(200);
  const more = await routes.show({ id: 'picture-300' });
  expect([more.statusCode, Number(more.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await routes.show({ id: 'picture-7' })).statusCode).toBe(200);
});

test.each([
  ['no-room', 507],
  ['refused', 422],
] as const)('a picture for which there is %s hears %i', async (is, status) => {
  await using routes = await routesOver({ keepPicture: async () => is });
  expect((await routes.show()).statusCode).toBe(status);
});

test('where the ledger cannot be written a picture is told to come again', async () => {
  await using routes = await routesOver({
    async keepPicture() {
      throw new Error('the disk is full');
    },
  });
  const { statusCode, headers } = await routes.show();
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
});

test.each([
  ['another id', { id: '../../etc' }, 'Ada', /^id: /],
  ['no key of a call', { key: 'x y' }, 'Ada', /^key: /],
  ['no time', { at: '-1' }, 'Ada', /^at: /],
  ['nobody who took it', {}, null, /^scanline-taken-by: /],
  ['a name without an end', {}, 'x'.repeat(2_000), /^scanline-taken-by: /],
])('a picture with %s is refused with a sentence', async (_, query, by, detail) => {
  let told = 0;
  await using routes = await routesOver({
    async keepPicture() {
      told += 1;
      return 'kept';
    },
  });
  const reply = await routes.show(query, by);
  expect([reply.statusCode, told]).toEqual([400, 0]);
  expect(reply.json<{ detail: string }>().detail).toMatch(detail);
});

test('a name that is none in percent is kept as nobody, and a long one in one short line', async () => {
  const by: string[] = [];
  await using routes = await routesOver({
    async keepPicture(facts) {
      by.push(facts.by);
      return 'kept';
    },
  });
  await routes.show({}, '%E0%A4%A');
  await routes.show({}, encodeURIComponent(`Ada\n${'x'.repeat(300)}`));
  expect(by).toEqual(['?', `Ada ${'x'.repeat(124)}`]);
});
