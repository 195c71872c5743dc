import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart } from '#settings/cannotStart.ts';
import { startGateway } from './gateway.ts';
import { readVersion } from './version.ts';
import { rawly, startHere } from '#main/testing/appRig.ts';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { hello, run, runGateway, spawnGateway } from '#main/testing/gatewayProcess.ts';
import {
  type Heard,
  RIG_KEY,
  httpReply,
  listening,
  post,
  revertOffFields,
  serviceReply,
  startUpstream,
  tempDir,
} from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';

test('what stops the start is one line on the error output', async () => {
  using folder = tempDir();
  await using taken = await listening(createServer());
  const PORT = String(taken.port);
  const DATA_DIR = folder.path;
  const [wrong, inUse, noKey] = await Promise.all([
    runGateway({ DATA_DIR, PORT: 'abc' }),
    runGateway({ DATA_DIR, PORT }),
    runGateway({ DATA_DIR, UPSTREAM_API_KEY_FILE: 'no-key' }),
  ]);
  expect(wrong).toEqual({ code: 1, stderr: 'PORT: expected a whole number from 0 to 65535, not “abc”.\n' });
  expect(inUse).toEqual({ code: 1, stderr: `PORT: ${PORT} on 127.0.0.1 is in use by another program.\n` });
  expect(noKey).toEqual({ code: 1, stderr: 'UPSTREAM_API_KEY_FILE: no-key cannot be read (ENOENT).\n' });
});

test('asked for its version it says the one that handhelds and health show, and starts nothing', async () => {
  using folder = tempDir();
  const DATA_DIR = join(folder.path, 'data');
  await using gateway = await spawnGateway({});
  for (const asked of ['--version', '-v']) {
    const { code, stdout, stderr } = await run('start', [asked], { DATA_DIR, PORT: '0' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+(?:\+[0-9a-f]{7})?\n$/);
    expect(existsSync(DATA_DIR)).toBe(false);
    expect(`${(await hello(gateway)).version}\n`).toBe(stdout);
    const health = (await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).json()) as {
      version: string;
    };
    expect(`${health.version}\n`).toBe(stdout);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(readVersion(folder.path)).toBe(version); // nothing was built
  writeFileSync(join(folder.path, 'build-id.txt'), '0a1b2c3');
  expect(readVersion(folder.path)).toBe(`${version}+0a1b2c3`);
});

test('asked for help it says how it is set, and any other argument starts nothing', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: join(folder.path, 'data'), PORT: '0' };
  for (const asked of ['--help', '-h']) {
    const help = await run('start', [asked], env);
    expect(help).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/settings are variables.*UPSTREAM_URL=.*--version/s),
    });
  }
  expect(await run('start', ['--port=8090'], env)).toEqual({
    code: 2,
    stdout: '',
    stderr: '--port=8090 is no option of the gateway, whose settings are variables: --help names them.\n',
  });
  expect(existsSync(env.DATA_DIR)).toBe(false);
  if (process.platform === 'win32') return;
  copyFileSync('deploy/start/scanline', join(folder.path, 'scanline'));
  writeFileSync(join(folder.path, 'node'), '#!/bin/sh\necho "$#: $2"\n', { mode: 0o755 });
  const { stdout } = spawnSync('sh', [join(folder.path, 'scanline'), '--help'], { encoding: 'utf8' });
  expect(stdout).toBe('2: --help\n');
});

