import type { BarcodeFormat } from '#contract/codes.ts';
import { isMatrix } from './formats.ts';
import type { Luma } from './luma.ts';
import { type Optics, enlarged, halved, rowsOf, softened } from './pictures.ts';
import type { Look } from './wasmReader.ts';

/** One way to look at a picture. */
export interface Pass {
  /** What it has for a witness: passes of one name see one thing, and two of them say it once. */
  readonly witness: string;
  readonly look: Look;
  /** The picture to look at. @default as it is */
  readonly made?: (picture: Luma) => Luma;
  /** The direction of its rows in degrees, where they are not the picture's own. */
  readonly degrees?: number;
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
  sharp: { step: 0.5, gap: 4, lines: 1, sharpness: 3, reach: 3 },
  finest: { step: 0.34, gap: 4, lines: 1, sharpness: 3, reach: 5 },
} as const satisfies Record<string, Optics>;

/** So many pixels a camera's whole frame has: an enlarged part takes no longer to look at. */
const FRAME_PIXELS = 1280 * 720;

function rowPass(
  formats: readonly BarcodeFormat[],
  degrees: number,
  witness: keyof typeof optics,
  look: Partial<Look> = {},
): Pass {
  return {
    witness,
    look: { ...rows, formats, ...look },
    made: (picture) => rowsOf(picture, degrees, optics[witness]),
    degrees,
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
 * What is tried one after the other while the fast passes see nothing, the likeliest and cheapest first. Together they
 * are zxing-wasm's own thorough pass, bars in any direction, narrow or blurred bars, and squares that are small, broken
 * into dots or unevenly lit.
 */
export function ladder(formats: readonly BarcodeFormat[]): Pass[] {
  const [bars, squares] = apart(formats);
  const turned = (degrees: number): Pass => rowPass(bars, degrees, 'plain');
  const forBars: Pass[] = [
    { witness: 'plain', look: { ...thorough, formats: bars } },
    turned(135),
    turned(30),
    rowPass(bars, 0, 'sharp'),
    turned(45),
    turned(150),
    rowPass(bars, 90, 'sharp'),
    turned(15),
    turned(165),
    rowPass(bars, 0, 'finest'),
    turned(60),
    turned(120),
    rowPass(bars, 90, 'finest'),
    turned(75),
    turned(105),
  ];
  const forSquares: Pass[] = [
    { witness: 'matrix', look: { ...rows, formats: squares } },
    { witness: 'matrix', look: { ...thorough, formats: squares } },
    ...otherSquares(squares),
  ];
  return mixed(bars.length > 0 ? forBars : [], squares.length > 0 ? forSquares : []);
}

/** Squares seen in other ways than as they are. */
function otherSquares(formats: readonly BarcodeFormat[], isInverted = false): Pass[] {
  const look: Look = { ...rows, tryRotate: true, tryInvert: isInverted, formats };
  return [
    { witness: 'halved', look, made: halved },
    { witness: 'enlarged', look, made: (picture) => enlarged(picture, FRAME_PIXELS) },
    { witness: 'softened', look, made: softened },
    { witness: 'one threshold', look: { ...look, binarizer: 'GlobalHistogram' } },
  ];
}

/** What is asked of a code that one pass has read: the same code, seen in another way, in the order of what it costs. */
export function confirmations(format: BarcodeFormat, degrees: number, witness: string, isInverted: boolean): Pass[] {
  const look = { tryInvert: isInverted };
  const ofBars = (): Pass[] => [
    { ...rowPass([format], degrees, 'plain', { ...look, minLineCount: 4 }), witness: 'rows' },
    rowPass([format], degrees, 'fine', look),
    rowPass([format], degrees, 'soft', look),
    rowPass([format], degrees, 'sharp', look),
    rowPass([format], degrees, 'finest', look),
  ];
  const all = isMatrix(format) ? otherSquares([format], isInverted) : ofBars();
  return all.filter((pass) => pass.witness !== witness);
}

/** Every ITF in a picture, upright or lying, whole ones and parts. */
export const everyItf: Pass = { witness: 'plain', look: { ...rows, tryRotate: true, formats: ['ITF'] } };

function apart(formats: readonly BarcodeFormat[]): [bars: BarcodeFormat[], squares: BarcodeFormat[]] {
  return [formats.filter((format) => !isMatrix(format)), formats.filter(isMatrix)];
}

/** Both in their order, evenly spread. */
function mixed(many: readonly Pass[], few: readonly Pass[]): Pass[] {
  const placed = [many, few].flatMap((passes) =>
    passes.map((pass, index) => ({ pass, place: (index + 0.5) / passes.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ pass }) => pass);
}
