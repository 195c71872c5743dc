import { type Random, randomOf } from '#e2e/rig/random.ts';

/** Ways in which a label is seen; each is one axis of the bench, the rest stands still. */
export interface Seen {
  /** Degrees of its rows. */
  readonly turned: number;
  /** Degrees away from the lens, about the upright. */
  readonly aslant: number;
  /** Degrees of a bottle's side that it covers, to each side of its middle. */
  readonly curved: number;
  /** Pixels of a module. */
  readonly module: number;
  /** Pixels: the spread of the blur. */
  readonly blur: number;
  /** Greys: the spread of the noise. */
  readonly noise: number;
  /** Part of it that something dark lies over, from below. */
  readonly covered: number;
  /** Radius of a lamp's reflection, as a part of its height. */
  readonly glare: number;
}

/** A label's modules, row by row, and how high each row is. */
export interface Label {
  readonly rows: readonly string[];
  /** Modules: bars have one row, which is high. */
  readonly rowHeight: number;
}

export const WIDTH = 720;
export const HEIGHT = 540;
const [PAPER, INK, TABLE, HAND, LAMP] = [210, 40, 150, 90, 230];
/** Places at which a pixel is looked at, for edges that cross it. */
const PARTS = [
  [0.25, 0.5],
  [0.75, 0.5],
] as const;
/** Modules of white around a label. */
const QUIET = 10;
/** The lens is so many widths of the label away. */
const AWAY = 3;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws a label as a camera takes it. Pure: the same seed gives the same picture. */
export function drawLabel(
  label: Label,
  seen: Seen,
  seed: number,
  { width, height }: Size = { width: WIDTH, height: HEIGHT },
): Uint8Array {
  const random = randomOf(seed);
  const [wide, high] = [label.rows[0]!.length, label.rows.length * label.rowHeight];
  const [cos, sin] = [Math.cos(radians(seen.turned)), Math.sin(radians(seen.turned))];
  const lamp = { u: (random.next() - 0.5) * 0.6 * wide, v: (random.next() - 0.5) * 0.6 * high };
  const place = onLabel(wide, seen);
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    for (let part = 0; part < PARTS.length; part += 1) {
      const [right, down] = PARTS[part]!;
      const [x, y] = [(at % width) + right - width / 2, Math.floor(at / width) + down - height / 2];
      const [u, v] = place((x * cos + y * sin) / seen.module, (y * cos - x * sin) / seen.module);
      grey[at]! += greyAt(label, u + wide / 2, v + high / 2, seen.covered) / PARTS.length;
      if (seen.glare === 0) continue;
      const far = ((u - lamp.u) ** 2 + (v - lamp.v) ** 2) / (seen.glare * high) ** 2;
      grey[at]! += (LAMP * Math.exp(-far)) / PARTS.length;
    }
  }
  const soft = blurred(grey, seen.blur, { width, height });
  return Uint8Array.from(soft, (value) => Math.min(255, Math.max(0, value + seen.noise * bell(random))));
}

/** Returns where on the flat label a place of the picture lies, both in modules from their middles. */
function onLabel(wide: number, { aslant, curved }: Seen): (x: number, y: number) => readonly [u: number, v: number] {
  if (curved > 0) {
    const radius = wide / 2 / radians(curved);
    return (x, y) => [Math.abs(x) < radius ? radius * Math.asin(x / radius) : Infinity, y];
  }
  const away = AWAY * wide;
  const [cos, sin] = [Math.cos(radians(aslant)), Math.sin(radians(aslant))];
  return (x, y) => {
    const u = (away * x) / (away * cos - x * sin);
    return [u, (y * (away + u * sin)) / away];
  };
}

function greyAt({ rows, rowHeight }: Label, u: number, v: number, covered: number): number {
  const [wide, high] = [rows[0]!.length, rows.length * rowHeight];
  if (!(u > -QUIET && u < wide + QUIET && v > -QUIET && v < high + QUIET)) return TABLE;
  if (v > (1 - covered) * high) return covered > 0 ? HAND : PAPER;
  return rows[Math.floor(v / rowHeight)]?.[Math.floor(u)] === '1' ? INK : PAPER;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** About the middle 0, with a spread of 1. */
function bell(random: Random): number {
  return (random.next() + random.next() + random.next() - 1.5) * 2;
}

function blurred(grey: Float32Array, spread: number, { width, height }: Size): Float32Array {
  if (spread === 0) return grey;
  const reach = Math.ceil(3 * spread);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * spread ** 2)));
  return alongLines(alongLines(grey, 1, width, weights), width, height, weights);
}

/** Each sample with those before and after it on its line. @param step, long - between a line's samples, and how many it has. */
function alongLines(from: Float32Array, step: number, long: number, weights: readonly number[]): Float32Array {
  const reach = (weights.length - 1) / 2;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const into = new Float32Array(from.length);
  for (let at = 0; at < from.length; at += 1) {
    const place = Math.floor(at / step) % long;
    let sum = 0;
    for (let off = -reach; off <= reach; off += 1) {
      const near = Math.min(long - 1, Math.max(0, place + off));
      sum += weights[off + reach]! * from[at + (near - place) * step]!;
    }
    into[at] = sum / total;
  }
  return into;
}
