import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, away, call, enrolled } from '#main/testing/deviceRig.ts';
import { pageFor, person, postAs } from '#main/testing/peopleRig.ts';
import { httpReply, post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

const told = { id: 'decision-1', key: 'call-0007', says: 'done', version: 0, by: '7', why: 'seen on the shelf' };

/** Sends what a handheld tells and asks, as JSON. */
async function exchange(url: string, body: unknown, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'content-type': 'application/json', ...more };
  const reply = await fetch(`${url}/gateway/decisions`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, said: (await reply.json()) as { detail?: string } };
}

test('a call that a person said was done runs no more under its key or the next one, and whoever asks hears who said so', async () => {
  let ran = 0;
  await using upstream = await startUpstream((request) => {
    ran += 1;
    request.reply(httpReply(502, 'text/html', '<p>no</p>'));
  });
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  expect((await post(gateway.url, 'call-0007', revertOffFields())).code).toBe('outcome-unknown');
  const stands = { is: 'done', version: 1, by: '127.0.0.1 (7)', why: 'seen on the shelf' };
  const heard = await exchange(gateway.url, { tell: [told], ask: ['call-0007', 'call-0008'] });
  expect(heard).toEqual({
    status: 200,
    said: {
      told: [{ id: 'decision-1', holds: true, stands }],
      asked: [
        { key: 'call-0007', stands },
        { key: 'call-0008', stands: { is: 'open', version: 0 } },
      ],
    },
  });
  for (const key of ['call-0007', 'call-0007.g2']) {
    const asked = await post(gateway.url, key, revertOffFields());
    expect(asked.code).toBe('outcome-unknown');
    expect(JSON.parse(asked.text)).toMatchObject({
      detail: '127.0.0.1 (7) said that it was done.',
      stands: { is: 'done', by: '127.0.0.1 (7)' },
    });
  }
  expect(ran).toBe(1);
});

test('a decision about a call that this ledger does not know is kept, and the call is told it, whatever is in it', async () => {
  let ran = 0;
  await using upstream = await startUpstream((request) => {
    ran += 1;
    request.reply(httpReply(502, 'text/html', '<p>no</p>'));
  });
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  await exchange(gateway.url, { tell: [told], ask: [] });
  const asked = await post(gateway.url, 'call-0007', revertOffFields());
  expect([asked.code, JSON.parse(asked.text)]).toMatchObject(['outcome-unknown', { stands: { is: 'done' } }]);
  expect(ran).toBe(0);
});

test('a handheld of before, which knows of no decisions, goes on beside a newer one: what that one has ended it sends again for nothing, and hears so in the words that it knows', async () => {
  const ran: string[] = [];
  await using upstream = await startUpstream((request) => {
    ran.push(new URLSearchParams(request.body).get('deliveryCode') ?? '');
    if (ran.length > 1) request.reply(serviceReply('OK'));
    else request.reply(httpReply(502, 'text/html', '<p>no</p>'));
  });
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const before = JSON.parse((await post(gateway.url, 'call-0007', revertOffFields())).text) as object;
  await exchange(gateway.url, { tell: [told], ask: [] });
  const again = await post(gateway.url, 'call-0007.g2', revertOffFields());
  expect([again.status, again.code]).toEqual([504, 'outcome-unknown']);
  const { stands: _new, ...known } = JSON.parse(again.text) as { readonly stands: unknown };
  expect(Object.keys(known)).toEqual(Object.keys(before));
  expect((await post(gateway.url, 'call-0008', revertOffFields('D-1002'))).status).toBe(200);
  expect(ran).toEqual([revertOffFields()['deliveryCode'], 'D-1002']);
});

/** Starts a gateway with two handhelds before a service that loses each answer, and two people. */
async function twoHandhelds() {
  const upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', '<p>no</p>')));
  const gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const [mine, other] = [await enrolled(gateway.url, 'Dock 1'), await enrolled(gateway.url, 'Dock 2')];
  const tell = (cookie: string, more: object, ask: readonly string[] = []) =>
    exchange(gateway.url, { tell: [{ ...told, ...more }], ask }, { ...away, cookie });
  return {
    gateway,
    mine,
    other,
    tell,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test('a handheld decides about no call of another, whoever it says that it is, and the desk’s word is in time', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, other, tell } = rig;
  expect((await call(gateway.url, 'call-0007', mine)).code).toBe('outcome-unknown');
  const heard = await tell(other, { by: 'SUPERVISOR_PASSWORD', why: 'seen' }, ['call-0007']);
  expect(heard.said).toEqual({
    told: [{ id: 'decision-1', holds: false, stands: { is: 'running', version: 0 } }], // it is to ask under the key
    asked: [{ key: 'call-0007', stands: { is: 'answered', version: 0 } }],
  });
  const viewer = await person(gateway, 'Vera', 'viewer');
  expect((await tell(viewer['cookie'] ?? '', { id: 'decision-2' })).status).toBe(401);
  const sam = await person(gateway, 'Sam', 'supervisor');
  const desk = await postAs(gateway, '/gateway/ledger/decide', { call: 'call-0007', says: 'not-done' }, sam);
  expect(desk.status).toBe(303);
  const { html } = await pageFor(gateway, '/gateway/ledger/one?key=call-0007', sam);
  expect(html).toContain('Sam · local');
  expect(html).not.toContain('>SUPERVISOR_PASSWORD<');
  expect(html).not.toContain('it came late');
  // Its own handheld goes on from there.
  expect((await tell(mine, { id: 'decision-3', version: 1, says: 'sent-again' })).said).toMatchObject({
    told: [{ holds: true, stands: { is: 'sent-again', by: '#1 (7)' } }],
  });
});

