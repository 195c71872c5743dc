import { hasCheckDigit } from '#scan/code/checkDigit.ts';
import { correlation } from './correlation.ts';
import { EAN_MODULES, type RowSpan, placesOf, sampleAt } from './eanPlaces.ts';
import { type Print, SAMPLES, digitShapes, drawn, modulesOf, shapesAfter } from './eanShapes.ts';
import { STRONGEST_BANDS, bandsOf } from './locate.ts';
import type { Luma, Point } from './luma.ts';
import { rowsOf, stretch } from './rows.ts';

// All limits of the fit were set on the photos of corpus-dev and on clips made of them, outside of this repository.
/** Many rows: a label's text is often taken for a part of its bars. */
const optics = { samplePx: 0.5, rowPx: 4, lines: 3, sharpness: 0, sharpenReach: 0, mostRows: 24 };
/** Rows that have to say the same, at least; and more than twice as many as say anything else. */
const LEAST_ROWS = 2;
/** Modules beside a code that are looked at. */
const BESIDE_MODULES = 5;
const GRID_SAMPLES = (EAN_MODULES + 2 * BESIDE_MODULES) * SAMPLES;
/** Modules around a sample by which it is stretched. */
const STRETCH_MODULES = 11;
/** The module that each printed digit begins with: six behind the first guard of three, six behind the middle one of five. */
const begins = Array.from({ length: 12 }, (_, place) => 3 + 7 * place + (place < 6 ? 0 : 5));
/** Samples that a digit may lie beside its place, and the squared greys that a step to the next one's shift costs. */
const SHIFTS_SAMPLES = [-3, -2, -1, 0, 1, 2, 3];
const STEP_PRICE = 260;
/** The mean square of greys between what is seen and the likeliest digits at once: with more it is no code. */
const MOST_ROUGH_SQUARED_GREYS = 3300;
/** The part of what is seen that the digits leave unexplained, at most: of what is there seldom more is, of what is not there 0.17 and more. */
const MOST_UNLIKE = 0.17;
/** Factor by which more is unexplained with the weakest digit replaced, at least. Set on small and blurred labels made by seed, too. */
const LEAST_MARGIN = 1.2;

/** Blurs of a lens that are tried, and gains of a printer beside none, in modules. */
const BLURS_MODULES = [0.35, 0.65, 1];
const GAINS_MODULES = [-0.35, 0.35];
const keptShapes = new Map<string, readonly Float32Array[]>();

/** A row's text, and the part of what is seen in it that is not explained by that, from 0 to 1. */
interface Fit {
  readonly text: string;
  readonly unlike: number;
}

/** An EAN-13 that was read by fit. */
export interface FittedEan {
  /** Its thirteen digits. */
  readonly text: string;
  /** In pixels. */
  readonly corners: readonly Point[];
}

/**
 * Reads the EAN-13 of a picture whose bars no decoder of edges can tell apart, for blur or for want of pixels: what is seen is
 * compared with each digit as it would be seen. A UPC-A is one that begins with 0.
 *
 * @returns digits that several rows agree on, whose check digit holds, and beside which no others fit nearly as well.
 * Source: deformable templates, O. Gallo and R. Manduchi, 2011.
 */
export function eanOf(picture: Luma): FittedEan | undefined {
  const { data, width, height, placeOf } = rowsOf(picture, bandsOf(picture).slice(0, STRONGEST_BANDS), optics);
  const said: { readonly text: string; readonly ends: readonly [Point, Point] }[] = [];
  for (let row = 0; row < height; row += 1) {
    const fit = fitRow(data.subarray(row * width, (row + 1) * width));
    if (!fit) continue;
    const { text, place } = fit;
    const [from, to] = [place.start, place.start + EAN_MODULES * place.module].map((x) => placeOf!({ x, y: row }));
    said.push({ text, ends: [from!, to!] });
  }
  for (const { text } of said) {
    const same = said.filter((other) => other.text === text);
    if (same.length < LEAST_ROWS || same.length <= 2 * (said.length - same.length)) continue;
    const [[from, to], [lastFrom, lastTo]] = [same[0]!.ends, same.at(-1)!.ends];
    return { text, corners: [from, to, lastTo, lastFrom] };
  }
  return undefined;
}

/** Returns the code that explains most of a row, read from left to right or the other way round. */
function fitRow(row: Uint8Array): (Fit & { readonly place: RowSpan }) | undefined {
  let best: (Fit & { readonly place: RowSpan }) | undefined;
  for (const place of placesOf(row)) {
    const grid = Float32Array.from({ length: GRID_SAMPLES }, (_, at) =>
      sampleAt(row, place, (at + 0.5) / SAMPLES - BESIDE_MODULES),
    );
    stretch(grid, STRETCH_MODULES * SAMPLES);
    for (const seen of [grid, grid.slice().reverse()]) {
      const { print, rough } = likeliest(seen);
      const fit = rough < MOST_ROUGH_SQUARED_GREYS ? fitDigits(seen, print) : undefined;
      if (fit && fit.unlike < (best?.unlike ?? MOST_UNLIKE)) best = { ...fit, place };
    }
  }
  return best;
}

