import { correlation } from './eanPlaces.ts';
import { coarseBandsOf } from './locate.ts';
import type { Luma } from './luma.ts';
import { type Band, type Optics, rowsOf, wholeOf } from './rows.ts';

/** Pixels of the picture for each pixel along a row. */
const STEP = 0.5;
/** Rows of a frame's bars: each the mean of a third of their height. */
const thirds = { step: STEP, gap: 4, lines: 30, sharpness: 0, reach: 0, most: 3 };
/** So many frames count; older ones fade. */
const MOST = 12;
/** Pixels of a row that bars may lie beside where they lay: a hand shakes, and their ends are not seen exactly. */
const REACH = 80;
/** Over so many pixels to either side a row's edges are compared. */
const EDGE = 4;
/** In each of so many parts of a row the edges' mean square apart, of 2 for nothing in common: more is another character. */
const [PARTS, MOST_APART] = [16, 0.5];
/** So many of them at either end are beside a code, where the picture may end too. */
const BESIDE = 2;

export type FrameSum = ReturnType<typeof createFrameSum>;

/**
 * The mean of one code's bars over the frames it was seen in, each laid over those before: noise differs from frame to
 * frame, bars do not. It begins anew with each other code, and with a frame in which nothing is where bars were.
 */
export function createFrameSum() {
  let last: Luma | undefined;
  let angle = 0;
  let rows: Luma | undefined;
  let frames = 0;

  function add(picture: Luma): void {
    const [found] = coarseBandsOf(picture);
    const before = rows;
    rows = undefined;
    if (!found) return;
    const band = Math.cos(found.angle - angle) < 0 ? reversed(found) : found;
    ({ angle } = band);
    rows = rowsOf(picture, [band], thirds);
    const shift = before && shiftOf(before, rows);
    frames = before && shift !== undefined ? Math.min(MOST, frames + 1) : 1;
    if (before && shift !== undefined) rows = { ...rows, data: mixed(before, rows, shift, 1 / frames) };
  }

  return {
    /** Adds a frame. @returns the rows of all, as `optics` show them; without a pixel where there are none. */
    shown(picture: Luma, optics: Optics): Luma {
      if (last !== picture) add(picture);
      last = picture;
      if (!rows) return { data: new Uint8Array(), width: 0, height: 0 };
      const { placeOf } = rows;
      const seen = rowsOf(rows, [wholeOf(rows, 0)], {
        ...optics,
        step: 1,
        gap: 1,
        spread: (optics.spread ?? 0) / STEP,
      });
      return { ...seen, placeOf: (place) => placeOf!(seen.placeOf!(place)) };
    },
    /** Whether more frames of the same code would show it more. */
    isGrowing: (): boolean => rows !== undefined && frames > 1 && frames < MOST,
  };
}

/** The same band, its rows read the other way: a direction that is found has no head. */
function reversed({ angle, left, right, top, bottom }: Band): Band {
  return { angle: angle + Math.PI, left: -right, right: -left, top: -bottom, bottom: -top };
}

function mixed(before: Luma, fresh: Luma, shift: number, part: number): Uint8Array {
  return fresh.data.map((value, at) => {
    const x = (at % fresh.width) + shift;
    const left = Math.floor(x);
    if (left < 0 || left + 1 >= before.width) return value;
    const from = Math.floor(at / fresh.width) * before.width + left;
    const old = before.data[from]! * (left + 1 - x) + before.data[from + 1]! * (x - left);
    return Math.round(old + (value - old) * part);
  });
}

/** So many pixels further right, what lies in the fresh rows lay in those before. @returns `undefined` for another code. */
function shiftOf(before: Luma, fresh: Luma): number | undefined {
  if (before.height !== fresh.height) return undefined;
  const [was, is] = [edgesOf(before), edgesOf(fresh)];
  const first = ((before.width - fresh.width) >> 1) - REACH;
  const alike = Array.from({ length: 2 * REACH + 1 }, (_, at) =>
    correlation(
      is.length,
      (x) => was[x + first + at] ?? 0,
      (x) => is[x]!,
    ),
  );
  const best = alike.indexOf(Math.max(...alike));
  const part = Math.floor(is.length / PARTS);
  for (let from = BESIDE * part; from < (PARTS - BESIDE) * part; from += part) {
    let apart = 0;
    for (let x = from; x < from + part; x += 1) apart += ((was[x + first + best] ?? 0) - is[x]!) ** 2;
    if (apart > MOST_APART * part) return undefined;
  }
  const [left, here, right] = [alike[best - 1] ?? 0, alike[best]!, alike[best + 1] ?? 0];
  const bend = left - 2 * here + right;
  return first + best + (bend < 0 ? (0.5 * (left - right)) / bend : 0);
}

/** How steeply all rows together rise along each pixel, with a spread of 1. */
function edgesOf({ data, width, height }: Luma): Float32Array {
  const sums = new Float32Array(width);
  for (let at = 0; at < width * height; at += 1) sums[at % width]! += data[at]!;
  const edges = sums.map((_, x) => sums[Math.min(width - 1, x + EDGE)]! - sums[Math.max(0, x - EDGE)]!);
  const spread = Math.sqrt(edges.reduce((sum, edge) => sum + edge ** 2, 0) / width);
  return edges.map((edge) => edge / (spread || 1));
}
