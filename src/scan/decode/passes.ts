import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { type FittedEan, eanOf } from './eanFit.ts';
import { isMatrix } from './formats.ts';
import type { Luma } from './luma.ts';
import { STRONGEST, bandsOf } from './locate.ts';
import { enlarged, halved, sharpened, softened } from './pictures.ts';
import { type Band, type Optics, rowsOf, wholeOf } from './rows.ts';
import type { Look } from './wasmReader.ts';

/**
 * In degrees, clockwise from the picture's own rows; or as its bars need it: where they seem to be most of all, or
 * wherever they seem to be, if in more than one place.
 */
type Along = number | 'bars' | 'all bars';

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

/** Measured on corpus-dev blurred, shrunk, noisy and cut: what one of these misreads, none of the others does. */
const optics = {
  plain: { step: 1, gap: 4, lines: 1, sharpness: 0, reach: 0 },
  fine: { step: 0.5, gap: 4, lines: 1, sharpness: 1, reach: 2 },
  soft: { step: 1, gap: 5, lines: 5, sharpness: 0, reach: 0 },
  softest: { step: 0.5, gap: 6, lines: 9, sharpness: 0, reach: 0, most: 24 },
  sharp: { step: 0.5, gap: 4, lines: 1, sharpness: 3, reach: 3 },
  finest: { step: 0.34, gap: 4, lines: 1, sharpness: 3, reach: 5 },
  sharpest: { step: 0.34, gap: 3, lines: 2, sharpness: 3, reach: 5, most: 30 },
  whole: { step: 1, gap: 1, lines: 1, sharpness: 0, reach: 0 },
  'whole, averaged': { step: 1, gap: 2, lines: 2, sharpness: 0, reach: 0 },
  many: { step: 0.5, gap: 3, lines: 1, sharpness: 3, reach: 3, most: 16 },
  coarse: { step: 1, gap: 3, lines: 1, sharpness: 1, reach: 5, most: 16 },
  level: { step: 0.34, gap: 4, lines: 3, sharpness: 3, reach: 5, most: 12, level: 90 },
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
  const bands = bandsOf(picture);
  if (along === 'bars') return bands.slice(0, STRONGEST);
  return bands.length > 1 ? bands : [];
}

/** Retail codes that are too blurred or too small for edges. */
const fit: Pass = { witness: 'fit', look: { ...rows, formats: [] }, ean: eanOf };

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
 * seem to be, in their own direction; zxing-wasm's own thorough pass; bars in poor light, narrow or blurred ones; an EAN by fit; and
 * squares that are small, broken into dots or unevenly lit.
 */
export function ladder(formats: readonly BarcodeFormat[]): Pass[] {
  const [bars, squares] = apart(formats);
  const forBars: Pass[] = [
    rowPass(bars, 'bars', 'sharpest'),
    { ...rowPass(bars, 'all bars', 'many'), witness: 'bars sharp' }, // of many labels in one picture; it sees the same
    { witness: 'plain', look: { ...thorough, formats: bars } },
    { ...rowPass(bars, 'bars', 'level', { binarizer: 'GlobalHistogram' }), witness: 'bars sharpest' }, // it misreads the same
    ...(bars.includes('EAN13') || bars.includes('UPCA') ? [fit] : []),
    { ...rowPass(bars, 'bars', 'softest'), witness: 'bars soft' }, // what noise hides; it sees the same
    rowPass(bars, 0, 'sharp'),
    rowPass(bars, 90, 'sharp'),
    rowPass(bars, 0, 'finest'),
  ];
  const forSquares: Pass[] = [
    { witness: 'matrix', look: { ...rows, formats: squares } },
    { witness: 'matrix', look: { ...thorough, formats: squares } },
    ...otherSquares(squares),
    ...(squares.includes('PDF417') ? straightened : []),
  ];
  return mixed(bars.length > 0 ? forBars : [], squares.length > 0 ? forSquares : []);
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
export function confirmations(
  formats: readonly BarcodeFormat[],
  along: Along,
  witness: string,
  isInverted: boolean,
): Pass[] {
  const look = { tryInvert: isInverted };
  const ofRows = (degrees: number): Pass[] => [
    { ...rowPass(formats, degrees, 'plain', { ...look, minLineCount: 4 }), witness: 'rows' },
    ...(['fine', 'soft', 'sharp', 'finest'] as const).map((name) => rowPass(formats, degrees, name, look)),
  ];
  const isTurned = typeof along === 'string';
  const ofMany = along === 'all bars' ? (['coarse'] as const) : [];
  const ofBars = ([...ofMany, 'plain', 'fine', 'soft', 'sharp'] as const).map((name) =>
    rowPass(formats, isTurned ? along : 'bars', name, look),
  );
  const all = formats.some(isMatrix)
    ? [...otherSquares(formats, isInverted), ...(formats.includes('PDF417') ? straightened : [])]
    : [...(isTurned ? [] : ofRows(along)), ...ofBars];
  return all.filter((pass) => pass.witness !== witness);
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
