import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { isMatrix } from '#scan/code/matrix.ts';
import { type FittedEan, eanOf } from './eanFit.ts';
import { type FrameSum, createFrameSum } from './frameSum.ts';
import { STRONGEST_BANDS, bandsOf, busiestOf, coarseBandsOf, lastPlaceIn } from './locate.ts';
import type { Luma } from './luma.ts';
import { optics } from './optics.ts';
import { enlarged, halved, negativeOf, sharpened, softened } from './pictures.ts';
import { type Band, rowsOf, wholeOf } from './rows.ts';
import type { Witness } from './witnesses.ts';

/** The options of a read by a decoder of edges and squares, in the words of ZXing. */
export interface ReadOptions {
  readonly formats: readonly BarcodeFormat[];
  /** Looks at more rows, and tries more shapes for each. */
  readonly tryHarder: boolean;
  readonly tryRotate: boolean;
  readonly tryInvert: boolean;
  readonly tryDownscale: boolean;
  /** Rows that must say the same of a linear code. */
  readonly minLineCount: number;
  readonly binarizer: 'LocalAverage' | 'GlobalHistogram';
}

/**
 * In degrees, clockwise from the picture's own rows; or as its bars need it: where they seem to be most of all, or
 * wherever they seem to be, if in more than one place; or where noise leaves a little of them.
 */
type Along = number | 'bars' | 'all bars' | 'noisy bars';

/** One way to read a picture. */
export interface Pass {
  readonly witness: Witness;
  readonly options: ReadOptions;
  /** Makes the picture to look at. @default as it is */
  readonly made?: (picture: Luma) => Luma;
  /** The direction of its rows, where they are not the picture's own. */
  readonly along?: Along;
  /** Reads the picture itself, without a decoder, and believes only what several rows have said. */
  readonly ean?: (picture: Luma) => FittedEan | undefined;
  /** Tells whether more frames would show it more. */
  readonly isUnfinished?: () => boolean;
  /** `true`: it looks at bars that are lighter than what is around them. */
  readonly isInverted?: boolean;
  /** `true`: it looks at the finer picture, and is for pictures that have one. */
  readonly isFine?: boolean;
}

const quick: Omit<ReadOptions, 'formats'> = {
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  minLineCount: 2,
  binarizer: 'LocalAverage',
};
const thorough = { ...quick, tryHarder: true, tryRotate: true, tryInvert: true, tryDownscale: true };
const upright = { ...quick, tryHarder: true };

/** Pixels of a camera's whole frame: an enlarged part takes no longer to look at. */
const FRAME_PX = 1280 * 720;
/** Spreads of the blur that is taken off the sum of several frames: of much of it, and of less. Set on labels made by seed. */
const SUM_BLUR_PX = { much: 2.8, less: 2.2 };
/** Pixels to either side that squares' edges are raised against, in the picture and in the enlarged one, and how strongly. Set on labels made by seed. */
const SHARPEN = { reachPx: 2, enlargedReachPx: 3, strength: 3 };

function rowPass(
  formats: readonly BarcodeFormat[],
  along: Along,
  name: keyof typeof optics,
  options: Partial<ReadOptions> = {},
): Pass {
  return {
    witness: typeof along === 'number' ? name : `bars ${name}`,
    options: { ...upright, formats, ...options },
    made: (picture) => rowsOf(picture, bandsAlong(picture, along), optics[name]),
    along,
  };
}

function bandsAlong(picture: Luma, along: Along): readonly Band[] {
  if (typeof along === 'number') return [wholeOf(picture, along)];
  const bands = (along === 'noisy bars' ? coarseBandsOf : bandsOf)(picture);
  if (along !== 'all bars') return bands.slice(0, STRONGEST_BANDS);
  return bands.length > 1 ? bands : [];
}

/** Reads retail codes that are too blurred or too small for edges. */
const fit: Pass = { witness: 'fit', options: { ...upright, formats: [] }, ean: eanOf };

function isFitted(formats: readonly BarcodeFormat[]): boolean {
  return formats.includes('EAN13') || formats.includes('UPCA');
}

/**
 * Looks at the bars of several frames as one, without their blur. However often it is tried, and on however many frames: it is
 * one witness.
 */
function summed(formats: readonly BarcodeFormat[], sum: FrameSum, blurPx: number): Pass {
  return {
    witness: 'bars blurred',
    options: { ...upright, formats },
    made: (picture) => sum.shown(picture, blurPx),
    along: 'bars',
    isUnfinished: sum.isGrowing,
  };
}

/** Returns the passes that every frame is looked at with. */
export function fastPasses(formats: readonly BarcodeFormat[]): Pass[] {
  const [bars, squares] = apart(formats);
  const passes: readonly Pass[] = [
    { witness: 'plain', options: { ...quick, tryRotate: true, formats: bars } },
    { witness: 'matrix', options: { ...quick, formats: squares } },
  ];
  return passes.filter(({ options }) => options.formats.length > 0);
}

/**
 * Returns the passes that are tried one after the other while the fast passes see nothing, the likeliest and cheapest first:
 * bars where they seem to be, in their own direction; the decoder's own thorough pass; bars that are blurred, in several frames
 * too, light on dark, small or noisy; then, at many times the cost, an EAN by fit, and squares that are small, broken into dots
 * or unevenly lit.
 */
