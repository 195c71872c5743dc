import { expect, test } from 'vitest';
import { mayLackHead } from './early.ts';

const SINCE_MS = 500;
const KEY_GAP_MS = 100;

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

test.each<[string, readonly Event[], boolean]>([
  ['nothing', [], false],
  ['a scan long after the keeping began', typed('D-1011', 900), false],
  ['a scan that was running when the keeping began', typed('-1011', 503), true],
  ['a scan whose keys waited until the keeping began', typed('-1011', 480), true],
  ['a slow scanner’s scan, its next key two of its gaps later', typed('-1011', 555, 40), true],
  ['a fast scanner’s scan at that same moment', typed('-1011', 555), false],
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
    [made({ type: 'keyup', key: 'Shift', atMs: 598 }), ...typed('D-', 602)],
    false,
  ],
  ['characters without a key’s name', [made({ type: 'beforeinput', data: '-', atMs: 503 })], true],
  ['a code that came whole', [made({ type: 'beforeinput', data: 'D-1011', atMs: 503 })], false],
])('%s', (_, events, doubt) => {
  expect(mayLackHead({ events, sinceMs: SINCE_MS, stop() {} }, KEY_GAP_MS, 0)).toBe(doubt);
});

test('until the page is painted a browser may have dropped keys', () => {
  const record = { events: typed('-1011', 900), sinceMs: SINCE_MS, stop() {} };
  expect(mayLackHead(record, KEY_GAP_MS, 890)).toBe(true);
  expect(mayLackHead(record, KEY_GAP_MS, 880)).toBe(false);
});