test('where no handheld is asked for a token, whoever comes from elsewhere decides about no call of theirs', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', '<p>no</p>')));
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href, TRUSTED_PROXY: '127.0.0.1' });
  await post(gateway.url, 'call-0007', revertOffFields(), { headers: away });
  const from = (address: string) => exchange(gateway.url, { tell: [told], ask: [] }, { 'x-forwarded-for': address });
  expect((await from('10.0.0.8')).said).toMatchObject({ told: [{ holds: false }] });
  expect((await from('10.0.0.9')).said).toMatchObject({ told: [{ holds: true, stands: { by: '10.0.0.9 (7)' } }] });
});

test('a call that has not left is of whoever it was entered for', async () => {
  await using gateway = await startHere({
    UPSTREAM_URL: 'http://127.0.0.1:9/',
    UPSTREAM_API_KEY: KEY,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const [mine, other] = [await enrolled(gateway.url, 'Dock 1'), await enrolled(gateway.url, 'Dock 2')];
  expect((await call(gateway.url, 'call-0007', mine)).code).toBe('not-forwarded');
  const from = (cookie: string) => exchange(gateway.url, { tell: [told], ask: [] }, { ...away, cookie });
  expect((await from(other)).said).toMatchObject({ told: [{ holds: false }] });
  expect((await from(mine)).said).toMatchObject({ told: [{ holds: true }] });
});

test('whoever asks under a call’s key with all that is in it holds it, as after a queue was taken over; other content proves nothing', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, other, tell } = rig;
  await call(gateway.url, 'call-0007', mine);
  const wrong = { headers: { ...away, cookie: other } };
  expect((await post(gateway.url, 'call-0007', revertOffFields('D-9999', ''), wrong)).code).toBe('key-reuse');
  expect((await tell(other, {})).said).toMatchObject({ told: [{ holds: false }] });
  expect((await call(gateway.url, 'call-0007', other)).code).toBe('outcome-unknown');
  const heard = await tell(other, { id: 'decision-2' }, ['call-0007']);
  const stands = { is: 'done', version: 1, by: '#2 (7)', why: 'seen on the shelf' };
  expect(heard.said).toEqual({
    told: [{ id: 'decision-2', holds: true, stands }],
    asked: [{ key: 'call-0007', stands }],
  });
});

test('what a handheld tells of its person is one line, and never stands for who said it', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, tell } = rig;
  await call(gateway.url, 'call-0007', mine);
  const by = 'SUPERVISOR_PASSWORD\r\n\0\u202e"=1+1';
  const heard = await tell(mine, { by, why: 'a\nb\u202ec' });
  expect(heard.said).toMatchObject({
    told: [{ stands: { by: '#1 (SUPERVISOR_PASSWORD "=1+1)', why: 'a b c' } }],
  });
  const sam = await person(gateway, 'Sam', 'supervisor');
  const { html } = await pageFor(gateway, '/gateway/ledger/one?key=call-0007', sam);
  expect(html).toMatch(/Dock 1[^<]*<\/span>: <strong>/);
  expect(html).toContain('As told there: <span translate="no">SUPERVISOR_PASSWORD "=1+1</span>');
  const csv = await (await fetch(`${gateway.url}/gateway/ledger/csv`, { headers: sam })).text();
  expect(csv).not.toMatch(/[\0\u202e]/);
});