test('a file that is not what it should be stops the start with one line that names its variable', async () => {
  using folder = tempDir();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const pem = file('broken.pem', 'no certificate');
  const cases: readonly (readonly [env: Record<string, string>, line: RegExp])[] = [
    [{ HOST: '203.0.113.9' }, /^HOST: 203\.0\.113\.9 is not an address of this machine\.$/],
    [{ SITE_CONFIG: 'missing.json' }, /^SITE_CONFIG: missing\.json cannot be read \(ENOENT\)\.$/],
    [{ SITE_CONFIG: file('a.json', '{') }, /^SITE_CONFIG: \S+ is not a site configuration: .+$/],
    [{ SITE_CONFIG: file('b.json', '[]') }, /^SITE_CONFIG: \S+ is not a site configuration: .+$/],
    [
      { SITE_CONFIG: file('c.json', '{"answerRules":[{"matches":"(","verdict":"accepted"}]}') },
      /^SITE_CONFIG: \S+ is not a site configuration: answerRules\[0\]\.matches: .+$/,
    ],
    [
      { SITE_CONFIG: file('e.json', '{"codes":{"deliveryCode":{"pattern":"D-\\\\d+","example":"X-1"}}}') },
      /^SITE_CONFIG: \S+ is not a site configuration: codes\.deliveryCode\.example: “X-1” does not fit the pattern\.$/,
    ],
    [{ SITE_CONFIG: file('f.json', '{"scaning":{}}') }, /: scaning: not known here; there are name, .+, scanning, /],
    [
      { SITE_CONFIG: file('g.json', '{"codes":{"storeCode":{"pattern":"S","example":"S","Strict":true}}}') },
      /: codes\.storeCode\.Strict: not known here; there are pattern, example, gs1, strict\.$/,
    ],
    [{ SITE_CONFIG: file('d.json', '{"namespace":"urn:other"}') }, /^SITE_CONFIG: .+ and SERVICE_NAMESPACE is .+$/],
    [{ TLS_CERT_FILE: 'no.pem', TLS_KEY_FILE: pem }, /^TLS_CERT_FILE: no\.pem cannot be read \(ENOENT\)\.$/],
    [{ TLS_CERT_FILE: pem, TLS_KEY_FILE: pem }, /^TLS_CERT_FILE, TLS_KEY_FILE: not a certificate and its key: .+$/],
    [{ TLS_PFX_FILE: 'no.pfx' }, /^TLS_PFX_FILE: no\.pfx cannot be read \(ENOENT\)\.$/],
    [
      { UPSTREAM_URL: 'https://localhost:1', UPSTREAM_CA_FILE: pem },
      /^UPSTREAM_CA_FILE: \S+ holds no certificate \(PEM or DER\)\.$/,
    ],
    ...(existsSync('/proc/self')
      ? [[{ DATA_DIR: '/proc/scanline/data' }, /^DATA_DIR: \S+ cannot be written \(ENOENT\)\.$/] as const]
      : []),
    [{ DATA_DIR: pem }, /^DATA_DIR: \S+ cannot be written \(EEXIST\)\.$/],
  ];
  for (const [env, line] of cases) {
    const usual = { PORT: '0', DATA_DIR: join(folder.path, 'data'), UPSTREAM_URL: 'stand-in', LOG_LEVEL: 'silent' };
    const settings = readSettings({ ...usual, ...env });
    const said = await startGateway(settings).then(
      () => 'it started',
      (error: unknown) => (error instanceof CannotStart ? error.message : `another error: ${String(error)}`),
    );
    expect(said).toMatch(line);
  }
});

test('a service without a site configuration is warned of: every answer will be unclassified', async () => {
  using folder = tempDir();
  const site = join(folder.path, 'site.json');
  writeFileSync(site, '{}');
  await using upstream = await startUpstream();
  const env = { UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'warn' };
  const WARNED = 'will be shown as unclassified';
  await using without = await startHere(env);
  expect(without.logged()).toContain(WARNED);
  await using withOne = await startHere({ ...env, SITE_CONFIG: site });
  await using standin = await startHere({ LOG_LEVEL: 'warn' });
  expect(withOne.logged() + standin.logged()).not.toContain(WARNED);
});

test('a misspelt variable is said in the log, and stops the start where the stand-in would serve in its place', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'warn' };
  const [misspelt, keyed] = await Promise.all([
    runGateway({ ...env, UPSTREAM_URL: '', UPSTREAM_URI: 'http://127.0.0.1:9' }),
    runGateway({ ...env, UPSTREAM_URL: '', UPSTREAM_API_KEY: RIG_KEY }),
  ]);
  const line = 'UPSTREAM_URI is not a variable of Scanline; did you mean UPSTREAM_URL?\n';
  expect(misspelt).toEqual({ code: 1, stderr: line });
  expect(keyed).toEqual({ code: 1, stderr: expect.stringMatching(/^UPSTREAM_URL: [^\n]*UPSTREAM_API_KEY[^\n]*\n$/) });
  await using gateway = await startHere({ ...env, SUPERVISOR_PASWORD: RIG_KEY });
  expect(gateway.logged()).toContain(
    'SUPERVISOR_PASWORD is not a variable of Scanline; did you mean SUPERVISOR_PASSWORD?',
  );
  expect(gateway.logged()).not.toContain(RIG_KEY);
}, 60_000);

