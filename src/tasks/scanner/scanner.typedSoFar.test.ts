import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTypedSoFar } from './scanner.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each text that was shown, in order. */
function watched() {
  const seen: string[] = [];
  const typed = createTypedSoFar(() => seen.push(typed.shown));
  function type(text: string, gapMs: number): void {
    for (let length = 1; length <= text.length; length += 1) {
      typed.set(text.slice(0, length));
      vi.advanceTimersByTime(gapMs);
    }
  }
  return { typed, seen, type };
}

describe('what is typed so far', () => {
  test('a scanner’s burst that ends is never drawn', () => {
    const { typed, seen, type } = watched();
    type('D-1001', 8);
    typed.set('');
    vi.runAllTimers();
    expect(seen).toEqual([]);
    expect(typed.shown).toBe('');
  });

  test('each key of a person is shown', () => {
    const { typed, seen, type } = watched();
    type('D-1', 120);
    expect(seen).toEqual(['D', 'D-', 'D-1']);
    typed.set('');
    expect(seen.at(-1)).toBe('');
    expect(typed.shown).toBe('');
  });

  test('a burst that stops on its way is shown as far as it came', () => {
    const { seen, type } = watched();
    type('D-10', 8);
    vi.runAllTimers();
    expect(seen).toEqual(['D-10']);
  });

  test('what runs on without an end is shown while it runs', () => {
    const { seen, type } = watched();
    type('x'.repeat(100), 10);
    expect(seen.map(({ length }) => length)).toEqual([30, 60, 90]);
  });
});
