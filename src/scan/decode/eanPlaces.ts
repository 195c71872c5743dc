/** Modules of an EAN-13, from its first bar to its last. */
export const MODULES = 95;
/** Samples of a row for each module: thinner bars cannot be told apart, wider ones are read without this. */
const [THINNEST, WIDEST] = [1.5, 14];
/** White modules on both sides, at least. */
const QUIET = 3;
/** A slope of a row, in greys over two samples, that is no noise; and its part of the row's usual ones. */
const [LEAST_SLOPE, LEAST_PART] = [3, 0.25];
/** So many modules the middle of a code lies off the middle between its ends: labels are bent, and seen aslant. */
const BENDS = [0, -1, 1, -2, 2, -3, 3];
/** A bend is less likely than none. */
const BEND_PRICE = 0.02;
/** How much every code's own bars have to agree with what is seen; a bend hides those in the middle. */
const LEAST_LIKE = 0.45;
const BEND_LOSS = 0.25;
/** So many places of a row are looked at, the likeliest first. */
const MOST = 4;

/** Where in a row a code may lie. */
export interface Place {
  /** The row's sample of the first bar. */
  readonly start: number;
  /** Samples of the row for each module. */
  readonly module: number;
  readonly bend: number;
}

/** The bars and spaces that every code has: three at each end, five in the middle, white around it. */
const guards: readonly (readonly [module: number, isInk: 0 | 1])[] = [
  ...[-4, -3, -2, -1, 1, 45, 47, 49, 93, 95, 96, 97, 98].map((module) => [module, 0] as const),
  ...[0, 2, 46, 48, 92, 94].map((module) => [module, 1] as const),
];

/** The sample of a row that is so many modules from the code's first bar. */
export function sampleAt(row: Uint8Array, { start, module, bend }: Place, modules: number): number {
  const part = modules / MODULES;
  const x = start + module * (modules + 4 * bend * part * (1 - part));
  const left = Math.min(row.length - 2, Math.max(0, Math.floor(x)));
  const beyond = Math.min(1, Math.max(0, x - left));
  return row[left]! * (1 - beyond) + row[left + 1]! * beyond;
}

/** Where a row may hold an EAN-13, the likeliest place first: between two edges with white beside them. */
export function placesOf(row: Uint8Array): Place[] {
  const edges = edgesOf(row);
  const found: { readonly place: Place; readonly like: number }[] = [];
  edges.forEach((first, index) => {
    const before = first.at - (edges[index - 1]?.at ?? -Infinity);
    if (first.isRise) return;
    for (let other = index + 1; other < edges.length; other += 1) {
      const last = edges[other]!;
      const module = (last.at - first.at) / MODULES;
      const after = (edges[other + 1]?.at ?? Infinity) - last.at;
      if (!last.isRise || module < THINNEST || module > WIDEST || Math.min(before, after) < QUIET * module) continue;
      if (likeGuards(row, { start: first.at, module, bend: 0 }) < LEAST_LIKE - BEND_LOSS) continue;
      for (const bend of BENDS) {
        const place = { start: first.at, module, bend };
        const like = likeGuards(row, place) - BEND_PRICE * Math.abs(bend);
        if (like > LEAST_LIKE) found.push({ place, like });
      }
    }
  });
  found.sort((one, other) => other.like - one.like);
  const kept: Place[] = [];
  for (const { place } of found) if (kept.length < MOST && !kept.some((one) => isSame(one, place))) kept.push(place);
  return kept;
}

function isSame(one: Place, other: Place): boolean {
  const near = 0.6 * other.module;
  const end = ({ start, module }: Place): number => start + MODULES * module;
  return Math.abs(one.start - other.start) < near && Math.abs(end(one) - end(other)) < near;
}

/** Where a row rises or falls most steeply, between two samples too. */
function edgesOf(row: Uint8Array): { readonly at: number; readonly isRise: boolean }[] {
  const slope = (at: number): number => row[at + 1]! - row[at - 1]!;
  const steepness = (at: number): number => Math.abs(slope(at));
  const steep: number[] = [];
  for (let at = 2; at < row.length - 2; at += 1) {
    const here = steepness(at);
    if (here > LEAST_SLOPE && here >= steepness(at - 1) && here > steepness(at + 1)) steep.push(at);
  }
  const usual = steep.map(steepness).sort((one, other) => one - other)[Math.floor(0.6 * steep.length)] ?? 0;
  return steep
    .filter((at) => steepness(at) >= LEAST_PART * usual)
    .map((at) => {
      const [before, here, after] = [steepness(at - 1), steepness(at), steepness(at + 1)];
      return { at: at + (0.5 * (before - after)) / (before - 2 * here + after), isRise: slope(at) > 0 };
    });
}

/** How well what is seen agrees with what every code has, from -1 to 1. */
function likeGuards(row: Uint8Array, place: Place): number {
  return correlation(
    guards.length,
    (at) => -sampleAt(row, place, guards[at]![0] + 0.5),
    (at) => guards[at]![1],
  );
}

/** Pearson's, from -1 to 1; 0 where one of the two is even. */
export function correlation(many: number, one: (at: number) => number, other: (at: number) => number): number {
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let at = 0; at < many; at += 1) {
    const [a, b] = [one(at), other(at)];
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  const spread = (xx - (x * x) / many) * (yy - (y * y) / many);
  return spread > 0 ? (xy - (x * y) / many) / Math.sqrt(spread) : 0;
}