test('two gateways do not share a ledger', async () => {
  using folder = tempDir();
  await using gateway = await spawnGateway({ DATA_DIR: folder.path });
  const second = await runGateway({ DATA_DIR: folder.path });
  const line = `DATA_DIR: ${folder.path} is in use by another gateway: stop that one, or name another folder.\n`;
  expect(second).toEqual({ code: 1, stderr: line });
  expect((await post(gateway.url, undefined, revertOffFields('D-1001', 'demo-key-0001'))).text).toContain('OK: D-1001');
});

test('the log has a line of JSON for its start, each call and its end, with what came of the call and no value', async () => {
  await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
  await using gateway = await spawnGateway({ UPSTREAM_URL: upstream.url.href });
  const { epoch, now } = await hello(gateway);
  const tried = { 'scanline-tried': `${epoch};${now}` }; // a handheld says it with the first try too
  await post(gateway.url, 'call-0001', revertOffFields(), { headers: tried });
  await post(gateway.url, 'call-0001', revertOffFields(), {
    headers: { ...tried, 'scanline-tried-last': String(now) },
  });
  await post(gateway.url, 'call-0002', revertOffFields(), { path: '/PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001' });
  gateway.child.kill('SIGTERM');
  await gateway.ended();
  const text = gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const lines = text.map((line) => JSON.parse(line) as Record<string, unknown>);
  const said = (msg: string): Record<string, unknown>[] => lines.filter((line) => line['msg'] === msg);
  expect(said('started')).toMatchObject([{ upstream: 'service', ledger: 'sqlite', epoch: expect.any(String) }]);
  const usual = { operation: 'RevertOff', method: 'POST', path: '/PDAAPIV1.asmx/RevertOff', ms: expect.any(Number) };
  expect(said('call')).toMatchObject([
    { ...usual, key: 'call-0001', outcome: 'answered', status: 200, serviceMs: expect.any(Number) },
    { ...usual, key: 'call-0001', outcome: 'replayed', status: 200, again: true },
    { ...usual, key: 'call-0002', outcome: 'refused', status: 400 },
  ]);
  expect(said('call')[0]).not.toHaveProperty('again');
  expect(said('call')[1]).not.toHaveProperty('serviceMs');
  expect(said('stopping')).toMatchObject([{ running: 0 }]);
  expect(said('stopped')).toHaveLength(1);
  expect(text.join('\n')).not.toMatch(/D-1001|S-01-A/);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it in good order: the running call first, nothing new',
  async (signal) => {
    using folder = tempDir();
    await using upstream = await startUpstream();
    await using gateway = await spawnGateway({ DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href });
    const running = post(gateway.url, 'call-0001');
    const request = await upstream.next();
    gateway.child.kill(signal);
    // Until the signal is seen a new call may still be let in; it is answered, and the next one asked.
    let refused: Heard | undefined;
    for (let i = 100; refused?.code !== 'not-forwarded'; i += 1) {
      const asked = post(gateway.url, `call-0${i}`);
      const letIn = upstream.next().then((met) => met.reply(serviceReply('OK: let in')));
      await Promise.race([asked, letIn]);
      refused = await asked;
    }
    expect(refused).toMatchObject({ status: 503, code: 'not-forwarded' });
    request.reply(serviceReply('OK: done'));
    expect(await running).toMatchObject({ status: 200, text: expect.stringContaining('OK: done') });
    expect(await gateway.ended()).toBe(0);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('ledger'))).toEqual([
      'ledger.sqlite',
      'ledger.witness',
    ]);
  },
);

