import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createScanner } from './scanner.ts';
import { defaultWedgeProfile } from '#scan/wedge/profile.ts';

let isCovered: boolean;
let unclaimed: string[];
let taken: string[];
let covered: string[];
let scanner: ReturnType<typeof createScanner>;

beforeEach(() => {
  vi.useFakeTimers();
  [isCovered, unclaimed, taken, covered] = [false, [], [], []];
  const heard = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, heard[name].bind(heard));
  vi.stubGlobal('window', {});
  const document = Object.assign(heard, { querySelector: () => (isCovered ? {} : null) }) as unknown as Document;
  scanner = createScanner(
    document,
    () => defaultWedgeProfile,
    () => true,
    ({ text }) => unclaimed.push(text),
    () => undefined,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const scan = (text: string): void => scanner.put({ text, source: 'wedge', at: Date.now() });
const listen = (): (() => void) =>
  scanner.listen({
    onScan: ({ text }, isOver) => void (isOver ? covered : taken).push(text),
    onBlank: () => undefined,
    onAltered: () => undefined,
    onSplit: ({ texts }) => void taken.push(`split ${texts.join('|')}`),
  });

test('without a screen that listens (storage blocked, nobody signed in) nothing is ready and nothing is taken', () => {
  const stop = listen();
  expect(scanner.accepts(true)).toBe(true);
  stop();
  expect(scanner.accepts(true)).toBe(false);
  scanner.start();
  scan('a');
  expect(taken).toEqual([]);
});

test('what a camera or a person brings before it is known who is at work goes to the screen that listens then, and to no other', () => {
  const stop = listen();
  scan('a');
  scan('b');
  expect([scanner.accepts(true), taken]).toEqual([true, []]);
  stop();
  const others: string[] = [];
  scanner.listen({
    onScan: ({ text }) => void others.push(text),
    onBlank: () => undefined,
    onAltered: () => undefined,
    onSplit: () => undefined,
  });
  scanner.start();
  expect([taken, others, unclaimed]).toEqual([[], ['a', 'b'], []]);
  scan('c');
  expect(others).toEqual(['a', 'b', 'c']);
});

test('where the keys of a scanner do not come to the page it is not ready', () => {
  listen();
  expect(scanner.accepts(false)).toBe(false);
});

test('under a dialog it is not ready, and the screen is told that what is scanned was over one', () => {
  scanner.start();
  listen();
  isCovered = true;
  expect(scanner.accepts(true)).toBe(false);
  scan('a');
  isCovered = false;
  scan('b');
  expect([covered, taken, unclaimed]).toEqual([['a'], ['b'], []]);
});

test('a dialog that takes scans itself gets them', () => {
  scanner.start();
  listen();
  isCovered = true;
  const inDialog: string[] = [];
  scanner.listen({
    onScan: ({ text }) => void inDialog.push(text),
    onBlank: () => undefined,
    onAltered: () => undefined,
    onSplit: () => undefined,
  });
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

describe('the first scan of a start', () => {
  const SINCE_MS = 500;
  let heard: EventTarget;
  let cutOff: (readonly string[] | undefined)[];

  beforeEach(() => {
    heard = new EventTarget();
    cutOff = [];
    for (const name of ['addEventListener', 'removeEventListener'] as const)
      vi.stubGlobal(name, heard[name].bind(heard));
    vi.stubGlobal('window', {
      earlyScan: { events: [], sinceMs: SINCE_MS, fieldMs: SINCE_MS, show: () => undefined, stop: () => undefined },
    });
    const document = Object.assign(heard, { querySelector: () => null }) as unknown as Document;
    scanner = createScanner(
      document,
      () => defaultWedgeProfile,
      () => true,
      ({ text }) => unclaimed.push(text),
      (texts) => cutOff.push(texts),
    );
    scanner.start();
    listen();
  });

  function type(text: string, startedMs: number, gapMs = 4): void {
    for (const [index, key] of [...Array.from(text), 'Enter'].entries()) {
      const press = new Event('keydown', { cancelable: true });
      Object.defineProperty(press, 'timeStamp', { value: startedMs + index * gapMs });
      heard.dispatchEvent(Object.assign(press, { key, code: key, getModifierState: () => false }));
    }
  }

  test('is shown and not taken where the app listened before its first key, and there may have been others', () => {
    type('-1011', 509, 5);
    expect([taken, cutOff]).toEqual([[], [['-1011']]]);
    type('D-1011', 900);
    expect([taken, cutOff.slice(1)]).toEqual([['D-1011'], [undefined]]);
  });

  test('where it is doubted, the next one is not taken in its place, by whichever way it came, until it was scanned again', () => {
    type('-1011', 509, 5);
    type('S-01-A', 900);
    scan('S-02-A');
    expect([taken, cutOff.at(-1)]).toEqual([[], ['-1011', 'S-01-A', 'S-02-A']]);
    type('D-1011', 2_000);
    type('S-01-A', 3_000);
    expect([taken, cutOff.at(-1)]).toEqual([['D-1011', 'S-01-A'], undefined]);
  });

  test('where a person has read that it is doubted, the next one is taken, whatever it is', () => {
    const doubts: boolean[] = [];
    scanner.subscribe(() => doubts.push(scanner.isDoubting()));
    type('-1011', 509, 5);
    expect(doubts.at(-1)).toBe(true);
    scanner.forgetCutOff();
    expect(doubts.at(-1)).toBe(false);
    type('S-01-A', 900);
    expect([taken, cutOff]).toEqual([['S-01-A'], [['-1011'], undefined]]);
  });

  test('is taken where nothing can have come before it', () => {
    type('D-1011', 620);
    type('D-1012', 800);
    expect([taken, cutOff]).toEqual([['D-1011', 'D-1012'], []]);
  });

  test('is shown and not taken, and nothing is told of its pull, where both are doubted', () => {
    type('-1011\r5', 509, 5);
    expect(taken).toEqual([]);
  });

  test('is only told of where nothing but its ending has come, and the next one is taken', () => {
    type('', 510);
    type('D-1011', 900);
    expect([taken, cutOff]).toEqual([['D-1011'], [[], undefined]]);
  });
});