test('decisions about calls that the ledger does not know have a bound for each sender, and what has no room is told again later', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, other } = rig;
  let n = 0;
  const flood = async (cookie: string): Promise<number> => {
    const tell = Array.from({ length: 100 }, () => ({ ...told, id: `decision-${(n += 1)}`, key: `unknown-${n}` }));
    const { said } = await exchange(gateway.url, { tell, ask: [] }, { ...away, cookie });
    return (said as { told: unknown[] } & typeof said).told.length;
  };
  const kept: number[] = [];
  for (let times = 0; times < 12; times += 1) kept.push(await flood(mine));
  expect(kept.slice(0, 10)).toEqual(Array(10).fill(100));
  expect((kept[10] ?? 0) + (kept[11] ?? 0)).toBeLessThan(20);
  expect(await flood(other)).toBe(100);
  await call(gateway.url, 'call-0007', mine); // of a call that it holds it may tell all the same
  const known = await exchange(gateway.url, { tell: [told], ask: [] }, { ...away, cookie: mine });
  expect(known.said).toMatchObject({ told: [{ holds: true }] });
});

const mistake = { id: 'mistake-1', key: 'call-0007', by: '7', why: 'wrong\nshelf' };

test('that a finished call was a mistake is kept once, with whose word it is, and changes nothing of the call; its handheld hears what became of it', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK')));
  await using gateway = await startHere({
    UPSTREAM_URL: upstream.url.href,
    UPSTREAM_API_KEY: KEY,
    SUPERVISOR_PASSWORD: PASSWORD,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const mine = await enrolled(gateway.url, 'Dock 1');
  await call(gateway.url, 'call-0007', mine);
  const tell = () =>
    exchange(gateway.url, { tell: [], ask: ['call-0007'], mistakes: [mistake] }, { ...away, cookie: mine });
  const asked = [{ key: 'call-0007', stands: { is: 'answered', version: 0 } }];
  const open = { id: 'mistake-1', stands: { is: 'mistake', by: '#1 (7)', why: 'wrong shelf' } };
  for (const { said } of await Promise.all([tell(), tell(), tell()]))
    expect(said).toEqual({ told: [], asked, mistakes: [open] });
  const sam = await person(gateway, 'Sam', 'supervisor');
  const list = await pageFor(gateway, '/gateway/ledger', sam);
  expect(list.html.split('<h2>Said to be a mistake</h2>')).toHaveLength(2);
  const word = { call: 'call-0007', says: 'put-right', why: 'moved back' };
  expect((await postAs(gateway, '/gateway/ledger/decide', word, sam)).status).toBe(303);
  const settled = { is: 'put-right', by: 'Sam · local', why: 'moved back' };
  expect((await tell()).said).toEqual({ told: [], asked, mistakes: [{ id: 'mistake-1', stands: settled }] });
  // a handheld that knows of no such words hears of none
  const older = await exchange(gateway.url, { tell: [], ask: ['call-0007'] }, { ...away, cookie: mine });
  expect(older.said).toEqual({ told: [], asked });
});

test('a stranger to a call may say that it was a mistake, as one that was enrolled anew, within the bound of calls that are not its own', async () => {
  await using rig = await twoHandhelds();
  const { gateway, mine, other } = rig;
  await call(gateway.url, 'call-0007', mine);
  const say = async (cookie: string, mistakes: readonly object[]) => {
    const { said } = await exchange(gateway.url, { tell: [], ask: [], mistakes }, { ...away, cookie });
    return (said as { mistakes: readonly unknown[] } & typeof said).mistakes;
  };
  expect(await say(other, [mistake])).toMatchObject([{ stands: { is: 'mistake', by: '#2 (7)' } }]);
  let kept = 0;
  for (let times = 0; times < 12; times += 1) {
    const many = Array.from({ length: 100 }, (_, n) => ({ ...mistake, id: `mistake-${times}-${n}` }));
    kept += (await say(other, many)).length;
  }
  expect(kept).toBeGreaterThan(900);
  expect(kept).toBeLessThan(1_020);
  expect(await say(other, [mistake])).toHaveLength(1); // told again it takes no room
  expect(await say(mine, [{ ...mistake, id: 'mistake-2' }])).toMatchObject([{ id: 'mistake-2' }]);
});

test('a hello says that decisions are taken', async () => {
  await using gateway = await startHere();
  expect(await (await fetch(`${gateway.url}/gateway/hello?nonce=n`)).json()).toMatchObject({ decisions: true });
});

test.each([
  ['nothing', undefined, /^decisions: expected an object\.$/],
  ['another word', { tell: [{ ...told, says: 'maybe' }], ask: [] }, /^tell\[0\]\.says: expected .*done/],
  ['no name', { tell: [{ ...told, by: '' }], ask: [] }, /^tell\[0\]\.by: expected a text that is not empty\.$/],
  ['no key', { tell: [], ask: ['<b>'] }, /^ask\[0\]: /],
  [
    'too many',
    { tell: [], ask: Array(101).fill('call-0007') },
    /^tell, ask and mistakes: expected 100 at most in each\.$/,
  ],
])('it says what is wrong with %s', async (_, body, detail) => {
  await using gateway = await startHere();
  const { status, said } = await exchange(gateway.url, body);
  expect(status).toBe(400);
  expect(said.detail).toMatch(detail);
});
