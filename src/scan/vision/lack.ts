import { knownBandsOf } from './locate.ts';
import type { Luma } from './luma.ts';
import { type Band, centreOf, rowsOf } from './rows.ts';

/** Light, or pixels of the bars that are seen: frames may lack it. */
export type Lack = 'dim' | 'small';

/** Pixels between two that are looked at for light: no divisor of a row. */
const EVERY_PX = 1_009;
/**
 * Greys that a dim picture stays below, but for the part of it that may be a lamp. Set on the photos of corpus-dev, outside of
 * this repository, and on clips of them with up to 0.24 of the light: all of those are dim, no photo is.
 */
const [DIM_GREYS, LAMP_PART] = [70, 0.02];
/** Pixels of a bar or a space, on average: with fewer its modules have two or less. Set on labels made by seed. */
const SMALL_PX = 4;
/** The part of a picture's width and height, about its middle, that a step of zoom surely leaves in sight. */
const MIDDLE_PART = 2 / 3;
/** A turn that is no noise: a part of the row's contrast, and greys. */
const LEAST_TURN = { part: 0.25, greys: 8 };
/** The middle of a row of bars, without what is white beside them. */
const optics = { samplePx: 0.5, rowPx: 1, mostRows: 1, lines: 4, sharpness: 0, sharpenReach: 0 };

/**
 * Returns what a picture without a code lacks: light, or pixels for the bars in its middle. Codes that are turned lack nothing.
 * It costs next to nothing: bars are not looked for, but known where another look has found them.
 *
 * @param before - what the picture before it lacked: its bars are where they were.
 */
export function lackOf(picture: Luma, before?: Lack): Lack | undefined {
  if (isDim(picture)) return 'dim';
  const bands = knownBandsOf(picture);
  if (!bands) return before === 'small' ? before : undefined;
  return bands[0] && isSmall(picture, bands[0]) ? 'small' : undefined;
}

function isDim({ data }: Luma): boolean {
  let [light, all] = [0, 0];
  for (let at = 0; at < data.length; at += EVERY_PX, all += 1) if (data[at]! >= DIM_GREYS) light += 1;
  return light < LAMP_PART * all;
}

function isSmall(picture: Luma, band: Band): boolean {
  const { x, y } = centreOf(picture, band);
  if (Math.max(Math.abs(2 * x - 1), Math.abs(2 * y - 1)) > MIDDLE_PART) return false;
  const { angle, left, right, top, bottom } = band;
  const [quarter, third] = [(right - left) / 4, (bottom - top) / 3];
  const inner = { angle, left: left + quarter, right: right - quarter, top: top + third, bottom: bottom - third };
  return 2 * quarter < SMALL_PX * turnsOf(rowsOf(picture, [inner], optics).data);
}

/** Counts how often a row turns from dark to light or back. */
function turnsOf(greys: Uint8Array): number {
  const least = Math.max(LEAST_TURN.greys, LEAST_TURN.part * (Math.max(...greys) - Math.min(...greys)));
  let [turns, furthest, rises] = [0, greys[0]!, true];
  for (const value of greys) {
    if (rises ? value > furthest : value < furthest) furthest = value;
    if (Math.abs(value - furthest) <= least) continue;
    [turns, furthest, rises] = [turns + 1, value, !rises];
  }
  return turns;
}
