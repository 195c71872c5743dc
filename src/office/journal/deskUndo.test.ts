import { expect, test } from 'vitest';
import { type GatewayHere, startHere } from '#main/testing/appRig.ts';
import { KEY, PASSWORD, call, enrolled } from '#main/testing/deviceRig.ts';
import { type Browser, pageFor, person, postAs } from '#main/testing/peopleRig.ts';
import { httpReply, startUpstream } from '#main/testing/rig.ts';

const PATH = '/gateway/ledger/decide';

/** Starts a gateway with one call of which nobody knows, and words that can be undone for a minute. */
async function startDesk() {
  const upstream = await startUpstream((request) => request.reply(httpReply(502, 'text/html', 'no')));
  const env = { UPSTREAM_URL: upstream.url.href, UPSTREAM_API_KEY: KEY, SUPERVISOR_PASSWORD: PASSWORD };
  const gateway = await startHere({ ...env, TRUSTED_PROXY: '127.0.0.1' }, { undoMs: 60_000 });
  const dock = await enrolled(gateway.url, 'Dock 3');
  await call(gateway.url, 'call-0001', dock);
  const people = [await person(gateway, 'Sam', 'supervisor'), await person(gateway, 'Ida', 'supervisor')] as const;
  return {
    gateway,
    dock,
    sam: people[0],
    ida: people[1],
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const decide = (gateway: GatewayHere, says: string, who: Browser, more = {}) =>
  postAs(gateway, PATH, { call: 'call-0001', says, ...more }, who);

/** Asks as the handheld does how its call stands. */
async function heardBy(gateway: GatewayHere, cookie: string): Promise<unknown> {
  const reply = await fetch(`${gateway.url}/gateway/decisions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.9', cookie },
    body: JSON.stringify({ tell: [], ask: ['call-0001'] }),
  });
  return ((await reply.json()) as { asked: readonly { stands: { is: string } }[] }).asked[0]?.stands.is;
}

test('that it was done is said with an Undo for whoever said it, at other desks with the time that is left, and no handheld hears of it', async () => {
  await using desk = await startDesk();
  const { gateway, dock, sam, ida } = desk;
  const said = await decide(gateway, 'done', sam, { why: 'seen there' });
  expect([said.status, said.headers.get('location')]).toEqual([303, '/gateway/ledger?said=call-0001#said']);
  const own = (await pageFor(gateway, '/gateway/ledger?said=call-0001', sam)).html;
  expect(own).toMatch(/<p role="status">.*: it was done\.<\/p>/);
  expect(own).toMatch(/You can undo it for \d\d s\..*<button [^>]*value="undo"[^>]*>Undo</);
  expect(own.split('value="undo"')).toHaveLength(2); // once
  const others = (await pageFor(gateway, '/gateway/ledger', ida)).html;
  expect(others).toMatch(/<strong>It was done<\/strong> · <span[^>]*>Sam · local<.*It counts in \d\d s\./);
  for (const form of ['value="undo"', 'value="done"', 'value="not-done"']) expect(others).not.toContain(form);
  expect((await pageFor(gateway, '/gateway/ledger/one?key=call-0001', ida)).html).toContain('It counts in');
  expect((await decide(gateway, 'done', sam)).status).toBe(303); // its form came twice
  expect(await heardBy(gateway, dock)).toBe('open');
});

test('meanwhile nobody at a desk says anything else, and nobody undoes what another said', async () => {
  await using desk = await startDesk();
  const { gateway, sam, ida } = desk;
  await decide(gateway, 'done', sam);
  for (const [says, who] of [
    ['not-done', ida],
    ['done', ida],
    ['not-done', sam],
  ] as const) {
    const { status, text } = await decide(gateway, says, who);
    expect([status, text]).toEqual([
      409,
      expect.stringMatching(/role="alert">Sam · local has just said that it was done\. That counts in \d\d s/),
    ]);
  }
  const undone = await decide(gateway, 'undo', ida);
  expect([undone.status, undone.text]).toEqual([409, expect.stringContaining('Nothing can be undone')]);
});

test('what was undone is to be checked as before, and may be decided otherwise; the audit trail has the word and the undo', async () => {
  await using desk = await startDesk();
  const { gateway, dock, sam } = desk;
  await decide(gateway, 'done', sam, { on: 'call' });
  const undone = await decide(gateway, 'undo', sam, { on: 'call' });
  expect([undone.status, undone.headers.get('location')]).toEqual([
    303,
    '/gateway/ledger/one?key=call-0001&undone=call-0001',
  ]);
  const page = (await pageFor(gateway, '/gateway/ledger/one?key=call-0001&undone=call-0001', sam)).html;
  expect(page).toMatch(/role="status">.*: undone\. It is still to be checked\./);
  expect(page).toContain('value="not-done"');
  expect((await decide(gateway, 'undo', sam)).status).toBe(409);
  expect((await decide(gateway, 'not-done', sam)).status).toBe(303);
  expect(await heardBy(gateway, dock)).toBe('not-done');
  const lines = await (await fetch(`${gateway.url}/gateway/audit/lines`, { headers: gateway.here })).text();
  expect(
    [...lines.matchAll(/"action":"(call-decided|decision-undone)","subject":"([^"]*)"/g)].map(([, ...one]) => one),
  ).toEqual([
    ['call-decided', 'call-0001: not-done'],
    ['decision-undone', 'call-0001: done'],
    ['call-decided', 'call-0001: done'],
  ]);
});
