import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nowhere, startHere } from '#main/testing/appRig.ts';
import { hereAt, operate } from '#main/testing/operating.ts';
import { KEY, PASSWORD, away, call, enrol, enrolled, newCode } from '#main/testing/deviceRig.ts';
import { type Gateway, startGateway } from '#main/gateway.ts';
import { type Heard, httpReply, post, revertOffFields, startUpstream, tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';

test('a supervisor sees in the ledger whose call nobody knows of: the handheld’s name, or the address it came from', async () => {
  await using upstream = await startUpstream((request) => request.reply(httpReply(200, 'text/html', '<html></html>')));
  const at = { UPSTREAM_URL: upstream.url.href };
  await using enrolling = await startHere({ ...at, UPSTREAM_API_KEY: KEY });
  await enrolled(enrolling.url, 'Dock 2');
  await call(enrolling.url, 'call-0001', await enrolled(enrolling.url, '<b>Dock 3'));
  await post(enrolling.url, 'call-0002', revertOffFields('D-1001', ''), { headers: enrolling.here }); // a program on this machine
  const rows = await rowsIn(enrolling.url);
  expect(rows).toHaveLength(2);
  for (const row of rows.filter((one) => one.includes('call-0001'))) expect(row).toContain('>&lt;b&gt;Dock 3 (no. 2)<');
  for (const row of rows.filter((one) => one.includes('call-0002'))) expect(row).toContain('>this machine<');
  const page = await (
    await fetch(`${enrolling.url}/gateway/ledger/one?key=call-0001`, { headers: enrolling.here })
  ).text();
  expect(page).toContain('>&lt;b&gt;Dock 3 (no. 2)<');

  await using asking = await startHere({ ...at, TRUSTED_PROXY: '127.0.0.1' });
  await call(asking.url, 'call-0001', undefined, KEY);
  for (const row of await rowsIn(asking.url)) expect(row).toContain(`>${away['x-forwarded-for']}<`);
});

/** Reads the rows of the ledger page. */
async function rowsIn(url: string): Promise<readonly string[]> {
  const text = await (await fetch(`${url}/gateway/ledger`, { headers: hereAt(url) })).text();
  return [...text.matchAll(/<tr><td.*?<\/tr>/g)].map(([row]) => row);
}

test('what a restored back-up brings back, revoked handhelds and used codes, a supervisor ends at one stroke', async () => {
  using folder = tempDir();
  const env = {
    PORT: '0',
    DATA_DIR: folder.path,
    UPSTREAM_URL: 'stand-in',
    LOG_LEVEL: 'silent',
    UPSTREAM_API_KEY: KEY,
  };
  const open = async (): Promise<Gateway> => {
    const settings = readSettings({ ...env, SUPERVISOR_PASSWORD: PASSWORD });
    const opened = await startGateway(settings, { distDir: folder.path, logTo: nowhere });
    await operate(opened.url, folder.path, PASSWORD);
    return opened;
  };
  const [file, backup] = [join(folder.path, 'devices.sqlite'), join(folder.path, 'backup.sqlite')];
  let gateway = await open();
  const lost = await enrolled(gateway.url, 'Lost');
  const code = await newCode(gateway.url);
  await gateway.close();
  copyFileSync(file, backup);
  gateway = await open();
  await act(gateway.url, 'devices/revoke', {}, { number: '1' });
  expect((await enrol(gateway.url, code)).status).toBe(200);
  await gateway.close();
  copyFileSync(backup, file);
  gateway = await open();
  expect((await call(gateway.url, 'call-0001', lost)).status).toBe(200); // as the back-up has it

  expect(await (await fetch(`${gateway.url}/gateway/devices`, { headers: hereAt(gateway.url) })).text()).toContain(
    'Handhelds that call now: 1.',
  );
  expect((await act(gateway.url, 'devices/revoke-all', { cookie: '' })).status).toBe(401);
  expect((await act(gateway.url, 'devices/revoke-all', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await fetch(`${gateway.url}/gateway/devices/revoke-all`, { headers: hereAt(gateway.url) })).status).toBe(404); // no link, no picture
  expect((await call(gateway.url, 'call-0002', lost)).status).toBe(200);
  expect((await act(gateway.url, 'devices/revoke-all', {})).status).toBe(303);
  expect((await call(gateway.url, 'call-0003', lost)).code).toBe('not-enrolled');
  expect((await enrol(gateway.url, code, {}, 'b'.repeat(16))).status).toBe(410);
  expect((await call(gateway.url, 'call-0003', await enrolled(gateway.url))).status).toBe(200);
  await gateway.close();
});

test('the list finds a handheld by a part of its name or by its number, shows a hundred at once, and stays as it was asked for', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const { url } = gateway;
  const pageOf = async (address: string): Promise<string> =>
    (await fetch(`${url}${address}`, { headers: gateway.here })).text();
  const namesOn = (page: string): readonly string[] =>
    [...page.matchAll(/<tr id="d\d+".*?<strong[^>]*>([^<]*)</g)].map(([, name = '']) => name);
  expect(await pageOf('/gateway/devices')).not.toContain('name="search"'); // there is nothing to find
  for (let at = 1; at <= 103; at += 1) await enrolled(url, at === 7 ? 'Forklift <7>' : `Dock ${at}`);

  const all = await pageOf('/gateway/devices');
  expect(namesOn(all)).toHaveLength(100);
  const [, more = ''] = /href="([^"]+)">3 more</.exec(all) ?? [];
  expect(namesOn(await pageOf(more))).toEqual(['Dock 3', 'Dock 2', 'Dock 1']);

  const found = await pageOf('/gateway/devices?search=%20FORK');
  expect(namesOn(found)).toEqual(['Forklift &lt;7&gt;']);
  expect(found).toContain('value="FORK"');
  expect(found).not.toMatch(/<script(?! src)/); // it is found without a script
  expect(namesOn(await pageOf('/gateway/devices?search=3')).slice(0, 2)).toEqual(['Dock 3', 'Dock 103']); // its number, before names that have it
  const none = await pageOf(`/gateway/devices?search=${'x'.repeat(500)}`);
  expect(none).toContain('No handheld has this name or number.');
  expect(none).toContain(`value="${'x'.repeat(60)}"`);

  const revoked = await act(url, 'devices/revoke', {}, { number: '7', search: 'fork', from: '0' });
  expect(revoked.headers.get('location')).toBe('/gateway/devices?search=fork');
  expect(await pageOf('/gateway/devices?search=fork')).toMatch(/class="is-over".*revoked <time/);
});