test('a device that goes away ends nothing: the reply is there when it asks again', async () => {
  await using upstream = await startUpstream();
  await using gateway = await startHere({ UPSTREAM_URL: upstream.url.href });
  const leaving = new AbortController();
  const asked = post(gateway.url, 'call-0001', revertOffFields(), { signal: leaving.signal }).catch(() => 'gone');
  const request = await upstream.next();
  leaving.abort();
  expect(await asked).toBe('gone');
  expect(request.socket.destroyed).toBe(false);
  const again = post(gateway.url, 'call-0001');
  request.reply(serviceReply('OK: done'));
  expect(await again).toMatchObject({ status: 200, text: expect.stringContaining('OK: done') });
  expect((await post(gateway.url, 'call-0001')).headers.get('idempotency-replayed')).toBe('true');
  expect(upstream.requests).toHaveLength(1);
});

test('the access key is in no file and no log, whatever the service does with it', async () => {
  using folder = tempDir();
  const replies = [
    (body: string) => serviceReply(`OK: ${body} ${RIG_KEY}`),
    () => httpReply(500, 'text/plain', `RevertOff Web Service method name is not valid.\r\n${RIG_KEY}`),
    () => httpReply(500, `text/plain; x=${RIG_KEY}`, `System.Exception: ${RIG_KEY}`),
    () => httpReply(200, `text/${RIG_KEY}`, `<html>${RIG_KEY}</html>`),
    () => `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 999\r\n\r\n<string>${RIG_KEY.slice(0, -1)}`,
    () => `${RIG_KEY}\r\n\r\n`,
    () => httpReply(200, 'text/xml', `<${RIG_KEY}/>`),
  ];
  await using upstream = await startUpstream((request) => {
    request.reply(replies[upstream.requests.length % replies.length]?.(request.body) ?? '');
  });
  const env = { DATA_DIR: folder.path, UPSTREAM_URL: upstream.url.href, LOG_LEVEL: 'trace' };
  await using gateway = await spawnGateway(env);
  for (let i = 0; i < replies.length * 2; i += 1) {
    await post(gateway.url, i < replies.length ? `call-000${i}` : undefined);
    await post(gateway.url, `call-000${i}`);
  }
  const query = `?apiKey=${RIG_KEY}`;
  for (const path of [
    `/PDAAPIV1.asmx/RevertOff${query}`,
    `/PDAAPIV1.asmx/A/B${query}`,
    `/nothing${query}`,
    `/%zz${query}`,
  ]) {
    await fetch(gateway.url + path);
    await post(gateway.url, 'call-0100', revertOffFields(), { path });
  }
  await post(gateway.url, 'call-0101', { ...revertOffFields(), apikey: RIG_KEY });
  const tooLong = 'Host: localhost\r\nContent-Length: 1048577\r\nIdempotency-Key: call-0102';
  await rawly(gateway.url, `POST /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\n${tooLong}\r\n\r\napiKey=${RIG_KEY}`);
  await post(gateway.url, 'call-0103', revertOffFields(), { headers: { 'content-type': `text/${RIG_KEY}` } });
  await rawly(gateway.url, `POST /PDAAPIV1.asmx/RevertOff HTTP/9.9\r\napiKey=${RIG_KEY}\r\n\r\n`);
  const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'latin1'));
  expect(files.join('')).toContain('call-0000');
  expect(files.join('')).not.toContain(RIG_KEY.slice(0, -1));
  expect(gateway.output()).toContain('call-0000');
  expect(gateway.output()).not.toContain(RIG_KEY.slice(0, -1));
});

test.skipIf(!canCertify)('over TLS it serves the same, and says that the browser is to keep to it', async () => {
  using folder = tempDir();
  const { certFile, keyFile } = certify(folder.path, 'localhost');
  const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
  await using gateway = await startHere(tls);
  expect(gateway.url).toMatch(/^https:\/\/localhost:/);
  // The upstream side of TLS in the same go: a gateway that trusts this one's certificate forwards to it.
  await using front = await spawnGateway({
    UPSTREAM_URL: gateway.url,
    NODE_EXTRA_CA_CERTS: certFile,
  });
  const heard = await post(front.url, 'call-0001', revertOffFields('D-1001', 'demo-key-0001'));
  expect(heard).toMatchObject({ status: 200, text: expect.stringContaining('OK: D-1001 is back on S-01-A') });
  expect(heard.headers.get('strict-transport-security')).toBeNull();
  expect(front.output()).toContain(`(service at ${gateway.url}/)`);
  await using distrusting = await startHere({ UPSTREAM_URL: gateway.url });
  expect(await post(distrusting.url, 'call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
});
