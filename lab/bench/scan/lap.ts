import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import { openDecoder } from '#scan/decode/decoder.ts';
import { barcodeFormats } from '#contract/barcodeFormats.ts';
import type { Charset } from '#contract/charsets.ts';
import type { ReadingRules } from '#scan/decode/formats.ts';

/** Word of one decoder about one photo. */
export interface Said {
  /** All that it read, each in every way it says it; empty for nothing. */
  readonly texts: readonly string[];
  /** Until it had said so. */
  readonly ms: number;
}

/** Word of the product's own pipeline, and what it took: with the time that a camera needs for its frames. */
export interface Lap extends Said {
  /** Time that looking took, of each frame. */
  readonly framesMs: readonly number[];
  readonly passes: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** All formats. A photo has no site to name its ITF lengths: every even one from six digits on, if two passes agree. */
const photoRules: ReadingRules = {
  formats: barcodeFormats,
  itfLengths: Array.from({ length: 20 }, (_, index) => 6 + 2 * index),
};

/** A camera has a new picture so often. */
const FRAME_MS = 33;
/** A frame that is never tried in every way would go on for ever. */
const MOST_FRAMES = 600;

/** A picture in grey, as a camera sees it. */
export function greyOf({ data, width, height }: ImageData): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
    grey[at] = (red * 306 + green * 601 + blue * 117) >> 10;
  }
  return grey;
}

/** The frame as a camera hands it over: planes, the grey one first. */
function frameOf(grey: Uint8Array, { width, height }: Size): VideoFrame {
  const chroma = Math.ceil(width / 2) * Math.ceil(height / 2);
  const planes = new Uint8Array(width * height + 2 * chroma).fill(128);
  planes.set(grey);
  return new VideoFrame(planes, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: 0 });
}

/**
 * A picture that stands still before the product's own pipeline, until it was read or tried in every way.
 *
 * @param charset - what its site names; none: codes that name none are not read.
 */
export async function lapOf(grey: Uint8Array, size: Size, charset?: Charset): Promise<Lap> {
  const rules = { ...photoRules, ...(charset && { charset }) };
  const decoder = await openDecoder(rules);
  const still = frameOf(grey, size);
  const framesMs: number[] = [];
  let [sight, laps] = [nothingSeen, 0];
  try {
    while (laps === 0 && framesMs.length < MOST_FRAMES) {
      const frame = still.clone();
      const startMs = performance.now();
      const seen = await decoder.decode(frame);
      const judged = judgeFrame(sight, seen, framesMs.length * FRAME_MS, rules);
      framesMs.push(performance.now() - startMs);
      ({ laps } = seen);
      ({ sight } = judged);
      const [first] = judged.accepted;
      if (first)
        return said(
          judged.accepted.map(({ text }) => text),
          framesMs,
          first.pass,
        );
    }
    return said([], framesMs, '');
  } finally {
    still.close();
    decoder.close();
  }
}

function said(texts: readonly string[], framesMs: readonly number[], passes: string): Lap {
  return { texts, ms: clockOf(framesMs), framesMs, passes };
}

/** Returns how long it is from a camera's first picture to the end of the last look: each look is at the newest picture there is by then. Pure. */
export function clockOf(framesMs: readonly number[]): number {
  let [takenMs, endMs] = [-FRAME_MS, 0];
  for (const ms of framesMs) {
    takenMs = Math.max(endMs, (Math.floor(takenMs / FRAME_MS) + 1) * FRAME_MS);
    endMs = takenMs + ms;
  }
  return endMs;
}
