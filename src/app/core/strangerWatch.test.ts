import { expect, test } from 'vitest';
import { createStrangerWatch } from './strangerWatch.ts';

const hello = { nonce: 'n', epoch: 'e', version: '1', upstream: 'service', now: 1 } as const;

function watch() {
  let nowMs = 5_000;
  const { met, away } = createStrangerWatch(() => nowMs);
  return {
    met,
    away,
    pass: (ms: number) => void (nowMs += ms),
  };
}

test('something else that answers for a minute is told as such, and until then as no network', () => {
  const on = watch();
  on.met('stranger');
  on.pass(59_000);
  on.met('stranger');
  expect(on.away()).toBe('unreachable');
  on.pass(1_000);
  on.met('stranger');
  expect(on.away()).toBe('stranger');
});

test('where nothing answers any more it is not told, and again at once when it is back', () => {
  const on = watch();
  on.met('stranger');
  on.pass(90_000);
  on.met(undefined);
  expect(on.away()).toBe('unreachable');
  on.met('stranger');
  expect(on.away()).toBe('stranger');
});

test('a gateway that has answered meanwhile ends it', () => {
  const on = watch();
  on.met('stranger');
  on.pass(90_000);
  on.met(hello);
  on.met('stranger');
  expect(on.away()).toBe('unreachable');
});
