import { spawn, spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { programFile } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';

vi.setConfig({ testTimeout: 60_000 });

const DROP_IN = 'scanline.service.d/tls.conf';
const read = (name: string): string => readFileSync(join('deploy', 'systemd', name), 'utf8');
const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(read(DROP_IN))?.[1] ?? '';

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  'systemd finds nothing wrong with the unit that serves TLS by itself, and little open',
  () => {
    using folder = tempDir();
    const unit = join(folder.path, 'scanline.service');
    writeFileSync(unit, read('scanline.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    cpSync(join('deploy', 'systemd', 'scanline.service.d'), join(folder.path, 'scanline.service.d'), {
      recursive: true,
    });
    const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' });
    expect(
      analyze('verify')
        .stderr.split('\n')
        .filter((line) => line.includes('scanline')),
    ).toEqual([]);
    const judged = analyze('security', '--offline=true', '--threshold=20');
    expect(judged.stdout).toMatch(/✗ PrivateUsers=/); // the drop-in was read
    expect(judged.status, judged.stdout).toBe(0);
  },
);

/** `true`: this machine has users, rights and networks to be parted with. */
const canPart =
  process.getuid?.() === 0 &&
  canCertify &&
  ['setpriv', 'unshare', 'ip'].every((program) => spawnSync('which', [program]).status === 0) &&
  spawnSync('unshare', ['--net', 'true']).status === 0;

/** Runs the gateway as nobody, with some rights, in a network of its own, until it says what is looked for or ends. @returns all that it said. */
async function startAs(rights: string, env: Readonly<Record<string, string>>, sign: string): Promise<string> {
  const caps = ['--inh-caps', '--ambient-caps', '--bounding-set'].map((name) => `${name}=-all${rights}`);
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs', ...caps];
  const command = `ip link set lo up && exec setpriv ${nobody.join(' ')} ${process.execPath} ${programFile('start')}`;
  const child = spawn('unshare', ['--net', 'sh', '-c', command], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let said = '';
  await new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes(sign)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    child.once('close', () => resolve());
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  if (child.exitCode === null && child.kill('SIGKILL')) await closed;
  return said;
}

test.skipIf(!canPart)(
  'with the one right of the drop-in, and files that are its own alone, nobody serves TLS at port 443; without it not',
  async () => {
    using folder = tempDir();
    const { certFile, keyFile } = certify(folder.path, 'gateway');
    // As systemd does with LoadCredential: what root alone reads is copied for the service's user.
    const credentials = join(folder.path, 'credentials');
    const dataDir = join(folder.path, 'data');
    for (const place of [credentials, dataDir]) mkdirSync(place, { mode: 0o700 });
    copyFileSync(certFile, join(credentials, 'tls-cert'));
    copyFileSync(keyFile, join(credentials, 'tls-key'));
    for (const path of [folder.path, credentials, dataDir, join(credentials, 'tls-cert'), join(credentials, 'tls-key')])
      chownSync(path, 65_534, 65_534);
    const tls = valueOf('Environment')
      .replaceAll('%d', credentials)
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]);
    const env = {
      ...Object.fromEntries(tls),
      PORT: '443',
      HOST: '0.0.0.0',
      UPSTREAM_URL: 'stand-in',
      DATA_DIR: dataDir,
    };
    expect(Object.keys(env)).toEqual(expect.arrayContaining(['TLS_CERT_FILE', 'TLS_KEY_FILE']));
    expect(valueOf('AmbientCapabilities')).toBe(valueOf('CapabilityBoundingSet'));
    const right = valueOf('AmbientCapabilities').replace('CAP_', ',+').toLowerCase();
    expect(await startAs('', env, 'Scanline on')).toContain('PORT: 443 may not be used by this user.');
    expect(await startAs(right, env, 'Scanline on')).toMatch(/Scanline on https:\/\/\S+:443 /);
  },
);
