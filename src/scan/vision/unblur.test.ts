import { expect, test } from 'vitest';
import { unblur } from './unblur.ts';

const MODULE = 6;
/** Bars and spaces of one and two modules between wide ones. */
const modules = '0000001010011011010010110100000';

/** The modules as a lens sees them, whose blur spreads so many pixels. */
function seen(spread: number): Float32Array {
  const ink = Array.from(modules).flatMap((one) => Array.from({ length: MODULE }, () => (one === '1' ? 0 : 255)));
  return Float32Array.from(ink, (_, at) => {
    const near = ink.map((value, x) => [value, Math.exp(-((x - at) ** 2) / (2 * spread ** 2))] as const);
    return near.reduce((sum, [value, weight]) => sum + value * weight, 0) / near.reduce((sum, [, w]) => sum + w, 0);
  });
}

/** Returns the modules, 1 where the middle of one is dark. */
function read(row: Float32Array): string {
  return Array.from(modules, (_, at) => (row[at * MODULE + MODULE / 2]! < 128 ? '1' : '0')).join('');
}

test('bars that blur has closed are open again where its spread is known', () => {
  const row = seen(5);
  expect(read(row)).not.toBe(modules);
  unblur(row, 5);
  expect(read(row)).toBe(modules);
});

test('a spread that is not the true one by a quarter opens them as well', () => {
  for (const spread of [4, 6]) {
    const row = seen(5);
    unblur(row, spread);
    expect(read(row)).toBe(modules);
  }
});

test('nothing gets darker than ink or lighter than paper, and an even row stays as it is', () => {
  const row = seen(2);
  unblur(row, 5);
  expect([Math.min(...row), Math.max(...row)]).toEqual([0, 255]);
  const even = new Float32Array(40).fill(90);
  unblur(even, 5);
  expect([...even].every((value) => Math.abs(value - 90) < 0.01)).toBe(true);
});
