import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepInTouch } from './keepInTouch.ts';
import type { OutboxView } from '#outbox/outboxPorts.ts';

let gateway: OutboxView['gateway'];
let page: EventTarget;
let screen: EventTarget & { visibilityState: string };
const ask = vi.fn();
const wake = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  gateway = 'reachable';
  page = new EventTarget();
  screen = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', screen);
  const view = (): OutboxView => ({ gateway }) as OutboxView;
  const outbox = { ask, wake, view, stop: () => undefined, start: () => Promise.resolve() };
  keepInTouch(
    outbox,
    () => Promise.resolve(),
    () => undefined,
    () => undefined,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const HOUR_MS = 60 * 60 * 1000;

/** Looks in so much time. */
function looks(ms: number): number {
  ask.mockClear();
  vi.advanceTimersByTime(ms);
  return ask.mock.calls.length;
}

function show(visibilityState: 'visible' | 'hidden'): void {
  screen.visibilityState = visibilityState;
  screen.dispatchEvent(new Event('visibilitychange'));
}

/** Looks in an hour in which the screen is touched each second. */
function looksTouched(): number {
  ask.mockClear();
  for (let at = 0; at < HOUR_MS; at += 1_000) {
    vi.advanceTimersByTime(1_000);
    page.dispatchEvent(new Event('pointerdown'));
  }
  return ask.mock.calls.length;
}

test('an hour with a gateway that is there is 120 looks at rest, and 400 at most while the screen is touched', () => {
  expect(looks(HOUR_MS)).toBe(120);
  expect(looksTouched()).toBe(400);
});

test('a touch looks at once, where the last look is 9 s old', () => {
  vi.advanceTimersByTime(8_000);
  page.dispatchEvent(new Event('pointerdown'));
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  page.dispatchEvent(new Event('pointerdown'));
  expect(ask).toHaveBeenCalledOnce();
});

test('a gateway that is away is looked for each 3 s', () => {
  gateway = 'unreachable';
  expect(looks(HOUR_MS)).toBe(1_200);
});

test('a page that is hidden looks for none, there or away, and looks at once when it is seen again', () => {
  show('hidden');
  expect(looks(HOUR_MS)).toBe(0);
  gateway = 'unreachable';
  expect(looks(HOUR_MS)).toBe(0);
  page.dispatchEvent(new Event('pointerdown'));
  expect(ask).not.toHaveBeenCalled();
  show('visible');
  expect(ask).toHaveBeenCalledOnce();
  expect(wake).toHaveBeenCalledOnce();
});

test.each(['online', 'offline'])('the browser’s word that it is %s is a look within a second', (word) => {
  page.dispatchEvent(new Event(word));
  expect(looks(1_000)).toBe(1);
});
