import { afterEach, expect, test, vi } from 'vitest';
import { goOnWith, mayLackHead } from './early.ts';

const SINCE_MS = 500;
const FIELD_MS = 540;
const KEY_GAP_MS = 100;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Made {
  readonly type?: string;
  readonly key?: string;
  readonly data?: string;
  readonly repeat?: boolean;
  readonly atMs: number;
}

function made({ type = 'keydown', atMs, ...rest }: Made): Event {
  return { type, timeStamp: atMs, ...rest } as unknown as Event;
}

/** A code and its Enter, key by key: press and release. */
function typed(text: string, startedMs: number, gapMs = 4): readonly Event[] {
  return [...Array.from(text), 'Enter'].flatMap((key, index) => {
    const atMs = startedMs + index * gapMs;
    return [made({ key, atMs }), made({ type: 'keyup', key, atMs: atMs + 1 })];
  });
}

/** The same, put in as text: no key has a name. */
function putIn(text: string, startedMs: number): readonly Event[] {
  return Array.from(text, (data, index) => made({ type: 'beforeinput', data, atMs: startedMs + index * 4 }));
}

/** The same, with one longer gap in it. */
function stalling(text: string, startedMs: number, stallMs: number): readonly Event[] {
  return [...typed(text, startedMs).slice(0, 6), ...typed(text, startedMs + 8 + stallMs).slice(6)];
}

test.each<[string, readonly Event[], boolean]>([
  ['nothing', [], false],
  ['a scan long after the keeping began', typed('D-1011', 900), false],
  ['a scan that was running when the keeping began', typed('-1011', 503), true],
  ['a scan whose keys waited until the keeping began', typed('-1011', 480), true],
  ['a slow scanner’s scan, its next key two of its gaps later', typed('-1011', 555, 40), true],
  ['a fast scanner’s scan at that same moment', typed('-1011', 555), false],
  ['a scan of which little has come', typed('-1', 580).slice(0, 4), true],
  ['its last key and the ending, a stall after the keys that were lost', typed('6', 890), true],
  ['the same later than any scanner stalls', typed('6', 910), false],
  ['a scanner that stalls, no longer than that after the keeping began', stalling('-1011', 640, 80), true],
  ['a scanner that stalls, long after the keeping began', stalling('-1011', 720, 80), false],
  ['a scanner that stalls for as long as none does', stalling('-1011', 910, 300), false],
  ['a scan, and a slow one after it', [...typed('D-1011', 590), ...typed('S-1', 700, 90)], false],
  ['a person who begins to type', typed('D-1011', 620, 250), false],
  ['only the ending', [made({ key: 'Enter', atMs: 504 })], true],
  ['a key that is still held from before', [made({ key: 'Enter', repeat: true, atMs: 504 })], false],
  ['the release of a key, and the next one', [made({ type: 'keyup', key: 'D', atMs: 598 }), ...typed('-1', 602)], true],
  [
    'a reload by Ctrl+R, and a scan after it',
    [made({ type: 'keyup', key: 'r', atMs: 560 }), ...typed('D-1011', 900)],
    false,
  ],
  [
    'the release of Shift alone, and a scan',
    [made({ type: 'keyup', key: 'Shift', atMs: 598 }), ...typed('D-1011', 602)],
    false,
  ],
  ['characters without a key’s name', [made({ type: 'beforeinput', data: '-', atMs: 503 })], true],
  ['characters that began before the field had the focus', putIn('-1011', 544), true],
  ['characters that began when it had had it', putIn('D-1011', 560), false],
  ['a scan by keys at that moment, for which no field is needed', typed('D-1011', 544), false],
  ['a code that came whole', [made({ type: 'beforeinput', data: 'D-1011', atMs: 503 })], false],
])('%s', (_, events, doubt) => {
  expect(mayLackHead({ events, sinceMs: SINCE_MS, fieldMs: FIELD_MS }, KEY_GAP_MS, 0)).toBe(doubt);
});

test('until the page is painted a browser may have dropped keys', () => {
  const record = { events: typed('-1011', 900), sinceMs: SINCE_MS, fieldMs: FIELD_MS };
  expect(mayLackHead(record, KEY_GAP_MS, 890)).toBe(true);
  expect(mayLackHead(record, KEY_GAP_MS, 880)).toBe(false);
});

test('a browser that tells of paints, and has told of none, may have dropped keys until now', () => {
  const record = { events: typed('-1011', 900), sinceMs: SINCE_MS, fieldMs: FIELD_MS };
  vi.stubGlobal('Event', function now() {
    return { timeStamp: 1_000 };
  });
  expect(mayLackHead(record, KEY_GAP_MS)).toBe(false);
  vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: ['paint'] });
  expect(mayLackHead(record, KEY_GAP_MS)).toBe(true);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ startTime: 600 } as PerformanceEntry]);
  expect(mayLackHead(record, KEY_GAP_MS)).toBe(false);
});

test('a record is gone on with while the first scan runs', () => {
  const heard = new EventTarget();
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard));
  vi.stubGlobal('removeEventListener', heard.removeEventListener.bind(heard));
  const first = goOnWith({
    events: typed('D-', 503).slice(0, 1),
    sinceMs: SINCE_MS,
    fieldMs: FIELD_MS,
    show() {},
    stop() {},
  });
  heard.dispatchEvent(new Event('keydown'));
  expect(first.events).toHaveLength(2);
  first.stop();
  heard.dispatchEvent(new Event('keydown'));
  expect(first.events).toHaveLength(2);
});
