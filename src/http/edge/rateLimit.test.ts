import { expect, test } from 'vitest';
import { createRateLimit } from './rateLimit.ts';

const RATE = { perSecond: 300, burst: 3_000 };

test('the fastest replay of one handheld is never refused', () => {
  let ms = 0;
  const limit = createRateLimit(RATE, () => ms);
  for (let call = 0; call < 20_000; call += 1) {
    ms += 1000 / 158;
    expect(limit.take('10.0.0.1')).toBe(0);
  }
});

test('a flood gets its burst and then its rate, and hears in how many seconds to come again', () => {
  let ms = 0;
  const limit = createRateLimit(RATE, () => ms);
  let let_in = 0;
  for (let call = 0; call < 100_000; call += 1) {
    ms = call / 10; // 10,000 a second, for ten seconds
    if (limit.take('10.0.0.1') === 0) let_in += 1;
  }
  expect(let_in).toBeGreaterThan(5_950);
  expect(let_in).toBeLessThanOrEqual(6_000);
  expect(limit.take('10.0.0.1')).toBe(1);
  expect(limit.take('10.0.0.2')).toBe(0);
  ms += 1000;
  expect(limit.take('10.0.0.1')).toBe(0);
});

test('a slow rate names a wait after which it is let in', () => {
  let ms = 0;
  const limit = createRateLimit({ perSecond: 0.1, burst: 1 }, () => ms);
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(10);
  ms += 10_000;
  expect(limit.take('a')).toBe(0);
});

test('it remembers no more addresses than it may, and the busy ones rather than the quiet', () => {
  const limit = createRateLimit({ perSecond: 1, burst: 1 }, () => 0, 100);
  const quiet = Array.from({ length: 1_000 }, (_, index) => `10.0.0.${index}`);
  limit.take('busy');
  for (const address of quiet) {
    limit.take(address);
    expect(limit.take('busy')).toBe(1);
  }
  expect(['busy', ...quiet].filter((address) => limit.wait(address) > 0)).toEqual(['busy', ...quiet.slice(-99)]);
});

test('a clock that shows no number opens nothing', () => {
  let ms = 0;
  const limit = createRateLimit(RATE, () => ms);
  limit.take('10.0.0.1');
  ms = NaN;
  expect([limit.take('10.0.0.1'), limit.wait('10.0.0.1')]).toEqual([1, 1]);
});
