import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRelease } from '#build/release/release.ts';
import { freePort } from '#e2e/rig/gateway.ts';
import { post, revertOffFields } from '#main/testing/rig.ts';
import { readDockerfile, readDockerignore } from './dockerfile.ts';
import { type Image, alone, below, follow, makeReadOnly } from './follow.ts';

/** It makes a release: `npm run lab -- test:image`. It needs a build, and root, to be somebody else. */
const isAsked = process.env['LAB'] === 'test:image';
const isRoot = process.getuid?.() === 0;
if (isAsked && !isRoot) process.stderr.write('The image is not tested: only root can run its steps as its user.\n');

const MOST_BYTES = 20 * 1024 ** 2; // beside Node

describe.skipIf(!isAsked || !isRoot)('the image, by the steps of deploy/Dockerfile without Docker', () => {
  let image: Image;
  let former: Image;
  let folder = '';
  const remove: string[] = [];

  beforeAll(async () => {
    const base = mkdtempSync(join(tmpdir(), 'scanline-image-'));
    const archives = `${base}-archives`;
    const formerBase = mkdtempSync(join(tmpdir(), 'scanline-former-'));
    remove.push(base, `${base}-image`, formerBase, `${formerBase}-image`, archives);
    for (const one of [base, formerBase]) chmodSync(one, 0o755);
    const [archive] = await makeRelease({ root: '.', out: archives, platforms: ['linux'] });
    const file = archive?.file ?? '';
    execFileSync('tar', ['-xzf', join(archives, file), '-C', archives]);
    folder = join(archives, file.replace('.tar.gz', ''));
    image = await madeBy(join(folder, 'deploy/Dockerfile'), base);
    former = await madeBy(join(import.meta.dirname, 'former/Dockerfile'), formerBase);
  }, 600_000);

  async function madeBy(file: string, base: string): Promise<Image> {
    const context = { folder, isSent: readDockerignore(`${file}.dockerignore`) };
    const made = alone(await follow(readDockerfile(file), context, base, { PATH: '/usr/bin:/bin' }));
    makeReadOnly(made);
    return made;
  }

  afterAll(async () => {
    await Promise.all(remove.map((one) => rm(one, { recursive: true, force: true })));
  }, 120_000);

  test('holds what the gateway needs and no more', () => {
    const files = below(image.root).filter((file) => file !== join(image.root, 'app/node'));
    const bytes = files.reduce((sum, file) => sum + lstatSync(file).size, 0);
    process.stdout.write(`the image has ${(bytes / 1024 ** 2).toFixed(1)} MB beside Node, ${files.length} files\n`);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(existsSync(join(image.root, 'app/src'))).toBe(false);
    expect(readdirSync(join(image.root, 'app/node_modules'))).toEqual(['scanline']);
    expect(existsSync(join(image.root, 'app/dist/index.html.br'))).toBe(true);
  });

  test('nothing but its volume belongs to its user or can be written', () => {
    const open = [image.root, ...below(image.root)].filter((file) => {
      const { uid, mode } = lstatSync(file);
      return !lstatSync(file).isSymbolicLink() && (uid === image.user.uid || (mode & 0o222) !== 0);
    });
    expect(open).toEqual([join(image.root, 'data')]);
  });

  test('starts as its user on a tree that nobody can write, serves the app, takes a call, is healthy, and stops', async () => {
    const port = await freePort();
    const before = below(join(image.root, 'app'));
    const gateway = start(image.command, port);
    const ended = once(gateway.child, 'exit');
    await gateway.says('Scanline on ');
    const origin = `http://127.0.0.1:${port}`;
    const hello = (await (await fetch(`${origin}/gateway/hello?nonce=n1`)).json()) as Record<string, unknown>;
    expect(hello).toMatchObject({ nonce: 'n1', upstream: 'stand-in' });
    expect(await (await fetch(origin)).text()).toContain('<title>Scanline');
    const call = await post(origin, randomUUID(), revertOffFields('D-1001', 'demo-key-0001'));
    expect(call.status).toBe(200);
    expect(call.text).toContain('<string xmlns="http://tempuri.org/">');
    const healthy = start(image.healthcheck, port);
    expect(await once(healthy.child, 'exit'), healthy.output()).toEqual([0, null]);
    gateway.child.kill('SIGTERM');
    expect(await ended, gateway.output()).toEqual([0, null]);
    const gone = start(image.healthcheck, port);
    expect(await once(gone.child, 'exit')).toEqual([1, null]);
    expect(gone.output()).toContain('ECONNREFUSED');
    expect(below(join(image.root, 'app'))).toEqual(before);
    expect(below(join(image.root, 'data')).length).toBeGreaterThan(0);
  });

  test('a Dockerfile of the release before makes an image of this one that starts, is healthy, and stops', async () => {
    const port = await freePort();
    const gateway = start(former.command, port, {}, former);
    const ended = once(gateway.child, 'exit');
    await gateway.says('Scanline on ');
    const healthy = start(former.healthcheck, port, {}, former);
    expect(await once(healthy.child, 'exit'), healthy.output()).toEqual([0, null]);
    gateway.child.kill('SIGTERM');
    expect(await ended, gateway.output()).toEqual([0, null]);
  });

  test.each([
    ['src/gateway/main.ts', './scanline starts the gateway'],
    ['src/gateway/backup.ts', 'npm run backup'],
    ['src/gateway/upstream/probe.ts', 'npm run probe'],
    ['src/gateway/devices/provision.ts', 'npm run provision'],
  ])('what names a program as the release before had it, as a unit does, finds it: %s', (path, says) => {
    const asked = spawnSync(join(folder, 'node'), [path, '--help'], { cwd: folder, encoding: 'utf8' });
    expect(asked).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(says) });
  });

  test('says in one line where its volume cannot be written', async () => {
    const gateway = start(image.command, 0, { DATA_DIR: join(image.root, 'app/data') });
    expect(await once(gateway.child, 'exit')).toEqual([1, null]);
    expect(gateway.output()).toMatch(/^DATA_DIR: [^\n]+\n$/);
  });

  /** Runs one of the image's programs as its user, in its folder, with its environment alone. */
  function start(
    [program, ...args]: readonly [string, ...string[]],
    port: number,
    env: Record<string, string> = {},
    { env: own, root, workdir, user } = image,
  ) {
    const inside = Object.entries(own).map(([name, value]) => [name, name === 'DATA_DIR' ? join(root, value) : value]);
    const child = spawn(program, args, {
      cwd: join(root, workdir),
      env: {
        ...(Object.fromEntries(inside) as Record<string, string>),
        UPSTREAM_URL: 'stand-in',
        PORT: String(port),
        ...env,
      },
      stdio: 'pipe',
      ...user,
    });
    let output = '';
    const heard = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        for (const hear of heard) hear();
      });
    }
    const says = (text: string): Promise<void> =>
      new Promise((found, failed) => {
        const look = (): void => void (output.includes(text) && found());
        heard.add(look);
        child.once('exit', () => failed(new Error(`it ended without saying “${text}”:\n${output}`)));
        look();
      });
    return { child, output: () => output, says };
  }
});
