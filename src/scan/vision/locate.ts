import type { Luma, Point } from './luma.ts';
import { halved, meansOf } from './pictures.ts';
import type { Band } from './rows.ts';

/** A block has a side of so many doublings of a pixel: one direction is found for each block. */
const BLOCK_DOUBLINGS = 3;
const BLOCK_PX = 2 ** BLOCK_DOUBLINGS;
/** Every second pixel of every second row is enough to see a direction. */
const EVERY_PX = 2;
// What makes a block one of bars, and blocks a band, was set on the photos of corpus-dev, outside of this repository.
/** Least mean square slope, in greys for each pixel, of a block of bars with its eight neighbours. */
const LEAST_SLOPE_SQUARED = 16;
/** Least sum of it over the pixels that are looked at there. */
const LEAST_EDGE = 9 * (BLOCK_PX / EVERY_PX) ** 2 * LEAST_SLOPE_SQUARED;
/** The part of the picture's middle edge that bars have at least: they are stronger than most of what is around them. */
const LEAST_OF_MIDDLE_EDGE = 0.5;
/** Least likeness of the directions in a block of bars, from 0 (none) to 1 (one line after the other). */
const LEAST_ALIKE = 0.55;
/** Radians at most between neighbouring blocks, and between a block and its band. */
const MOST_TURNED_RAD = { neighbours: 0.3, band: 0.4 };
const LEAST_BLOCKS = 12;
/** Shorter than any code that could be read, and the edge of a label is. */
const LEAST_BAND_PX = 48;
/** Parts of a band's blocks that are left out on either side: what hangs on to bars is no bar. */
const STRAY = { along: 0.01, across: 0.04 };
/** The quiet zone beside bars, with bars that were not seen as such: a part of their length, and pixels. */
const QUIET = { part: 0.2, px: 12 };
/** Bands of a picture that most passes look at, the strongest. */
export const STRONGEST_BANDS = 3;
const MOST_BANDS = 16;
/** The part of a picture's width that a code moves at most from one frame to the next. Set by hand, and never measured. */
const MOST_MOVED = 0.15;
/** Blocks to either side of the middle of squares that are small. Set on labels far away, made by seed. */
const SQUARES_REACH_BLOCKS = 6;
/** Edges without a direction that make one of 255 greys of business. */
const EDGE_A_GREY = 16_000;

/** A picture by blocks: which way its edges run, how strongly and how much alike. */
interface Grid {
  readonly wide: number;
  readonly high: number;
  /** The structure tensor as a double angle: `across` and `along` are its vector, `edge` the sum of its parts. */
  readonly across: Float32Array;
  readonly along: Float32Array;
  readonly edge: Float32Array;
}

const known = new WeakMap<Luma, readonly Band[]>();

/**
 * Returns where a picture may hold bars, and the exact direction that their rows run in: parts whose edges all run one way.
 * The one at the last code comes first, then the strongest. Kept with the picture, which is looked at in several ways.
 *
 * Source: structure tensor, J. Bigün and G. Granlund, 1987.
 */
export function bandsOf(picture: Luma): readonly Band[] {
  const before = known.get(picture);
  if (before) return before;
  const grid = gridOf(picture);
  const strongest = groupsOf(grid)
    .map((blocks) => bandOf(grid, blocks))
    .filter(({ long }) => long > LEAST_BAND_PX)
    .sort((one, other) => other.strength - one.strength)
    .map(({ band }) => band);
  const last = bandAtLast(picture, strongest);
  const bands = [...(last ? [last] : []), ...strongest.filter((band) => band !== last)].slice(0, MOST_BANDS);
  known.set(picture, bands);
  return bands;
}

/** Returns the band that lies where the last code was, or so near that it can be what has moved from there. */
export function bandAtLast(picture: Luma, bands: readonly Band[]): Band | undefined {
  const place = lastPlaceIn(picture);
  if (!place) return undefined;
  const { x, y } = place;
  const awayFrom = ({ angle, left, right, top, bottom }: Band): number => {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [along, across] = [x * dx + y * dy, y * dx - x * dy];
    return Math.max(left - along, along - right, top - across, across - bottom);
  };
  const [nearest] = [...bands].sort((one, other) => awayFrom(one) - awayFrom(other));
  return nearest && awayFrom(nearest) < MOST_MOVED * picture.width ? nearest : undefined;
}

/** Returns the place of the last code, in pixels. */
export function lastPlaceIn({ near, width, height }: Luma): Point | undefined {
  return near && { x: near.x * width, y: near.y * height };
}

/** Returns the bands that `bandsOf` has found in a picture, `undefined` where nobody has asked for them. */
export function knownBandsOf(picture: Luma): readonly Band[] | undefined {
  return known.get(picture);
}

/** Returns the bands of a picture as they are found at half its size, where noise hides less of the edges. */
export function coarseBandsOf(picture: Luma): readonly Band[] {
  return bandsOf({ ...halved(picture), near: picture.near }).map(({ angle, left, right, top, bottom }) => ({
    angle,
    left: 2 * left,
    right: 2 * right,
    top: 2 * top,
    bottom: 2 * bottom,
  }));
}

/** Returns where a picture has most edges in all directions, and the strongest: squares are there, or print. */
export function busiestOf(picture: Luma): Point {
  const { wide, high, across, along, edge } = gridOf(picture);
  const busy = Uint8ClampedArray.from(edge, (sum, at) => (sum - Math.hypot(across[at]!, along[at]!)) / EDGE_A_GREY);
  const means = meansOf({ data: new Uint8Array(busy.buffer), width: wide, height: high }, SQUARES_REACH_BLOCKS);
  const at = means.indexOf(means.reduce((most, mean) => Math.max(most, mean), 0));
  return { x: ((at % wide) + 0.5) * BLOCK_PX, y: (Math.floor(at / wide) + 0.5) * BLOCK_PX };
}

