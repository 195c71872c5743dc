import { correlation } from './correlation.ts';
import { coarseBandsOf } from './locate.ts';
import type { Luma } from './luma.ts';
import { averaged } from './optics.ts';
import { type Band, rowsOf, wholeOf } from './rows.ts';

// All of it was set on labels made by seed: blurred, in noise, in a hand that shakes.
/** Pixels of the picture for each sample along a row. */
const SAMPLE_PX = 0.5;
/** Rows of a frame's bars: each the mean of a third of their height. */
const thirds = { samplePx: SAMPLE_PX, rowPx: 4, lines: 30, sharpness: 0, sharpenReach: 0, mostRows: 3 };
/** Frames that count; older ones fade. */
const MOST_FRAMES = 12;
/** Samples that bars may lie beside where they lay: a hand shakes, and their ends are not seen exactly. */
const SHIFT_SAMPLES = 80;
/** Samples to either side over which a row's edges are compared. */
const EDGE_SAMPLES = 4;
/** Parts of a row that are compared each by itself: another code may differ in one character. */
const PARTS = 16;
/** Mean square between a part's edges before and now, of 2 for nothing in common: with more it is another code. */
const MOST_EDGES_APART = 0.5;
/** Parts at either end that are beside a code, where the picture may end too. */
const BESIDE_PARTS = 2;

/** The sum of the frames of one code. */
export type FrameSum = ReturnType<typeof createFrameSum>;

/**
 * Makes the mean of one code's bars over the frames it was seen in, each laid over those before: noise differs from frame to
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
    frames = before && shift !== undefined ? Math.min(MOST_FRAMES, frames + 1) : 1;
    if (before && shift !== undefined) rows = { ...rows, data: mixed(before, rows, shift, 1 / frames) };
  }

  return {
    /**
     * Adds a frame.
     *
     * @param blurPx - the spread of the blur that is taken off, in pixels of the picture.
     * @returns the rows of all, averaged; without a pixel where there are none.
     */
    shown(picture: Luma, blurPx: number): Luma {
      if (last !== picture) add(picture);
      last = picture;
      if (!rows) return { data: new Uint8Array(), width: 0, height: 0 };
      const { placeOf } = rows;
      const shownRows = { ...averaged, samplePx: 1, rowPx: 1, lines: 1, blurPx: blurPx / SAMPLE_PX };
      const seen = rowsOf(rows, [wholeOf(rows, 0)], shownRows);
      return { ...seen, placeOf: (place) => placeOf!(seen.placeOf!(place)) };
    },
    /** Tells whether more frames of the same code would show it more. */
    isGrowing: (): boolean => rows !== undefined && frames > 1 && frames < MOST_FRAMES,
  };
}

/** Returns a band with its rows read the other way: a direction that is found has no head. */
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

/** Returns how many samples further right the fresh rows' bars lay in the rows before, `undefined` for another code. */
function shiftOf(before: Luma, fresh: Luma): number | undefined {
  if (before.height !== fresh.height) return undefined;
  const [was, is] = [edgesOf(before), edgesOf(fresh)];
  const first = ((before.width - fresh.width) >> 1) - SHIFT_SAMPLES;
  const alike = Array.from({ length: 2 * SHIFT_SAMPLES + 1 }, (_, at) =>
    correlation(
      is.length,
      (x) => was[x + first + at] ?? 0,
      (x) => is[x]!,
    ),
  );
  const best = alike.indexOf(Math.max(...alike));
  const part = Math.floor(is.length / PARTS);
  for (let from = BESIDE_PARTS * part; from < (PARTS - BESIDE_PARTS) * part; from += part) {
    let apart = 0;
    for (let x = from; x < from + part; x += 1) apart += ((was[x + first + best] ?? 0) - is[x]!) ** 2;
    if (apart > MOST_EDGES_APART * part) return undefined;
  }
  const [left, here, right] = [alike[best - 1] ?? 0, alike[best]!, alike[best + 1] ?? 0];
  const bend = left - 2 * here + right;
  return first + best + (bend < 0 ? (0.5 * (left - right)) / bend : 0);
}

/** Returns how steeply all rows together rise along each sample, with a spread of 1. */
function edgesOf({ data, width, height }: Luma): Float32Array {
  const sums = new Float32Array(width);
  for (let at = 0; at < width * height; at += 1) sums[at % width]! += data[at]!;
  const edges = sums.map((_, x) => sums[Math.min(width - 1, x + EDGE_SAMPLES)]! - sums[Math.max(0, x - EDGE_SAMPLES)]!);
  const spread = Math.sqrt(edges.reduce((sum, edge) => sum + edge ** 2, 0) / width);
  return edges.map((edge) => edge / (spread || 1));
}
