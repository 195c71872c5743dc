import type { Luma } from './luma.ts';

/** How rows are taken from a picture of bars: see `rowsOf`. */
export interface Optics {
  /** Pixels of the picture for each pixel along a row; below 1 the row is finer than the picture. */
  readonly step: number;
  /** Pixels between two rows. */
  readonly gap: number;
  /** Neighbouring lines that are averaged into a row. */
  readonly lines: number;
  /** How strongly edges along a row are raised, 0 for not at all. */
  readonly sharpness: number;
  /** Over how many pixels of the row to either side. */
  readonly reach: number;
}

const PAPER = 255;

/**
 * A picture's rows as they run in a direction: what a decoder of bars needs of a picture that is turned, at a part of
 * the cost of turning it, for it needs few rows. Sharpened, rows show bars that blur has nearly closed.
 *
 * @param degrees - of the rows, clockwise from the picture's own; 90 are its columns.
 */
export function rowsOf({ data, width, height }: Luma, degrees: number, optics: Optics): Luma {
  const { step, gap, lines, sharpness, reach } = optics;
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const long = Math.ceil((Math.abs(width * dx) + Math.abs(height * dy)) / step);
  const count = Math.max(1, Math.round((Math.abs(width * dy) + Math.abs(height * dx)) / gap));
  const rows = new Uint8ClampedArray(long * count);
  const sums = new Float32Array(long);
  for (let row = 0; row < count; row += 1) {
    sums.fill(0);
    for (let line = 0; line < lines; line += 1) {
      const across = (row - (count - 1) / 2) * gap + line - (lines - 1) / 2;
      let x = (width - 1) / 2 - ((long - 1) / 2) * step * dx - across * dy;
      let y = (height - 1) / 2 - ((long - 1) / 2) * step * dy + across * dx;
      for (let at = 0; at < long; at += 1, x += step * dx, y += step * dy) {
        const [left, top] = [Math.floor(x), Math.floor(y)];
        if (left < 0 || top < 0 || x > width - 1 || y > height - 1) {
          sums[at]! += PAPER;
          continue;
        }
        const [right, below] = [left < width - 1 ? 1 : 0, top < height - 1 ? width : 0];
        const [fromLeft, fromTop, corner] = [x - left, y - top, top * width + left];
        const upper = data[corner]! * (1 - fromLeft) + data[corner + right]! * fromLeft;
        const lower = data[corner + below]! * (1 - fromLeft) + data[corner + below + right]! * fromLeft;
        sums[at]! += upper * (1 - fromTop) + lower * fromTop;
      }
    }
    writeRow(sums, rows.subarray(row * long, (row + 1) * long), lines, sharpness, reach);
  }
  return { data: new Uint8Array(rows.buffer), width: long, height: count };
}

/** A row is what is left of its pixels when their surroundings' mean is taken off `sharpness` times. */
function writeRow(sums: Float32Array, row: Uint8ClampedArray, lines: number, sharpness: number, reach: number): void {
  const last = sums.length - 1;
  const around = 2 * reach + 1;
  let near = 0;
  for (let at = -reach - 1; at < reach; at += 1) near += sums[Math.min(last, Math.max(0, at))]!;
  for (let at = 0; at <= last; at += 1) {
    near += sums[Math.min(last, at + reach)]! - sums[Math.max(0, at - reach - 1)]!;
    row[at] = (sums[at]! + sharpness * (sums[at]! - near / around)) / lines;
  }
}

/** A picture of half the width and height: each pixel the mean of four. */
export function halved({ data, width, height }: Luma): Luma {
  const [wide, high] = [width >> 1, height >> 1];
  const small = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const at = 2 * y * width + 2 * x;
      small[y * wide + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]! + 2) >> 2;
    }
  }
  return { data: small, width: wide, height: high };
}

/** A picture in which every pixel is the mean of the nine around it: what a screen's or a printer's dots need. */
export function softened({ data, width, height }: Luma): Luma {
  const columns = new Uint16Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [y > 0 ? -width : 0, y < height - 1 ? width : 0];
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      columns[at] = data[at + above]! + data[at]! + data[at + below]!;
    }
  }
  const soft = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      soft[at] = (columns[x > 0 ? at - 1 : at]! + columns[at]! + columns[x < width - 1 ? at + 1 : at]!) / 9;
    }
  }
  return { data: soft, width, height };
}

/** The middle of a picture, twice as large: so much of it as then has at most `pixels`. */
export function enlarged({ data, width, height }: Luma, pixels: number): Luma {
  const part = Math.min(1, Math.sqrt(pixels / (4 * width * height)));
  const [wide, high] = [Math.max(1, Math.floor(width * part)), Math.max(1, Math.floor(height * part))];
  const first = Math.floor((height - high) / 2) * width + Math.floor((width - wide) / 2);
  const large = new Uint8Array(4 * wide * high);
  for (let y = 0; y < 2 * high; y += 1) {
    // A pixel's centre lies a quarter from that of the nearest pixel: weights of 3 and 1.
    const [near, next] = neighbours(y, high);
    const [row, other] = [first + near * width, first + next * width];
    for (let x = 0, at = y * 2 * wide; x < 2 * wide; x += 1, at += 1) {
      const [close, far] = neighbours(x, wide);
      large[at] =
        (9 * data[row + close]! + 3 * data[row + far]! + 3 * data[other + close]! + data[other + far]! + 8) >> 4;
    }
  }
  return { data: large, width: 2 * wide, height: 2 * high };
}

function neighbours(at: number, size: number): [near: number, next: number] {
  const near = at >> 1;
  return [near, Math.min(size - 1, Math.max(0, at % 2 === 0 ? near - 1 : near + 1))];
}
