import type { Luma, Point } from './luma.ts';

/** Returns a picture of half the width and height: each pixel the mean of four. */
export function halved({ data, width, height }: Luma): Luma {
  const [wide, high] = [width >> 1, height >> 1];
  const small = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      const at = 2 * y * width + 2 * x;
      small[y * wide + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]! + 2) >> 2;
    }
  }
  return { data: small, width: wide, height: high, placeOf: ({ x, y }) => ({ x: 2 * x, y: 2 * y }) };
}

/** Returns a picture of two thirds of the width and height: each pixel the mean of what lies under it. */
export function reduced({ data, width, height }: Luma): Luma {
  const [wide, high] = [2 * Math.floor(width / 3), 2 * Math.floor(height / 3)];
  const small = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    // Of three rows the first and half of the middle one are a row, and so are the last and the other half.
    const neighbour = y % 2 === 0 ? width : -width;
    let at = (3 * (y >> 1) + 2 * (y % 2)) * width;
    for (let to = y * wide; to < (y + 1) * wide; to += 2, at += 3) {
      const middle = 2 * data[at + 1]! + data[at + 1 + neighbour]!;
      small[to] = (4 * data[at]! + 2 * data[at + neighbour]! + middle) / 9;
      small[to + 1] = (4 * data[at + 2]! + 2 * data[at + 2 + neighbour]! + middle) / 9;
    }
  }
  return { data: small, width: wide, height: high };
}

/** Returns a picture in which every pixel is the mean of the nine around it: what a screen's or a printer's dots need. */
export function softened(picture: Luma): Luma {
  return { ...picture, data: meansOf(picture, 1) };
}

/** Returns a picture with light for dark and dark for light. */
export function negativeOf(picture: Luma): Luma {
  return { ...picture, data: picture.data.map((grey) => 255 - grey) };
}

/**
 * Returns a picture whose edges are raised, which a lens has blurred: `strength` times what each pixel has over the mean of
 * what is up to `reach` pixels around it is added to it.
 */
export function sharpened(picture: Luma, reach: number, strength: number): Luma {
  const means = meansOf(picture, reach);
  const data = new Uint8ClampedArray(means.length);
  for (let at = 0; at < data.length; at += 1) {
    const value = picture.data[at]!;
    data[at] = value + strength * (value - means[at]!);
  }
  return { ...picture, data: new Uint8Array(data.buffer) };
}

/** Returns, for each pixel, the mean of those up to `reach` to either side, above and below; the border goes on beyond it. */
export function meansOf({ data, width, height }: Luma, reach: number): Uint8Array {
  const across = new Uint16Array(data.length);
  for (let first = 0; first < data.length; first += width) {
    const last = first + width - 1;
    let sum = (reach + 1) * data[first]!;
    for (let at = 0; at < reach; at += 1) sum += data[Math.min(last, first + at)]!;
    for (let at = first; at <= last; at += 1) {
      sum += data[Math.min(last, at + reach)]! - data[Math.max(first, at - reach - 1)]!;
      across[at] = sum;
    }
  }
  const rowAt = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width;
  const sums = new Uint32Array(width);
  for (let y = -reach - 1; y < reach; y += 1) for (let x = 0; x < width; x += 1) sums[x]! += across[rowAt(y) + x]!;
  const means = new Uint8Array(data.length);
  const many = (2 * reach + 1) ** 2;
  for (let y = 0; y < height; y += 1) {
    const [to, above, below] = [y * width, rowAt(y - reach - 1), rowAt(y + reach)];
    for (let x = 0; x < width; x += 1) {
      sums[x]! += across[below + x]! - across[above + x]!;
      means[to + x] = sums[x]! / many;
    }
  }
  return means;
}

/**
 * Returns a part of a picture, twice as large: so much of it as then has at most `pixels`.
 *
 * @param middle - of the part, as far as it is whole in the picture then. @default the picture's own
 */
export function enlarged({ data, width, height }: Luma, pixels: number, middle?: Point): Luma {
  const part = Math.min(1, Math.sqrt(pixels / (4 * width * height)));
  const [wide, high] = [Math.max(1, Math.floor(width * part)), Math.max(1, Math.floor(height * part))];
  const from = (at: number, size: number, all: number): number =>
    Math.floor(Math.min(all - size, Math.max(0, at - size / 2)));
  const [left, top] = [from(middle?.x ?? width / 2, wide, width), from(middle?.y ?? height / 2, high, height)];
  const first = top * width + left;
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
  const placeOf: Luma['placeOf'] = ({ x, y }) => ({ x: left + x / 2, y: top + y / 2 });
  return { data: large, width: 2 * wide, height: 2 * high, placeOf };
}

function neighbours(at: number, size: number): [near: number, next: number] {
  const near = at >> 1;
  return [near, Math.min(size - 1, Math.max(0, at % 2 === 0 ? near - 1 : near + 1))];
}
