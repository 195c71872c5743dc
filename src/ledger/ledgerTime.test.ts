import { describe, expect, test } from 'vitest';
import { RETENTION_MS } from './ledger.ts';
import { type Gap, createLedgerClock, drawGap, mayBeForgotten, readGaps } from './ledgerTime.ts';

/** A clock on hands that the test moves. */
function hands(wall: number, floor = 0) {
  const at = { wall, truly: 0 };
  const clock = createLedgerClock({ now: () => at.wall, monotonic: () => at.truly }, floor);
  return { at, clock };
}

describe('ledger time', () => {
  test('is the wall clock, while that goes on as it should', () => {
    const { at, clock } = hands(1_000_000);
    for (const ms of [1, 2_000, 4_000]) {
      Object.assign(at, { wall: at.wall + ms, truly: at.truly + ms });
      expect(clock.now()).toBe(at.wall);
    }
    expect(clock.jumpedFrom()).toBeUndefined();
  });

  test('goes on by itself where the wall clock is set back, and is no lower than what was recorded', () => {
    const { at, clock } = hands(1_000_000, 1_500_000);
    expect(clock.now()).toBe(1_500_000);
    Object.assign(at, { wall: 5, truly: 700 });
    expect(clock.now()).toBe(1_500_700);
    Object.assign(at, { wall: 1_500_800, truly: 800 }); // right again
    expect(clock.now()).toBe(1_500_800);
    expect(clock.jumpedFrom()).toBeUndefined();
  });

  test('says from where it jumped, until that is noted; a small step is none', () => {
    const { at, clock } = hands(1_000_000);
    at.wall += 5_000;
    expect(clock.jumpedFrom()).toBeUndefined();
    Object.assign(at, { wall: at.wall + 60_000, truly: 1_000 });
    expect(clock.now()).toBe(1_065_000);
    at.wall += 600_000;
    expect(clock.jumpedFrom()).toBe(1_006_000);
    clock.forgetJump();
    expect(clock.jumpedFrom()).toBeUndefined();
  });

  test('takes over the time of another gateway, which is no jump, and never goes back for one', () => {
    const { clock } = hands(1_000_000);
    clock.raise(2_000_000);
    expect([clock.now(), clock.jumpedFrom()]).toEqual([2_000_000, undefined]);
    clock.raise(5);
    expect(clock.now()).toBe(2_000_000);
  });

  test('is sure as far as another witness bears it out, and by what has truly gone by since', () => {
    const { at, clock } = hands(1_000_000);
    expect(clock.sure()).toBe(0);
    clock.bearOut(900_000);
    Object.assign(at, { wall: 9_000_000, truly: 10 });
    expect([clock.now(), clock.sure()]).toEqual([9_000_000, 900_010]);
    clock.bearOut(800_000); // it knows more
    expect(clock.sure()).toBe(900_010);
    clock.bearOut(99_000_000); // ahead of its own time: one of the two is wrong
    at.wall = 5;
    expect(clock.sure()).toBe(9_000_000);
  });
});

describe('what a ledger may have forgotten', () => {
  const gaps: readonly Gap[] = [[200, 300]];
  const memory = { epoch: 'e', prunedBefore: 100, latest: 900, gaps };
  test.each([
    ['tried in another epoch', { epoch: 'f', at: 500 }, true],
    ['tried before the pruned line', { epoch: 'e', at: 99 }, true],
    ['first tried before the pruned line', { epoch: 'e', at: 99, last: 500 }, true],
    ['tried at the line', { epoch: 'e', at: 100 }, false],
    ['tried before the gap', { epoch: 'e', at: 200 }, false],
    ['tried in the gap', { epoch: 'e', at: 201 }, true],
    ['tried at the end of the gap', { epoch: 'e', at: 299 }, true],
    ['tried after the gap', { epoch: 'e', at: 300 }, false],
    ['last tried in the gap', { epoch: 'e', at: 150, last: 250 }, true],
    ['tried before the gap and after', { epoch: 'e', at: 150, last: 400 }, true],
    ['tried twice before the gap', { epoch: 'e', at: 150, last: 190 }, false],
    ['tried now', { epoch: 'e', at: 900 }, false],
    ['tried at a time that was not told yet', { epoch: 'e', at: 901 }, true],
    ['last tried at a time that was not told yet', { epoch: 'e', at: 500, last: 901 }, true],
  ])('%s', (_, tried, expected) => {
    expect(mayBeForgotten(tried, memory)).toBe(expected);
  });
});

describe('gaps', () => {
  const day = 24 * 60 * 60 * 1000;

  test('begin 30 s before the ledger is known to have been whole, and are kept beside each other', () => {
    const first = drawGap(undefined, 1_000_000, 1_100_000, 0);
    expect(readGaps(drawGap(first, 2_000_000, 2_100_000, 0))).toEqual([
      [970_000, 1_100_000],
      [1_970_000, 2_100_000],
    ]);
  });

  test('go when the pruned line covers them', () => {
    const old = drawGap(undefined, 0, day, 0);
    const far = RETENTION_MS + 2 * day; // the clock is ahead, and nothing was forgotten
    expect(readGaps(drawGap(old, far, far + day, day - 1))).toHaveLength(2);
    expect(readGaps(drawGap(old, far, far + day, day))).toHaveLength(1);
  });

  test('that meet become one: a gateway that starts again and again fills no list with them', () => {
    let text: string | undefined;
    for (let i = 0; i < 500; i += 1) text = drawGap(text, 1_000_000 + i * 2_000, 1_001_000 + i * 2_000, 0);
    expect(readGaps(text)).toEqual([[970_000, 1_001_000 + 499 * 2_000]]);
  });

  test('are a hundred at most: the two oldest become one, and nothing is let through', () => {
    let text: string | undefined;
    for (let i = 1; i <= 101; i += 1) text = drawGap(text, i * 100_000, i * 100_000 + 10, 0);
    const gaps = readGaps(text);
    expect(gaps).toHaveLength(100);
    expect(gaps[0]).toEqual([70_000, 200_010]);
  });
});

describe('a time that is no number', () => {
  test.each([NaN, Infinity, -Infinity])('%s moves no clock', (time) => {
    const { at, clock } = hands(1_000_000, time);
    clock.bearOut(1_000_000);
    clock.bearOut(time);
    clock.raise(time);
    Object.assign(at, { wall: 1_002_000, truly: 2_000 });
    expect([clock.now(), clock.sure()]).toEqual([1_002_000, 1_002_000]);
  });

  test.each<[string, Parameters<typeof mayBeForgotten>]>([
    [
      'a try',
      [
        { epoch: 'e', at: NaN },
        { epoch: 'e', prunedBefore: 0, latest: 9, gaps: [] },
      ],
    ],
    [
      'a last try',
      [
        { epoch: 'e', at: 5, last: NaN },
        { epoch: 'e', prunedBefore: 0, latest: 9, gaps: [] },
      ],
    ],
    [
      'the line',
      [
        { epoch: 'e', at: 5 },
        { epoch: 'e', prunedBefore: NaN, latest: 9, gaps: [] },
      ],
    ],
    [
      'the latest',
      [
        { epoch: 'e', at: 5 },
        { epoch: 'e', prunedBefore: 0, latest: NaN, gaps: [] },
      ],
    ],
    [
      'a gap',
      [
        { epoch: 'e', at: 5 },
        { epoch: 'e', prunedBefore: 0, latest: 9, gaps: [[NaN, NaN]] },
      ],
    ],
  ])('of %s proves nothing: the call may have been forgotten', (_, asked) => {
    expect(mayBeForgotten(...asked)).toBe(true);
  });
});
