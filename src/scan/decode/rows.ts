import type { Point } from './frameRead.ts';
import type { Luma } from './luma.ts';
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

/** How rows are taken from a band: see `rowsOf`. */
export interface Optics {
  /** Pixels of the picture for each pixel along a row; below 1 the row is finer than the picture. */
  readonly step: number;
  /** Pixels between two rows. */
  readonly gap: number;
  /** So many rows of a band at most: they lie further apart then. @default as many as there are */
  readonly most?: number;
  /** Lines that are averaged into a row, spread over its part of the band. */
  readonly lines: number;
  /** How strongly edges along a row are raised, 0 for not at all. */
  readonly sharpness: number;
  /** Over how many pixels of the row to either side. */
  readonly reach: number;
  /** Over how many pixels to either side a row is stretched from its darkest to its lightest. @default not at all */
  readonly level?: number;
  /** The spread of the blur that is taken off a row, in pixels of the picture. @default none */
  readonly spread?: number;
}

const PAPER = 255;
/** Pixels beside a picture that are still its edge: sines are not exact. */
const ROUNDING = 0.001;
/** A row with less between its darkest and its lightest is stretched no further: it has nothing but noise. */
const LEAST_CONTRAST = 24;

/** The whole picture, as rows in a direction. @param degrees - clockwise from the picture's own; 90 are its columns. */
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

/** The middle of a band, in parts of its picture. */
export function centreOf({ width, height }: Luma, { angle, left, right, top, bottom }: Band): Point {
  const { x, y } = placeAt(angle, (left + right) / 2, (top + bottom) / 2);
  return { x: x / width, y: y / height };
}

/** In pixels, what lies so far along the rows of a direction and across them. */
function placeAt(angle: number, along: number, across: number): Point {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return { x: along * dx - across * dy, y: along * dy + across * dx };
}

/**
 * A picture's rows as they run in its bands, one band under the other: what a decoder of bars needs of a picture that is
 * turned, at a part of the cost of turning it, for it needs few rows. Sharpened, rows show bars that blur has nearly closed.
 */
export function rowsOf(picture: Luma, bands: readonly Band[], optics: Optics): Luma {
  const sizes = bands.map(({ left, right, top, bottom }) => ({
    long: Math.ceil((right - left) / optics.step) + 1,
    count: Math.max(1, Math.min(optics.most ?? Infinity, Math.round((bottom - top) / optics.gap))),
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
      if (optics.level !== undefined) stretch(row, optics.level);
      if (optics.spread !== undefined) unblur(row, optics.spread / optics.step);
      writeRow(row, rows.subarray(at, at + long), optics);
    }
  });
  return { data: new Uint8Array(rows.buffer), width, height, placeOf: (place) => placeIn(bands, sizes, optics, place) };
}

/** Where a place of a band's rows lies in the picture. */
function placeIn(
  bands: readonly Band[],
  sizes: readonly { readonly count: number }[],
  { step }: Optics,
  { x, y }: Point,
): Point {
  let [index, row] = [0, y];
  while (index < bands.length - 1 && row >= sizes[index]!.count) row -= sizes[index++]!.count;
  const { angle, left, top, bottom } = bands[index]!;
  return placeAt(angle, left + step * x, top + ((bottom - top) * row) / sizes[index]!.count);
}

/** A row's mean over its lines. @param first, part - where it lies in the band, and how much of it, from 0 to 1. */
function sumLines(
  { data, width, height }: Luma,
  { angle, left, top, bottom }: Band,
  first: number,
  part: number,
  { step, lines }: Optics,
  row: Float32Array,
): void {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  row.fill(0);
  for (let line = 0; line < lines; line += 1) {
    const across = top + (bottom - top) * (first + (part * (line + 0.5)) / lines);
    let [x, y] = [left * dx - across * dy, left * dy + across * dx];
    for (let at = 0; at < row.length; at += 1, x += step * dx, y += step * dy) {
      if (x < -ROUNDING || y < -ROUNDING || x > width - 1 + ROUNDING || y > height - 1 + ROUNDING) {
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

/** Each pixel between the darkest and the lightest around it: what low contrast and a shadow over a part need. */
export function stretch(row: Float32Array, around: number): void {
  const [low, high] = [extremes(row, around, Math.min), extremes(row, around, Math.max)];
  for (let at = 0; at < row.length; at += 1) {
    row[at] = (PAPER * (row[at]! - low[at]!)) / Math.max(LEAST_CONTRAST, high[at]! - low[at]!);
  }
}

/** The least or largest within `around` to either side, by pieces of that length: from each piece's ends inwards. */
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

/** A row is what is left of its pixels when their surroundings' mean is taken off `sharpness` times. */
function writeRow(from: Float32Array, row: Uint8ClampedArray, { sharpness, reach }: Optics): void {
  const last = from.length - 1;
  const around = 2 * reach + 1;
  let near = 0;
  for (let at = -reach - 1; at < reach; at += 1) near += from[Math.min(last, Math.max(0, at))]!;
  for (let at = 0; at <= last; at += 1) {
    near += from[Math.min(last, at + reach)]! - from[Math.max(0, at - reach - 1)]!;
    row[at] = from[at]! + sharpness * (from[at]! - near / around);
  }
}
