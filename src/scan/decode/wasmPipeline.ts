import type { Point, Luma } from '#scan/vision/luma.ts';
import { type Lack, lackOf } from '#scan/vision/lack.ts';
import { bandAtLast, knownBandsOf } from '#scan/vision/locate.ts';
import { fastPasses, ladder } from '#scan/vision/passes.ts';
import { centreOf } from '#scan/vision/rows.ts';
import type { FrameRead } from './frameRead.ts';
import { createDuty } from './duty.ts';
import { type ReadingRules, formatsOf } from './formats.ts';
import type { Seen } from './messages.ts';
import { createWitness } from './wasmWitness.ts';
import { type WasmReader, openWasmReader } from './wasmReader.ts';

export type WasmPipeline = Awaited<ReturnType<typeof openWasmPipeline>>;

/** Factor of the time that is given, in a picture of several codes, to looking for those that the fast passes miss. */
const EAGER = 6;
/** Times that WebAssembly may fall over before it is given up. */
const FALLS = 3;
/** So many frames after the last read, about a second, its place is still the likeliest one. */
const LIKELY = 30;

/**
 * Looks at grey pictures with zxing-wasm: the fast passes on every frame and, where they miss, one more of the ladder while there is time for it. What bars say
 * is asked once more of the same frame in another way, for a row of bars is easily misread: a still picture repeats its
 * misread, another view of it does not.
 *
 * @param now - the clock that what is tried beside the fast passes is shared out by, in milliseconds.
 * @throws Error where WebAssembly is refused or does not come.
 */
export async function openWasmPipeline(rules: ReadingRules, now = (): number => performance.now()) {
  const formats = formatsOf(rules);
  const guarded = await openGuarded();
  const fast = fastPasses(formats);
  const passes = ladder(formats);
  const duty = createDuty(passes);
  const allBars = passes.find(({ along }) => along === 'all bars');
  const witness = createWitness(rules);
  const known = createKnown();
  let near: Point | undefined;
  let unread = 0;
  let lack: Lack | undefined;

  /** @returns with what the same frame gave before. */
  function withMore(reads: readonly FrameRead[], more: readonly FrameRead[]): readonly FrameRead[] {
    known.note(more, duty.laps);
    return [...reads, ...more];
  }

  /**
   * Looks at one frame. A code that is new is told at once; one that seems to be alone, with those where other bars are: it may be one of
   * many. Where it stays in sight there is time to look for more, in the ways that the ladder has.
   */
  function readOnce(reader: WasmReader, picture: Luma): readonly FrameRead[] {
    const startMs = now();
    const reads = fast.flatMap((pass) => witness.read(reader, picture, pass));
    // what is read in another way is not lost by a frame that this way passes over
    if (reads.length > 0 ? !reads.some(known.has) : picture.near === undefined) {
      known.clear();
      witness.forget();
    }
    const isFirst = known.size() === 0;
    if (known.note(reads, duty.laps)) {
      if (isFirst) duty.restart();
      return known.size() > 1 || !allBars ? reads : withMore(reads, witness.read(reader, picture, allBars));
    }
    if (known.isAll(reads, duty.laps)) return reads;
    const fastMs = now();
    const pass = duty.next(
      (fastMs - startMs) * (reads.length > 0 && known.size() > 1 ? EAGER : 1),
      ({ isFine }) => picture.finer !== undefined || isFine !== true,
    );
    if (!pass) return reads;
    const alone = witness.read(reader, picture, pass);
    const isProved = alone.some(({ trust }) => trust === 'sure');
    const many = isFirst && isProved && allBars ? witness.read(reader, picture, allBars) : [];
    const [found, more] = allBars && many.length > alone.length ? [allBars, many] : [pass, alone];
    const isLikely = reads.length === 0 && (more.length > 0 || pass.isUnfinished?.() === true);
    duty.tried(found, now() - fastMs, isLikely ? (isProved ? 'proved' : 'likely') : undefined);
    return withMore(reads, more);
  }

  return (frame: Luma): Seen => {
    const picture = { ...frame, near };
    witness.next();
    const reads = guarded((reader) => readOnce(reader, picture));
    if (reads.length > 0) unread = 0;
    else if (!duty.isHeld) unread += 1;
    near = unread > LIKELY ? undefined : placeAfter(picture, reads);
    lack = reads.length > 0 ? undefined : lackOf(picture, lack);
    return { reads, laps: duty.laps, isHeld: duty.isHeld, lack, unreadable: witness.unreadable() };
  };
}

/** Opens a reader that may fall over: a frame on which WebAssembly does is one without a code, and the next one has a new reader. */
async function openGuarded() {
  let reader: WasmReader | undefined = await openWasmReader();
  let falls = 0;
  return (read: (reader: WasmReader) => readonly FrameRead[]): readonly FrameRead[] => {
    if (!reader) return [];
    const present = reader;
    try {
      return read(present);
    } catch (error) {
      falls += 1;
      if (falls > FALLS) throw error;
      reader = undefined;
      openWasmReader(present).then(
        (next) => void (reader = next),
        () => void (reader = present), // the next frame falls over it again
      );
      return [];
    }
  };
}

/** Keeps what was read of a picture, frame after frame, for as long as some of it is read again. */
function createKnown() {
  const texts = new Set<string>();
  let lastLap = 0;
  const has = ({ text }: FrameRead): boolean => texts.has(text);
  return {
    has,
    size: (): number => texts.size,
    clear: (): void => texts.clear(),
    /** @returns whether there is a code among them that is proved and new. */
    note(reads: readonly FrameRead[], laps: number): boolean {
      const hasNew = reads.some((read) => read.trust === 'sure' && !has(read));
      for (const { text } of reads) texts.add(text);
      if (hasNew) lastLap = laps;
      return hasNew;
    },
    /** Tells whether the fast passes have read all that there is: since then everything was tried in vain. */
    isAll(reads: readonly FrameRead[], laps: number): boolean {
      const isRead = reads.length > 0 && reads.length === texts.size && reads.every(({ trust }) => trust === 'sure');
      return isRead && laps > lastLap + 1;
    },
  };
}

/** Returns where the last code is after a frame: where it was read, or where bars lie now that it can be. */
function placeAfter(picture: Luma, [read]: readonly FrameRead[]): Point | undefined {
  const [from, , to] = read?.corners ?? [];
  if (from && to) return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const bars = bandAtLast(picture, knownBandsOf(picture) ?? []);
  return bars ? centreOf(picture, bars) : picture.near;
}
