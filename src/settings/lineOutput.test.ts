import { expect, test, vi } from 'vitest';
import { createLineOutput } from './lineOutput.ts';
import { createLossCount, lossLine } from './losses.ts';

/** A place for bytes that takes none, some or all of them, as a test says. */
function place() {
  const taken: Buffer[] = [];
  let fault: string | undefined;
  let room = Number.POSITIVE_INFINITY;
  let tries = 0;
  return {
    write(bytes: Uint8Array): number {
      tries += 1;
      if (fault !== undefined) throw Object.assign(new Error(fault), { code: fault });
      if (room === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' });
      const count = Math.min(room, bytes.byteLength);
      taken.push(Buffer.from(bytes.subarray(0, count)));
      room -= count;
      return count;
    },
    text: (): string => Buffer.concat(taken).toString(),
    tries: (): number => tries,
    fail: (code: string | undefined): void => void (fault = code),
    hasRoom: (bytes: number): void => void (room = bytes),
  };
}

test.each(['ENOSPC', 'EPIPE', 'EIO', 'EBADF'])(
  '%s loses a line, which is counted, and the next one is tried again',
  (code) => {
    const { write, text, fail } = place();
    const output = createLineOutput('stderr', write);
    output.write('one\n');
    fail(code);
    output.write('two\n');
    output.write('three\n');
    expect(output.losses()).toMatchObject({ output: 'stderr', count: 2, last: { why: code } });
    fail(undefined);
    output.write('four\n');
    expect(text()).toBe('one\nfour\n');
    expect(output.losses().count).toBe(2);
  },
);

test('what a reader has no room for waits, in its order and by the byte, and is written once there is room', async () => {
  const { write, text, hasRoom } = place();
  const output = createLineOutput('stdout', write);
  hasRoom(5);
  for (const line of ['Öl\n', 'два\n', 'three\n']) output.write(line);
  hasRoom(3);
  await vi.waitFor(() => expect(Buffer.byteLength(text())).toBe(8));
  hasRoom(Number.POSITIVE_INFINITY);
  await vi.waitFor(() => expect(text()).toBe('Öl\nдва\nthree\n'));
  expect(output.losses().count).toBe(0);
});

test('a reader that stands still costs a bound of memory, and no try for each line', () => {
  const { write, text, tries, hasRoom } = place();
  const output = createLineOutput('stderr', write);
  hasRoom(0);
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < 3 * 1024; i += 1) output.write(line);
  expect(output.losses()).toMatchObject({ count: 2 * 1024, last: { why: 'its reader does not keep up' } });
  expect(tries()).toBe(1);
  hasRoom(Number.POSITIVE_INFINITY);
  output.flush();
  expect(text() === line.repeat(1024)).toBe(true);
  output.write(line);
  expect(text() === line.repeat(1025)).toBe(true);
});

test('a line that is lost half-way spoils none after it', () => {
  const { write, text, fail, hasRoom } = place();
  const output = createLineOutput('stderr', write);
  hasRoom(4);
  output.write('{"half":1}\n');
  fail('ENOSPC');
  hasRoom(Number.POSITIVE_INFINITY);
  output.flush();
  fail(undefined);
  output.write('{"next":1}\n');
  output.write('{"last":1}\n');
  expect(text()).toBe('{"ha\n{"next":1}\n{"last":1}\n');
  expect(output.losses().count).toBe(1);
});

test('lost lines are told of for a day', () => {
  const at = Date.UTC(2026, 10, 29, 7);
  const { lose, read } = createLossCount('audit', () => at);
  expect(lossLine(read(), at)).toBeUndefined();
  lose('ENOSPC');
  expect(lossLine(read(), at)).toBe(
    'Lines to audit that were lost since the start: 1, the last at 2026-11-29T07:00:00.000Z (ENOSPC).',
  );
  expect(lossLine(read(), at + 25 * 3_600_000)).toBeUndefined();
});