test('where no handheld is enrolled the page says what to do, and leads there', async () => {
  await using gateway = await startHere();
  const page = await (await fetch(`${gateway.url}/gateway/devices`, { headers: gateway.here })).text();
  const main = page.slice(page.indexOf('<main'));
  expect(main).toContain('<a class="button button-primary" href="/gateway/floor">');
  expect(main).toContain('<a class="button" href="/gateway/provision">');
  expect(main).toContain('<code>UPSTREAM_API_KEY</code>');
});

test('every time on the pages of the gateway has one format, which names its zone', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const { url } = gateway;
  await call(url, 'call-0001', await enrolled(url));
  await act(url, 'devices/revoke', {}, { number: '1' });
  const made = await act(url, 'provision', {}, { url: 'https://scanline.example.org' });
  const pages = await Promise.all(
    ['devices', 'ledger', 'ledger/one?key=call-0001'].map(async (name) =>
      (await fetch(`${url}/gateway/${name}`, { headers: gateway.here })).text(),
    ),
  );
  for (const page of [made.text, ...pages]) {
    const text = page.replaceAll(/value="[^"]*"|datetime="[^"]*"/gi, '');
    const times = text.match(/\d{4}-\d\d-\d\d[^<]*/g) ?? [];
    expect(times).not.toEqual([]);
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  }
});

/** Posts to a page, as whoever runs the gateway or with other headers. */
function act(url: string, page: string, headers: Record<string, string>, fields = {}): Promise<Heard> {
  return post(url, undefined, fields, { path: `/gateway/${page}`, headers: { ...hereAt(url), ...headers } });
}
