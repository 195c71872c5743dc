import type { FrameRead } from './frameRead.ts';
import { createDuty } from './duty.ts';
import { type ReadingRules, formatsOf } from './formats.ts';
import type { Luma } from './luma.ts';
import { type Pass, fastPasses, ladder } from './passes.ts';
import { createWitness } from './wasmWitness.ts';
import { openWasmReader } from './wasmReader.ts';

export type WasmPipeline = Awaited<ReturnType<typeof openWasmPipeline>>;

/** How often WebAssembly may fall over before it is given up. */
const FALLS = 3;

/**
 * Looks at grey pictures with zxing-wasm: the fast passes on every frame and, where they miss, one more of the ladder while there is time for it. What bars say
 * is asked once more of the same frame in another way, for a row of bars is easily misread: a still picture repeats its
 * misread, another view of it does not.
 *
 * @throws Error where WebAssembly is refused or does not come.
 */
export async function openWasmPipeline(rules: ReadingRules) {
  const formats = formatsOf(rules);
  let reader = await openWasmReader();
  let falls = 0;
  let reopening: Promise<void> | undefined;
  const fast = fastPasses(formats);
  const duty = createDuty(ladder(formats));
  const witness = createWitness(rules);

  function lookWith(picture: Luma, passes: readonly Pass[]): readonly FrameRead[] {
    for (const pass of passes) {
      const reads = witness(reader, picture, pass);
      if (reads.length > 0) return reads;
    }
    return [];
  }

  function lookOnce(picture: Luma): readonly FrameRead[] {
    const startMs = performance.now();
    const reads = lookWith(picture, fast);
    if (reads.some(({ trust }) => trust === 'sure')) return reads;
    const fastMs = performance.now();
    const pass = duty.next(fastMs - startMs);
    if (!pass) return reads;
    const more = witness(reader, picture, pass);
    duty.tried(pass, performance.now() - fastMs, more.length > 0);
    return more.length > 0 ? more : reads;
  }

  /** A frame on which WebAssembly falls over is a frame without a code, and the next one has a new reader. */
  function guarded(look: () => readonly FrameRead[]): readonly FrameRead[] {
    if (reopening) return [];
    try {
      return look();
    } catch (error) {
      falls += 1;
      if (falls > FALLS) throw error;
      reopening = openWasmReader(reader)
        .then(
          (next) => void (reader = next),
          () => undefined, // the next frame falls over it again
        )
        .finally(() => (reopening = undefined));
      return [];
    }
  }

  return {
    look: (picture: Luma): readonly FrameRead[] => guarded(() => lookOnce(picture)),
    /** How often a picture without a code has been tried in every way. */
    get laps() {
      return duty.laps;
    },
  };
}
