import type { Decoder } from '#scan/decode/decoder.ts';

/**
 * A decoder as on a processor so many times slower. Chromium slows down pages and not workers, so each answer is held back
 * for as many times as long as it took: what the decoder gives its time to is shares of time, and the same on a slow one.
 */
export function slower(decoder: Decoder, times: number): Decoder {
  return {
    async decode(frame) {
      const startMs = performance.now();
      const seen = await decoder.decode(frame);
      await wait((times - 1) * (performance.now() - startMs));
      return seen;
    },
    close: (options) => decoder.close(options),
  };
}

/** Milliseconds; none where they are not more than 0. */
export async function wait(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
