import { percentile, print, printGate } from '#e2e/bench/figures.ts';
import type { Task } from './mainThread.ts';
import type { CorpusPhoto } from './corpus.ts';
import type { Readable } from './videoClip.ts';
import type { Side } from './videoPage.ts';
import { CLIP_SECONDS, FRAMES_PER_SECOND, type Scene } from './videoScene.ts';

/** What one side made of one playing of a clip. */
export interface Seen {
  /** From the first readable frame to the accepted scan, in milliseconds; `undefined` where none came. */
  readonly afterMs: number | undefined;
  /** Accepted, and not in the photo. */
  readonly wrong: readonly string[];
  readonly attempts: number;
  /** Milliseconds, as the page is told. */
  readonly longTasks: readonly number[];
  /** As the trace has them, where one was taken. */
  readonly tasks: readonly Task[];
}

export interface ClipOutcome {
  readonly photo: CorpusPhoto;
  readonly scene: Scene;
  readonly readable: Readable;
  /** Keyed by side and by how much slower the main thread was. */
  readonly seen: Readonly<Partial<Record<`${Side} ${number}`, Seen>>>;
}

const RATIO = 0.3;
const TASK_MS = 100;

export function printClip({ photo, scene, readable, seen }: ClipOutcome): void {
  const { first = 0, by = '' } = readable;
  const what = `${photo.format} ${scene.width}×${scene.height} ${scene.hindrance}`;
  const parts = Object.entries(seen).map(([run, one]) => `${run}×: ${one ? said(one) : ''}`);
  print(what, `readable at ${Math.round((first / FRAMES_PER_SECOND) * 1_000)} ms (${by}) | ${parts.join(' | ')}`);
}

function said({ afterMs, wrong, attempts, longTasks }: Seen): string {
  const read = afterMs === undefined ? 'not read' : `${Math.round(afterMs)} ms after`;
  const busy = longTasks.length > 0 ? `, long tasks ${Math.round(sum(longTasks))} ms` : '';
  return `${read} (${attempts} looks${busy})${wrong.length > 0 ? ` WRONG ${wrong.join(', ')}` : ''}`;
}

/** Prints the gates of all clips. @returns whether every one was met. */
export function judge(outcomes: readonly ClipOutcome[]): boolean {
  const gates: boolean[] = [];
  const gate = (what: string, seen: string, wanted: string, isMet: boolean): void => {
    printGate(what, seen, wanted, isMet);
    gates.push(isMet);
  };
  const of = (run: `${Side} ${number}`): { outcome: ClipOutcome; seen: Seen }[] =>
    outcomes.flatMap((outcome) => {
      const seen = outcome.seen[run];
      return seen ? [{ outcome, seen }] : [];
    });
  const throttles = [...new Set(outcomes.flatMap(({ seen }) => Object.keys(seen)))].map((run) =>
    Number(run.split(' ')[1]),
  );
  for (const throttle of new Set(throttles)) {
    const [product, documented] = [of(`product ${throttle}`), of(`documented ${throttle}`)];
    const medians = [product, documented].map((runs) => percentile(runs.map(atLeast), 0.5));
    const both = outcomes.filter(({ seen }) =>
      [`product ${throttle}`, `documented ${throttle}`].every(
        (run) => seen[run as `${Side} ${number}`]?.afterMs !== undefined,
      ),
    );
    const onBoth = (['product', 'documented'] as const).map((side) =>
      percentile(
        both.map(({ seen }) => seen[`${side} ${throttle}`]?.afterMs ?? Number.NaN),
        0.5,
      ),
    );
    const [mine = 0, theirs = 0] = medians;
    const [mineOnBoth = 0, theirsOnBoth = 0] = onBoth;
    const reads = [product, documented].map((runs) => runs.filter(({ seen }) => seen.afterMs !== undefined).length);
    print(`video at ${throttle}×`, `clips ${product.length}, read by product ${reads[0]}, documented loop ${reads[1]}`);
    const text = `${mine.toFixed(0)} against ${theirs.toFixed(0)} ms = ${(mine / theirs).toFixed(2)}; clips that both read: ${mineOnBoth.toFixed(0)} against ${theirsOnBoth.toFixed(0)} ms = ${(mineOnBoth / theirsOnBoth).toFixed(2)}`;
    if (throttle === 1) {
      gate(
        '  readable → accepted, median',
        text,
        `≤ ${RATIO} ×`,
        mine <= RATIO * theirs && mineOnBoth <= RATIO * theirsOnBoth,
      );
    } else print('  readable → accepted, median', text);
    for (const [side, runs] of [
      ['product', product],
      ['documented loop', documented],
    ] as const) {
      const long = runs.flatMap(({ seen }) => seen.longTasks);
      const traced = runs.flatMap(({ seen }) => seen.tasks);
      const worst = Math.max(0, ...traced.map(({ ms }) => ms), ...long);
      print(
        `  main thread, ${side}`,
        `${long.length} long tasks of ${Math.round(sum(long))} ms in all over ${runs.length} clips; longest ${Math.round(worst)} ms`,
      );
      if (throttle === 1 || side !== 'product') continue;
      for (const { ms, what } of traced.slice(0, 3)) print('', `${Math.round(ms)} ms: ${what}`);
      gate(
        `  longest main-thread task at ${throttle}×`,
        `${Math.round(worst)} ms`,
        `≤ ${TASK_MS} ms`,
        worst <= TASK_MS,
      );
    }
  }
  const product = of('product 1');
  const missed = product.filter(({ outcome, seen }) => outcome.readable.isWasmRead && seen.afterMs === undefined);
  const byWasm = outcomes.filter(({ readable }) => readable.isWasmRead).length;
  gate(
    'clips that zxing-wasm reads',
    `${byWasm - missed.length} of ${byWasm} read${missed.map(({ outcome }) => `; not ${outcome.photo.file}`).join('')}`,
    'all',
    missed.length === 0,
  );
  const wrong = Object.fromEntries(
    (['product', 'documented'] as const).map((side) => [
      side,
      throttles.flatMap((throttle) => of(`${side} ${throttle}`).flatMap(({ seen }) => seen.wrong)),
    ]),
  );
  print('wrong values, documented loop', String(new Set(wrong['documented']).size));
  gate('wrong values, product', (wrong['product'] ?? []).join(', ') || '0', '0', (wrong['product'] ?? []).length === 0);
  return gates.every(Boolean);
}

/** A clip that was not read took at least until its end. */
function atLeast({ outcome: { readable }, seen }: { outcome: ClipOutcome; seen: Seen }): number {
  return seen.afterMs ?? (CLIP_SECONDS - (readable.first ?? 0) / FRAMES_PER_SECOND) * 1_000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
