import type { Optics } from './rows.ts';

/** Rows of which there are few: each the mean of many lines, so that little noise is left to be raised with the edges. */
export const averaged = {
  samplePx: 0.5,
  rowPx: 4,
  sharpness: 0,
  sharpenReach: 0,
  stretchReach: 160,
} satisfies Omit<Optics, 'lines'>;

/**
 * The ways in which rows are taken, by name; which of them misread alike is in `witnesses.ts`. `plain` to `sharpest` were set on
 * the photos of corpus-dev, outside of this repository, also blurred, shrunk, noisy and cut; the others on labels made by seed.
 */
export const optics = {
  /** Rows as they are. */
  plain: { samplePx: 1, rowPx: 4, lines: 1, sharpness: 0, sharpenReach: 0 },
  /** Finer than the picture, edges raised a little. */
  fine: { samplePx: 0.5, rowPx: 4, lines: 1, sharpness: 1, sharpenReach: 2 },
  /** Averaged a little: against noise, and gaps in bars. */
  soft: { samplePx: 1, rowPx: 5, lines: 5, sharpness: 0, sharpenReach: 0 },
  /** Edges raised much: against blur. */
  sharp: { samplePx: 0.5, rowPx: 4, lines: 1, sharpness: 3, sharpenReach: 3 },
  finest: { samplePx: 0.34, rowPx: 4, lines: 1, sharpness: 3, sharpenReach: 5 },
  /** The first that is tried where bars seem to be. */
  sharpest: { samplePx: 0.34, rowPx: 3, lines: 2, sharpness: 3, sharpenReach: 5, mostRows: 30 },
  /** A third of the height in each row: against much noise. */
  noisy: { samplePx: 1, rowPx: 6, lines: 40, sharpness: 0, sharpenReach: 0, mostRows: 3 },
  /** All rows: a PDF417 has more than bars. */
  whole: { samplePx: 1, rowPx: 1, lines: 1, sharpness: 0, sharpenReach: 0 },
  'whole, averaged': { samplePx: 1, rowPx: 2, lines: 2, sharpness: 0, sharpenReach: 0 },
  /** Few rows of each of many bands: a shelf's labels. */
  many: { samplePx: 0.5, rowPx: 3, lines: 1, sharpness: 3, sharpenReach: 3, mostRows: 16 },
  coarse: { samplePx: 1, rowPx: 3, lines: 1, sharpness: 1, sharpenReach: 5, mostRows: 16 },
  /** Without a lens's blur, wide for blur itself, narrow for bars of hardly more than a pixel. */
  'more blurred': { ...averaged, mostRows: 3, lines: 30, blurPx: 3.5 },
  small: { ...averaged, mostRows: 8, lines: 12, blurPx: 1.1 },
  'more small': { ...averaged, mostRows: 8, lines: 12, blurPx: 1.4 },
} as const satisfies Record<string, Optics>;
