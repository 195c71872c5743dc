import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRelease } from '#build/release/release.ts';
import { freePort } from '#e2e/rig/gateway.ts';
import { post, revertOffFields } from '#gateway/testing/rig.ts';
import { readDockerfile, readDockerignore } from './dockerfile.ts';
import { type Image, alone, below, follow, makeReadOnly } from './follow.ts';

/** It makes a release: `npm run lab -- test:image`. It needs a build, and root, to be somebody else. */
const isAsked = process.env['LAB'] === 'test:image';
const isRoot = process.getuid?.() === 0;
if (isAsked && !isRoot) process.stderr.write('The image is not tested: only root can run its steps as its user.\n');

const MOST_BYTES = 40 * 1024 ** 2; // beside Node

describe.skipIf(!isAsked || !isRoot)('the image, by the steps of deploy/Dockerfile without Docker', () => {
  let image: Image;
  const remove: string[] = [];

  beforeAll(async () => {
    const base = mkdtempSync(join(tmpdir(), 'scanline-image-'));
    const archives = `${base}-archives`;
    remove.push(base, `${base}-image`, archives);
    chmodSync(base, 0o755);
    const [archive] = await makeRelease({ root: '.', out: archives, platforms: ['linux'] });
    const file = archive?.file ?? '';
    execFileSync('tar', ['-xzf', join(archives, file), '-C', archives]);
    const folder = join(archives, file.replace('.tar.gz', ''));
    const context = { folder, isSent: readDockerignore(join(folder, 'deploy/Dockerfile.dockerignore')) };
    const env = { PATH: '/usr/bin:/bin' };
    image = alone(await follow(readDockerfile(join(folder, 'deploy/Dockerfile')), context, base, env));
    makeReadOnly(image);
  }, 600_000);

  afterAll(async () => {
    await Promise.all(remove.map((folder) => rm(folder, { recursive: true, force: true })));
  }, 120_000);

  test('holds what the gateway needs and no more', () => {
    const files = below(image.root).filter((file) => file !== join(image.root, 'app/node'));
    const bytes = files.reduce((sum, file) => sum + lstatSync(file).size, 0);
    process.stdout.write(`the image has ${(bytes / 1024 ** 2).toFixed(1)} MB beside Node, ${files.length} files\n`);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(files.filter((file) => /app\/src\/.*(\.test\.tsx?|rig\.ts)$/i.test(file))).toEqual([]);
    for (const name of ['vite', 'react', 'typescript', 'node', 'zxing-wasm']) {
      expect(existsSync(join(image.root, 'app/node_modules', name)), name).toBe(false);
    }
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

  test('says in one line where its volume cannot be written', async () => {
    const gateway = start(image.command, 0, { DATA_DIR: join(image.root, 'app/data') });
    expect(await once(gateway.child, 'exit')).toEqual([1, null]);
    expect(gateway.output()).toMatch(/^DATA_DIR: [^\n]+\n$/);
  });

  /** Runs one of the image's programs as its user, in its folder, with its environment alone. */
  function start([program, ...args]: readonly [string, ...string[]], port: number, env: Record<string, string> = {}) {
    const inside = Object.entries(image.env).map(([name, value]) => [
      name,
      name === 'DATA_DIR' ? join(image.root, value) : value,
    ]);
    const child = spawn(program, args, {
      cwd: join(image.root, image.workdir),
      env: {
        ...(Object.fromEntries(inside) as Record<string, string>),
        UPSTREAM_URL: 'stand-in',
        PORT: String(port),
        ...env,
      },
      stdio: 'pipe',
      ...image.user,
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
