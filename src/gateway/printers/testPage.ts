import { plainPdf } from '#label/plainPdf.ts';
import type { SitePrinter } from '#site/printers.ts';

const POINTS_A_MM = 72 / 25.4;

/** Writes a page with the printer's name, as a PDF of one line. */
export function testPage({ name, width = 100 }: SitePrinter): Uint8Array {
  const line = { size: 14, x: 12, y: 40, text: `Scanline: ${name}` };
  return Buffer.from(plainPdf(Math.round(width * POINTS_A_MM), 72, [line]), 'latin1');
}
