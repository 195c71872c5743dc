import { existsSync, readFileSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { tempDir } from '#gateway/testing/rig.ts';
import { type Progress, openLedgerCheckpoint } from './ledgerCheckpoint.ts';

const EPOCH = '0198c5a2-7c1e-7000-8000-000000000001';
const OTHER = '0198c5a2-7c1e-7000-8000-000000000002';
const isLinux = existsSync('/proc/sys/kernel/random/boot_id');

afterEach(() => void vi.unstubAllEnvs());

/** A checkpoint and its second, as files. */
function places() {
  const folder = tempDir();
  const memory = join(folder.path, 'memory');
  vi.stubEnv('RUNTIME_DIRECTORY', memory);
  const path = join(folder.path, 'ledger.witness');
  const note = (...progress: readonly Progress[]): void => {
    const checkpoint = openLedgerCheckpoint(path);
    for (const each of progress) checkpoint.note(each, true);
    checkpoint.close();
  };
  return {
    path,
    note,
    second: () => join(memory, readdirSync(memory)[0] ?? ''),
    read() {
      const { seen, ranOn, close } = openLedgerCheckpoint(path);
      close();
      return { seen, ranOn };
    },
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}

const at = (count: number, beat = 0, epoch = EPOCH): Progress => ({ epoch, count, beat });

test('what was noted is seen again, and on Linux that the machine ran on', () => {
  using checkpoint = places();
  expect(checkpoint.read()).toEqual({ seen: undefined, ranOn: false });
  checkpoint.note(at(7, 3));
  expect(checkpoint.read()).toEqual({ seen: at(7, 3), ranOn: isLinux });
});

test('one that an older version wrote is read, and has no heartbeat', () => {
  using checkpoint = places();
  writeFileSync(checkpoint.path, `${EPOCH} 0000000000000007\n`);
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
});

test.skipIf(!isLinux).each<readonly [string, Progress, Progress, Progress, boolean]>([
  ['the disks were put back', at(9), at(7), at(9), true],
  ['the disks were put back, and only the heartbeat went on', at(7, 5), at(7, 4), at(7, 5), true],
  ['the disks were put back to before an epoch', at(1, 0, OTHER), at(7), at(1, 0, OTHER), true],
  ['the second could not be noted', at(7), at(9), at(9), false],
  ['the second could not note the heartbeat', at(7, 4), at(7, 5), at(7, 5), false],
])('%s: the one that came further counts', (_, inMemory, onDisk, seen, ranOn) => {
  using checkpoint = places();
  checkpoint.note(inMemory);
  const second = readFileSync(checkpoint.second());
  checkpoint.note(onDisk);
  writeFileSync(checkpoint.second(), second);
  expect(checkpoint.read()).toEqual({ seen, ranOn });
});

test.skipIf(!isLinux)('after a boot the second says nothing', () => {
  using checkpoint = places();
  checkpoint.note(at(7));
  const said = readFileSync(checkpoint.second(), 'utf8');
  writeFileSync(checkpoint.second(), `00000000-0000-4000-8000-000000000000${said.slice(36)}`);
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
});

test.skipIf(!isLinux)('a link in the place of the second is not followed', () => {
  using checkpoint = places();
  checkpoint.note(at(7));
  const place = checkpoint.second();
  const target = `${checkpoint.path}.elsewhere`;
  writeFileSync(target, readFileSync(place));
  unlinkSync(place);
  symlinkSync(target, place);
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
  checkpoint.note(at(8));
  expect(readFileSync(target, 'utf8')).toContain(' 0000000000000007 ');
});

test('without a folder for it the checkpoint is alone', () => {
  using checkpoint = places();
  vi.stubEnv('RUNTIME_DIRECTORY', '/proc/none');
  checkpoint.note(at(7));
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
});
