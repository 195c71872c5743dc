import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { programFile, run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { freePort, listening, post, tempDir } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';

test('provision says first that no gateway answers, with the address, and asks for no key that may have to stay on it', async () => {
  using folder = tempDir();
  const url = `http://localhost:${await freePort()}`;
  const out = join(folder.path, 'code.html');
  const { code, stdout, stderr } = await run('provision', ['--url', url, '--out', out]);
  expect(stderr).toBe(
    `No gateway answers at ${url}, so nobody knows whether the access key stays on it: start it, or name it with --gateway, or give the key with SCANLINE_KEY.\n`,
  );
  expect([code, stdout]).toEqual([1, '']);
});

test('and makes the code of a key that was given, without a gateway', async () => {
  using folder = tempDir();
  const url = `http://localhost:${await freePort()}`;
  const out = join(folder.path, 'code.html');
  const byVariable = await run('provision', ['--url', url, '--out', out], {
    SCANLINE_KEY: 'canary-key-8251',
  });
  expect(byVariable).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Passcode: ') });
  const byInput = await run('provision', ['--url', url, '--out', out], {}, 'canary-key-8251\n');
  expect(byInput).toMatchObject({ code: 0, stdout: expect.stringContaining('Passcode: ') });
  expect(byInput.stderr).toContain(`No gateway answers at ${url}`);
});

test.each([
  ['probe', [], 'probe.js URL'],
  ['provision', [], 'provision.js --url'],
  ['backup', [], 'backup.js backup FOLDER'],
  ['backup', ['backup'], 'npm run backup -- FOLDER'],
  ['backup', ['restore'], 'npm run restore -- FOLDER'],
  ['move', [], 'move.js postgres'],
  ['person', ['tell'], 'person.js tell NAME'],
] as const)('%s %j says with --help how it is called, in a release too, and ends well', async (program, verb, how) => {
  expect(await run(program, [...verb, '--help'])).toEqual({
    code: 0,
    stdout: expect.stringContaining(how),
    stderr: '',
  });
});

test('probe takes the address, the namespace and the partner’s operation from where the gateway takes them', async () => {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    request.resume();
    const isWsdl = request.url?.endsWith('?WSDL');
    reply.writeHead(200, { 'content-type': 'text/xml' });
    reply.end(isWsdl ? wsdlOffering(['http-post'], 'urn:other') : '<string xmlns="urn:other">OK</string>');
  });
  await using service = await listening(server);
  const UPSTREAM_URL = `http://127.0.0.1:${service.port}`;
  const env = { UPSTREAM_URL, SERVICE_NAMESPACE: 'urn:other', PARTNER_OPERATION: 'GetReportDataMine', HOST: '0.0.0.0' };
  const right = await run('probe', [], env);
  expect(right.stdout).toMatch(/^warehouse +http-post +yes +yes +answered +urn:other /m);
  expect(right.stdout).not.toContain('asked in');
  expect(right.stdout).toContain('GetReportDataMine');
  const named = await run('probe', ['--namespace', 'urn:third'], env);
  expect(named.stdout).toContain('warehouse: SERVICE_NAMESPACE is “urn:third”, but its namespace is “urn:other”.');
  expect(right.code).toBe(0);
  const soap = await run('probe', [], { ...env, UPSTREAM_BINDING: 'soap12' });
  expect([soap.code, soap.stderr]).toEqual([
    1,
    'UPSTREAM_BINDING is soap12, and order, warehouse, handheld did not answer over it. What answers is http-post, http-get: set UPSTREAM_BINDING, or have soap12 allowed there.\n',
  ]);
  const wrong = await run('probe', [], { ...env, SERVICE_NAMESPACE: 'a b' });
  expect(wrong).toEqual({
    code: 2,
    stdout: '',
    stderr: 'SERVICE_NAMESPACE: expected a URI such as http://tempuri.org/, not “a b”.\n',
  });
});

test.skipIf(!canCertify)(
  'http and https mixed up is one plain sentence, from the gateway, its health and every program',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'gateway');
    const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    await using secure = await spawnGateway({ DATA_DIR: join(folder.path, 'secure'), ...tls });
    await using plain = await spawnGateway({ DATA_DIR: join(folder.path, 'plain') });
    const { port } = new URL(secure.url);
    const { port: plainPort } = new URL(plain.url);
    const toTls = `http://localhost:${port}`;
    const toPlain = `https://localhost:${plainPort}`;
    const TLS_THERE = 'TLS is spoken at its port: https:// is meant';
    const NO_TLS_THERE = 'there is no TLS at its port: is http:// meant, or another port';
    for (const [UPSTREAM_URL, says] of [
      [toTls, TLS_THERE],
      [toPlain, NO_TLS_THERE],
    ] as const) {
      await using gateway = await spawnGateway({ DATA_DIR: join(folder.path, says.slice(0, 3)), UPSTREAM_URL });
      const heard = await post(gateway.url, 'call-0001');
      expect(heard).toMatchObject({ status: 503, code: 'not-forwarded', text: expect.stringContaining(says) });
      const health = await (await fetch(`${gateway.url}/gateway/health`, { headers: gateway.here })).text();
      expect(health).toContain(says);
      expect(health + heard.text + gateway.output()).not.toMatch(/SSL|OpenSSL|wrong version/i);
      const probed = await run('probe', [UPSTREAM_URL]);
      expect(probed.stdout).toContain(says);
      expect(probed.stdout).not.toMatch(/SSL routines/);
    }
    const out = join(folder.path, 'code.html');
    for (const [url, says] of [
      [toTls, TLS_THERE],
      [toPlain, NO_TLS_THERE],
    ] as const) {
      const noKey = await run('provision', ['--url', url, '--out', out, '--no-key', '--gateway', url]);
      expect(noKey).toEqual({
        code: 1,
        stdout: '',
        stderr: `gateway: ${url} does not answer: ${says}.\n`,
      });
      const asked = await run('provision', ['--url', url, '--out', out]);
      expect(asked.stderr).toContain(`No gateway answers at ${url} (${says})`);
    }
    const here = { UPSTREAM_URL: 'stand-in', HOST: 'localhost' };
    const plainAsked = await run('health', [], { ...here, PORT: port });
    expect(plainAsked).toMatchObject({ code: 1, stderr: `${TLS_THERE}\n` });
    const tlsAsked = await run('health', [], { ...here, ...tls, PORT: plainPort });
    expect(tlsAsked).toMatchObject({ code: 1, stderr: `${NO_TLS_THERE}\n` });
  },
  90_000,
);

