import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAME_TAP_MS, noTapUntil } from './sameTap.ts';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns whether a tap does something now. */
const isTaken = (): boolean => page.dispatchEvent(new Event('click', { cancelable: true }));

test('no tap is taken until it is done, nor so soon after it', async () => {
  let finish = (): void => undefined;
  void noTapUntil(new Promise<void>((resolve) => (finish = resolve)));
  expect(isTaken()).toBe(false);
  finish();
  await vi.advanceTimersByTimeAsync(SAME_TAP_MS - 1);
  expect(isTaken()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isTaken()).toBe(true);
});

test.each([
  ['fails', () => Promise.reject(new Error('no room')), SAME_TAP_MS],
  ['does not answer', () => new Promise(() => undefined), 3_000],
])('a storage that %s keeps no tap from the app', async (_, done, ms) => {
  void noTapUntil(done());
  await vi.advanceTimersByTimeAsync(ms);
  expect(isTaken()).toBe(true);
});
