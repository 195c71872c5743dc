import { connect, createServer } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { PASSWORD } from '#main/testing/deviceRig.ts';
import { createBrowser, startProvider } from '#e2e/rig/openIdProvider.ts';
import { freePort, listening } from '#main/testing/rig.ts';

// The provider warns that it is set up for tests.
beforeAll(() => {
  for (const how of ['warn', 'info'] as const) vi.spyOn(console, how).mockImplementation(() => {});
});

/** The address that a page leads on to by itself. */
const ledTo = (html: string): string | undefined => /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];

test('somebody whom the provider knows signs in there, comes back to the page that they asked for, and has the role of the claim', async () => {
  const known = { ida: { name: 'Ida', roles: ['other', 'it'] }, vera: { name: 'Vera', roles: 'viewer' } };
  await using provider = await startProvider(known);
  await using gateway = await startHere(provider.env);
  provider.serve(gateway);
  const sign = await (await fetch(`${gateway.url}/gateway/ledger`)).text();
  expect(sign).toContain(`Sign in at ${new URL(provider.issuer).host}`);

  const browser = createBrowser();
  const back = await browser.signIn(gateway.url, 'ida', '/gateway/ledger?state=received');
  expect([back.status, ledTo(back.html)]).toEqual([200, '/gateway/ledger?state=received']);
  const page = await browser.follow(`${gateway.url}/gateway/people`);
  expect([page.status, page.html]).toEqual([200, expect.stringContaining('Ida · IT')]);
  expect(page.html).toContain('signs in at the provider');

  const other = createBrowser();
  expect((await other.signIn(gateway.url, 'vera')).status).toBe(200);
  expect((await other.follow(`${gateway.url}/gateway/ledger`)).status).toBe(200);
  expect((await other.follow(`${gateway.url}/gateway/people`)).status).toBe(403);
}, 30_000);

test('somebody of the provider who is called as another is, or as the first account, is told from them in the trail', async () => {
  const name = 'SUPERVISOR_PASSWORD\n\0\u202e';
  await using provider = await startProvider({ eve: { name, roles: ['it'] } });
  await using gateway = await startHere({ ...provider.env, SUPERVISOR_PASSWORD: PASSWORD });
  provider.serve(gateway);
  const browser = createBrowser();
  await browser.signIn(gateway.url, 'eve');
  const lines = (await browser.follow(`${gateway.url}/gateway/audit/lines`)).html;
  expect(lines).toMatch(/"name":"SUPERVISOR_PASSWORD · provider".*"action":"audit-exported"/);
  expect(lines).not.toMatch(/"account":\d+,"name":"SUPERVISOR_PASSWORD"/);
}, 30_000);

test('who has no role at the provider does not come in, and one that was taken away holds no longer than the next sign-in', async () => {
  const known: Record<string, Record<string, unknown>> = {
    sam: { name: 'Sam', groups: ['leads'] },
    eve: { name: 'Eve', groups: ['it'] },
  };
  await using provider = await startProvider(known);
  await using gateway = await startHere({
    ...provider.env,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'supervisor=leads,it=admins',
  });
  provider.serve(gateway);
  const eve = await createBrowser().signIn(gateway.url, 'eve');
  expect([eve.status, eve.html]).toEqual([403, expect.stringContaining('have no role here')]);
  const browser = createBrowser();
  await browser.signIn(gateway.url, 'sam');
  expect((await browser.follow(`${gateway.url}/gateway/devices`)).status).toBe(200);
  known['sam'] = { name: 'Sam', groups: [] };
  const again = await createBrowser().signIn(gateway.url, 'sam');
  expect(again.status).toBe(403);
  known['sam'] = { name: 'Sam', groups: ['viewer'] };
  await createBrowser().signIn(gateway.url, 'sam');
  expect((await browser.follow(`${gateway.url}/gateway/devices`)).status).toBe(403); // the role is the account's, in each session
}, 30_000);

