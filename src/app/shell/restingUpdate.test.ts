import { describe, expect, test } from 'vitest';
import { AT_REST_MS, type RestFacts, foundAt, updateWaitsFor } from './restingUpdate.ts';

const NOON = new Date(2026, 10, 2, 12).getTime();
const HOUR_MS = 3_600_000;

const resting: RestFacts = {
  updates: undefined,
  isAskedFor: false,
  isBegun: false,
  isAtStart: false,
  isSeen: true,
  isScanning: false,
  untouchedMs: AT_REST_MS,
  foundAt: NOON,
  now: NOON,
};
const used: RestFacts = { ...resting, untouchedMs: AT_REST_MS - 1 };

describe('a newer version is taken without a tap', () => {
  const taken: Readonly<Record<string, RestFacts>> = {
    'where nobody has touched the screen for a while': resting,
    'where the page is not seen': { ...used, isSeen: false },
    'where the app was just opened with it': { ...used, isAtStart: true },
    'where a site takes it on a tap, and a supervisor asks for it': { ...resting, updates: 'asked', isAskedFor: true },
    'where a supervisor asks for it before its hour': { ...resting, updates: '02:00', isAskedFor: true },
    'at rest once the hour of the site has come': { ...resting, updates: '02:00', now: NOON + 14 * HOUR_MS },
    'on the day on which it came, where the hour was still to come': {
      ...resting,
      updates: '13:30',
      now: NOON + 1.5 * HOUR_MS,
    },
  };
  test.each(Object.entries(taken))('%s', (_where, facts) => {
    expect(updateWaitsFor(facts)).toBeUndefined();
  });

  test('at its hour also where a page notes by a clock that is set back, and by one that has no room', () => {
    const kept = new Map<string, string>();
    const keep = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    };
    expect(foundAt(keep, NOON)).toBe(NOON);
    expect(foundAt(keep, NOON + HOUR_MS)).toBe(NOON);
    expect(foundAt(keep, NOON - HOUR_MS)).toBe(NOON - HOUR_MS);
    expect(foundAt(keep, NOON)).toBe(NOON - HOUR_MS);
    const full = (): never => {
      throw new Error('no room');
    };
    expect(foundAt({ getItem: () => null, setItem: full }, NOON)).toBe(NOON);
  });
});

describe('a newer version waits, and says why', () => {
  const waits: readonly (readonly [string, Partial<RestFacts>, string])[] = [
    ['a task is begun', { isBegun: true }, 'task'],
    ['a task is begun, though a supervisor asks', { isBegun: true, isAskedFor: true, updates: 'asked' }, 'task'],
    ['a task is begun on a page that is not seen', { isBegun: true, isSeen: false }, 'task'],
    ['a task is begun at the start', { isBegun: true, isAtStart: true }, 'task'],
    ['the screen was touched', { untouchedMs: AT_REST_MS - 1 }, 'use'],
    ['the screen was touched, though a supervisor asks', { untouchedMs: 0, isAskedFor: true }, 'use'],
    ['a camera looks for codes', { isScanning: true }, 'use'],
    ['the site takes it on a tap', { updates: 'asked' }, 'tap'],
    ['the hour of the site has not come', { updates: '02:00', now: NOON + 13.9 * HOUR_MS }, 'hour'],
    ['the hour has passed before it came', { updates: '11:59', now: NOON + HOUR_MS }, 'hour'],
  ];
  test.each(waits)('%s', (_why, facts, word) => {
    expect(updateWaitsFor({ ...resting, ...facts })).toBe(word);
  });
});
