import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type GatewayHere, startHere } from '#main/testing/appRig.ts';
import { away } from '#main/testing/deviceRig.ts';
import { ledgerKinds } from '#main/testing/ledgerRig.ts';
import { listening } from '#main/testing/rig.ts';
import { textIn } from '#main/testing/rig.ts';
import { createAccounts } from './accounts.ts';
import { createProvider } from './provider.ts';
import { createSignIn } from './signIn.ts';

const CLIENT = 'scanline';
const MINUTE = 60_000;
const kinds = await ledgerKinds();

/** A provider that believes every answer, as often as it comes: it never checks a code, and counts what it is asked. */
async function startBeliever(more: (reply: ServerResponse, path: string) => boolean = () => false) {
  let nonce = '';
  const asked = { tokens: 0 };
  const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    const path = request.url ?? '';
    if (path === '/token') asked.tokens += 1;
    if (more(reply, path)) return;
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: CLIENT, sub: 'ida', name: 'Ida', roles: ['it'], iat: now, exp: now + 60, nonce };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'RS256' })}.${part(claims)}.${randomBytes(256).toString('base64url')}`;
    const said =
      path === '/token'
        ? { access_token: 'one', token_type: 'bearer', id_token: token }
        : { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(said));
  });
  const open = await listening(server);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: 'a secret of the gateway' },
    /** Has a browser go there. @returns its cookie, and the address that leads it back. */
    async begin({ url }: GatewayHere) {
      const gone = await fetch(`${url}/gateway/sign-in/provider`, { redirect: 'manual', headers: away });
      const to = new URL(gone.headers.get('location') ?? url);
      nonce = to.searchParams.get('nonce') ?? '';
      const cookie = gone.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { cookie, address: `${url}/gateway/sign-in/back?code=x&state=${to.searchParams.get('state')}` };
    },
    [Symbol.asyncDispose]: open[Symbol.asyncDispose],
  };
}

async function come(address: string, cookie: string) {
  const reply = await fetch(address, { redirect: 'manual', headers: { ...away, cookie } });
  const isIn = reply.headers.getSetCookie().some((one) => /^scanline-supervisor=[\w-]{43};/.test(one));
  return { status: reply.status, isIn, html: textIn(await reply.text()) };
}

test('the provider is asked about nothing that a stranger made up', async () => {
  await using provider = await startBeliever();
  await using gateway = await startHere(provider.env);
  const own = await provider.begin(gateway);
  const derived = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest('base64url');
  const next = Buffer.from('/gateway/floor').toString('base64url');
  for (const secret of [
    'x'.repeat(43),
    randomBytes(32).toString('base64url'),
    own.cookie.split('=')[1]?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) ?? '',
  ]) {
    const state = `${derived(secret, 'state /gateway/floor')}.${next}`;
    const address = `${gateway.url}/gateway/sign-in/back?code=x&state=${state}`;
    expect(await come(address, `scanline-provider=${secret}`)).toMatchObject({ status: 403, isIn: false });
  }
  expect(provider.asked.tokens).toBe(0);
  expect(await come(own.address, own.cookie)).toMatchObject({ status: 200, isIn: true });
  expect(provider.asked.tokens).toBe(1);
});

test('an answer is taken once, whatever the provider says to the next, also where both come at once', async () => {
  await using provider = await startBeliever();
  await using gateway = await startHere(provider.env);
  const { cookie, address } = await provider.begin(gateway);
  const heard = await Promise.all(Array.from({ length: 4 }, () => come(address, cookie)));
  expect(heard.filter(({ isIn }) => isIn)).toHaveLength(1);
  expect(await come(address, cookie)).toMatchObject({ status: 403, isIn: false });
  expect(provider.asked.tokens).toBe(1);
});

test('of two cookies with a secret none is believed: one was put there by somebody else', async () => {
  await using provider = await startBeliever();
  await using gateway = await startHere(provider.env);
  const theirs = await provider.begin(gateway);
  const mine = await provider.begin(gateway);
  for (const cookie of [`${theirs.cookie}; ${mine.cookie}`, `${mine.cookie}; ${theirs.cookie}`])
    expect(await come(mine.address, cookie)).toMatchObject({ status: 403, isIn: false });
  expect(provider.asked.tokens).toBe(0);
});

test('one network has the provider asked as often as people come, and hears in how many seconds to come again', async () => {
  await using provider = await startBeliever();
  await using gateway = await startHere(provider.env);
  const statuses: number[] = [];
  for (let n = 0; n < 70; n += 1) {
    const { cookie, address } = await provider.begin(gateway);
    statuses.push((await come(address, cookie)).status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
  expect(statuses.at(-1)).toBe(429);
  const { cookie, address } = await provider.begin(gateway);
  expect((await come(address, cookie)).html).toMatch(/try again in \d+ seconds/);
}, 30_000);

test('a provider that is out of order is asked once what it is, however many want to go there', async () => {
  let described = 0;
  await using provider = await startBeliever((reply, path) => {
    if (path === '/token') return false;
    described += 1;
    reply.writeHead(500).end();
    return true;
  });
  await using gateway = await startHere(provider.env);
  for (let n = 0; n < 20; n += 1)
    expect((await fetch(`${gateway.url}/gateway/sign-in/provider`, { redirect: 'manual' })).status).toBe(503);
  expect(described).toBeLessThanOrEqual(2);
});

test.each(['/token', '/.well-known/openid-configuration'])(
  'a reply of the provider at %s that does not end is read no further',
  async (endless) => {
    let sent = 0;
    let closed: Promise<unknown> = Promise.resolve();
    await using provider = await startBeliever((reply, path) => {
      if (path !== endless) return false;
      closed = once(reply, 'close');
      reply.setHeader('content-type', 'application/json');
      const piece = Buffer.alloc(64 * 1024, ' ');
      const send = (): void => {
        while (!reply.destroyed && sent < 300_000_000) {
          sent += piece.byteLength;
          if (!reply.write(piece)) return void reply.once('drain', send);
        }
      };
      send();
      return true;
    });
    await using gateway = await startHere(provider.env);
    const { cookie, address } = await provider.begin(gateway);
    expect([403, 503]).toContain((await come(address, cookie)).status);
    await closed;
    expect(sent).toBeLessThan(16_000_000); // what lies in sockets
  },
  30_000,
);

test('a secret holds for ten minutes, at each gateway that has the client’s secret, and in one spelling', async () => {
  let now = 1_700_000_000_000;
  const settings = {
    issuer: new URL('https://sign-in.example'),
    clientId: CLIENT,
    roleClaim: 'roles',
    roleValues: { viewer: 'viewer', supervisor: 'supervisor', it: 'it' },
  };
  const at = (clientSecret: string) => createProvider({ ...settings, clientSecret }, async () => now);
  const [one, two, other] = [at('a secret'), at('a secret'), at('another secret')];
  const secret = await one.secret();
  expect(secret).toMatch(/^[\w-]{43}$/);
  const held = () => Promise.all([one, two, other].map((provider) => provider.isUnderWay(secret)));
  expect(await held()).toEqual([true, true, false]);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spelt = Array.from(letters).map((letter) => secret.slice(0, 42) + letter);
  const read = await Promise.all(spelt.map((spelling) => one.isUnderWay(spelling)));
  expect(read.filter(Boolean)).toHaveLength(1);
  now += 10 * MINUTE;
  expect(await held()).toEqual([true, true, false]);
  now += MINUTE;
  expect(await held()).toEqual([false, false, false]);
  now -= 14 * MINUTE; // a clock that was put back
  expect(await held()).toEqual([false, false, false]);
});

describe.each(kinds)('what came back from the provider, in $name', (kind) => {
  test('is taken once by all gateways of the ledger, and is nobody’s session', async () => {
    await using place = await kind.place();
    await using opened = await place.open();
    const { ledger } = opened;
    const open = () => createSignIn(undefined, () => 0, ledger, createAccounts(ledger, false));
    const [one, two] = [open(), open()];
    const taken = await Promise.all([one.takeOnce('a secret'), two.takeOnce('a secret')]);
    expect(taken.toSorted()).toEqual([false, true]);
    expect(await one.takeOnce('another')).toBe(true);
    expect(await one.whose('a secret')).toBeUndefined();
  });
});