export function ladder(formats: readonly BarcodeFormat[]): Pass[] {
  const [bars, squares] = apart(formats);
  const sum = createFrameSum();
  const forBars: Pass[] = [
    rowPass(bars, 'bars', 'sharpest'),
    fine(rowPass(bars, 'bars', 'small')),
    { ...rowPass(bars, 'all bars', 'many'), witness: 'bars sharp' }, // of many labels in one picture; it sees the same
    { witness: 'plain', options: { ...thorough, formats: bars } },
    summed(bars, sum, SUM_BLUR_PX.much),
    inverted(rowPass(bars, 'bars', 'sharpest')),
    rowPass(bars, 'bars', 'small'),
    { ...rowPass(bars, 'noisy bars', 'noisy'), witness: 'bars soft' }, // it sees the same
    summed(bars, sum, SUM_BLUR_PX.less),
    fine({ ...rowPass(bars, 'all bars', 'many'), witness: 'bars sharp' }),
  ];
  const dearForBars = [...(isFitted(bars) ? [fit] : []), rowPass(bars, 0, 'sharp'), rowPass(bars, 90, 'sharp')];
  const forSquares: Pass[] = [
    { witness: 'matrix', options: { ...upright, formats: squares } },
    fine({
      witness: 'enlarged',
      options: { ...upright, formats: squares },
      made: (picture) => enlarged(picture, FRAME_PX, lastPlaceIn(picture) ?? busiestOf(picture)),
    }),
    { witness: 'matrix', options: { ...thorough, formats: squares } },
    fine({ witness: 'matrix', options: { ...upright, formats: squares } }),
  ];
  const dearForSquares = [...otherSquares(squares), ...(squares.includes('PDF417') ? straightened : [])];
  const [hasBars, hasSquares] = [bars.length > 0, squares.length > 0];
  return [
    ...mixed(hasBars ? forBars : [], hasSquares ? forSquares : []),
    ...mixed(hasBars ? dearForBars : [], hasSquares ? dearForSquares : []),
  ];
}

function fine(pass: Pass): Pass {
  return { ...pass, isFine: true };
}

/** Looks the same way at bars that are lighter than what is around them, which the decoder does not look for. */
function inverted(pass: Pass): Pass {
  return {
    ...pass,
    made: (picture) => negativeOf(pass.made?.(picture) ?? picture),
    isInverted: true,
  };
}

/** Passes for a PDF417 whose rows are turned: its ends are bars, and say how far. The decoder looks for upright and lying ones alone. */
const straightened: readonly Pass[] = (['whole', 'whole, averaged'] as const).map((name) => ({
  witness: name,
  options: { ...upright, formats: ['PDF417'] },
  made(picture) {
    const [ends] = bandsOf(picture);
    return rowsOf(picture, ends ? [wholeOf(picture, (ends.angle * 180) / Math.PI)] : [], optics[name]);
  },
}));

/** Returns passes that see squares in other ways than as they are. */
function otherSquares(formats: readonly BarcodeFormat[], isInverted = false): Pass[] {
  const options: ReadOptions = { ...upright, tryRotate: true, tryInvert: isInverted, formats };
  return [
    { witness: 'halved', options, made: halved },
    { witness: 'enlarged', options, made: (picture) => enlarged(picture, FRAME_PX) },
    { witness: 'softened', options, made: softened },
    { witness: 'sharpened', options, made: (picture) => sharpened(picture, SHARPEN.reachPx, SHARPEN.strength) },
    {
      witness: 'sharpened',
      options,
      made: (picture) => sharpened(enlarged(picture, FRAME_PX), SHARPEN.enlargedReachPx, SHARPEN.strength),
    },
    { witness: 'one threshold', options: { ...options, binarizer: 'GlobalHistogram' } },
  ];
}

/**
 * Returns the passes that are asked about codes which one pass has read: the same codes, seen in another way, in the order of
 * what it costs.
 *
 * @param formats - bars, or squares.
 */
export function confirmations(formats: readonly BarcodeFormat[], along: Along, isInverted: boolean): Pass[] {
  const ofRows = (degrees: number): Pass[] => [
    { ...rowPass(formats, degrees, 'plain', { minLineCount: 4 }), witness: 'rows' },
    ...(['fine', 'soft', 'sharp', 'finest'] as const).map((name) => rowPass(formats, degrees, name)),
  ];
  const isTurned = typeof along === 'string';
  const ofMany = along === 'all bars' ? (['coarse'] as const) : [];
  const ofBars = ([...ofMany, 'plain', 'fine', 'soft', 'sharp', 'more blurred', 'more small'] as const).map((name) =>
    rowPass(formats, isTurned ? along : 'bars', name),
  );
  if (formats.some(isMatrix))
    return [...otherSquares(formats, isInverted), ...(formats.includes('PDF417') ? straightened : [])];
  const asked = [...(isTurned ? [] : ofRows(along)), ...ofBars];
  return isInverted ? asked.map(inverted) : [...asked, ...(isFitted(formats) ? [fit] : [])];
}

/** The pass for every ITF in a picture, upright or lying, whole ones and parts. */
export const everyItf: Pass = { witness: 'plain', options: { ...upright, tryRotate: true, formats: ['ITF'] } };

function apart(formats: readonly BarcodeFormat[]): [bars: BarcodeFormat[], squares: BarcodeFormat[]] {
  return [formats.filter((format) => !isMatrix(format)), formats.filter(isMatrix)];
}

/** Returns both in their order, evenly spread, the first of `many` first of all. */
function mixed(many: readonly Pass[], few: readonly Pass[]): Pass[] {
  const placed = [many, few].flatMap((passes) => passes.map((pass, index) => ({ pass, place: index / passes.length })));
  return placed.sort((a, b) => a.place - b.place).map(({ pass }) => pass);
}
