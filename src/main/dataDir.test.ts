import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepToOwnerCommand } from './dataDir.ts';
import { run, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';

test('on Windows a new DATA_DIR inherits nothing, and is its owner’s, the system’s and the administrators’ alone, in every language', () => {
  const [program, args] = keepToOwnerCommand(String.raw`D:\Scanline data`, String.raw`D:\Windows`);
  expect(program).toBe(String.raw`D:\Windows\System32\icacls.exe`);
  expect(args).toEqual([
    String.raw`D:\Scanline data`,
    '/inheritance:r',
    '/grant:r',
    '*S-1-3-4:(OI)(CI)F',
    '*S-1-5-18:(OI)(CI)F',
    '*S-1-5-32-544:(OI)(CI)F',
    '/q',
  ]);
  expect(keepToOwnerCommand('x')[0]).toBe(String.raw`C:\Windows\System32\icacls.exe`);
});

/** Lists every file and folder below, as `0644 ledger.sqlite`, that somebody else than its owner may read or write. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const mode = lstatSync(join(folder, name)).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`0${mode.toString(8)} ${name}`];
  });
}

test.skipIf(process.platform === 'win32').each([0o000, 0o022])(
  'what gateway, back-up, restore and provision write is readable to their user alone, whatever umask they are started with (%o)',
  async (umask) => {
    using folder = tempDir();
    const place = (name: string): string => join(folder.path, name);
    for (const name of ['data', 'copies']) mkdirSync(place(name), { mode: 0o700 });
    const env = {
      DATA_DIR: place('data'),
      TRAINING_PORT: '0',
      UPSTREAM_API_KEY: 'demo-key-0001',
      NODE_OPTIONS: `--import=data:text/javascript,process.umask(${umask})`,
    };
    {
      await using _gateway = await spawnGateway(env);
      expect(readdirSync(place('data'))).toEqual(
        expect.arrayContaining(['devices.sqlite', 'ledger.sqlite', 'training']),
      );
      expect(openToOthers(folder.path)).toEqual([]);
    }
    const made = await run('backup', ['backup', place('copies')], env);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await run('backup', ['restore', made.stdout.trim()], env)).toMatchObject({ code: 0, stderr: '' });
    const url = 'https://scanline.example.com';
    const args = ['--url', url, '--key', 'demo-key-0001', '--out', place('provision.html')];
    expect(await run('provision', args, env)).toMatchObject({ code: 0 });
    expect(openToOthers(folder.path)).toEqual([]);
  },
  60_000,
);

test.skipIf(process.platform === 'win32')(
  'files that an older gateway left readable to everybody are not so after a start, and another’s stay as they are',
  async () => {
    using folder = tempDir();
    const env = { DATA_DIR: folder.path, UPSTREAM_API_KEY: 'demo-key-0001' };
    {
      await using gateway = await spawnGateway(env);
      gateway.child.kill('SIGTERM');
      await gateway.ended();
    }
    writeFileSync(join(folder.path, 'notes.txt'), '');
    const names = readdirSync(folder.path);
    for (const name of names) chmodSync(join(folder.path, name), 0o644);
    await using _again = await spawnGateway(env);
    expect(names).toEqual(
      expect.arrayContaining(['devices.sqlite', 'gateway.lock', 'key-generations.json', 'ledger.witness']),
    );
    expect(openToOthers(folder.path)).toEqual(['0644 notes.txt']);
  },
  60_000,
);
