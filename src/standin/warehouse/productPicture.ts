import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [400, 300];
/** Looks at each pixel, in each direction: what is cut by an edge is mixed. */
const LOOKS = 2;

type Colour = readonly [red: number, green: number, blue: number];
/** Tells whether a point is in it; the middle of the picture is 0, 0, and its half height 1. */
type Shape = (x: number, y: number) => boolean;
/** Shapes and their colours, the lowest first. */
type Product = readonly (readonly [Shape, Colour])[];

const WHITE: Colour = [255, 255, 255];
const INK: Colour = [38, 50, 56];
const STEEL: Colour = [120, 144, 156];
const RED: Colour = [198, 40, 40];
const BLUE: Colour = [21, 101, 192];
const GREEN: Colour = [46, 125, 50];
const SAND: Colour = [239, 224, 200];
const AMBER: Colour = [255, 179, 0];
const CARD: Colour = [188, 143, 96];

const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) <= radius;
const ring =
  (cx: number, cy: number, outer: number, inner: number): Shape =>
  (x, y) => {
    const distance = Math.hypot(x - cx, y - cy);
    return distance <= outer && distance >= inner;
  };
const box =
  (left: number, top: number, right: number, bottom: number, round = 0): Shape =>
  (x, y) => {
    const [across, down] = [
      Math.max(left + round - x, 0, x - right + round),
      Math.max(top + round - y, 0, y - bottom + round),
    ];
    return x >= left && x <= right && y >= top && y <= bottom && Math.hypot(across, down) <= round + 1e-9;
  };
/** A box whose sides lean: so wide at its top, so wide at its foot. */
const lean =
  (top: number, bottom: number, halfTop: number, halfFoot: number): Shape =>
  (x, y) =>
    y >= top && y <= bottom && Math.abs(x) <= halfTop + ((halfFoot - halfTop) * (y - top)) / (bottom - top);
const above =
  (shape: Shape, line: number): Shape =>
  (x, y) =>
    y <= line && shape(x, y);

/** The products of the stand-in: none looks like another. */
const products: Readonly<Record<string, Product>> = {
  'SKU-11': [
    [ring(0.48, 0, 0.32, 0.2), RED],
    [box(-0.55, -0.5, 0.45, 0.6, 0.16), RED],
    [box(-0.55, 0.05, 0.45, 0.2), SAND],
  ],
  'SKU-21': [
    [box(-0.12, -0.78, 0.12, -0.4, 0.05), INK],
    [box(-0.28, -0.5, 0.28, 0.8, 0.18), GREEN],
    [box(-0.28, -0.05, 0.28, 0.45), SAND],
    [disc(0, 0.2, 0.14), GREEN],
  ],
  'SKU-22': [
    [box(-0.05, -0.1, 0.05, 0.7), INK],
    [box(-0.35, 0.64, 0.35, 0.76, 0.06), INK],
    [lean(-0.75, 0, 0.28, 0.62), AMBER],
  ],
  'SKU-31': [
    [above(ring(0, 0.1, 0.7, 0.58), 0.1), INK],
    [box(-0.82, 0, -0.46, 0.65, 0.14), BLUE],
    [box(0.46, 0, 0.82, 0.65, 0.14), BLUE],
  ],
  'SKU-32': [
    [box(-0.3, -0.62, 0.3, -0.3, 0.1), INK],
    [box(-0.85, -0.45, 0.85, 0.6, 0.14), INK],
    [disc(0, 0.06, 0.4), WHITE],
    [disc(0, 0.06, 0.33), STEEL],
    [disc(0, 0.06, 0.18), INK],
    [disc(0.64, -0.25, 0.08), AMBER],
  ],
  'SKU-33': [
    [box(-0.7, -0.35, 0.7, 0.7, 0.05), CARD],
    [box(-0.78, -0.5, 0.78, -0.2, 0.05), CARD],
    [box(-0.12, -0.5, 0.12, 0.7), RED],
    [box(-0.78, -0.21, 0.78, -0.19), INK],
    [ring(-0.2, -0.63, 0.2, 0.1), RED],
    [ring(0.2, -0.63, 0.2, 0.1), RED],
  ],
};

const drawn = new Map<string, string>();

/** Draws a product of the stand-in, once. @returns a PNG of some kilobytes as a `data:` address; a code that is none is a white one */
export function productPicture(code: string): string {
  const known = drawn.get(code) ?? png(products[code] ?? []);
  drawn.set(code, known);
  return known;
}

/** Writes a picture as a PNG of eight bits each of red, green and blue. Source: ISO/IEC 15948. */
function png(product: Product): string {
  const row = 1 + WIDTH * 3; // before its pixels it says that they are written as they are
  const pixels = Buffer.alloc(row * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) pixels.set(pixel(product, x, y), y * row + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2], 8);
  const file = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return `data:image/png;base64,${Buffer.concat(file).toString('base64')}`;
}

/** A part of a PNG. Source: ISO/IEC 15948, section 5.3. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function pixel(product: Product, x: number, y: number): Colour {
  let [red, green, blue] = [0, 0, 0];
  for (let look = 0; look < LOOKS * LOOKS; look += 1) {
    const across = x + ((look % LOOKS) + 0.5) / LOOKS;
    const down = y + (Math.floor(look / LOOKS) + 0.5) / LOOKS;
    const colour = seen(product, (across * 2 - WIDTH) / HEIGHT, (down * 2 - HEIGHT) / HEIGHT);
    red += colour[0];
    green += colour[1];
    blue += colour[2];
  }
  return [red / LOOKS ** 2, green / LOOKS ** 2, blue / LOOKS ** 2];
}

function seen(product: Product, x: number, y: number): Colour {
  return product.findLast(([shape]) => shape(x, y))?.[1] ?? WHITE;
}