/** Returns how what is seen was most likely printed and blurred, and how far from that it is. */
function likeliest(grid: Float32Array): { print: Print; rough: number } {
  const roughly = (print: Print) => ({
    print,
    rough: begins.reduce((sum, _, place) => sum + leastCost(grid, print, place, 0), 0) / begins.length,
  });
  const better = (one: { print: Print; rough: number }, other: typeof one) => (other.rough < one.rough ? other : one);
  const even = BLURS_MODULES.map((blur) => roughly({ blur, gain: 0 })).reduce(better);
  return GAINS_MODULES.map((gain) => roughly({ ...even.print, gain })).reduce(better, even);
}

/** Returns the mean square between what is seen at a digit's place and one of the shapes. */
function costOf(grid: Float32Array, shape: Float32Array, place: number, shift: number): number {
  const from = (BESIDE_MODULES + begins[place]! - 1) * SAMPLES + shift;
  let sum = 0;
  for (let at = 0; at < shape.length; at += 1) sum += (grid[from + at]! - shape[at]!) ** 2;
  return sum / shape.length;
}

/** Returns the least of them, among the shapes of its half. */
function leastCost(grid: Float32Array, print: Print, place: number, shift: number): number {
  const shapes = shapesOf(print);
  const [first, last] = place < 6 ? [0, 20] : [20, 30];
  let least = Infinity;
  for (let number = first; number < last; number += 1) {
    least = Math.min(least, costOf(grid, shapes[number]!, place, shift));
  }
  return least;
}

function shapesOf(print: Print): readonly Float32Array[] {
  const key = `${print.blur} ${print.gain}`;
  let shapes = keptShapes.get(key);
  if (!shapes) keptShapes.set(key, (shapes = digitShapes(print)));
  return shapes;
}

/** Compares what is seen with its likeliest digits, drawn where they were seen. @returns `undefined` where it is no code for sure. */
function fitDigits(grid: Float32Array, print: Print): Fit | undefined {
  const shifts = shiftsOf(
    begins.map((_, place) => SHIFTS_SAMPLES.map((shift) => leastCost(grid, print, place, shift))),
  ).map((one) => SHIFTS_SAMPLES[one]!);
  const costs = shifts.map((shift, place) => shapesOf(print).map((shape) => costOf(grid, shape, place, shift)));
  const digits = digitsOf(costs);
  if (!hasCheckDigit(digits.join(''))) return undefined;
  const unlike = unlikeness(grid, digits, print, shifts);
  const margin = unlikeness(grid, secondOf(costs, digits), print, shifts) / unlike;
  return margin < LEAST_MARGIN ? undefined : { text: digits.join(''), unlike };
}

/** Returns how much of what is seen is not explained by these digits. */
function unlikeness(grid: Float32Array, digits: readonly number[], print: Print, shifts: readonly number[]): number {
  const white = '0'.repeat(BESIDE_MODULES);
  const code = drawn(`${white}${modulesOf(digits.join(''))}${white}`, print);
  const moved = code.map((_, at) => {
    const place = begins.filter((begin) => begin <= at / SAMPLES - BESIDE_MODULES).length - 1;
    return code[at - shifts[Math.max(0, place)]!] ?? code[0]!;
  });
  stretch(moved, STRETCH_MODULES * SAMPLES); // as what is seen was: beside it, a drawing that is not is as unlike as a wrong code
  const alike = correlation(
    grid.length,
    (at) => grid[at]!,
    (at) => moved[at]!,
  );
  return 1 - alike ** 2;
}

/** Returns for each digit the shift that costs least together with the steps between them. */
function shiftsOf(costs: readonly (readonly number[])[]): number[] {
  let sums = [...costs[0]!];
  const steps = costs.slice(1).map((ofPlace) => {
    const before = sums;
    const price = (from: number, to: number): number => (before[from] ?? Infinity) + (from === to ? 0 : STEP_PRICE);
    const from = ofPlace.map((_, to) => [to, to - 1, to + 1].reduce((a, b) => (price(b, to) < price(a, to) ? b : a)));
    sums = ofPlace.map((cost, to) => cost + price(from[to]!, to));
    return from;
  });
  return steps.reduceRight((path, from) => [from[path[0]!]!, ...path], [sums.indexOf(Math.min(...sums))]);
}

/** Returns the thirteen likeliest digits. */
function digitsOf(costs: readonly (readonly number[])[]): number[] {
  const all = shapesAfter.map((shapes, first) => {
    const best = costs.map((ofShape, place) => {
      const ten = ofShape.slice(shapes[place], shapes[place]! + 10);
      const cost = Math.min(...ten);
      return { digit: ten.indexOf(cost), cost };
    });
    return { digits: [first, ...best.map(({ digit }) => digit)], cost: best.reduce((sum, { cost }) => sum + cost, 0) };
  });
  return all.reduce((best, one) => (one.cost < best.cost ? one : best)).digits;
}

/** Returns the same digits but for the one that could most likely be another. */
function secondOf(costs: readonly (readonly number[])[], digits: readonly number[]): number[] {
  const shapes = shapesAfter[digits[0]!]!;
  const others = costs.flatMap((ofShape, place) => {
    const ten = ofShape.slice(shapes[place], shapes[place]! + 10);
    const own = digits[place + 1]!;
    return ten.flatMap((cost, digit) => (digit === own ? [] : [{ place, digit, more: cost - ten[own]! }]));
  });
  const nearest = others.reduce((best, one) => (one.more < best.more ? one : best));
  return digits.map((digit, at) => (at === nearest.place + 1 ? nearest.digit : digit));
}
