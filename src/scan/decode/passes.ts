import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { type FittedEan, eanOf } from './eanFit.ts';
import { isMatrix } from './formats.ts';
import type { Luma } from './luma.ts';
import { type FrameSum, createFrameSum } from './frameSum.ts';
import { STRONGEST, bandsOf, busiestOf, coarseBandsOf, lastPlaceIn } from './locate.ts';
import { enlarged, halved, negativeOf, sharpened, softened } from './pictures.ts';
import { type Band, type Optics, rowsOf, wholeOf } from './rows.ts';
import type { WasmFind } from './wasmFind.ts';
import type { Look } from './wasmReader.ts';

/**
 * In degrees, clockwise from the picture's own rows; or as its bars need it: where they seem to be most of all, or
 * wherever they seem to be, if in more than one place; or where noise leaves a little of them.
 */
type Along = number | 'bars' | 'all bars' | 'noisy bars';

/** One way to look at a picture. */
export interface Pass {
  /** What it has for a witness: passes of one name see one thing, and two of them say it once. */
  readonly witness: string;
  readonly look: Look;
  /** The picture to look at. @default as it is */
  readonly made?: (picture: Luma) => Luma;
  /** Which way its rows run, where they are not the picture's own. */
  readonly along?: Along;
  /** Reads the picture itself, without zxing-wasm, and believes only what several rows have said. */
  readonly ean?: (picture: Luma) => FittedEan | undefined;
  /** Whether more frames would show it more. */
  readonly isUnfinished?: () => boolean;
  /** Whether it looks at bars that are lighter than what is around them. */
  readonly isInverted?: boolean;
  /** Looks at the finer picture; it is for pictures that have one. */
  readonly isFine?: boolean;
}

const plain: Omit<Look, 'formats'> = {
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  minLineCount: 2,
  binarizer: 'LocalAverage',
};
const thorough = { ...plain, tryHarder: true, tryRotate: true, tryInvert: true, tryDownscale: true };
const rows = { ...plain, tryHarder: true };

/** Rows of which there are few: each the mean of many lines, so that little noise is left to be raised with the edges. */
const averaged = { step: 0.5, gap: 4, sharpness: 0, reach: 0, level: 160 };

/** Measured on corpus-dev blurred, shrunk, noisy and cut: what one of these misreads, none of the others does. */
const optics = {
  plain: { step: 1, gap: 4, lines: 1, sharpness: 0, reach: 0 },
  fine: { step: 0.5, gap: 4, lines: 1, sharpness: 1, reach: 2 },
  soft: { step: 1, gap: 5, lines: 5, sharpness: 0, reach: 0 },
  noisy: { step: 1, gap: 6, lines: 40, sharpness: 0, reach: 0, most: 3 },
  sharp: { step: 0.5, gap: 4, lines: 1, sharpness: 3, reach: 3 },
  finest: { step: 0.34, gap: 4, lines: 1, sharpness: 3, reach: 5 },
  sharpest: { step: 0.34, gap: 3, lines: 2, sharpness: 3, reach: 5, most: 30 },
  whole: { step: 1, gap: 1, lines: 1, sharpness: 0, reach: 0 },
  'whole, averaged': { step: 1, gap: 2, lines: 2, sharpness: 0, reach: 0 },
  many: { step: 0.5, gap: 3, lines: 1, sharpness: 3, reach: 3, most: 16 },
  coarse: { step: 1, gap: 3, lines: 1, sharpness: 1, reach: 5, most: 16 },
  'more blurred': { ...averaged, most: 3, lines: 30, spread: 3.5 },
  small: { ...averaged, most: 8, lines: 12, spread: 1.1 },
  'more small': { ...averaged, most: 8, lines: 12, spread: 1.4 },
} as const satisfies Record<string, Optics>;

/** So many pixels a camera's whole frame has: an enlarged part takes no longer to look at. */
const FRAME_PIXELS = 1280 * 720;