test.skipIf(!canCertify)(
  'probe trusts the authority that the gateway trusts, and says which variable is missing',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'service');
    await using service = await spawnGateway({ DATA_DIR: folder.path, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
    const trusting = await run('probe', [service.url], { UPSTREAM_CA_FILE: certFile });
    expect(trusting.stdout).toMatch(/^warehouse +http-post +yes +yes +answered /m);
    const without = await run('probe', [service.url]);
    expect(without.stdout).toContain('name a file with the certificate of that authority in UPSTREAM_CA_FILE');
    const missing = await run('probe', [service.url], { UPSTREAM_CA_FILE: keyFile });
    expect(missing).toEqual({
      code: 2,
      stdout: '',
      stderr: `UPSTREAM_CA_FILE: ${keyFile} holds no certificate (PEM or DER).\n`,
    });
  },
);

test.skipIf(!canCertify)(
  'provision says of an authority that is not trusted what to set, and reaches the gateway once it is',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'own');
    const env = { DATA_DIR: folder.path, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    await using gateway = await spawnGateway({ ...env, UPSTREAM_URL: 'stand-in' });
    const args = ['--url', gateway.url, '--out', join(folder.path, 'code.html')];
    const untrusted = await run('provision', args);
    expect(untrusted.stderr).toContain(`No gateway answers at ${gateway.url} (its certificate is not trusted here`);
    expect(untrusted.stderr).toContain('set NODE_EXTRA_CA_CERTS to the file of the authority that signed it');
    const trusted = await run('provision', args, { NODE_EXTRA_CA_CERTS: certFile });
    expect(trusted.stderr).not.toContain('No gateway answers');
  },
);

/** A script that makes a program stand still, once it has named the gateway's address, until its parent is gone or two seconds are over. */
const standsStill = `
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text, ...rest) => {
    const isWritten = write(text, ...rest);
    const parent = process.ppid;
    const still = new Int32Array(new SharedArrayBuffer(4));
    const isLine = text.startsWith('Scanline on ');
    for (let looks = 0; isLine && looks < 200 && process.ppid === parent; looks += 1) Atomics.wait(still, 0, 0, 10);
    return isWritten;
  };`;

/** Runs `npm start` in a folder, and sends npm SIGTERM once `sign` was written. @returns all that was written until the end. */
async function stopNpm(cwd: string, sign: string, env: Readonly<Record<string, string>>): Promise<string> {
  const PATH = `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`;
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const closed = once(child, 'close'); // of both outputs: whoever holds them has gone
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain(sign);
  child.kill('SIGTERM');
  await closed;
  return output;
}

test('npm start is a command of every shell, and SIGTERM to npm ends the gateway in good order, as soon as it says where it is', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['start']).toBe('node src/main/start.ts');
  using folder = tempDir();
  // The script that npm runs, without the look at the build: what is tried is the way of the signal.
  writeFileSync(
    join(folder.path, 'package.json'),
    JSON.stringify({ scripts: { start: `node ${programFile('start')}` } }),
  );
  const said = await stopNpm(folder.path, 'Scanline on ', {
    PORT: '0',
    DATA_DIR: join(folder.path, 'data'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(standsStill)}`,
  });
  expect(said).toContain('"msg":"stopped"');
}, 60_000);

test('SIGTERM to npm ends what still builds the app, too', async () => {
  using folder = tempDir();
  const plant = (name: string, text: string): void => {
    mkdirSync(join(folder.path, name, '..'), { recursive: true });
    writeFileSync(join(folder.path, name), text);
  };
  const { type, imports, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>;
  plant('package.json', JSON.stringify({ type, imports, scripts }));
  plant('package-lock.json', ''); // younger than a build that is not there
  const loaded = [
    'main/start',
    'main/freshBuild',
    'main/signals',
    'main/version',
    'settings/cannotStart',
    'contract/attempt',
  ];
  for (const name of loaded) plant(`src/${name}.ts`, readFileSync(`src/${name}.ts`, 'utf8'));
  // A build without an end, which goes when nobody waits for it.
  plant(
    'node_modules/vite/bin/vite.js',
    'console.error("building"); const parent = process.ppid; setInterval(() => process.ppid === parent || process.exit(), 50);',
  );
  expect(await stopNpm(folder.path, 'building', {})).not.toContain('Scanline on');
}, 60_000);
