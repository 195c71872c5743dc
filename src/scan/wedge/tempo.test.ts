import { expect, test } from 'vitest';
import { type Piece, type Tempo, goesOn, partOff, tempoOf, textOf } from './tempo.ts';

/** Characters with the gap before each, in milliseconds. */
function typed(text: string, gaps: readonly number[]): Piece[] {
  let atMs = 0;
  return Array.from(text, (character, index) => {
    atMs += index === 0 ? 0 : (gaps[(index - 1) % gaps.length] ?? 0);
    return { text: character, atMs };
  });
}

test.each<[string, readonly number[], number, Tempo]>([
  ['a laser', [2], 100, 'burst'],
  ['a laser with one stall', [2, 2, 300], 100, 'burst'],
  ['a slow scanner', [55], 100, 'quick'],
  ['a slow scanner that is known to be slow', [55], 200, 'burst'],
  ['a jittery scanner', [1, 139, 40, 70, 90], 100, 'quick'],
  ['a very fast typist', [75, 90, 110], 100, 'quick'],
  ['a person', [110, 180, 150], 100, 'hand'],
])('%s', (_, gaps, keyGapMs, tempo) => {
  expect(tempoOf(typed('0034043416', gaps), keyGapMs)).toBe(tempo);
});

test('one key is a person; a text at once is not; a paste is', () => {
  expect(tempoOf(typed('A', []), 100)).toBe('hand');
  expect(tempoOf([{ text: 'D-1001', atMs: 0 }], 100)).toBe('burst');
  expect(tempoOf([{ text: 'D-1001', atMs: 0, byHand: true }], 100)).toBe('hand');
});

test('a key that repeats is a person’s where it is held, and a part of the burst where a scanner types it twice', () => {
  const repeating = (pieces: readonly Piece[], from: number, to: number): Piece[] =>
    pieces.map((piece, index) => ({ ...piece, isRepeat: index >= from && index < to }));
  expect(tempoOf(repeating(typed('0000', [30]), 1, 4), 100)).toBe('hand');
  expect(tempoOf(repeating(typed('12000000', [150, 150, 500, 30, 30, 30, 30]), 3, 8), 100)).toBe('hand');
  expect(tempoOf(repeating(typed('D-1001', [4]), 4, 5), 100)).toBe('burst');
  expect(tempoOf(repeating(typed('0034', [4]), 1, 2), 100)).toBe('burst');
});

test('a code after a pause is parted from what lay there, slow keys are not', () => {
  const left = typed('D-1', [150]);
  const later = (pieces: readonly Piece[]): Piece[] => pieces.map(({ text, atMs }) => ({ text, atMs: atMs + 2_000 }));
  const scanned = partOff([...left, ...later(typed('D-1001', [2]))], 400, 100, 4);
  expect([textOf(scanned.left), textOf(scanned.code)]).toEqual(['D-1', 'D-1001']);
  const slow = partOff([...left, ...later(typed('001', [150]))], 400, 100, 4);
  expect([textOf(slow.left), textOf(slow.code)]).toEqual(['', 'D-1001']);
});

test.each<[string, readonly Piece[], number, readonly [left: string, code: string]]>([
  ['a moment after a number that a hand has typed a code is its own', typed('7.5', [150]), 300, ['7.5', 'D-1002']],
  ['sooner no hand pulls a trigger', typed('7.5', [150]), 240, ['', '7.5D-1002']],
  ['a burst that stalls is one code', typed('BAG', [4]), 300, ['', 'BAGD-1002']],
  ['so is one that stalls after its first key', typed('7', []), 300, ['', '7D-1002']],
])('%s', (_, before, afterMs, texts) => {
  const from = (before[before.length - 1]?.atMs ?? 0) + afterMs;
  const code = typed('D-1002', [4]).map((piece) => ({ ...piece, atMs: piece.atMs + from }));
  const found = partOff([...before, ...code], 400, 100, 4);
  expect([textOf(found.left), textOf(found.code)]).toEqual(texts);
});

test.each<[string, string, readonly number[], number, boolean]>([
  ['a number typed by hand stays, however soon something follows', '8.5', [150], 1, false],
  ['so does one of which two keys were rolled', '12.5', [150, 20, 150], 1, false],
  ['a key by itself goes on within a key gap', 'B', [], 99, true],
  ['and not after one', 'B', [], 101, false],
  ['a burst may stall', 'BAG', [4], 249, true],
  ['and not for long', 'BAG', [4], 251, false],
  ['what is typed as fast as a slow scanner does goes on within a key gap', 'BAG', [60], 99, true],
  ['and not after one, as a person may have typed it', 'BAG', [60], 101, false],
  ['nothing has no rest', '', [], 0, false],
])('while the focus moves, %s', (_, text, gaps, afterMs, isRest) => {
  const pieces = typed(text, gaps);
  expect(goesOn(pieces, (pieces[pieces.length - 1]?.atMs ?? 0) + afterMs, 100)).toBe(isRest);
});

test('a paste has no rest, however soon something follows', () => {
  expect(goesOn([{ text: '8', atMs: 0, byHand: true }], 1, 100)).toBe(false);
});
