import { knownBandsOf } from './locate.ts';
import type { Luma } from './luma.ts';
import type { Lack } from './messages.ts';
import { type Band, centreOf, rowsOf } from './rows.ts';

/** Pixels between two that are looked at for light: no divisor of a row. */
const APART = 1_009;
/** A picture that is dim has no more contrast than so many greys, as all of it is darker but this part, a lamp. */
const [DIM, LAMP] = [70, 0.02];
/** Bars that turn from dark to light or back within fewer pixels, on average, have modules of two pixels or less. */
const SMALL = 4;
/** The part of a picture's width and height, about its middle, that a step of zoom surely leaves in sight. */
const MIDDLE = 2 / 3;
/** The part of a row's contrast that is no noise, and greys that never are. */
const [TURN, LEAST_TURN] = [0.25, 8];
/** The middle of a row of bars, without what is white beside them. */
const row = { step: 0.5, gap: 1, most: 1, lines: 4, sharpness: 0, reach: 0 };

/**
 * What a picture without a code lacks: light, or pixels for the bars in its middle. Codes that are turned lack nothing.
 * It costs next to nothing: bars are not looked for, but known where another look has found them.
 *
 * Source: none of the 300 photos of corpus-dev is dim, the darkest reaches 80 greys; all frames of its clips that are
 * made dim are (up to 0.24 of the light, noise of 5 greys). Of labels made by seed nine in ten with 1 to 2 pixels a module
 * are small, none from 3.3 on. Of 34 photos without a whole code 4 are taken for small.
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
  for (let at = 0; at < data.length; at += APART, all += 1) if (data[at]! >= DIM) light += 1;
  return light < LAMP * all;
}

function isSmall(picture: Luma, band: Band): boolean {
  const { x, y } = centreOf(picture, band);
  if (Math.max(Math.abs(2 * x - 1), Math.abs(2 * y - 1)) > MIDDLE) return false;
  const { angle, left, right, top, bottom } = band;
  const [quarter, third] = [(right - left) / 4, (bottom - top) / 3];
  const inner = { angle, left: left + quarter, right: right - quarter, top: top + third, bottom: bottom - third };
  return 2 * quarter < SMALL * turnsOf(rowsOf(picture, [inner], row).data);
}

/** How often a row turns from dark to light or back. */
function turnsOf(greys: Uint8Array): number {
  const least = Math.max(LEAST_TURN, TURN * (Math.max(...greys) - Math.min(...greys)));
  let [turns, furthest, rises] = [0, greys[0]!, true];
  for (const value of greys) {
    if (rises ? value > furthest : value < furthest) furthest = value;
    if (Math.abs(value - furthest) <= least) continue;
    [turns, furthest, rises] = [turns + 1, value, !rises];
  }
  return turns;
}
