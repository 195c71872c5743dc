import type { FrameRead } from './frameRead.ts';
import { createDuty } from './duty.ts';
import { type ReadingRules, formatsOf } from './formats.ts';
import type { Luma } from './luma.ts';
import { fastPasses, ladder } from './passes.ts';
import { createWitness } from './wasmWitness.ts';
import { openWasmReader } from './wasmReader.ts';

export type WasmPipeline = Awaited<ReturnType<typeof openWasmPipeline>>;

/** Where a picture has several codes, so many times more time is given to looking for the rest, for a lap. */
const EAGER = 6;
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

  /** By text, what was read since the picture changed, and the lap in which the last of it came. */
  const known = new Set<string>();
  let lastLap = 0;
  const isKnown = ({ text }: FrameRead): boolean => known.has(text);

  function forget(): void {
    known.clear();
    witness.forget();
  }

  /** @returns whether there is a code among them that is proved and new. */
  function noted(reads: readonly FrameRead[]): boolean {
    const hasNew = reads.some((read) => read.trust === 'sure' && !isKnown(read));
    if (hasNew && known.size === 0) duty.restart();
    for (const { text } of reads) known.add(text);
    if (hasNew) lastLap = duty.laps;
    return hasNew;
  }

  /** Whether the fast passes have read all that there is: since then everything was tried in vain. */
  function isAll(reads: readonly FrameRead[]): boolean {
    const isRead = reads.length > 0 && reads.length === known.size && reads.every(({ trust }) => trust === 'sure');
    return isRead && duty.laps > lastLap + 1;
  }

  /**
   * A code that is new is told at once. Where it stays in sight there is time to look for more, in the ways that the
   * ladder has.
   */
  function lookOnce(picture: Luma): readonly FrameRead[] {
    const startMs = performance.now();
    const reads = fast.flatMap((pass) => witness.look(reader, picture, pass));
    if (!reads.some(isKnown)) forget();
    if (noted(reads) || isAll(reads)) return reads;
    const fastMs = performance.now();
    const isMany = known.size > 1 && duty.laps <= lastLap + 1;
    const pass = duty.next((fastMs - startMs) * (isMany ? EAGER : 1));
    if (!pass) return reads;
    const more = witness.look(reader, picture, pass);
    duty.tried(pass, performance.now() - fastMs, more.length > 0 && reads.length === 0);
    noted(more);
    return [...reads, ...more];
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