test('an answer of the provider is taken once, by the browser that asked, and by no other', async () => {
  await using provider = await startProvider({ ida: { name: 'Ida', roles: ['it'] } });
  await using gateway = await startHere({ ...provider.env, SUPERVISOR_PASSWORD: PASSWORD });
  provider.serve(gateway);
  const browser = createBrowser();
  const back = await browser.signIn(gateway.url, 'ida');
  const answer = back.seen.find((address) => address.includes('/gateway/sign-in/back?')) ?? '';
  expect(answer).toContain('code=');

  const refused = async (asked: ReturnType<typeof createBrowser>, address: string) => {
    const came = await asked.follow(address);
    expect([came.status, came.html]).toEqual([403, expect.stringContaining('was not completed')]);
    const host = new URL(gateway.url).host;
    expect([...asked.cookies.keys()]).not.toContain(`${host} scanline-supervisor`);
  };
  await refused(createBrowser(), answer); // whoever is handed the address
  const victim = createBrowser();
  await victim.follow(`${gateway.url}/gateway/sign-in/provider`);
  await refused(victim, answer); // another sign-in's state
  const mine = createBrowser();
  const started = await mine.follow(`${gateway.url}/gateway/sign-in/provider`);
  const state = new URL(started.seen[1] ?? '').searchParams.get('state') ?? '';
  await refused(mine, answer.replace(/state=[^&]+/, `state=${encodeURIComponent(state)}`)); // its own state with another's code
  const changed = createBrowser();
  const mineToo = await changed.signIn(gateway.url, 'ida', '/gateway/ledger', '/gateway/sign-in/back');
  const people = Buffer.from('/gateway/people').toString('base64url');
  await refused(changed, mineToo.address.replace(/\.[\w-]+(?=&|$)/, `.${people}`)); // a state that somebody else wrote on
  const failed = createBrowser();
  await failed.follow(`${gateway.url}/gateway/sign-in/provider`);
  await refused(failed, `${gateway.url}/gateway/sign-in/back?error=access_denied`);
}, 30_000);

test('the way back leads to a page of the gateway, whatever was asked for', async () => {
  await using provider = await startProvider({ ida: { name: 'Ida', roles: ['it'] } });
  await using gateway = await startHere(provider.env);
  provider.serve(gateway);
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '//evil',
    '/\\evil.example',
    '/gateway/sign-in/back',
    '/index.html',
  ]) {
    const back = await createBrowser().signIn(gateway.url, 'ida', next);
    expect([next, ledTo(back.html)]).toEqual([next, '/gateway/floor']);
  }
}, 30_000);

test('a sign-in that begins at one gateway ends at its neighbour, as nothing of it lies at either', async () => {
  await using provider = await startProvider({ ida: { name: 'Ida', roles: ['it'] } });
  await using one = await startHere({ ...provider.env, SUPERVISOR_PASSWORD: PASSWORD });
  await using two = await startHere({ ...provider.env, SUPERVISOR_PASSWORD: PASSWORD });
  const ports = [one, two].map(({ url }) => Number(new URL(url).port));
  let connections = 0;
  const balancer = createServer((client) => {
    const gateway = connect(ports[connections++ % 2] ?? 0, '127.0.0.1');
    client.pipe(gateway).pipe(client);
    for (const socket of [client, gateway]) socket.on('error', () => client.destroy());
  });
  await using open = await listening(balancer);
  const url = `http://127.0.0.1:${open.port}`;
  provider.serve({ url });
  const back = await createBrowser().signIn(url, 'ida');
  expect([back.status, ledTo(back.html), connections]).toEqual([200, '/gateway/ledger', 2]); // to go, and to come back
});

test('a provider that is away is said', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'scanline', OIDC_CLIENT_SECRET: 'secret' };
  await using gateway = await startHere({ ...env, SUPERVISOR_PASSWORD: PASSWORD });
  const away = await createBrowser().follow(`${gateway.url}/gateway/sign-in/provider`);
  expect([away.status, away.html]).toEqual([503, expect.stringContaining('does not answer now')]);
});
