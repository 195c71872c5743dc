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

  function lookWith(picture: Luma, passes: readonly Pass[]): FrameRead | undefined {
    for (const pass of passes) {
      const read = witness(reader, picture, pass);
      if (read) return read;
    }
    return undefined;
  }

  function lookOnce(picture: Luma): FrameRead | undefined {
    const startMs = performance.now();
    const read = lookWith(picture, fast);
    if (read?.trust === 'sure') return read;
    const fastMs = performance.now();
    const pass = duty.next(fastMs - startMs);
    if (!pass) return read;
    const more = witness(reader, picture, pass);
    duty.tried(pass, performance.now() - fastMs, more !== undefined);
    return more ?? read;
  }

  /** A frame on which WebAssembly falls over is a frame without a code, and the next one has a new reader. */
  function guarded(look: () => FrameRead | undefined): FrameRead | undefined {
    if (reopening) return undefined;
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
      return undefined;
    }
  }

  return {
    look: (picture: Luma): FrameRead | undefined => guarded(() => lookOnce(picture)),
    /** How often a picture without a code has been tried in every way. */
    get laps() {
      return duty.laps;
    },
  };
}
