import { expect, test } from 'vitest';
import { createDuty } from './duty.ts';

/** Runs frames whose fast passes take 2 ms. @returns what was tried on each, and what all of it took. */
function run(
  passes: Readonly<Record<string, number>>,
  frames: number,
  finds = (_pass: string, _frame: number) => false,
  how: 'likely' | 'proved' = 'likely',
) {
  const duty = createDuty(Object.keys(passes), 1);
  let spentMs = 0;
  const tried = Array.from({ length: frames }, (_, frame) => {
    const pass = duty.next(2);
    if (pass === undefined) return '-';
    spentMs += passes[pass] ?? 0;
    duty.tried(pass, passes[pass] ?? 0, finds(pass, frame) ? how : undefined);
    return pass;
  });
  return { tried: tried.join(''), spentMs, laps: duty.laps };
}

test('thorough passes take no longer than the fast ones, over many frames', () => {
  const { spentMs, laps } = run({ a: 20, b: 3, c: 7, d: 0.5 }, 1_000);
  expect(spentMs).toBeLessThanOrEqual(2_000 + 20);
  expect(spentMs).toBeGreaterThan(1_900);
  expect(laps).toBeGreaterThan(50);
});

test('one a frame at most, each in its turn, and none before its time', () => {
  expect(run({ a: 6, b: 2, c: 1 }, 9).tried).toBe('a--bca-bc');
  expect(run({ a: 1, b: 1, c: 1 }, 6)).toMatchObject({ tried: 'abcabc', laps: 2 });
});

test('what has found a code has half of the time, until it finds nothing for a while', () => {
  const { tried } = run({ a: 1, b: 1, c: 1, d: 1 }, 24, (pass, frame) => pass === 'b' && frame < 4);
  expect(tried.slice(0, 8)).toBe('abcbdbab');
  expect(tried.slice(-4).match(/b/gu)).toHaveLength(1);
  const dear = run({ a: 1, b: 1, c: 8 }, 40, (pass) => pass === 'b').tried.replaceAll('-', '');
  expect(dear).toContain('cbbbbbbbb'); // as long as the dear one took
});

test('what has found a code that is proved has time of its own, until it finds nothing for a while', () => {
  const finds = (pass: string, frame: number): boolean => pass === 'b' && frame < 20;
  expect(run({ a: 1, b: 1, c: 1 }, 24, finds, 'proved').tried).toBe('abcbabbcbabbcbabbcbabbcb');
  const dear = run({ a: 1, b: 1, c: 30 }, 40, finds, 'proved').tried;
  expect(dear).toMatch(/^abc(?:b-)+/u); // it does not wait for the dear one
  expect(dear.lastIndexOf('b')).toBeLessThan(36);
});

test('what has found a code that is proved takes no time from the others', () => {
  const passes = { a: 4, b: 4, c: 4 };
  const others = (tried: string): number => tried.replace(/[^ac]/gu, '').length;
  const alone = run(passes, 600);
  const beside = run(passes, 600, (pass) => pass === 'b', 'proved');
  expect(others(beside.tried)).toBeGreaterThan(0.7 * others(alone.tried));
});

test('what keeps a code in sight is not kept waiting by a look that the machine interrupted', () => {
  const duty = createDuty(['held', ...Array<string>(100).fill('other')], 1);
  const framesToHeld = (fastMs = 2): number => {
    for (let frames = 1; ; frames += 1) {
      const pass = duty.next(fastMs);
      if (pass === 'held') return frames;
      if (pass !== undefined) duty.tried(pass, 2);
    }
  };
  // The first one compiles, a later one is interrupted, and so are fast passes.
  const frames = [300, 3, 3, 300].map((ms) => {
    const waited = framesToHeld();
    duty.tried('held', ms, 'proved');
    return waited;
  });
  expect([...frames, framesToHeld()]).toEqual([1, 2, 2, 2, 2]);
  duty.next(300);
  duty.tried('held', 3, 'proved');
  expect(framesToHeld()).toBe(2);
});

test('without passes there is nothing to try', () => {
  expect(run({}, 3)).toEqual({ tried: '---', spentMs: 0, laps: 0 });
});

test('a pass that does not suit a frame is left out of its turn, however well it has done', () => {
  const duty = createDuty(['a', 'b', 'c']);
  const next = (): string | undefined => duty.next(1, (pass) => pass !== 'b');
  expect([next(), next(), next(), duty.next(1)]).toEqual(['a', 'c', 'a', 'b']);
  expect(duty.laps).toBe(1);
  duty.tried('b', -9, 'likely'); // ahead by nothing: it is tried first
  expect([duty.next(1), next()]).toEqual(['b', 'c']);
  expect(createDuty(['b']).next(1, () => false)).toBeUndefined();
});

test('begins with the likeliest again where another picture is looked at, which is no lap', () => {
  const duty = createDuty(['a', 'b', 'c']);
  const tried = [duty.next(1), duty.next(1)];
  duty.restart();
  expect([...tried, duty.next(1), duty.next(1)]).toEqual(['a', 'b', 'a', 'b']);
  expect(duty.laps).toBe(0);
});
