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
  const parts = Object.entries(seen).map(([run, one]) => `${run}×: ${one ? seenIn(one) : ''}`);
  print(what, `readable at ${Math.round((first / FRAMES_PER_SECOND) * 1_000)} ms (${by}) | ${parts.join(' | ')}`);
}

function seenIn({ afterMs, wrong, attempts, longTasks }: Seen): string {
  const read = afterMs === undefined ? 'not read' : `${Math.round(afterMs)} ms after`;
  const busy = longTasks.length > 0 ? `, long tasks ${Math.round(sum(longTasks))} ms` : '';
  return `${read} (${attempts} looks${busy})${wrong.length > 0 ? ` WRONG ${wrong.join(', ')}` : ''}`;
}

type SideOfTwo = 'product' | 'documented';

const names: Readonly<Record<SideOfTwo, string>> = { product: 'product', documented: 'documented loop' };

/** One side's runs at one speed of the main thread. */
interface Runs {
  readonly side: SideOfTwo;
  readonly throttle: number;
  readonly each: readonly { readonly outcome: ClipOutcome; readonly seen: Seen }[];
}

/** Prints the gates of all clips. @returns whether every one was met. */
export function judge(outcomes: readonly ClipOutcome[]): boolean {
  const throttles = [...new Set(outcomes.flatMap(({ seen }) => Object.keys(seen)))].map((run) =>
    Number(run.split(' ')[1]),
  );
  const gates: boolean[] = [];
  const all: Runs[] = [];
  for (const throttle of new Set(throttles)) {
    const product = runsOf(outcomes, 'product', throttle);
    const documented = runsOf(outcomes, 'documented', throttle);
    all.push(product, documented);
    gates.push(judgeTimes(product, documented));
    gates.push(judgeTasks(product));
    judgeTasks(documented);
  }
  gates.push(judgeMissed(runsOf(outcomes, 'product', 1)), judgeWrong(all));
  return gates.every(Boolean);
}

function runsOf(outcomes: readonly ClipOutcome[], side: SideOfTwo, throttle: number): Runs {
  const each = outcomes.flatMap((outcome) => {
    const seen = outcome.seen[`${side} ${throttle}`];
    return seen ? [{ outcome, seen }] : [];
  });
  return { side, throttle, each };
}

/** Over all clips, one that was not read counting until its end; and over those that both read. A gate at full speed. */
function judgeTimes(product: Runs, documented: Runs): boolean {
  const { throttle } = product;
  const [mine, theirs] = [product, documented].map(({ each }) => percentile(each.map(atLeast), 0.5)) as [
    number,
    number,
  ];
  const both = product.each.flatMap(({ outcome, seen }) => {
    const other = outcome.seen[`documented ${throttle}`]?.afterMs;
    return seen.afterMs === undefined || other === undefined ? [] : [{ mine: seen.afterMs, theirs: other }];
  });
  const [mineOfBoth, theirsOfBoth] = [
    percentile(
      both.map((one) => one.mine),
      0.5,
    ),
    percentile(
      both.map((one) => one.theirs),
      0.5,
    ),
  ];
  const reads = [product, documented].map(({ each }) => each.filter(({ seen }) => seen.afterMs !== undefined).length);
  print(
    `video at ${throttle}×`,
    `${product.each.length} clips; read by product ${reads[0]}, by documented loop ${reads[1]}`,
  );
  const ofBoth = both.length > 0 ? `; the ${both.length} that both read: ${ratio(mineOfBoth, theirsOfBoth)}` : '';
  const seen = `${ratio(mine, theirs)}${ofBoth}`;
  if (throttle !== 1) {
    print('  readable → accepted, median', seen);
    return true;
  }
  const isMet = mine <= RATIO * theirs && (both.length === 0 || mineOfBoth <= RATIO * theirsOfBoth);
  printGate('  readable → accepted, median', seen, `≤ ${RATIO} ×`, isMet);
  return isMet;
}

function ratio(mine: number, theirs: number): string {
  return `${mine.toFixed(0)} against ${theirs.toFixed(0)} ms = ${(mine / theirs).toFixed(2)}`;
}

/** The main thread while frames are read: a gate for the product where it is slow. */
function judgeTasks({ side, throttle, each }: Runs): boolean {
  const told = each.flatMap(({ seen }) => seen.longTasks);
  const traced = each.flatMap(({ seen }) => seen.tasks).sort((a, b) => b.ms - a.ms);
  const longest = Math.max(0, ...traced.map(({ ms }) => ms), ...told);
  const seen = `${told.length} of ${Math.round(sum(told))} ms in all; longest ${Math.round(longest)} ms`;
  const what = `  tasks ≥ 50 ms at ${throttle}×, ${names[side]}`;
  if (throttle === 1 || side !== 'product') {
    print(what, seen);
    return true;
  }
  printGate(what, seen, `≤ ${TASK_MS} ms`, longest <= TASK_MS);
  for (const task of traced.slice(0, 3)) print('', `${Math.round(task.ms)} ms: ${task.what}`);
  return longest <= TASK_MS;
}

function judgeMissed({ each }: Runs): boolean {
  const byWasm = each.filter(({ outcome }) => outcome.readable.isWasmRead);
  const missed = byWasm
    .filter(({ seen }) => seen.afterMs === undefined)
    .map(({ outcome }) => `; not ${outcome.photo.file}`);
  const seen = `${byWasm.length - missed.length} of ${byWasm.length}${missed.join('')}`;
  printGate('clips that zxing-wasm reads, read by product', seen, 'all', missed.length === 0);
  return missed.length === 0;
}

function judgeWrong(runs: readonly Runs[]): boolean {
  const of = (side: SideOfTwo): string[] =>
    runs.filter((one) => one.side === side).flatMap(({ each }) => each.flatMap(({ seen }) => seen.wrong));
  const wrong = of('product');
  print('wrong values, documented loop', said(of('documented')));
  printGate('wrong values, product', said(wrong), '0', wrong.length === 0);
  return wrong.length === 0;
}

function said(texts: readonly string[]): string {
  return `${texts.length}${texts.length > 0 ? `: ${texts.join(', ')}` : ''}`;
}

/** A clip that was not read took at least until its end. */
function atLeast({ outcome: { readable }, seen }: { outcome: ClipOutcome; seen: Seen }): number {
  return seen.afterMs ?? (CLIP_SECONDS - (readable.first ?? 0) / FRAMES_PER_SECOND) * 1_000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
