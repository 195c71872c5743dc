import type { Luma, Point } from './luma.ts';
import { unblur } from './unblur.ts';

/**
 * A part of a picture, in pixels along its rows (from `left` to `right`) and across them (from `top` to `bottom`), both
 * from the picture's first pixel.
 */
export interface Band {
  /** Radians of the rows, clockwise from the picture's own. */
  readonly angle: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Way in which rows are taken from a band: see `rowsOf`. A row has samples, finer or coarser than the picture's pixels. */
export interface Optics {
  /** Pixels of the picture from one sample of a row to the next; below 1 the row is finer than the picture. */
  readonly samplePx: number;
  /** Pixels of the picture from one row to the next. */
  readonly rowPx: number;
  /** Rows of a band at most: they lie further apart then. @default as many as there are */
  readonly mostRows?: number;
  /** Lines that are averaged into a row, spread over its part of the band. */
  readonly lines: number;
  /** Times that the difference of a sample from its surroundings is added to it, which raises edges; 0 for not at all. */
  readonly sharpness: number;
  /** Samples to either side that are those surroundings. */
  readonly sharpenReach: number;
  /** Samples to either side over which a row is stretched from its darkest to its lightest. @default not at all */
  readonly stretchReach?: number;
  /** Pixels of the picture: the spread of the blur that is taken off a row. @default none */
  readonly blurPx?: number;
}

const PAPER = 255;
/** Pixels beside a picture that are still its edge: sines are not exact. */
const ROUNDING_PX = 0.001;
/** A row with less between its darkest and its lightest is stretched no further: it has nothing but noise. */
const LEAST_CONTRAST_GREYS = 24;

/** Returns the whole picture as a band. @param degrees - of its rows, clockwise from the picture's own; 90 are its columns. */
export function wholeOf({ width, height }: Luma, degrees: number): Band {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const corners = [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ] as const;
  const us = corners.map(([x, y]) => x * dx + y * dy);
  const vs = corners.map(([x, y]) => y * dx - x * dy);
  return { angle, left: Math.min(...us), right: Math.max(...us), top: Math.min(...vs), bottom: Math.max(...vs) };
}

/** Returns the middle of a band, in parts of its picture. */
export function centreOf({ width, height }: Luma, { angle, left, right, top, bottom }: Band): Point {
  const { x, y } = placeAt(angle, (left + right) / 2, (top + bottom) / 2);
  return { x: x / width, y: y / height };
}

/** Returns the place, in pixels, that lies so far along the rows of a direction and across them. */
function placeAt(angle: number, along: number, across: number): Point {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return { x: along * dx - across * dy, y: along * dy + across * dx };
}

/**
 * Takes a picture's rows as they run in its bands, one band under the other: what a decoder of bars needs of a picture that is
 * turned, at a part of the cost of turning it, for it needs few rows. Sharpened, rows show bars that blur has nearly closed.
 *
 * @returns a picture as wide as the longest row, white beside the others; without a pixel where there is no band.
 */
export function rowsOf(picture: Luma, bands: readonly Band[], optics: Optics): Luma {
  const sizes = bands.map(({ left, right, top, bottom }) => ({
    long: Math.ceil((right - left) / optics.samplePx) + 1,
    count: Math.max(1, Math.min(optics.mostRows ?? Infinity, Math.round((bottom - top) / optics.rowPx))),
  }));
  const width = Math.max(0, ...sizes.map(({ long }) => long));
  const height = sizes.reduce((sum, { count }) => sum + count, 0);
  const rows = new Uint8ClampedArray(width * height).fill(PAPER);
  const sums = new Float32Array(width);
  let at = 0;
  bands.forEach((band, index) => {
    const { long, count } = sizes[index]!;
    const row = sums.subarray(0, long);
    for (let number = 0; number < count; number += 1, at += width) {
      sumLines(picture, band, number / count, 1 / count, optics, row);
      if (optics.stretchReach !== undefined) stretch(row, optics.stretchReach);
      if (optics.blurPx !== undefined) unblur(row, optics.blurPx / optics.samplePx);
      writeSharpened(row, rows.subarray(at, at + long), optics);
    }
  });
  return { data: new Uint8Array(rows.buffer), width, height, placeOf: (place) => placeIn(bands, sizes, optics, place) };
}

/** Returns where a place of the bands' rows lies in the picture. */
function placeIn(
  bands: readonly Band[],
  sizes: readonly { readonly count: number }[],
  { samplePx }: Optics,
  { x, y }: Point,
): Point {
  let [index, row] = [0, y];
  while (index < bands.length - 1 && row >= sizes[index]!.count) row -= sizes[index++]!.count;
  const { angle, left, top, bottom } = bands[index]!;
  return placeAt(angle, left + samplePx * x, top + ((bottom - top) * row) / sizes[index]!.count);
}

/** Writes a row's mean over its lines. @param first, part - where it lies in the band, and how much of it, from 0 to 1. */
function sumLines(
  { data, width, height }: Luma,
  { angle, left, top, bottom }: Band,
  first: number,
  part: number,
  { samplePx, lines }: Optics,
  row: Float32Array,
): void {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  row.fill(0);
  for (let line = 0; line < lines; line += 1) {
    const across = top + (bottom - top) * (first + (part * (line + 0.5)) / lines);
    let [x, y] = [left * dx - across * dy, left * dy + across * dx];
    for (let at = 0; at < row.length; at += 1, x += samplePx * dx, y += samplePx * dy) {
      if (x < -ROUNDING_PX || y < -ROUNDING_PX || x > width - 1 + ROUNDING_PX || y > height - 1 + ROUNDING_PX) {
        row[at]! += PAPER;
        continue;
      }
      const [near, above] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
      const [right, below] = [near < width - 1 ? 1 : 0, above < height - 1 ? width : 0];
      const [fromLeft, fromTop, corner] = [x - near, y - above, above * width + near];
      const upper = data[corner]! * (1 - fromLeft) + data[corner + right]! * fromLeft;
      const lower = data[corner + below]! * (1 - fromLeft) + data[corner + below + right]! * fromLeft;
      row[at]! += upper * (1 - fromTop) + lower * fromTop;
    }
  }
  for (let at = 0; at < row.length; at += 1) row[at]! /= lines;
}

/** Puts each sample between the darkest and the lightest `around` it: what low contrast and a shadow over a part need. */
export function stretch(row: Float32Array, around: number): void {
  const [low, high] = [extremes(row, around, Math.min), extremes(row, around, Math.max)];
  for (let at = 0; at < row.length; at += 1) {
    row[at] = (PAPER * (row[at]! - low[at]!)) / Math.max(LEAST_CONTRAST_GREYS, high[at]! - low[at]!);
  }
}

/** Returns the least or largest of each sample's surroundings, within `around` to either side, by pieces of that length: from each piece's ends inwards. */
function extremes(row: Float32Array, around: number, pick: (one: number, other: number) => number): Float32Array {
  const piece = 2 * around + 1;
  const [fromStart, fromEnd, out] = [row.slice(), row.slice(), row.slice()];
  for (let at = 1; at < row.length; at += 1) if (at % piece !== 0) fromStart[at] = pick(fromStart[at - 1]!, row[at]!);
  for (let at = row.length - 2; at >= 0; at -= 1)
    if ((at + 1) % piece !== 0) fromEnd[at] = pick(fromEnd[at + 1]!, row[at]!);
  for (let at = 0; at < row.length; at += 1)
    out[at] = pick(fromEnd[Math.max(0, at - around)]!, fromStart[Math.min(row.length - 1, at + around)]!);
  return out;
}

/** Writes a row with `sharpness` times what each sample has over the mean of its surroundings added to it. */
function writeSharpened(from: Float32Array, row: Uint8ClampedArray, { sharpness, sharpenReach: reach }: Optics): void {
  const last = from.length - 1;
  const around = 2 * reach + 1;
  let near = 0;
  for (let at = -reach - 1; at < reach; at += 1) near += from[Math.min(last, Math.max(0, at))]!;
  for (let at = 0; at <= last; at += 1) {
    near += from[Math.min(last, at + reach)]! - from[Math.max(0, at - reach - 1)]!;
    row[at] = from[at]! + sharpness * (from[at]! - near / around);
  }
}
