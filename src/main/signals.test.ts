import { expect, test } from 'vitest';
import { signalsOn } from './signals.ts';

test('on Windows whatever a console says is a stop: Ctrl-C, Ctrl-Break, and a window that closes', () => {
  expect(Object.fromEntries(signalsOn('win32'))).toEqual({ SIGINT: 'stop', SIGBREAK: 'stop', SIGHUP: 'stop' });
});

test.each(['linux', 'darwin'] as const)('on %s SIGHUP reads the site anew, and stops nothing', (platform) => {
  expect(Object.fromEntries(signalsOn(platform))).toEqual({ SIGINT: 'stop', SIGTERM: 'stop', SIGHUP: 'reload' });
});