function rowPass(
  formats: readonly BarcodeFormat[],
  along: Along,
  name: keyof typeof optics,
  look: Partial<Look> = {},
): Pass {
  return {
    witness: typeof along === 'number' ? name : `bars ${name}`,
    look: { ...rows, formats, ...look },
    made: (picture) => rowsOf(picture, bandsAlong(picture, along), optics[name]),
    along,
  };
}

function bandsAlong(picture: Luma, along: Along): readonly Band[] {
  if (typeof along === 'number') return [wholeOf(picture, along)];
  const bands = (along === 'noisy bars' ? coarseBandsOf : bandsOf)(picture);
  if (along !== 'all bars') return bands.slice(0, STRONGEST);
  return bands.length > 1 ? bands : [];
}

/** Retail codes that are too blurred or too small for edges. */
const fit: Pass = { witness: 'fit', look: { ...rows, formats: [] }, ean: eanOf };

function isFitted(formats: readonly BarcodeFormat[]): boolean {
  return formats.includes('EAN13') || formats.includes('UPCA');
}

/**
 * The bars of several frames as one, without their blur. However often it is tried, and on however many frames: it is one
 * witness.
 *
 * @param spread - of the blur, in pixels of the picture.
 */
function summed(formats: readonly BarcodeFormat[], sum: FrameSum, spread: number): Pass {
  return {
    witness: 'bars blurred',
    look: { ...rows, formats },
    made: (picture) => sum.shown(picture, { ...averaged, lines: 1, spread }),
    along: 'bars',
    isUnfinished: sum.isGrowing,
  };
}

/** What every frame is looked at with. */
export function fastPasses(formats: readonly BarcodeFormat[]): Pass[] {
  const [bars, squares] = apart(formats);
  return [
    ...(bars.length > 0 ? [{ witness: 'plain', look: { ...plain, tryRotate: true, formats: bars } }] : []),
    ...(squares.length > 0 ? [{ witness: 'matrix', look: { ...plain, formats: squares } }] : []),
  ];
}

/**
 * What is tried one after the other while the fast passes see nothing, the likeliest and cheapest first: bars where they
 * seem to be, in their own direction; zxing-wasm's own thorough pass; bars that are blurred, in several frames too, light
 * on dark, small or noisy; then, at many times the cost, an EAN by fit, and squares that are small, broken into dots or unevenly lit.
 */
