import { expect, test } from 'vitest';
import { type Holding, createHold } from './holding.ts';

function rig() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly work: () => void }[] = [];
  const seen: Holding[] = [];
  let done = 0;
  const hold = createHold({
    now: () => nowMs,
    setTimeout(work, ms) {
      const timer = { atMs: nowMs + ms, work };
      timers.push(timer);
      return timer;
    },
    clearTimeout: (timer) => (timers = timers.filter((one) => one !== timer)),
    onChange: (holding) => seen.push(holding),
    onDone: () => (done += 1),
  });
  const run = (): void => {
    const due = timers.filter(({ atMs }) => atMs <= nowMs);
    timers = timers.filter(({ atMs }) => atMs > nowMs);
    for (const { work } of due) work();
  };
  return {
    hold,
    seen,
    done: () => done,
    left: () => timers.length,
    /** Time goes on; timers come in time. */
    pass(ms: number): void {
      nowMs += ms;
      run();
    },
    /** The page was busy so long: its timers come after that. */
    busy: (ms: number): void => void (nowMs += ms),
    run,
  };
}

test('a press that is held for 0.6 s does it once, and one that is released sooner does nothing', () => {
  const { hold, pass, done, seen, left } = rig();
  hold.press();
  pass(599);
  hold.release();
  pass(5_000);
  expect([done(), seen, left()]).toEqual([0, ['pressed', 'none'], 0]);
  hold.press();
  pass(600);
  expect(done()).toBe(1);
  hold.release();
  pass(5_000);
  expect([done(), left()]).toEqual([1, 0]);
});

test('presses that are short do nothing, however many they are', () => {
  const { hold, pass, done } = rig();
  for (let tap = 0; tap < 50; tap += 1) {
    hold.press();
    pass(100);
    hold.release();
    pass(50);
  }
  expect(done()).toBe(0);
});

test('on a busy page a press that was released in time does nothing, though its timer comes first', () => {
  const { hold, busy, run, pass, done } = rig();
  hold.press();
  busy(2_000); // the release waits too
  run();
  hold.release();
  pass(5_000);
  expect(done()).toBe(0);
  hold.press();
  busy(2_000);
  run();
  pass(150); // it is down still
  expect(done()).toBe(1);
});

test('a key asks for a second press, which counts from 0.6 s after the first: a key that bounces, or a laser’s two ends of a line, is one', () => {
  const { hold, pass, done, seen } = rig();
  hold.key();
  for (const ms of [0, 5, 100, 400]) {
    pass(ms);
    hold.key();
  }
  expect([done(), seen]).toEqual([0, ['asks']]);
  pass(95);
  hold.key();
  expect([done(), seen]).toEqual([1, ['asks', 'none']]);
});

test('the first press of a key is forgotten after a while, and by another key, a scan or the focus elsewhere', () => {
  const { hold, pass, done } = rig();
  hold.key();
  pass(5_000);
  hold.key(); // a first one again
  expect(done()).toBe(0);
  pass(1_000);
  hold.forget();
  hold.key();
  expect(done()).toBe(0);
  pass(600);
  hold.key();
  expect(done()).toBe(1);
});

test('what is held is let go where the screen is left meanwhile', () => {
  const { hold, pass, done, left } = rig();
  hold.press();
  hold.forget();
  pass(5_000);
  expect([done(), left()]).toEqual([0, 0]);
});
