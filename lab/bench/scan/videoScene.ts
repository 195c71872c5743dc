import { type Random, randomOf } from '#e2e/rig/random.ts';

/** A grey picture, one byte for each pixel. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
}

/** Hindrances that keep a code from being read until the person has aimed. */
export const hindrances = ['pan', 'zoom', 'turn', 'focus', 'dark'] as const;

/** Hindrances that go on for as long as the code is in sight: the code may never be read, and nothing else may be read in its place. */
export const lastingHindrances = ['blurred', 'dim', 'covered'] as const;

export type Hindrance = (typeof hindrances | typeof lastingHindrances)[number];

/** Way in which one photo is held into a camera. The same scene gives the same frames. */
export interface Scene {
  readonly photo: Grey;
  /** The frame's size in pixels: both even. */
  readonly width: number;
  readonly height: number;
  readonly hindrance: Hindrance;
  /** Time at which the hand has come to rest, in seconds. */
  readonly settledAt: number;
  /** 0 to 1, by name: directions and amounts. */
  readonly chance: Readonly<Record<'side' | 'angle' | 'tremor' | 'paper', number>>;
  readonly seed: number;
}

export const FRAMES_PER_SECOND = 30;
export const CLIP_SECONDS = 4;
export const CLIP_FRAMES = FRAMES_PER_SECOND * CLIP_SECONDS;
/** Until then, in seconds, nothing of the photo is in the picture. */
export const ENTERS_AT = 0.8;
/** Each frame bears its number in the lower left corner, in cells of so many pixels: dark, light, then eight bits. */
export const STAMP_CELL = 8;
export const STAMP_BITS = 8;
const HAND = 90;
const STAMP_DARK = 70;
const STAMP_LIGHT = 190;
/** The part of a frame's time that the shutter is open. */
const SHUTTER = 0.5;

/** Speed at which what lasts grows and falls: radians a second. */
const WAVE = 2 * Math.PI * 0.7;

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly scale: number;
}

/** Draws one frame of a scene as a camera would take it: moved, turned, blurred, dim, noisy. Pure. */
export function drawFrame(scene: Scene, index: number): Uint8Array {
  const { width, height, hindrance, settledAt, seed } = scene;
  const seconds = index / FRAMES_PER_SECOND;
  const aimed = easeOut((seconds - ENTERS_AT) / (settledAt - ENTERS_AT));
  const pose = poseAt(scene, seconds);
  const before = poseAt(scene, seconds - SHUTTER / FRAMES_PER_SECOND);
  let luma = sampled(scene, pose);
  luma = smeared(luma, width, height, pose.x - before.x, pose.y - before.y);
  const wave = (1 - Math.cos(WAVE * seconds)) / 2;
  if (hindrance === 'covered') cover(luma, scene, 0.3 + 0.35 * wave);
  const radius = hindrance === 'focus' ? Math.round((1 - aimed) * 9) : Math.round((1 - aimed) * 1.5);
  const radii = hindrance === 'blurred' ? [0.5 + 3 * wave, 3.5 * wave].map(Math.round) : [radius, radius];
  for (const each of radii) if (each > 0) luma = boxBlurred(luma, width, height, each);
  const [light, noise] = exposureOf(hindrance, aimed, wave);
  expose(luma, light, noise, randomOf(seed * 1_000 + index));
  stamp(luma, width, height, index);
  return luma;
}

/** Returns where the photo is: in from the side, then held by a hand that is never quite still. */
function poseAt({ width, height, hindrance, settledAt, chance }: Scene, seconds: number): Pose {
  const aimed = easeOut((seconds - ENTERS_AT) / (settledAt - ENTERS_AT));
  const inAt = hindrance === 'pan' ? settledAt : Math.min(settledAt, ENTERS_AT + 0.5);
  const entered = easeOut((seconds - ENTERS_AT) / (inAt - ENTERS_AT));
  const from = chance.side < 0.5 ? -1 : 1;
  const tremor = 0.6 + chance.tremor;
  return {
    x: from * (1 - entered) * width * 1.5 + tremor * Math.sin(2 * Math.PI * 2.3 * seconds),
    y: (chance.angle - 0.5) * (1 - entered) * height * 0.6 + tremor * Math.sin(2 * Math.PI * 3.1 * seconds + 1),
    angle: (chance.angle - 0.5) * (0.1 + (hindrance === 'turn' ? 2.2 * (1 - aimed) : 0)),
    scale: hindrance === 'zoom' ? 0.25 + 0.75 * aimed : 1 - 0.06 * (1 - aimed),
  };
}

function easeOut(part: number): number {
  const within = Math.max(0, Math.min(1, part));
  return 1 - (1 - within) ** 2;
}

