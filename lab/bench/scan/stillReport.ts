import { percentile } from '#lab/bench/figures.ts';
import { fullAsciiOf } from '#scan/code/code39.ts';
import { type CorpusPhoto, isNegative, isRight } from './corpus.ts';
import type { Said } from './lap.ts';
import type { Looked } from './stillPage.ts';

/** A photo and what was said of it, and of it in a small frame. */
export interface Result {
  readonly photo: CorpusPhoto;
  readonly looked: Looked;
  readonly small: Looked;
}

export interface Gate {
  readonly what: string;
  readonly seen: string;
  readonly isMet: boolean;
}

export interface Report {
  readonly lines: readonly string[];
  readonly gates: readonly Gate[];
}

const sides = ['product', 'wasm', 'zbar', 'browser'] as const;
type Side = (typeof sides)[number];
const names: Readonly<Record<Side, string>> = {
  product: 'Scanline',
  wasm: 'zxing-wasm thorough',
  zbar: 'zbar-wasm',
  browser: '@zxing/browser',
};

const LEAST_RATIO = 1.6;
const MOST_EMPTY_RATIO = 0.15;
const MOST_FRAME = { median: 0.15, late: 0.36 };

type Outcome = 'right' | 'wrong' | 'missed';

/** Tables and gates of a run. Pure. */
export function reportOf(results: readonly Result[]): Report {
  const codes = results.filter(({ photo }) => !isNegative(photo));
  const empties = results.filter(({ photo }) => isNegative(photo));
  const bySet = groups(results, ({ photo }) => photo.set);
  const byFormat = groups(codes, ({ photo }) => photo.format);
  const smalls = results.map(({ photo, small }) => ({ photo, small, looked: small }));
  const wrong = sides.map((side) => ({
    side,
    wrongs: [...results, ...smalls].filter((one) => outcome(one, side) === 'wrong'),
  }));
  const lines = [
    `${'set'.padEnd(18)} ${'photos'.padStart(6)}  ${sides.map((side) => names[side].padEnd(30)).join(' ')}`,
    `${''.padEnd(18)} ${''.padStart(6)}  ${sides.map(() => 'right wrong missed  p50   p95 ms'.padEnd(30)).join(' ')}`,
    ...[...bySet].map(([set, some]) => row(set, some)),
    row('all codes', codes),
    row(
      'in 640×480',
      smalls.filter(({ photo }) => !isNegative(photo)),
    ),
    `in the first frame  ${codes.filter((one) => one.looked.product.framesMs.length === 1 && outcome(one, 'product') === 'right').length} right`,
    'ms: from the first frame to the accepted scan, a frame each 33 ms, and of one try; of photos that were read right',
    'zbar-wasm has no DataMatrix, PDF417 and Aztec',
    ...wrong.flatMap(({ side, wrongs }) =>
      wrongs.map(
        ({ photo, looked }) => `wrong, ${names[side]}: ${photo.file} read as ${looked[side].texts.join(' | ')}`,
      ),
    ),
  ];
  return {
    lines,
    gates: [...readingGates(codes, byFormat, wrong[0]?.wrongs ?? []), emptyGate(empties), frameGate(results)],
  };
}

function readingGates(
  codes: readonly Result[],
  byFormat: ReadonlyMap<string, readonly Result[]>,
  wrong: readonly Result[],
): Gate[] {
  const behind = [...byFormat].filter(([, some]) => count(some, 'product', 'right') < count(some, 'wasm', 'right'));
  const ratio = count(codes, 'product', 'right') / count(codes, 'browser', 'right');
  return [
    {
      what: 'each format: reads at least as many as zxing-wasm, thorough',
      seen: behind.length === 0 ? `${byFormat.size} formats` : `fewer: ${behind.map(([format]) => format).join(', ')}`,
      isMet: codes.length > 0 && behind.length === 0,
    },
    {
      what: `all: reads at least ${LEAST_RATIO} times what @zxing/browser does, or everything`,
      seen: `${ratio.toFixed(2)} times`,
      isMet: ratio >= LEAST_RATIO || (codes.length > 0 && count(codes, 'product', 'right') === codes.length),
    },
    { what: 'no wrong value accepted', seen: `${wrong.length} wrong`, isMet: wrong.length === 0 },
  ];
}

