import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlteredBursts } from './wedge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Presses keys at their times. @returns of each whether it was of an altered burst, and how often such a burst was told */
function pressed(keys: readonly (readonly [key: string, atMs: number])[], where: 'outside' | 'inField' = 'outside') {
  let told = 0;
  const altered = createAlteredBursts(() => (told += 1));
  const are = keys.map(([key, timeStamp]) => altered.press({ key, timeStamp, repeat: false } as KeyboardEvent, where));
  const early = told;
  vi.runAllTimers();
  return { are, early, told, altered };
}

test('a burst with a key of an input method in it is altered, whatever order its keys come in, and told when it is over', () => {
  const { are, early, told } = pressed([
    ['Shift', 49],
    ['Process', 92],
    ['-', 72],
    ['Shift', 76],
  ]);
  expect([are, early, told]).toEqual([[false, false, true, true], 0, 1]);
});

test('a burst with a dead key in it is altered', () => {
  expect(
    pressed([
      ['A', 0],
      ['Dead', 4],
      ['1', 8],
      ['2', 12],
      ['Enter', 16],
    ]).are,
  ).toEqual([false, false, true, true, true]);
});

test('a person who writes with an input method or with dead keys is left alone', () => {
  const keys = ['Process', 'Process', 'Process', 'Dead', 'e', 'Process'];
  expect(pressed(keys.map((key, index) => [key, index * 90] as const))).toMatchObject({ told: 0 });
  const rolled = [0, 30, 55, 300, 330, 355];
  expect(
    pressed(
      keys.map((key, index) => [key, rolled[index] ?? 0] as const),
      'inField',
    ),
  ).toMatchObject({ told: 0 });
});

test('a burst into a text field is altered too', () => {
  const keys = ['D', 'Dead', 'A', '1', '7'];
  expect(
    pressed(
      keys.map((key, index) => [key, index * 4] as const),
      'inField',
    ),
  ).toMatchObject({ are: [false, false, false, true, true], told: 1 });
});

test('a text right behind such a key is a person’s choice', () => {
  const { altered } = pressed([['Process', 1_000]]);
  expect([altered.isChosen(1_005), altered.isChosen(1_500)]).toEqual([true, false]);
});
