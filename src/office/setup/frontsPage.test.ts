import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { person, postAs } from '#main/testing/peopleRig.ts';
import { post, serviceReply, startUpstream } from '#main/testing/rig.ts';
import { textIn } from '#main/testing/rig.ts';
import { startSetup } from '#main/testing/setupRig.ts';

const SIGN_IN = 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n';

/** Starts a service that a front stands before, and a gateway. `says`: what comes back of a call. */
async function startBehind(env: Readonly<Record<string, string>> = {}, site?: object) {
  let says = SIGN_IN;
  const upstream = await startUpstream(({ reply }) => reply(says));
  const setup = await startSetup({ UPSTREAM_URL: upstream.url.href, ...env }, site);
  let calls = 0;
  return {
    ...setup,
    upstream,
    says: (reply: string): void => void (says = reply),
    call: (key = `call-${(calls += 1)}000`) => post(setup.gateway.url, key),
    /** The fields of the first form of the page on such replies. */
    async fields(): Promise<Record<string, string>> {
      const html = await setup.page('/fronts');
      const inputs = [...html.matchAll(/<input[^>]*\bname="([^"]+)"[^>]*>/g)].filter(([tag]) => !/checkbox/.test(tag));
      return Object.fromEntries(
        inputs
          .filter(([tag]) => !tag.includes('radio') || tag.includes('checked'))
          .map(([tag, name = '']) => [name, textIn(/\bvalue="([^"]*)"/.exec(tag)?.[1])]),
      );
    },
    written: () => JSON.parse(readFileSync(setup.file, 'utf8')) as Record<string, unknown>,
    async [Symbol.asyncDispose]() {
      await setup[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const taught = {
  status: 401,
  header: { name: 'www-authenticate', contains: 'Negotiate' },
  confirmedBy: 'this machine',
};

test('a reply that comes often is offered at the set-up; whoever has seen that it comes before the service says so, and such a call is tried again', async () => {
  await using setup = await startBehind();
  const isOffered = async (): Promise<boolean> => (await setup.page()).includes('data-card="in-place"');
  for (let n = 0; n < 4; n += 1) expect(await setup.call()).toMatchObject({ status: 504, code: 'outcome-unknown' });
  expect(await isOffered()).toBe(false);
  await setup.call();
  expect(await isOffered()).toBe(true);
  expect(textIn(await setup.page())).toMatch(/HTTP 401.*5 calls since/s);

  const fields = await setup.fields();
  expect(fields).toMatchObject({ mark: 'www-authenticate', 'text-www-authenticate': 'Negotiate' });
  const unseen = await setup.post('/fronts', fields);
  expect([unseen.status, unseen.html]).toEqual([422, expect.stringContaining('Say first that you have seen it')]);
  const other = await setup.post('/fronts', { ...fields, sure: '1', 'text-www-authenticate': 'NTLM' });
  expect([other.status, other.html]).toEqual([422, expect.stringContaining('does not have this in it')]);
  expect(await setup.call('call-before')).toMatchObject({ code: 'outcome-unknown' });

  const kept = await setup.post('/fronts', { ...fields, sure: '1' });
  expect([kept.status, kept.html]).toEqual([200, expect.stringContaining('Kept, and in use.')]);
  expect(setup.written()).toMatchObject({ frontReplies: [taught] });
  expect(await isOffered()).toBe(false);
  expect(await setup.call('call-waits')).toMatchObject({ status: 503, code: 'not-forwarded' });
  setup.says(serviceReply('OK: done'));
  expect(await setup.call('call-waits')).toMatchObject({ status: 200 });
  expect(await setup.call('call-before')).toMatchObject({ code: 'outcome-unknown' }); // a doubt stays one

  const rule = JSON.stringify(taught);
  expect((await setup.post('/fronts', { step: 'take-out', rule })).html).toContain('Kept, and in use.');
  await setup.post('/fronts', { step: 'take-out', rule }); // pressed twice
  expect(setup.written()).toMatchObject({ frontReplies: [] });
  setup.says(SIGN_IN);
  expect(await setup.call('call-after')).toMatchObject({ code: 'outcome-unknown' });
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  [
    'of the service’s own host',
    SIGN_IN.replace('Content-Length', 'X-AspNet-Version: 4.0.30319\r\nContent-Length'),
    {},
    'not kept any more',
  ],
  [
    'by a header that any host sets',
    SIGN_IN,
    { mark: 'content-length', 'text-content-length': '0' },
    'on the service’s own replies too',
  ],
  ['by nothing', SIGN_IN, { 'text-www-authenticate': ' ' }, 'does not have this in it'],
])('what the service can say itself is not taken: a reply %s', async (_, reply, change, why) => {
  await using setup = await startBehind();
  setup.says(reply);
  await setup.call();
  const status = Number(reply.slice(9, 12));
  const marks = status === 401 && !reply.includes('AspNet') ? [['www-authenticate', 'Negotiate']] : [];
  const id = JSON.stringify([status, ...marks]);
  const usual = { id, mark: 'www-authenticate', 'text-www-authenticate': 'Negotiate', sure: '1' };
  const { status: refused, html } = await setup.post('/fronts', { ...usual, ...change });
  expect([refused, textIn(html)]).toEqual([422, expect.stringContaining(why)]);
  expect(await setup.call()).toMatchObject({ code: 'outcome-unknown' });
});

test('a header that the service’s own answers carry too is not taken', async () => {
  await using setup = await startBehind();
  await setup.call();
  const fields = await setup.fields();
  setup.says(serviceReply('OK: done').replace('Content-Type', 'WWW-Authenticate: Negotiate oYG2\r\nContent-Type'));
  expect(await setup.call()).toMatchObject({ status: 200 });
  const { status, html } = await setup.post('/fronts', { ...fields, sure: '1' });
  expect([status, textIn(html)]).toEqual([422, expect.stringContaining('own answers have this header too')]);
  expect(textIn(await setup.page('/fronts'))).toContain('Nothing in it tells it from a reply of the service itself');
});

test('IT alone says it; a supervisor sees what came', async () => {
  await using setup = await startBehind({ SUPERVISOR_PASSWORD: 'a long password' });
  await setup.call();
  const fields = { ...(await setup.fields()), sure: '1' };
  const sam = await person(setup.gateway, 'Sam', 'supervisor');
  const ida = await person(setup.gateway, 'Ida', 'it');
  const seen = await fetch(`${setup.gateway.url}/gateway/setup/fronts`, { headers: sam });
  const html = textIn(await seen.text());
  expect(html).toContain('HTTP 401');
  expect(html).toContain('Only IT can say');
  expect(html).not.toContain('name="sure"');
  expect((await postAs(setup.gateway, '/gateway/setup/fronts', fields, sam)).status).toBe(403);
  expect((await postAs(setup.gateway, '/gateway/setup/fronts', fields, ida)).status).toBe(200);
  expect(setup.written()).toMatchObject({ frontReplies: [{ ...taught, confirmedBy: 'Ida · local' }] });
  expect(textIn(await setup.page('/file'))).toMatch(/Who changed it.*Ida.*frontReplies: \+ .*Negotiate/s);
});

test.each([
  ['a few letters of it', 'gotiate', 'too little of it'],
  ['less than half of it', 'Nego', 'too little of it'],
])('a rule has to hold what tells such replies from others: %s is not taken', async (_, text, why) => {
  await using setup = await startBehind();
  await setup.call();
  const fields = { ...(await setup.fields()), sure: '1', 'text-www-authenticate': text };
  const { status, html } = await setup.post('/fronts', fields);
  expect([status, textIn(html)]).toEqual([422, expect.stringContaining(why)]);
  setup.says(SIGN_IN.replace('Negotiate', 'Bearer realm="orders"'));
  expect(await setup.call()).toMatchObject({ code: 'outcome-unknown' });
});

test('what a rule knows already is not taken again, and the page says that nothing is left to say', async () => {
  await using setup = await startBehind();
  await setup.call();
  const fields = { ...(await setup.fields()), sure: '1' };
  for (const _ of ['once', 'pressed twice'])
    expect((await setup.post('/fronts', fields)).html).toContain('Kept, and in use.');
  expect(setup.written()).toEqual(expect.objectContaining({ frontReplies: [taught] }));
  expect(textIn(await setup.page('/fronts'))).toContain('A rule knows all that came');
});

test('a supervisor brings no rule of IT back, and takes none away, by taking back the last change', async () => {
  await using setup = await startBehind({ SUPERVISOR_PASSWORD: 'a long password' }, { name: 'North hall' });
  await setup.call();
  const fields = { ...(await setup.fields()), sure: '1' };
  const sam = await person(setup.gateway, 'Sam', 'supervisor');
  const ida = await person(setup.gateway, 'Ida', 'it');
  const back = (who: typeof sam) => postAs(setup.gateway, '/gateway/setup/back', {}, who);
  await postAs(setup.gateway, '/gateway/setup/fronts', fields, ida);
  const rule = { ...taught, confirmedBy: 'Ida · local' };
  const refused = await back(sam);
  expect([refused.status, textIn(refused.text)]).toEqual([
    422,
    expect.stringContaining('frontReplies, which IT alone'),
  ]);
  expect(setup.written()).toMatchObject({ frontReplies: [rule] });
  expect((await back(ida)).status).toBe(200);
  expect(setup.written()).not.toHaveProperty('frontReplies');
  expect((await back(sam)).status).toBe(422);
  await postAs(setup.gateway, '/gateway/setup/units', { lines: '1;kg;1000' }, sam);
  expect((await back(sam)).status).toBe(200); // a change of what a supervisor says
});

test('a rule of before that the service could meet is laid aside, and can be taken out', async () => {
  const bad = { status: 503, confirmedBy: 'IT' };
  const good = { status: 404, page: 'HTTP Error 404.13', confirmedBy: 'IT' };
  await using setup = await startBehind(
    {},
    { frontReplies: [bad, good], answerRules: [{ contains: 'OK', verdict: 'accepted' }] },
  );
  const site = await fetch(`${setup.gateway.url}/gateway/site`, { headers: setup.gateway.here });
  expect(await site.json()).toMatchObject({ frontReplies: [good], answerRules: [{ contains: 'OK' }] });
  const html = textIn(await setup.page('/fronts'));
  expect(html).toMatch(/data-card="aside".*frontReplies\[0\].*name a header or page/s);
  await setup.post('/fronts', { step: 'take-out', rule: JSON.stringify(bad) });
  expect(setup.written()).toMatchObject({ frontReplies: [good] });
  expect(await setup.page('/fronts')).not.toContain('data-card="aside"');
});
