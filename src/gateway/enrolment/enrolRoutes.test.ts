import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { nowhere, startHere } from '#main/testing/appRig.ts';
import { hereAt, operate, signIn } from '#main/testing/operating.ts';
import { askForCode, holdsKey, runningGateway } from '#main/askForCode.ts';
import { type Gateway, startGateway } from '#main/gateway.ts';
import { HOUR, KEY, PASSWORD, away, call, enrol, enrolled, newCode } from '#main/testing/deviceRig.ts';
import { post, revertOffFields, tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';
import { openProvision, readProvision } from '#wire/provisioning.ts';

async function executions(url: string): Promise<{ parameters: [string, string][] }[]> {
  const reply = await fetch(`${url}/gateway/standin/journal`, { headers: hereAt(url) });
  return ((await reply.json()) as { executions: { parameters: [string, string][] }[] }).executions;
}

async function hello(url: string, headers: Record<string, string>): Promise<Record<string, unknown>> {
  return (await (await fetch(`${url}/gateway/hello?nonce=n`, { headers })).json()) as Record<string, unknown>;
}

test('a handheld calls with the gateway’s key only while its token holds, and a new code mends it', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const { url } = gateway;
  for (const key of ['call-0001', undefined]) {
    const turnedAway = await call(url, key);
    expect([turnedAway.status, turnedAway.code]).toEqual([401, 'not-enrolled']);
  }
  expect((await call(url, 'call-0001', `scanline-device=${'x'.repeat(43)}`)).code).toBe('not-enrolled');
  expect(await hello(url, away)).toMatchObject({ nonce: 'n', enrolled: false });
  expect(await executions(url)).toEqual([]);

  const reply = await enrol(url, await newCode(url, 'Dock 3'));
  expect(await reply.json()).toEqual({ number: 1, name: 'Dock 3' });
  const given = reply.headers.get('set-cookie') ?? '';
  expect(given).toMatch(/^scanline-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/);
  const cookie = given.split(';')[0] ?? '';
  expect((await call(url, 'call-0001', cookie)).status).toBe(200);
  expect((await call(url, undefined, cookie)).status).toBe(200);
  expect(await hello(url, { ...away, cookie })).toMatchObject({ enrolled: true });
  const renewed = await fetch(`${url}/gateway/hello?nonce=n`, { headers: { ...away, cookie } });
  expect(renewed.headers.get('set-cookie')).toBe(given);

  const form = { 'content-type': 'application/x-www-form-urlencoded', ...gateway.here };
  const revoked = await fetch(`${url}/gateway/devices/revoke`, { method: 'POST', headers: form, body: 'number=1' });
  expect(revoked.status).toBe(200);
  expect(await revoked.text()).toContain('revoked');
  const after = await call(url, 'call-0002', cookie);
  expect([after.status, after.code, after.headers.get('set-cookie')]).toEqual([401, 'not-enrolled', null]);
  expect(await executions(url)).toHaveLength(2);

  const anew = await enrolled(url);
  expect((await call(url, 'call-0002', anew)).status).toBe(200);
  expect(await executions(url)).toHaveLength(3);
});

