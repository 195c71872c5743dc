import { describe, expect, test } from 'vitest';
import { LONGEST_CALL_DELAY_MS, LONGEST_PROBE_DELAY_MS, backoff } from './backoff.ts';

describe('the pause before the next try', () => {
  test.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [6, 32_000],
    [7, 60_000],
    [50, 60_000],
    [1e9, 60_000],
  ])('after %i failures lies between a quarter of a second and %i ms', (failures, ceilingMs) => {
    expect(backoff(failures, LONGEST_CALL_DELAY_MS, () => 0)).toBe(250);
    expect(backoff(failures, LONGEST_CALL_DELAY_MS, () => 0.5)).toBe((250 + ceilingMs) / 2);
    expect(backoff(failures, LONGEST_CALL_DELAY_MS, () => 1)).toBe(ceilingMs);
  });

  test('is never longer than what is asked for', () => {
    expect(backoff(20, LONGEST_PROBE_DELAY_MS, () => 1)).toBe(20_000);
    expect(backoff(20, 1_500, () => 1)).toBe(1_500);
  });

  test('is spread, so that a hundred handhelds do not come back at once', () => {
    const pauses = Array.from({ length: 100 }, () => backoff(6, LONGEST_CALL_DELAY_MS, Math.random));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(32_000);
    expect(new Set(pauses.map((ms) => Math.floor(ms / 8_000))).size).toBeGreaterThan(2);
  });
});
