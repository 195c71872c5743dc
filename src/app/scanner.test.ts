import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScanner } from '#app/scanner.ts';
import { defaultWedgeProfile } from '#scan/wedge.ts';

let isCovered: boolean;
let unclaimed: string[];
let taken: string[];
let scanner: ReturnType<typeof createScanner>;

beforeEach(() => {
  vi.useFakeTimers();
  [isCovered, unclaimed, taken] = [false, [], []];
  const document = { querySelector: () => (isCovered ? {} : null) } as unknown as Document;
  scanner = createScanner(
    document,
    () => defaultWedgeProfile,
    () => true,
    ({ text }) => unclaimed.push(text),
    () => undefined,
  );
});
afterEach(() => vi.useRealTimers());

const scan = (text: string): void => scanner.put({ text, source: 'wedge', at: Date.now() });
const listen = (): (() => void) =>
  scanner.listen(
    ({ text }) => taken.push(text),
    () => undefined,
  );

test('without a screen that listens (storage blocked, nobody signed in) nothing is ready and nothing is taken', () => {
  const stop = listen();
  expect(scanner.accepts(true)).toBe(true);
  stop();
  expect(scanner.accepts(true)).toBe(false);
  scan('a');
  expect(taken).toEqual([]);
});

test('where the keys of a scanner do not come to the page it is not ready', () => {
  listen();
  expect(scanner.accepts(false)).toBe(false);
});

test('under a dialog it is not ready, and what is scanned waits until the dialog has closed, in order', () => {
  listen();
  isCovered = true;
  expect(scanner.accepts(true)).toBe(false);
  scan('a');
  vi.advanceTimersByTime(5_000);
  scan('b');
  expect(taken).toEqual([]);
  isCovered = false;
  scan('c');
  vi.advanceTimersByTime(1_000);
  expect([taken, unclaimed]).toEqual([['a', 'b', 'c'], []]);
});

test('a dialog that takes scans itself gets them', () => {
  listen();
  isCovered = true;
  const inDialog: string[] = [];
  scanner.listen(
    ({ text }) => inDialog.push(text),
    () => undefined,
  );
  expect(scanner.accepts(true)).toBe(true);
  scan('a');
  expect([inDialog, taken]).toEqual([['a'], []]);
});

test('who shows whether it is ready hears of a screen that begins or ends to listen', () => {
  const told = vi.fn<() => void>();
  scanner.subscribe(told);
  listen()();
  expect(told).toHaveBeenCalledTimes(2);
});
