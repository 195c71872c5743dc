import type { Luma, Point } from '#scan/vision/luma.ts';

/** The characters of Code 128 by their numbers, six widths each, of bars and spaces in modules. Source: ISO/IEC 15417, table 1. */
const WIDTHS =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221' +
  '223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321' +
  '112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131' +
  '311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114' +
  '122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141' +
  '214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232';
const [SHIFT, CODE_C, CODE_B, START_A, START_B, START_C] = [98, 99, 100, 103, 104, 105];
/** Shift, Code C and Code B: they choose the set of a row. Source: AIM, Codablock F. */
const CHOICES = [SHIFT, CODE_C, CODE_B];

/** Modules of a character, and of the stop beside the others. */
const [MODULES, STOP] = [11, 13];
/** Samples of a module. */
const FINE = 4;
/** Modules of the first two characters. */
const SEEN = 2 * MODULES;
/** Places beside the reader's own where a code may begin, in modules. */
const OFFSETS = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];
/** Heights at which rows are looked at, of what was read. */
const HEIGHTS = [0.5, 0.3, 0.7];
/** A row is so like its characters, also where it is blurred as much as it can be read. Set on labels made by seed. */
const LEAST_LIKE = 0.6;
/** Squares of the greys' distance from their mean, for each sample: in less there are no bars. */
const LEAST_SPREAD = 9;
/** Letters and numbers that a row may begin with: its number, or how many there are. Source: AIM, Codablock F. */
const ROW_NUMBER = /^(?:[+-U`-\u007f]|[0-8]\d)/;

/** Corners of a code in its picture, in pixels: the first two along its reading, the others below them. */
export interface CodeCorners {
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomLeft: Point;
  readonly bottomRight: Point;
}

/** Tells whether codewords of a Code 128 are a row of Codablock F: set A, and at once another one. No Code 128 begins so. */
export function isCodablockRow([start, choice = 0]: ArrayLike<number> & Iterable<number>): boolean {
  return start === START_A && CHOICES.includes(choice);
}

/**
 * Tells whether what was read as a Code 128 is a row of Codablock F: whether its first two characters in the picture look
 * more like those of a row than like any that a Code 128 of this text has. Each row is a Code 128 of its own, with a piece
 * of the text behind the row's number, and no reader here knows it.
 */
export function isCodablockAt(picture: Luma, text: string, corners: CodeCorners): boolean {
  if (!ROW_NUMBER.test(text)) return false;
  const rows = CHOICES.map((choice) => [START_A, choice]);
  const plain = beginningsOf(text);
  let [ofRow, ofPlain] = [0, 0];
  for (let many = Math.ceil(text.length / 2) + 2; many <= text.length + 6; many += 1) {
    for (const profile of profilesAt(picture, corners, MODULES * many + STOP)) {
      ofRow = Math.max(ofRow, ...rows.map((row) => likeness(profile, row)));
      ofPlain = Math.max(ofPlain, ...plain.map((one) => likeness(profile, one)));
    }
  }
  return ofRow > Math.max(ofPlain, LEAST_LIKE);
}

/** Returns the first two characters that a Code 128 of a text can have, by their numbers. */
function beginningsOf(text: string): readonly (readonly number[])[] {
  const code = text.charCodeAt(0);
  const inA = code < 32 ? code + 64 : code < 96 ? code - 32 : undefined;
  const pair = /^\d\d/.exec(text)?.[0];
  return [
    [START_B, code - 32],
    ...(inA === undefined ? [] : [[START_A, inA]]),
    ...(pair === undefined ? [] : [[START_C, Number(pair)]]),
  ];
}

/** Returns the greys of the first two characters, a few samples for each module, from each place where the code may begin. @param many - modules of the whole. */
function profilesAt(picture: Luma, { topLeft, topRight, bottomLeft, bottomRight }: CodeCorners, many: number) {
  const lines = HEIGHTS.map(
    (height) => [between(topLeft, bottomLeft, height), between(topRight, bottomRight, height)] as const,
  );
  return OFFSETS.map((offset) =>
    Array.from({ length: SEEN * FINE }, (_, at) => {
      const part = (offset + (at + 0.5) / FINE) / many;
      return lines.reduce((sum, [from, to]) => sum + greyAt(picture, between(from, to, part)), 0);
    }),
  );
}

/** Returns the likeness of a profile to characters, from -1 to 1: their correlation, whichever way they are dark. */
function likeness(profile: readonly number[], characters: readonly number[]): number {
  const bars = barsOf(characters);
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [grey, bar] = [mean(profile), mean(bars)];
  let [both, greys, ofBars] = [0, 0, 0];
  for (const [at, one] of profile.entries()) {
    const [a, b] = [one - grey, (bars[at] ?? 0) - bar];
    both += a * b;
    greys += a * a;
    ofBars += b * b;
  }
  return greys < LEAST_SPREAD * profile.length ? 0 : Math.abs(both) / Math.sqrt(greys * ofBars);
}

const drawn = new Map<string, readonly number[]>();

/** Returns characters as a profile, with the blur of a module. */
function barsOf(characters: readonly number[]): readonly number[] {
  const key = characters.join();
  const known = drawn.get(key);
  if (known) return known;
  const sharp = characters.flatMap((number) =>
    Array.from(WIDTHS.slice(number * 6, number * 6 + 6)).flatMap((width, index) =>
      Array<number>(Number(width) * FINE).fill(index % 2),
    ),
  );
  const made = sharp.map((_, at) => {
    const around = sharp.slice(Math.max(at - FINE / 2, 0), at + FINE / 2 + 1);
    return around.reduce((sum, one) => sum + one, 0) / around.length;
  });
  drawn.set(key, made);
  return made;
}

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Returns the grey of a place between pixels. */
function greyAt({ data, width, height }: Luma, { x, y }: Point): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const at = (dx: number, dy: number): number =>
    data[Math.min(Math.max(row + dy, 0), height - 1) * width + Math.min(Math.max(column + dx, 0), width - 1)] ?? 255;
  const [right, down] = [x - column, y - row];
  const above = at(0, 0) * (1 - right) + at(1, 0) * right;
  const below = at(0, 1) * (1 - right) + at(1, 1) * right;
  return above * (1 - down) + below * down;
}
