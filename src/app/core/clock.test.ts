import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what can wait waits for an idle moment, and for two seconds at most', async () => {
  let isIdle = (): void => undefined;
  const asked = vi.fn((work: () => void) => (isIdle = work));
  vi.stubGlobal('requestIdleCallback', asked);
  const done = vi.fn(async () => undefined);
  const next = vi.fn(async () => undefined);
  void whenIdle([done, next]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).not.toHaveBeenCalled();
  isIdle();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledOnce();
  expect(asked).toHaveBeenCalledWith(expect.any(Function), { timeout: 2_000 });
  expect(next).not.toHaveBeenCalled(); // one thing each
  isIdle();
  await vi.advanceTimersByTimeAsync(0);
  expect(next).toHaveBeenCalledOnce();
});

test('where a browser does not tell when it is idle, what can wait comes soon', async () => {
  const done = vi.fn(async () => undefined);
  void whenIdle([() => Promise.reject(new Error('it is told where it is used')), done]);
  await vi.advanceTimersByTimeAsync(10);
  expect(done).toHaveBeenCalledOnce();
});