test('a handheld that is reset gives its token back, its own and no other’s, and only at the word of its own page', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const { url } = gateway;
  const [mine, other] = [await enrolled(url), await enrolled(url, 'Dock 4')];
  const end = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}/gateway/enrol/end`, { method: 'POST', headers: { ...away, ...headers } });
  expect((await end({ cookie: mine, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await end({})).status).toBe(204); // nobody's
  expect(await hello(url, { ...away, cookie: mine })).toMatchObject({ enrolled: true });
  expect((await end({ cookie: mine })).status).toBe(204);
  expect((await end({ cookie: mine })).status).toBe(204); // said again, where the first answer was lost
  expect((await call(url, 'call-0001', mine)).code).toBe('not-enrolled');
  expect((await call(url, 'call-0002', other)).status).toBe(200);
  const page = await (await fetch(`${url}/gateway/devices`, { headers: gateway.here })).text();
  expect(page.match(/revoked <time/g)).toHaveLength(1);
  await using asksNobody = await startHere();
  const nobody = await fetch(`${asksNobody.url}/gateway/enrol/end`, { method: 'POST', headers: { cookie: mine } });
  expect(nobody.status).toBe(204);
});

test('the answer to another’s call is not given to who has no token, and stays for who has one', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const cookie = await enrolled(gateway.url);
  const first = await call(gateway.url, 'call-0001', cookie);
  const stranger = await call(gateway.url, 'call-0001');
  expect([stranger.code, stranger.headers.get('idempotency-replayed')]).toEqual(['not-enrolled', null]);
  const again = await call(gateway.url, 'call-0001', await enrolled(gateway.url, 'Dock 4'));
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
});

test('what does not get the gateway’s key needs no token: documentation, and SOAP with a key of its own', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  for (const path of ['/PDAAPIV1.asmx', '/PDAAPIV1.asmx?WSDL', '/gateway/site/schema']) {
    expect((await fetch(`${gateway.url}${path}`, { headers: away })).status).toBe(200);
  }
  const envelope = `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<RevertOff xmlns="http://tempuri.org/"><deliveryCode>D-1001</deliveryCode><storeCode>S-01-A</storeCode><apiKey>none</apiKey><userID>7</userID></RevertOff></soap:Body></soap:Envelope>`;
  const headers = { ...away, 'content-type': 'text/xml; charset=utf-8', soapaction: '"http://tempuri.org/RevertOff"' };
  const reply = await fetch(`${gateway.url}/PDAAPIV1.asmx`, { method: 'POST', headers, body: envelope });
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('ERR: apiKey is not valid'); // the gateway's key went into nothing
});

test('who works here, with their badges, is told to enrolled handhelds, this machine and the supervisor alone', async () => {
  using folder = tempDir();
  const site = join(folder.path, 'site.json');
  writeFileSync(site, JSON.stringify({ workers: [{ userId: '7', name: 'Ada', badge: 'W-007' }] }));
  const env = { UPSTREAM_API_KEY: KEY, SUPERVISOR_PASSWORD: PASSWORD, SITE_CONFIG: site };
  const told = async ({ url }: Gateway, headers: Record<string, string> = {}): Promise<[number, boolean]> => {
    const reply = await fetch(`${url}/gateway/site`, { headers: { ...away, ...headers } });
    return [reply.status, (await reply.text()).includes('W-007')];
  };
  await using gateway = await startHere(env);
  expect(await told(gateway)).toEqual([401, false]);
  expect(await told(gateway, { cookie: `scanline-device=${'x'.repeat(43)}` })).toEqual([401, false]);
  const cookie = await enrolled(gateway.url);
  expect(await told(gateway, { cookie })).toEqual([200, true]);
  expect(await told(gateway, gateway.here)).toEqual([200, true]);
  const path = '/gateway/devices/revoke';
  await post(gateway.url, undefined, { number: '1' }, { path, headers: { ...away, ...gateway.here } });
  expect(await told(gateway, { cookie })).toEqual([401, false]); // what it knows from before stays on it
  await using off = await startHere({ ...env, ENROLMENT: 'off' });
  expect(await told(off)).toEqual([200, true]);
});

test('a program on this machine that proves it calls without a token, unless ENROLMENT says “required”; “off” asks nobody', async () => {
  const empty = revertOffFields('D-1001', '');
  await using auto = await startHere({ UPSTREAM_API_KEY: KEY });
  expect((await post(auto.url, 'call-0001', empty)).code).toBe('not-enrolled');
  const forged = { headers: { 'scanline-local': 'x'.repeat(43) } };
  expect((await post(auto.url, 'call-0001', empty, forged)).code).toBe('not-enrolled');
  expect((await post(auto.url, 'call-0001', empty, { headers: auto.here })).status).toBe(200);
  expect(await hello(auto.url, auto.here)).not.toHaveProperty('enrolled');
  await using required = await startHere({ UPSTREAM_API_KEY: KEY, ENROLMENT: 'required' });
  expect((await post(required.url, 'call-0001', empty, { headers: required.here })).code).toBe('not-enrolled');
  await using off = await startHere({ UPSTREAM_API_KEY: KEY, ENROLMENT: 'off' });
  expect((await call(off.url, 'call-0001')).status).toBe(200);
  expect((await enrol(off.url, 'x'.repeat(22))).status).toBe(404);
  expect(await newCode(off.url)).toBeNull();
  await using device = await startHere();
  expect((await call(device.url, 'call-0001', undefined, KEY)).status).toBe(200);
  expect(() => readSettings({ ENROLMENT: 'yes' })).toThrow('ENROLMENT: expected auto, required, off, not “yes”.');
  expect(() => readSettings({ ENROLMENT: 'required' })).toThrow('ENROLMENT: expected UPSTREAM_API_KEY');
});

test('a code is redeemed once, told apart from one that expired, and a flood of wrong ones is cut', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const { url } = gateway;
  const code = await newCode(url);
  expect((await enrol(url, code)).status).toBe(200);
  expect((await enrol(url, code)).status).toBe(200); // the same handheld, whose answer was lost
  expect((await enrol(url, code, {}, 'b'.repeat(16))).status).toBe(409);
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  expect((await enrol(url, await newCode(url), crossSite)).status).toBe(403);
  expect((await enrol(url, await newCode(url), { 'content-type': 'text/plain' })).status).toBe(400);
  for (let tries = 1; tries < 10; tries += 1) expect((await enrol(url, 'x'.repeat(22))).status).toBe(404);
  const cut = await enrol(url, await newCode(url));
  expect(cut.status).toBe(429);
  expect(Number(cut.headers.get('retry-after'))).toBeGreaterThan(50);
});

test('after “Revoke all” the list shows one code by which a handheld comes back, a stranger with it gets one sentence, and the audit has both', async () => {
  using folder = tempDir();
  const dataDir = join(folder.path, 'data');
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, DATA_DIR: dataDir });
  const { url } = gateway;
  const [mine, lost] = [await enrolled(url, '<b>Dock 3'), await enrolled(url, 'Lost')];
  const desk = async (path: string, fields: Record<string, string> = {}): Promise<string> =>
    (await post(url, undefined, fields, { path: `/gateway/${path}`, headers: gateway.here })).text;
  const seen = async (page: string): Promise<string> =>
    (await fetch(`${url}/gateway/${page}`, { headers: gateway.here })).text();
  const again = (code: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/gateway/enrol/again`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...away, ...headers },
      body: JSON.stringify({ code, attempt: 'a'.repeat(16) }),
    });
  expect(await seen('devices')).not.toContain('Return code');
  await desk('devices/revoke', { number: '2' });
  await desk('devices/revoke-all', { hours: '4' });
  const page = await seen('devices');
  expect(page).toMatch(/<h2>Return code<.*One of them is still out.*good until <time.*<svg/s);
  expect(page.match(/Keep it out/g)).toHaveLength(1); // the one that is lost is out already
  const code = codeIn(dataDir);
  expect((await call(url, 'call-0001', mine)).code).toBe('not-enrolled');

  const stranger = await again(code);
  expect([stranger.status, stranger.headers.get('set-cookie')]).toEqual([403, null]);
  expect(await stranger.text()).toContain('The return code is not for this handheld');
  expect((await again(code, { cookie: lost })).status).toBe(403);
  expect((await again(code, { cookie: mine, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await again('A'.repeat(26), { cookie: mine })).status).toBe(404);
  const reply = await again(code, { cookie: mine });
  expect(await reply.json()).toEqual({ number: 1, name: '<b>Dock 3' });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await call(url, 'call-0001', cookie)).status).toBe(200);
  expect((await call(url, 'call-0002', mine)).code).toBe('not-enrolled');
  expect(await seen('devices')).toContain('All of them are back.');
  const audit = (await seen('audit')).replaceAll(/<[^>]*>/g, ' ');
  for (const line of ['made a return code', 'handheld came back by the return code', 'refused with the return code'])
    expect(audit).toContain(line);
  expect(audit).toContain('1: &lt;b&gt;Dock 3');

  await desk('devices/return-code');
  expect((await again(code)).status).toBe(410);
  expect(await seen('devices')).not.toContain('<svg');
  for (let tries = 0; tries < 7; tries += 1) expect((await again('x'.repeat(26))).status).toBe(404); // after three of above
  expect((await again(code)).status).toBe(429);
  expect((await enrol(url, await newCode(url))).status).toBe(200); // a set-up code is another thing
});