/** Of every frame that was looked at, and every try on the same photos. */
function frameGate(results: readonly Result[]): Gate {
  const frames = results.flatMap(({ looked }) => looked.product.framesMs);
  const tries = results.map(({ looked }) => looked.browser.ms);
  const [median = Number.NaN, late = Number.NaN] = [0.5, 0.95].map(
    (share) => percentile(frames, share) / percentile(tries, share),
  );
  return {
    what: `a frame costs at most ${MOST_FRAME.median} of @zxing/browser's try in the middle, ${MOST_FRAME.late} at the 95th of a hundred`,
    seen: `${median.toFixed(2)} and ${late.toFixed(2)} (${frames.length} frames: ${percentile(frames, 0.5).toFixed(1)} and ${percentile(frames, 0.95).toFixed(1)} ms)`,
    isMet: median <= MOST_FRAME.median && late <= MOST_FRAME.late,
  };
}

/** Of frames and tries in which nothing was found. */
function emptyGate(empties: readonly Result[]): Gate {
  const what = `a frame without a code costs at most ${MOST_EMPTY_RATIO} of @zxing/browser's try`;
  const timed = ['product', 'wasm', 'browser'] as const;
  const quiet = empties.filter(({ looked }) => timed.every((side) => looked[side].texts.length === 0));
  if (quiet.length === 0) return { what, seen: 'no photo without a code in this folder: not measured', isMet: true };
  const mean = (ms: readonly number[]): number => ms.reduce((sum, one) => sum + one, 0) / ms.length;
  const product = mean(quiet.map(({ looked }) => mean(looked.product.framesMs)));
  const [wasm, browser] = (['wasm', 'browser'] as const).map((side) =>
    mean(quiet.map(({ looked }) => looked[side].ms)),
  );
  const ratio = product / (browser ?? Number.NaN);
  return {
    what,
    seen: `${ratio.toFixed(2)} (mean of ${quiet.length}: ${product.toFixed(2)} ms a frame with its share of thorough passes, @zxing/browser ${browser?.toFixed(2)} ms, zxing-wasm thorough ${wasm?.toFixed(2)} ms)`,
    isMet: ratio <= MOST_EMPTY_RATIO,
  };
}

function row(name: string, results: readonly Result[]): string {
  const cells = sides.map((side) => {
    const ms = results.filter((one) => outcome(one, side) === 'right').map(({ looked }) => looked[side].ms);
    const numbers = (['right', 'wrong', 'missed'] as const).map((kind) => `${count(results, side, kind)}`.padStart(5));
    const times = ms.length > 0 ? [0.5, 0.95].map((share) => percentile(ms, share).toFixed(1).padStart(6)) : ['', ''];
    return `${numbers.join(' ')} ${times.join(' ')}`.padEnd(30);
  });
  return `${name.padEnd(18)} ${`${results.length}`.padStart(6)}  ${cells.join(' ')}`;
}

function outcome({ photo, looked }: Result, side: Side): Outcome {
  const { texts }: Said = looked[side];
  if (texts.length === 0) return 'missed';
  // A full-ASCII Code 39 is right as it is printed: the product says beside it what it would be else.
  const isSo = (text: string): boolean =>
    isRight(photo, photo.format === 'Code39' ? [text, fullAsciiOf(text)] : [text]);
  // The product says each code of the photo, and the others one code in several ways.
  return (side === 'product' ? texts.every(isSo) : texts.some(isSo)) ? 'right' : 'wrong';
}

function count(results: readonly Result[], side: Side, kind: Outcome): number {
  return results.filter((one) => outcome(one, side) === kind).length;
}

function groups<T>(list: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of list) found.set(nameOf(one), [...(found.get(nameOf(one)) ?? []), one]);
  return found;
}
