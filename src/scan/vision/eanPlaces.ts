import { correlation } from './correlation.ts';

/** Modules of an EAN-13, from its first bar to its last. */
export const EAN_MODULES = 95;
// Where a row may hold a code was set on the photos of corpus-dev, outside of this repository.
/** Samples of a row for each module: thinner bars cannot be told apart, wider ones are read without this. */
const [THINNEST_SAMPLES, WIDEST_SAMPLES] = [1.5, 14];
/** White modules on both sides, at least. */
const QUIET_MODULES = 3;
/** A slope of a row that is no noise, in greys over two samples; and as a part of the row's usual one. */
const LEAST_SLOPE = { greys: 3, part: 0.25 };
/** The usual slope of a row: of so large a part of its slopes none is steeper. */
const USUAL_SHARE = 0.6;
/** Modules that the middle of a code lies off the middle between its ends: labels are bent, and seen aslant. */
const BENDS_MODULES = [0, -1, 1, -2, 2, -3, 3];
/** Likeness that a bend of a module costs: it is less likely than none. */
const BEND_PRICE = 0.02;
/** Least likeness between what is seen and every code's own bars, from -1 to 1; a bend hides those in the middle. */
const LEAST_ALIKE = 0.45;
const BEND_LOSS = 0.25;
/** Modules between the ends of two places that are one. */
const SAME_MODULES = 0.6;
/** Places of a row that are looked at, the likeliest first. */
const MOST_PLACES = 4;

/** A place in a row where a code may lie. */
export interface RowSpan {
  /** Sample of the row where its first bar begins. */
  readonly start: number;
  /** Samples of the row for each module. */
  readonly module: number;
  /** Modules that its middle lies off the middle between its ends. */
  readonly bend: number;
}

/** The bars and spaces that every code has: three at each end, five in the middle, white around it. */
const guards: readonly (readonly [module: number, isInk: 0 | 1])[] = [
  ...[-4, -3, -2, -1, 1, 45, 47, 49, 93, 95, 96, 97, 98].map((module) => [module, 0] as const),
  ...[0, 2, 46, 48, 92, 94].map((module) => [module, 1] as const),
];

/** Returns the grey of a row that is so many modules from the code's first bar, between two samples too. */
export function sampleAt(row: Uint8Array, { start, module, bend }: RowSpan, modules: number): number {
  const part = modules / EAN_MODULES;
  const x = start + module * (modules + 4 * bend * part * (1 - part));
  const left = Math.min(row.length - 2, Math.max(0, Math.floor(x)));
  const beyond = Math.min(1, Math.max(0, x - left));
  return row[left]! * (1 - beyond) + row[left + 1]! * beyond;
}

/** Returns where a row may hold an EAN-13, the likeliest place first: between two edges with white beside them. */
export function placesOf(row: Uint8Array): RowSpan[] {
  const edges = edgesOf(row);
  const found: { readonly place: RowSpan; readonly like: number }[] = [];
  edges.forEach((first, index) => {
    const before = first.at - (edges[index - 1]?.at ?? -Infinity);
    if (first.isRise) return;
    for (let other = index + 1; other < edges.length; other += 1) {
      const last = edges[other]!;
      const module = (last.at - first.at) / EAN_MODULES;
      const after = (edges[other + 1]?.at ?? Infinity) - last.at;
      if (!last.isRise || module < THINNEST_SAMPLES || module > WIDEST_SAMPLES) continue;
      if (Math.min(before, after) < QUIET_MODULES * module) continue;
      if (likeGuards(row, { start: first.at, module, bend: 0 }) < LEAST_ALIKE - BEND_LOSS) continue;
      for (const bend of BENDS_MODULES) {
        const place = { start: first.at, module, bend };
        const like = likeGuards(row, place) - BEND_PRICE * Math.abs(bend);
        if (like > LEAST_ALIKE) found.push({ place, like });
      }
    }
  });
  found.sort((one, other) => other.like - one.like);
  const kept: RowSpan[] = [];
  for (const { place } of found)
    if (kept.length < MOST_PLACES && !kept.some((one) => isSame(one, place))) kept.push(place);
  return kept;
}

function isSame(one: RowSpan, other: RowSpan): boolean {
  const near = SAME_MODULES * other.module;
  const end = ({ start, module }: RowSpan): number => start + EAN_MODULES * module;
  return Math.abs(one.start - other.start) < near && Math.abs(end(one) - end(other)) < near;
}

/** Returns where a row rises or falls most steeply, between two samples too. */
function edgesOf(row: Uint8Array): { readonly at: number; readonly isRise: boolean }[] {
  const slope = (at: number): number => row[at + 1]! - row[at - 1]!;
  const steepness = (at: number): number => Math.abs(slope(at));
  const steep: number[] = [];
  for (let at = 2; at < row.length - 2; at += 1) {
    const here = steepness(at);
    if (here > LEAST_SLOPE.greys && here >= steepness(at - 1) && here > steepness(at + 1)) steep.push(at);
  }
  const usual = steep.map(steepness).sort((one, other) => one - other)[Math.floor(USUAL_SHARE * steep.length)] ?? 0;
  return steep
    .filter((at) => steepness(at) >= LEAST_SLOPE.part * usual)
    .map((at) => {
      const [before, here, after] = [steepness(at - 1), steepness(at), steepness(at + 1)];
      return { at: at + (0.5 * (before - after)) / (before - 2 * here + after), isRise: slope(at) > 0 };
    });
}

/** Returns how well what is seen agrees with what every code has, from -1 to 1. */
function likeGuards(row: Uint8Array, place: RowSpan): number {
  return correlation(
    guards.length,
    (at) => -sampleAt(row, place, guards[at]![0] + 0.5),
    (at) => guards[at]![1],
  );
}
