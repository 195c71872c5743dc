import type { SiteConfiguration } from '#site/site.ts';
import { createTurns } from '#http/edge/turns.ts';
import { createPauses } from '#http/slices.ts';
import { type LedgerReader, stretchesBack } from '#ledger/ledgerReader.ts';
import type { WireNames } from '#wire/names.ts';
import { createCallCounter, wasDoubt } from './countedCall.ts';
import { type ShiftTime, spansIn } from './shiftAsked.ts';
import { type ShiftSums, createShiftSums } from './shiftSums.ts';

/** The calls that are read at once. */
const AT_ONCE = 1_000;
/** Milliseconds for which a page counts: what is older then stands in its files. */
const PAGE_MS = 8_000;
/** Milliseconds for which the sums of a time are those of now for whoever asks for the same. */
const KEPT_MS = 3_000;
/** The pages that are counted at once, and that wait for it. */
const COUNTS = { atOnce: 1, mostEach: 4, mostWaiting: 12 };

/** The sums of a time, and how far back they go. */
export interface CountedShift {
  readonly time: ShiftTime;
  readonly unit: 'hour' | 'day';
  readonly sums: ShiftSums;
  /** The calls before this time are not counted, Unix ms; absent: all are. */
  readonly countedFrom?: number | undefined;
}

interface CountingParts {
  readonly reader: LedgerReader;
  readonly site: () => SiteConfiguration;
  readonly names: WireNames;
  /** Milliseconds for which a page counts. @defaultValue `PAGE_MS` */
  readonly pageMs?: number;
}

/**
 * Counts a time, from its newest call back, and lets calls pass in between. It yields after each thousand what is counted so far, and
 * last the whole.
 */
export async function* countingShift(
  { reader, site, names }: CountingParts,
  time: ShiftTime,
  now: number,
): AsyncGenerator<CountedShift, void> {
  const { unit, starts } = spansIn(time, now);
  const sums = createShiftSums(starts);
  const counted = createCallCounter(site(), names);
  const pause = createPauses();
  const whole = { time, unit };
  for await (const { lines, next } of stretchesBack(reader, time, undefined, AT_ONCE)) {
    const keys = lines.map(({ key }) => key);
    const said = await reader.decisionsAmong(lines.filter(wasDoubt).map(({ key }) => key));
    const mistakes = await reader.mistakesAmong(keys);
    const open = new Set(mistakes.filter(({ settled }) => !settled).map(({ key }) => key));
    for (const line of lines) {
      sums.add(counted(line, said.get(line.key), open.has(line.key)));
      await pause();
    }
    yield { ...whole, sums: sums.read(), countedFrom: next?.receivedAt };
  }
  yield { ...whole, sums: sums.read() };
}

/**
 * Makes what counts a time for pages: one after the other, for whoever asks for the same at once, and for so long as a person waits.
 * @returns `undefined`: too many wait already.
 */
export function createShiftCounter(parts: CountingParts) {
  const { pageMs = PAGE_MS } = parts;
  const turns = createTurns(COUNTS);
  const known = new Map<string, Promise<CountedShift | undefined>>();

  async function count(whose: string, time: ShiftTime, now: number): Promise<CountedShift | undefined> {
    const end = await turns.take(whose);
    if (!end) return undefined;
    try {
      const until = performance.now() + pageMs;
      let last: CountedShift | undefined;
      for await (const counted of countingShift(parts, time, now)) {
        last = counted;
        if (performance.now() > until) break;
      }
      return last;
    } finally {
      end();
    }
  }

  return async (whose: string, time: ShiftTime, now: number): Promise<CountedShift | undefined> => {
    const name = `${time.from} ${time.until} ${time.zone}`;
    const there = known.get(name);
    if (there) return withTime(await there, time);
    const counting = count(whose, time, now);
    known.set(name, counting);
    const forget = (): void => void known.delete(name);
    counting.then((counted) => {
      if (counted) setTimeout(forget, KEPT_MS).unref();
      else forget();
    }, forget);
    return counting;
  };
}

/** Gives sums the words by which they were asked for here: two presets may mean one time. */
function withTime(counted: CountedShift | undefined, time: ShiftTime): CountedShift | undefined {
  return counted && { ...counted, time };
}
