import { code128, code39, datamatrix, drawingSVG, ean13, interleaved2of5, qrcode } from 'bwip-js/generic';
import type { BarSymbology } from './zpl.ts';

const draw = { code128, code39, datamatrix, ean13, interleaved2of5, qrcode };
/** How many units of the drawing a cell of a two-dimensional code has. */
const CELL = 2;

/** A symbol as a picture, with its size in modules. */
export interface BarPicture {
  readonly url: string;
  readonly modulesWide: number;
  readonly modulesHigh: number;
}

/** Draws a symbol, black on nothing. @returns `undefined` where the text is none that the symbology can hold. */
export function barPicture(symbology: BarSymbology, text: string): BarPicture | undefined {
  let svg: string;
  try {
    svg = draw[symbology]({ text, scale: 1 } as Parameters<typeof code128>[0], drawingSVG());
  } catch {
    return undefined;
  }
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const cell = symbology === 'qrcode' || symbology === 'datamatrix' ? CELL : 1;
  const stretched = cell === 1 ? svg.replace('<svg ', '<svg preserveAspectRatio="none" ') : svg; // bars as high as asked
  return {
    url: `data:image/svg+xml,${encodeURIComponent(stretched)}`,
    modulesWide: Number(width) / cell,
    modulesHigh: Number(height) / cell,
  };
}
