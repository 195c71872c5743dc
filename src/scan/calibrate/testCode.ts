import { GS } from '#scan/normalise.ts';

/** A Code 128 that is shown on the screen, for a scanner to read. */
export interface TestCode {
  /** The text that a scanner that is set up rightly delivers. */
  readonly text: string;
  /** Widths in modules, bar and gap in turn, from the start pattern to the stop pattern. Source: ISO/IEC 15417. */
  readonly widths: string;
}

/**
 * Letters of both cases, digits and signs that keyboard layouts put in different places: a, z, y, - and /; and #, which
 * alone tells the United Kingdom's from the United States'.
 */
export const testCode: TestCode = {
  text: 'Scan-Lazy/#07',
  widths: '2112142131131411221211242411121221321321311211242141212121411132221212231231223121311411222331112',
};

/** The test code as it was printed before: sheets of it are about. */
export const earlierTestText = 'Scan-Lazy/07';

/** (10)17A(21)07: a GS1-128 whose two elements are parted by FNC1, which a scanner delivers as the separator. */
export const separatorCode: TestCode = {
  text: `1017A${GS}2107`,
  widths: '2112324111312213121232211141311113234111311131412132121223122213122331112',
};

/** Quiet zone on each side, in modules. */
const QUIET = 10;

/** Draws the bars as an SVG path of one unit a module and one unit high. @returns it, and its width, the quiet zones included. */
export function barsOf({ widths }: TestCode): { readonly path: string; readonly modules: number } {
  let path = '';
  let x = QUIET;
  for (const [index, width] of Array.from(widths, Number).entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return { path, modules: x + QUIET };
}