/** Reads the return code, which everybody sees at the desk as a picture, out of the ledger. */
function codeIn(dataDir: string): string {
  using db = new DatabaseSync(join(dataDir, 'ledger.sqlite'), { readOnly: true });
  const row = db.prepare(`select value from meta where name like '%return_code'`).get();
  return (JSON.parse(String(row?.['value'])) as { code: string }).code;
}

test('codes and the list are for this machine, or for who is signed in', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, SUPERVISOR_PASSWORD: PASSWORD });
  const { url } = gateway;
  await enrolled(url, '<img src=x>');
  const body = JSON.stringify({ name: '', until: Date.now() + HOUR });
  const json = { 'content-type': 'application/json', ...away };
  const codes = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}/gateway/enrol/codes`, { method: 'POST', headers: { ...json, ...headers }, body });
  expect((await codes({})).status).toBe(403);
  expect((await fetch(`${url}/gateway/devices`, { headers: away })).status).toBe(401);
  const revoke = { path: '/gateway/devices/revoke', headers: away };
  expect((await post(url, undefined, { number: '1' }, revoke)).status).toBe(401);
  const { cookie } = await signIn(url, PASSWORD, away);
  expect(await (await codes({ cookie })).json()).toEqual({ code: expect.stringMatching(/^[\w-]{22}$/) });
  const page = await (await fetch(`${url}/gateway/devices`, { headers: { ...away, cookie } })).text();
  expect(page).toContain('&lt;img src=x&gt;');
  expect(page).not.toMatch(/<img|<script(?! src="\/gateway\/)|style=/);
});

test('the set-up page seals a code into the picture where the gateway holds the key', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY });
  const fields = { url: 'https://scanline.example.org', name: 'Dock 3', warehouse: '1' };
  const made = { path: '/gateway/provision', headers: gateway.here };
  const { text } = await post(gateway.url, undefined, fields, made);
  expect(text).toContain('It enrols one handheld, once.');
  expect(text).not.toContain(KEY);
});

test('a restart forgets no token; neither it, nor the code, nor the key is in any file of the gateway', async () => {
  using folder = tempDir();
  const open = (): Promise<Gateway> =>
    startGateway(
      readSettings({
        PORT: '0',
        DATA_DIR: folder.path,
        UPSTREAM_URL: 'stand-in',
        LOG_LEVEL: 'silent',
        UPSTREAM_API_KEY: 'canary-key-7f3a91',
      }),
      { distDir: folder.path, logTo: nowhere },
    );
  let gateway = await open();
  await operate(gateway.url, folder.path);
  const code = await newCode(gateway.url);
  const reply = await enrol(gateway.url, code);
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  const first = await call(gateway.url, 'call-0001', cookie);
  expect(first.status).toBe(200);
  await gateway.close();
  gateway = await open();
  const again = await call(gateway.url, 'call-0001', cookie);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  const secrets = [cookie.split('=')[1] ?? '-', code, 'canary-key-7f3a91'];
  const files = readdirSync(folder.path).filter((name) => !name.startsWith('standin')); // that one is the service
  expect(files).toEqual(expect.arrayContaining(['devices.sqlite', 'devices.sqlite-wal', 'ledger.sqlite']));
  for (const name of files) {
    const bytes = readFileSync(join(folder.path, name)).toString('latin1');
    expect([name, secrets.filter((secret) => bytes.includes(secret))]).toEqual([name, []]);
  }
  await gateway.close();
});

test('a sealed code carries what enrols, and nothing where it is not there', async () => {
  const { makeProvisionCode } = await import('#office/handhelds/provisionCode.ts');
  const url = 'https://scanline.example.org';
  const made = await makeProvisionCode({ url, name: ' Dock 3 ' }, Date.now(), async (name) => `code-for-${name}`);
  const opened = await openProvision(await readProvision(made.text), made.passcode, url, Date.now());
  expect(opened).toMatchObject({ enrol: 'code-for-Dock 3' });
  const without = await makeProvisionCode({ url }, Date.now(), async () => undefined);
  expect(await openProvision(await readProvision(without.text), without.passcode, url, Date.now())).not.toHaveProperty(
    'enrol',
  );
});

test('the command gets its code from the running gateway, or says in one sentence why there is none', async () => {
  using folder = tempDir();
  const at = { DATA_DIR: join(folder.path, 'data') };
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, ...at });
  const { url } = gateway;
  const until = Date.now() + HOUR;
  const ask = (address: string, password?: string): Promise<string | undefined> =>
    askForCode(runningGateway(address, address, { SUPERVISOR_PASSWORD: password, ...at }), 'Dock 3', until);
  const code = await ask(url);
  expect(await (await enrol(url, code ?? '')).json()).toEqual({ number: 1, name: 'Dock 3' });
  await expect(askForCode({ address: url }, 'Dock 3', until)).rejects.toThrow('run this on its own machine');
  await using locked = await startHere({ UPSTREAM_API_KEY: KEY, SUPERVISOR_PASSWORD: PASSWORD });
  const byPassword = await ask(locked.url, PASSWORD); // as from another machine
  expect((await enrol(locked.url, byPassword ?? '')).status).toBe(200);
  // It has the DATA_DIR of another one: no file proves anything to a gateway with a password.
  await expect(ask(locked.url)).rejects.toThrow('it does not know: set SUPERVISOR_PASSWORD to its password');
  await expect(ask(locked.url, 'not this one')).rejects.toThrow('does not take the password in SUPERVISOR_PASSWORD');
  await expect(ask('http://127.0.0.1:9')).rejects.toThrow('http://127.0.0.1:9 does not answer: start it');
  const unheard = 'http://127.0.0.1:9';
  expect([await holdsKey({ address: url }), await holdsKey({ address: unheard })]).toEqual([
    true,
    { noGateway: unheard },
  ]);
  await using device = await startHere();
  expect([await holdsKey({ address: device.url }), await ask(device.url)]).toEqual([false, undefined]);

  expect(runningGateway(undefined, 'https://scanline.example.org', { PORT: '8090' }).address).toBe(
    'http://localhost:8090',
  );
  const password = { SUPERVISOR_PASSWORD: PASSWORD };
  expect(runningGateway(undefined, 'https://scanline.example.org', password)).toEqual({
    address: 'https://scanline.example.org',
    password: PASSWORD,
  });
  expect(runningGateway('http://10.0.0.5', 'https://scanline.example.org', {}).address).toBe('http://10.0.0.5');
});