function gridOf({ data, width, height }: Luma): Grid {
  const [wide, high] = [Math.floor(width / BLOCK_PX), Math.floor(height / BLOCK_PX)];
  const [across, along, edge] = [0, 1, 2].map(() => new Float32Array(wide * high)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 1; y < Math.min(high * BLOCK_PX, height - 1); y += EVERY_PX) {
    const row = (y >> BLOCK_DOUBLINGS) * wide;
    for (let x = 1; x < Math.min(wide * BLOCK_PX, width - 1); x += EVERY_PX) {
      const at = y * width + x;
      const [falling, rising] = [
        data[at + width + 1]! - data[at - width - 1]!,
        data[at - width + 1]! - data[at + width - 1]!,
      ];
      const dx = (3 * (falling + rising) + 10 * (data[at + 1]! - data[at - 1]!)) / 16;
      const dy = (3 * (falling - rising) + 10 * (data[at + width]! - data[at - width]!)) / 16;
      const block = row + (x >> BLOCK_DOUBLINGS);
      across[block]! += dx * dx - dy * dy;
      along[block]! += 2 * dx * dy;
      edge[block]! += dx * dx + dy * dy;
    }
  }
  const around = (sums: Float32Array): Float32Array => withNeighbours(sums, wide, high);
  return { wide, high, across: around(across), along: around(along), edge: around(edge) };
}

/** Returns the sum of each block with the eight around it. */
function withNeighbours(sums: Float32Array, wide: number, high: number): Float32Array {
  const rows = sums.map(
    (sum, at) => sum + (at % wide > 0 ? sums[at - 1]! : 0) + (at % wide < wide - 1 ? sums[at + 1]! : 0),
  );
  const last = (high - 1) * wide;
  return rows.map((sum, at) => sum + (at >= wide ? rows[at - wide]! : 0) + (at < last ? rows[at + wide]! : 0));
}

function neighbours(x: number, y: number, wide: number, high: number): number[] {
  const near: number[] = [];
  for (let j = Math.max(0, y - 1); j <= Math.min(high - 1, y + 1); j += 1) {
    for (let i = Math.max(0, x - 1); i <= Math.min(wide - 1, x + 1); i += 1) near.push(j * wide + i);
  }
  return near;
}

/** Returns the blocks of bars that touch each other and run the same way, group by group. */
function groupsOf({ wide, high, across, along, edge }: Grid): number[][] {
  const strong = Math.max(LEAST_EDGE, LEAST_OF_MIDDLE_EDGE * middleOf(edge));
  const isBars = (at: number): boolean =>
    edge[at]! > strong && Math.hypot(across[at]!, along[at]!) > LEAST_ALIKE * (edge[at]! + 1);
  const direction = across.map((value, at) => 0.5 * Math.atan2(along[at]!, value));
  const seen = new Uint8Array(edge.length);
  const groups: number[][] = [];
  for (let first = 0; first < edge.length; first += 1) {
    if (seen[first] === 1 || !isBars(first)) continue;
    seen[first] = 1;
    const group = [first];
    let [sumAcross, sumAlong] = [0, 0];
    for (let next = 0; next < group.length; next += 1) {
      const at = group[next]!;
      sumAcross += across[at]!;
      sumAlong += along[at]!;
      const mean = 0.5 * Math.atan2(sumAlong, sumAcross);
      for (const near of neighbours(at % wide, Math.floor(at / wide), wide, high)) {
        if (seen[near] === 1 || !isBars(near)) continue;
        const turned = direction[near]!;
        if (apart(turned, direction[at]!) > MOST_TURNED_RAD.neighbours) continue;
        if (apart(turned, mean) > MOST_TURNED_RAD.band) continue;
        seen[near] = 1;
        group.push(near);
      }
    }
    if (group.length >= LEAST_BLOCKS) groups.push(group);
  }
  return groups;
}

/** Returns the radians between two lines, which have no head. */
function apart(one: number, other: number): number {
  const turn = Math.abs(one - other) % Math.PI;
  return Math.min(turn, Math.PI - turn);
}

function bandOf({ wide, across, along }: Grid, blocks: readonly number[]) {
  const sum = (values: Float32Array): number => blocks.reduce((total, at) => total + values[at]!, 0);
  const strength = blocks.reduce((total, at) => total + Math.hypot(across[at]!, along[at]!), 0);
  const angle = 0.5 * Math.atan2(sum(along), sum(across));
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const places = blocks.map(
    (at) => [((at % wide) + 0.5) * BLOCK_PX, (Math.floor(at / wide) + 0.5) * BLOCK_PX] as const,
  );
  const us = Float32Array.from(places, ([x, y]) => x * dx + y * dy).sort();
  const vs = Float32Array.from(places, ([x, y]) => y * dx - x * dy).sort();
  const [left, right] = [share(us, STRAY.along) - BLOCK_PX, share(us, 1 - STRAY.along) + BLOCK_PX];
  const quiet = QUIET.part * (right - left) + QUIET.px;
  const [top, bottom] = [share(vs, STRAY.across), share(vs, 1 - STRAY.across)];
  const band: Band = { angle, left: left - quiet, right: right + quiet, top, bottom };
  return { band, strength, long: right - left };
}

function share(sorted: Float32Array, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
}

function middleOf(values: Float32Array): number {
  return share(values.slice().sort(), 0.5);
}
