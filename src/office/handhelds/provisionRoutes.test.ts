import { expect, test } from 'vitest';
import { startHere } from '#main/testing/appRig.ts';
import { PASSWORD, away } from '#main/testing/deviceRig.ts';
import { type Heard, post } from '#main/testing/rig.ts';
import { makeProvisionCode } from './provisionCode.ts';
import { openProvision, readProvision } from '#wire/provisioning.ts';

const page = '/gateway/provision';

function ask(url: string, path: string, fields: Record<string, string>, headers = {}): Promise<Heard> {
  return post(url, undefined, fields, { path, headers });
}

test('at the demo on this machine the page makes a code that its passcode opens, and never shows the key', async () => {
  await using gateway = await startHere();
  const empty = await fetch(`${gateway.url}${page}`);
  expect(empty.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await empty.text()).not.toMatch(/<script(?! src="\/gateway\/)|style=|onclick/);
  const made = await ask(gateway.url, page, {
    url: 'https://scanline.example.org',
    key: 'canary-key-4711',
    warehouse: '01',
    language: 'zh',
    validHours: '2',
  });
  expect(made.headers.get('cache-control')).toBe('no-store');
  const { text } = made;
  expect(text).toContain('<svg');
  expect(text).toMatch(/<details class="secret">.*<code class="verbatim">[0-9A-Z]{5}-[0-9A-Z]{5}<\/code>/s);
  expect(text).not.toContain('canary');
  const refused = await ask(gateway.url, page, { url: 'https://x.example/app', key: 'canary-key-4711' });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain('canary');
});

test('from elsewhere, and by another name of this machine, it is refused without a password', async () => {
  await using gateway = await startHere();
  expect((await fetch(`${gateway.url}${page}`, { headers: away })).status).toBe(403);
  expect((await ask(gateway.url, page, { url: 'https://x.example', key: 'k' }, away)).status).toBe(403);
  expect((await ask(gateway.url, `${page}/sign-in`, { password: '' }, away)).status).toBe(403);
  // A person is told so on a page, in the language that the browser asks for.
  const person = { ...away, accept: 'text/html,*/*', 'accept-language': 'ru' };
  for (const path of [page, '/gateway/sign-in', '/gateway/ledger']) {
    const said = await fetch(gateway.url + path, { headers: person });
    expect([said.status, said.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await said.text()).toMatch(/<html lang="ru">.*ИТ задаёт пароль через SUPERVISOR_PASSWORD/s);
  }
  expect((await ask(gateway.url, '/gateway/sign-in', { password: '' }, person)).text).toContain('<html lang="ru">');
});

test('a supervisor signs in from elsewhere, and a form of another site is refused', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  expect((await fetch(`${gateway.url}${page}`, { headers: away })).status).toBe(401);
  expect((await ask(gateway.url, `${page}/sign-in`, { password: 'no' }, away)).status).toBe(401);
  const signedIn = await ask(gateway.url, `${page}/sign-in`, { password: PASSWORD }, away);
  expect(signedIn.status).toBe(303);
  const [cookie = ''] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/; Path=\/gateway; HttpOnly; SameSite=Strict$/);
  const session = { ...away, cookie: cookie.split(';')[0] ?? '' };
  expect((await fetch(`${gateway.url}${page}`, { headers: session })).status).toBe(200);
  expect((await fetch(`${gateway.url}/gateway/sign-in`, { headers: away })).status).toBe(401);
  expect((await fetch(`${gateway.url}/gateway/sign-in`, { headers: session })).url).toBe(
    `${gateway.url}/gateway/floor`,
  );
  expect((await fetch(`${gateway.url}${page}`, { headers: { ...away, cookie: 'scanline-supervisor=x' } })).status).toBe(
    401,
  );
  const foreign = { ...session, 'sec-fetch-site': 'cross-site' };
  expect((await ask(gateway.url, page, { url: 'https://x.example', key: 'k' }, foreign)).status).toBe(403);
  await ask(gateway.url, `${page}/sign-out`, {}, session);
  expect((await fetch(`${gateway.url}${page}`, { headers: session })).status).toBe(401);
});

test('the sign-in of all pages leads to the page that was asked for, and to no other address', async () => {
  await using gateway = await startHere({ SUPERVISOR_PASSWORD: PASSWORD });
  const asked = await fetch(`${gateway.url}${page}?a=1`, { headers: away });
  expect(await asked.text()).toMatch(/action="\/gateway\/sign-in".*name="next" value="\/gateway\/provision\?a=1"/s);
  const leadsTo = async (next: string): Promise<string | null> => {
    const reply = await ask(gateway.url, '/gateway/sign-in', { password: PASSWORD, next }, away);
    expect(reply.status).toBe(303);
    return reply.headers.get('location');
  };
  expect(await leadsTo('/gateway/ledger?state=outcome-unknown')).toBe('/gateway/ledger?state=outcome-unknown');
  expect(await leadsTo('/gateway/devices/revoke')).toBe('/gateway/devices');
  for (const wrong of [
    'https://evil.example/',
    '//evil.example',
    '/gateway/ledger\r\nx: y',
    '/gateway/standin/journal',
  ]) {
    expect(await leadsTo(wrong)).toBe('/gateway/floor');
  }
  const stale = { ...away, cookie: 'scanline-supervisor=stale; scanline-supervisor=' };
  const signedIn = await ask(gateway.url, '/gateway/sign-in', { password: PASSWORD }, away);
  const token = /=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const session = { ...stale, cookie: stale.cookie + token };
  expect((await fetch(gateway.url + page, { headers: session })).status).toBe(200);
  const setup = await (await fetch(`${gateway.url}/gateway/setup`, { headers: session })).text();
  const links = new Set([...setup.matchAll(/href="(\/gateway\/[a-z/]+)"/g)].map(([, link = '']) => link));
  expect(links.size).toBeGreaterThan(8); // the pages of the navigation, and the parts of the set-up
  for (const link of links) expect(await leadsTo(link)).toBe(link);
});

test('where the gateway holds the key, the code has none', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: 'canary-key-4711' });
  const text = await (await fetch(`${gateway.url}${page}`, { headers: gateway.here })).text();
  expect(text).toContain('name="url"');
  expect(text).not.toMatch(/name="key"|canary/);
  const fields = { url: 'https://x.example', key: 'typed all the same' };
  const made = await ask(gateway.url, page, fields, gateway.here);
  expect(made.status).toBe(200);
});

test('what is wrong with a wish is named, and what is right is sealed whole', async () => {
  const now = Date.now();
  const wish = { url: 'https://x.example', key: 'k', warehouse: '007', language: 'ru', scanner: 'tab' };
  const { text, passcode, until } = await makeProvisionCode({ ...wish, validHours: '1.5' }, now);
  expect(until - now).toBeGreaterThan(1.49 * 3_600_000);
  expect(await openProvision(await readProvision(text), passcode, 'https://x.example', now)).toMatchObject({
    key: 'k',
    warehouse: '7',
    language: 'ru',
    scanner: 'tab',
  });
  for (const [wrong, field] of [
    [{ url: 'ftp://x' }, 'url'],
    [{ url: 'https://x.example/app' }, 'url'],
    [{ warehouse: 'one' }, 'warehouse'],
    [{ language: 'xx' }, 'language'],
    [{ scanner: 'bell' }, 'scanner'],
    [{ validHours: '0' }, 'valid-hours'],
    [{ validHours: '9999' }, 'valid-hours'],
  ] as const) {
    await expect(makeProvisionCode({ ...wish, ...wrong }, now)).rejects.toThrow(new RegExp(`^${field}`));
  }
});
