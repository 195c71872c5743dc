import { toSVG } from 'bwip-js/node';
import { demoCodes } from '#e2e/demoCodes.ts';
import { standinPrinters } from '#standin/siteCodes.ts';

/** A4, in millimetres. */
const [WIDTH, HEIGHT] = [210, 297];
const COLUMNS = 2;
/** A cell, and the place of the first one. */
const CELL = { width: 95, height: 36, left: 10, top: 36 };
const BARS = { module: 0.5, height: 18 };

/** Draws the codes of docs/demo.md and the sticker of the demo printer on one sheet of A4, as SVG: a laser and a camera read them, on paper and on a screen. */
export function demoSheet(): string {
  const stickers = standinPrinters.map(({ code, name }) => ({ code, title: name }));
  const cells = [...demoCodes, ...stickers].map(({ code, title }, index) => {
    const x = CELL.left + (index % COLUMNS) * CELL.width;
    const y = CELL.top + Math.floor(index / COLUMNS) * CELL.height;
    return [
      `<text x="${x + 5}" y="${y}" font-size="4.5">${index + 1} · ${title}</text>`,
      bars(code, x + 5, y + 3),
      `<text x="${x + 5}" y="${y + BARS.height + 9}" font-size="5.5" font-family="monospace" font-weight="bold">${code}</text>`,
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}mm" height="${HEIGHT}mm" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    '<text x="15" y="17" font-size="8" font-weight="bold">Scanline: twelve codes, and a printer’s</text>',
    '<text x="15" y="25" font-size="4.5">Open the app, use the training values, and scan any of them on “Scan anything”.</text>',
    ...cells,
    '</svg>\n',
  ].join('\n');
}

/** Draws a Code 128 without its text, the left edge of its first bar at x. */
function bars(text: string, x: number, y: number): string {
  const drawn = toSVG({ bcid: 'code128', text, scale: 1, height: 10 });
  const [, width = '', height = '', content = ''] = /viewBox="0 0 (\d+) (\d+)"[^>]*>([^]*)<\/svg>/.exec(drawn) ?? [];
  const size = `width="${Number(width) * BARS.module}" height="${BARS.height}"`;
  return `<svg x="${x}" y="${y}" ${size} viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${content.trim()}</svg>`;
}
