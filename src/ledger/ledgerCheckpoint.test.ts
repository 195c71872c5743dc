import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';
import { type Progress, openLedgerCheckpoint } from './ledgerCheckpoint.ts';

const EPOCH = '0198c5a2-7c1e-7000-8000-000000000001';
const OTHER = '0198c5a2-7c1e-7000-8000-000000000002';
const MEMORY = '/dev/shm';
const hasMemory = existsSync(MEMORY);

afterEach(() => void vi.unstubAllEnvs());

/** A checkpoint and its second, as files, on a machine whose clock shows what it should. */
function places() {
  const folder = tempDir();
  const memory = hasMemory ? mkdtempSync(join(MEMORY, 'scanline-')) : join(folder.path, 'none');
  vi.stubEnv('RUNTIME_DIRECTORY', memory);
  const path = join(folder.path, 'ledger.witness');
  const clock = { wall: 1_000_000, truly: 0 };
  const open = () => openLedgerCheckpoint(path, { now: () => clock.wall, monotonic: () => clock.truly });
  const note = (...progress: readonly Progress[]): void => {
    const checkpoint = open();
    for (const each of progress) checkpoint.note(each, true);
    checkpoint.close();
  };
  return {
    path,
    memory,
    clock,
    note,
    second: () => join(memory, readdirSync(memory).find((name) => name.endsWith('.note')) ?? ''),
    read() {
      const { seen, ranOn, close } = open();
      close();
      return { seen, ranOn };
    },
    [Symbol.dispose]() {
      folder[Symbol.dispose]();
      rmSync(memory, { recursive: true, force: true });
    },
  };
}

const at = (count: number, beat = 0, epoch = EPOCH): Progress => ({ epoch, count, beat });

test('what was noted is seen again, and on Linux that nothing was put back', () => {
  using checkpoint = places();
  expect(checkpoint.read()).toEqual({ seen: undefined, ranOn: false });
  checkpoint.note(at(7, 3));
  expect(checkpoint.read()).toEqual({ seen: at(7, 3), ranOn: hasMemory });
});

test('one that an older version wrote is read, and has no heartbeat', () => {
  using checkpoint = places();
  writeFileSync(checkpoint.path, `${EPOCH} 0000000000000007\n`);
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
});

test.skipIf(!hasMemory).each<readonly [string, Progress, Progress]>([
  ['put back', at(9), at(7)],
  ['put back, and only the heartbeat went on', at(7, 5), at(7, 4)],
  ['put back to before an epoch', at(1, 0, OTHER), at(7)],
])('the disks were %s: the second came further, and that is proved', (_, inMemory, onDisk) => {
  using checkpoint = places();
  checkpoint.note(onDisk);
  const file = readFileSync(checkpoint.path);
  checkpoint.note(inMemory);
  writeFileSync(checkpoint.path, file);
  expect(checkpoint.read()).toEqual({ seen: inMemory, ranOn: true });
});

test.skipIf(!hasMemory)('a second that is copied back proves nothing, whatever it says', () => {
  using checkpoint = places();
  checkpoint.note(at(7));
  const [copy, file] = [`${checkpoint.path}.memory`, readFileSync(checkpoint.path)];
  cpSync(checkpoint.memory, copy, { recursive: true, preserveTimestamps: true });
  checkpoint.note(at(9));
  for (const emptied of [false, true]) {
    if (emptied) rmSync(checkpoint.memory, { recursive: true });
    cpSync(copy, checkpoint.memory, { recursive: true, preserveTimestamps: true });
    writeFileSync(checkpoint.path, file);
    expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
  }
});

test.skipIf(!hasMemory)('a second that was not noted with the first proves nothing', () => {
  using checkpoint = places();
  checkpoint.note(at(7));
  const file = readFileSync(checkpoint.path);
  rmSync(checkpoint.memory, { recursive: true });
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false });
  checkpoint.note(at(7));
  writeFileSync(checkpoint.path, file.toString().replace(' 0000000000000007 ', ' 0000000000000009 '));
  expect(checkpoint.read()).toEqual({ seen: at(9), ranOn: false });
});

test.skipIf(!hasMemory)(
  'a clock that went on while nothing was noted proves nothing less, one that jumped proves nothing',
  () => {
    using checkpoint = places();
    checkpoint.note(at(7));
    checkpoint.clock.truly += 3_600_000;
    checkpoint.clock.wall += 3_600_000 + 5_000;
    expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: true });
    checkpoint.clock.wall += 1;
    expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: false }); // as a machine that was put back with its memory
    checkpoint.note(at(7));
    checkpoint.clock.wall -= 3_600_000;
    expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: true });
  },
);

test.skipIf(!hasMemory)('a link in the place of the second is not followed', () => {
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

test.skipIf(!hasMemory)('a folder on a disk is not taken for it: what is there may be put back', () => {
  using onDisk = tempDir();
  using checkpoint = places();
  vi.stubEnv('RUNTIME_DIRECTORY', onDisk.path);
  checkpoint.note(at(7));
  expect(readdirSync(onDisk.path)).toEqual([]);
  expect(checkpoint.read()).toEqual({ seen: at(7), ranOn: true }); // it is in /dev/shm
});
