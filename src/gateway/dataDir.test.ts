import { expect, test } from 'vitest';
import { keepToOwnerCommand } from './dataDir.ts';

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