/** The photo as seen in a pose, on plain paper. Bilinear. */
function sampled({ photo, width, height, chance }: Scene, { x, y, angle, scale }: Pose): Uint8Array {
  const into = new Uint8Array(width * height).fill(110 + chance.paper * 90);
  const cos = Math.cos(angle) / scale;
  const sin = Math.sin(angle) / scale;
  const { luma, width: photoWidth, height: photoHeight } = photo;
  for (let row = 0; row < height; row += 1) {
    const down = row - height / 2 - y;
    let u = (-width / 2 - x) * cos + down * sin + photoWidth / 2;
    let v = (width / 2 + x) * sin + down * cos + photoHeight / 2;
    for (let at = row * width, end = at + width; at < end; at += 1, u += cos, v -= sin) {
      if (u < 0 || v < 0 || u >= photoWidth - 1 || v >= photoHeight - 1) continue;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const right = u - left;
      const below = v - top;
      const from = top * photoWidth + left;
      const upper = byte(luma, from) * (1 - right) + byte(luma, from + 1) * right;
      const lower = byte(luma, from + photoWidth) * (1 - right) + byte(luma, from + photoWidth + 1) * right;
      into[at] = upper * (1 - below) + lower * below;
    }
  }
  return into;
}

/** A hand over the frame, up to so much of it from one of its four sides. */
function cover(luma: Uint8Array, { width, height, chance }: Scene, part: number): void {
  const isAcross = chance.paper < 0.5;
  const isFar = chance.side < 0.5;
  for (let row = 0; row < height; row += 1) {
    const far = isFar ? height - 1 - row : row;
    if (!isAcross && far >= part * height) continue;
    const long = isAcross ? Math.round(part * width) : width;
    const from = row * width + (isFar ? width - long : 0);
    luma.fill(HAND, from, from + long);
  }
}

function exposureOf(hindrance: Hindrance, aimed: number, wave: number): [light: number, noise: number] {
  if (hindrance === 'dark') return [0.14 + 0.36 * aimed, 10 - 5 * aimed];
  return hindrance === 'dim' ? [0.04 + 0.2 * wave, 5] : [1, 2.5];
}

/** Moved by (dx, dy) pixels while the shutter was open. */
function smeared(luma: Uint8Array, width: number, height: number, dx: number, dy: number): Uint8Array {
  const taps = Math.min(15, Math.round(Math.hypot(dx, dy)) + 1);
  if (taps < 2) return luma;
  const sums = new Uint16Array(luma.length);
  for (let tap = 0; tap < taps; tap += 1) {
    const moved = Math.round((dy * tap) / taps) * width + Math.round((dx * tap) / taps);
    for (let at = 0; at < luma.length; at += 1) {
      const from = at + moved;
      sums[at] = (sums[at] ?? 0) + byte(luma, from < 0 || from >= luma.length ? at : from);
    }
  }
  const into = new Uint8Array(width * height);
  for (let at = 0; at < into.length; at += 1) into[at] = (sums[at] ?? 0) / taps;
  return into;
}

function boxBlurred(luma: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const across = new Uint8Array(luma.length);
  for (let row = 0; row < height; row += 1) slide(luma, across, row * width, 1, width, radius);
  const into = new Uint8Array(luma.length);
  for (let column = 0; column < width; column += 1) slide(across, into, column, width, height, radius);
  return into;
}

/** The mean over a window that slides along one line. */
function slide(from: Uint8Array, into: Uint8Array, start: number, step: number, count: number, radius: number): void {
  const span = 2 * radius + 1;
  const last = start + (count - 1) * step;
  let sum = byte(from, start) * (radius + 1);
  for (let ahead = 1; ahead <= radius; ahead += 1) sum += byte(from, Math.min(last, start + ahead * step));
  for (let place = 0; place < count; place += 1) {
    const at = start + place * step;
    into[at] = sum / span;
    sum += byte(from, Math.min(last, at + (radius + 1) * step)) - byte(from, Math.max(start, at - radius * step));
  }
}

/** Less light, and the sensor's noise on it. @param noise - standard deviation in grey levels. */
function expose(luma: Uint8Array, light: number, noise: number, random: Random): void {
  const grain = Int8Array.from(
    { length: 8_191 },
    () => (random.next() + random.next() + random.next() - 1.5) * 2 * noise,
  );
  let place = Math.floor(random.next() * grain.length);
  for (let at = 0; at < luma.length; at += 1) {
    place = place + 1 === grain.length ? 0 : place + 1;
    const seen = byte(luma, at) * light + (grain[place] ?? 0);
    luma[at] = seen < 0 ? 0 : seen > 255 ? 255 : seen;
  }
}

function stamp(luma: Uint8Array, width: number, height: number, index: number): void {
  for (let cell = 0; cell < STAMP_BITS + 2; cell += 1) {
    const isLight = cell === 0 ? false : cell === 1 ? true : ((index >> (cell - 2)) & 1) === 1;
    for (let row = height - STAMP_CELL; row < height; row += 1) {
      const from = row * width + cell * STAMP_CELL;
      luma.fill(isLight ? STAMP_LIGHT : STAMP_DARK, from, from + STAMP_CELL);
    }
  }
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