export function ladder(formats: readonly BarcodeFormat[]): Pass[] {
  const [bars, squares] = apart(formats);
  const sum = createFrameSum();
  const forBars: Pass[] = [
    rowPass(bars, 'bars', 'sharpest'),
    fine(rowPass(bars, 'bars', 'small')),
    { ...rowPass(bars, 'all bars', 'many'), witness: 'bars sharp' }, // of many labels in one picture; it sees the same
    { witness: 'plain', look: { ...thorough, formats: bars } },
    summed(bars, sum, 2.8),
    inverted(rowPass(bars, 'bars', 'sharpest')),
    rowPass(bars, 'bars', 'small'),
    { ...rowPass(bars, 'noisy bars', 'noisy'), witness: 'bars soft' }, // it sees the same
    summed(bars, sum, 2.2),
    fine({ ...rowPass(bars, 'all bars', 'many'), witness: 'bars sharp' }),
  ];
  const dearForBars = [...(isFitted(bars) ? [fit] : []), rowPass(bars, 0, 'sharp'), rowPass(bars, 90, 'sharp')];
  const forSquares: Pass[] = [
    { witness: 'matrix', look: { ...rows, formats: squares } },
    fine({
      witness: 'enlarged',
      look: { ...rows, formats: squares },
      made: (picture) => enlarged(picture, FRAME_PIXELS, lastPlaceIn(picture) ?? busiestOf(picture)),
    }),
    { witness: 'matrix', look: { ...thorough, formats: squares } },
    fine({ witness: 'matrix', look: { ...rows, formats: squares } }),
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

/** The same look at bars that are lighter than what is around them, which zxing-wasm does not look for. */
function inverted(pass: Pass): Pass {
  return {
    ...pass,
    made: (picture) => negativeOf(pass.made?.(picture) ?? picture),
    isInverted: true,
  };
}

/** A PDF417 whose rows are turned: its ends are bars, and say how far. zxing-wasm looks for upright and lying ones alone. */
const straightened: readonly Pass[] = (['whole', 'whole, averaged'] as const).map((name) => ({
  witness: name,
  look: { ...rows, formats: ['PDF417'] },
  made(picture) {
    const [ends] = bandsOf(picture);
    return rowsOf(picture, ends ? [wholeOf(picture, (ends.angle * 180) / Math.PI)] : [], optics[name]);
  },
}));

/** Squares seen in other ways than as they are. */
function otherSquares(formats: readonly BarcodeFormat[], isInverted = false): Pass[] {
  const look: Look = { ...rows, tryRotate: true, tryInvert: isInverted, formats };
  return [
    { witness: 'halved', look, made: halved },
    { witness: 'enlarged', look, made: (picture) => enlarged(picture, FRAME_PIXELS) },
    { witness: 'softened', look, made: softened },
    { witness: 'sharpened', look, made: (picture) => sharpened(picture, 2, 3) },
    { witness: 'sharpened', look, made: (picture) => sharpened(enlarged(picture, FRAME_PIXELS), 3, 3) },
    { witness: 'one threshold', look: { ...look, binarizer: 'GlobalHistogram' } },
  ];
}

/**
 * What is asked of codes that one pass has read: the same codes, seen in another way, in the order of what it costs.
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

/** Looks that misread alike, where a module has few pixels: they are one witness, by the name of one of them. */
const alike: Readonly<Record<string, string>> = { rows: 'plain', soft: 'plain' };
/** The same for retail codes, of which any tenth misread has a fitting check digit. */
const alikeForRetail: Readonly<Record<string, string>> = {
  ...alike,
  'bars plain': 'plain',
  'bars soft': 'plain',
  'bars sharpest': 'bars sharp',
  'bars small': 'bars blurred',
  'bars more small': 'bars blurred',
  'bars more blurred': 'bars blurred',
};
/**
 * Pixels of a code's length with which no looks misread alike: two and a half a module of an EAN, two of a UPC-E. An EAN-8
 * was never misread so.
 */
const enough: Readonly<Partial<Record<BarcodeFormat, number>>> = { EAN13: 237, UPCA: 237, UPCE: 102, EAN8: 0 };

/** Which witness of a code a look is that has read it: no two of one name prove it. Measured on labels made by seed, of 1 to 2.2 pixels a module. */
export function witnessOf(
  { format, long }: Pick<WasmFind, 'format' | 'long'>,
  { witness }: Pick<Pass, 'witness'>,
): string {
  const most = enough[format];
  if (most !== undefined && long > most) return witness;
  return (most === undefined ? alike : alikeForRetail)[witness] ?? witness;
}

/** Every ITF in a picture, upright or lying, whole ones and parts. */
export const everyItf: Pass = { witness: 'plain', look: { ...rows, tryRotate: true, formats: ['ITF'] } };

function apart(formats: readonly BarcodeFormat[]): [bars: BarcodeFormat[], squares: BarcodeFormat[]] {
  return [formats.filter((format) => !isMatrix(format)), formats.filter(isMatrix)];
}

/** Both in their order, evenly spread, the first of `many` first of all. */
function mixed(many: readonly Pass[], few: readonly Pass[]): Pass[] {
  const placed = [many, few].flatMap((passes) => passes.map((pass, index) => ({ pass, place: index / passes.length })));
  return placed.sort((a, b) => a.place - b.place).map(({ pass }) => pass);
}
