import { percentile, print, printGate } from '#lab/bench/figures.ts';
import type { Task } from './mainThread.ts';
import type { CorpusPhoto } from './corpus.ts';
import type { Rival } from './rivals.ts';
import type { LoopName } from './videoLoops.ts';
import type { Side } from './videoPage.ts';
import { CLIP_SECONDS, FRAMES_PER_SECOND, type Scene } from './videoScene.ts';

/** Readings that one side made of one playing of a clip. */
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
  /** The first frame that a rival reads. */
  readonly readable: { readonly index: number; readonly by: Rival };
  /** Keyed by side and by how much slower the machine was. */
  readonly seen: Readonly<Partial<Record<`${Side} ${number}`, Seen>>>;
  /** Times at which each loop had read, in milliseconds of the clip, begun in several moments; `undefined`: not at all. */
  readonly loops: Readonly<Record<LoopName, readonly (number | undefined)[]>>;
  /** Texts that @zxing/browser said of frames, and that are not in the photo. */
  readonly misread: readonly string[];
}

const RATIO = 0.3;
const TASK_MS = 100;
/** Some of the clips are played on a machine so many times slower too. */
export const SLOW = 6;

export function printClip(outcome: ClipOutcome): void {
  const { photo, scene, readable, seen } = outcome;
  const what = `${photo.format} ${scene.width}×${scene.height} ${scene.hindrance}`;
  const parts = Object.entries(seen).map(([run, one]) => `${run}×: ${one ? seenIn(one) : ''}`);
  const times = afterOf(outcome, 'documented');
  const [best, middle, worst] = [0, 0.5, 1].map((share) => msOf(percentile(times, share)));
  const moments = best === worst ? middle : `${middle} (${best} to ${worst})`;
  parts.push(`documented loop, from ${times.length} moments: ${moments}`);
  print(what, `readable at ${Math.round(clipMs(readable.index))} ms (${readable.by}) | ${parts.join(' | ')}`);
}

/** Returns how long after the first readable frame a loop had read, in milliseconds, for each moment that it began in; Infinity: not at all. */
function afterOf({ readable, loops }: ClipOutcome, name: LoopName): readonly number[] {
  return loops[name].map((atMs) => (atMs ?? Infinity) - clipMs(readable.index));
}

function clipMs(index: number): number {
  return (index / FRAMES_PER_SECOND) * 1_000;
}

function msOf(ms: number): string {
  return ms === Infinity ? 'not read' : `${Math.round(ms)} ms`;
}

function seenIn({ afterMs, wrong, attempts, longTasks }: Seen): string {
  const read = afterMs === undefined ? 'not read' : `${Math.round(afterMs)} ms after`;
  const busy = longTasks.length > 0 ? `, long tasks ${Math.round(sum(longTasks))} ms` : '';
  return `${read} (${attempts} looks${busy})${wrong.length > 0 ? ` WRONG ${wrong.join(', ')}` : ''}`;
}

type SideOfTwo = 'product' | 'documented';

const names: Readonly<Record<SideOfTwo, string>> = { product: 'product', documented: 'documented loop' };

/** One side's runs at one speed of the machine. */
interface Runs {
  readonly side: SideOfTwo;
  readonly throttle: number;
  readonly each: readonly { readonly outcome: ClipOutcome; readonly seen: Seen }[];
}

/** Prints the gates of all clips. @returns whether every one was met. */
export function judge(outcomes: readonly ClipOutcome[]): boolean {
  const product = runsOf(outcomes, 'product', 1);
  const slow = (['product', 'documented'] as const).map((side) => runsOf(outcomes, side, SLOW));
  const gates = [
    judgeTimes(product),
    judgeEach(product),
    ...[product, ...slow].map(judgeTasks),
    judgeMissed(product),
    judgeWrong([product, ...slow], outcomes),
  ];
  return gates.every(Boolean);
}

function runsOf(outcomes: readonly ClipOutcome[], side: SideOfTwo, throttle: number): Runs {
  const each = outcomes.flatMap((outcome) => {
    const seen = outcome.seen[`${side} ${throttle}`];
    return seen ? [{ outcome, seen }] : [];
  });
  return { side, throttle, each };
}

/** Over all clips, one that was not read counting until its end; and over those that both read. */
function judgeTimes({ each }: Runs): boolean {
  const pairs = each.map(({ outcome, seen }) => ({
    mine: seen.afterMs ?? Infinity,
    theirs: middleOf(outcome, 'documented'),
    longest: CLIP_SECONDS * 1_000 - clipMs(outcome.readable.index),
  }));
  const both = pairs.filter(({ mine, theirs }) => mine + theirs < Infinity);
  const [all, ofBoth] = [pairs, both].map((some) => ({
    mine: median(some.map(({ mine, longest }) => Math.min(mine, longest))),
    theirs: median(some.map(({ theirs, longest }) => Math.min(theirs, longest))),
  })) as [Medians, Medians];
  print(
    'video',
    `${pairs.length} clips; read by product ${readOf(pairs.map(({ mine }) => mine))}, by documented loop ${readOf(pairs.map(({ theirs }) => theirs))}`,
  );
  printRivals(each.map(({ outcome }) => outcome));
  const isMet = [all, ofBoth].every(({ mine, theirs }) => Number.isNaN(mine) || mine <= RATIO * theirs);
  const seen = `${ratio(all)}${both.length > 0 ? `; the ${both.length} that both read: ${ratio(ofBoth)}` : ''}`;
  printGate('  readable → accepted, median', seen, `≤ ${RATIO} ×`, isMet);
  return isMet;
}

interface Medians {
  readonly mine: number;
  readonly theirs: number;
}

/** Prints what another one would have of the decoder that the product has too, where one read is enough: no gate. */
function printRivals(outcomes: readonly ClipOutcome[]): void {
  for (const [name, what] of [
    ['twice', 'two attempts a second'],
    ['everyFrame', 'every frame'],
  ] as const) {
    const times = outcomes.map((outcome) => middleOf(outcome, name));
    print(`  zxing-wasm in a worker, ${what}`, `readable → read, median ${msOf(median(times))}; ${readOf(times)} read`);
  }
}

function readOf(times: readonly number[]): number {
  return times.filter((ms) => ms < Infinity).length;
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** A loop's time of a clip, in the middle of the moments that it may begin in. */
function middleOf(outcome: ClipOutcome, name: LoopName): number {
  return median(afterOf(outcome, name));
}

/**
 * Clip by clip. The documented loop rests half a second between two attempts: what it meets is luck, so it is taken in the
 * middle of its moments, and how often it was before the product is said too.
 */
function judgeEach({ each }: Runs): boolean {
  const pairs = each.map(({ outcome, seen }) => ({ outcome, mine: seen.afterMs ?? Infinity }));
  const behind = pairs.filter(({ outcome, mine }) => mine > middleOf(outcome, 'documented'));
  const lucky = pairs.flatMap(({ outcome, mine }) => afterOf(outcome, 'documented').map((theirs) => theirs < mine));
  const named = behind.map(({ outcome }) => `; slower ${outcome.photo.file}`).join('');
  const seen = `${pairs.length - behind.length} of ${pairs.length}${named} (it was before the product in ${lucky.filter(Boolean).length} of ${lucky.length} moments)`;
  printGate('  clips no slower than the documented loop, its middle', seen, 'all', behind.length === 0);
  const slowest = [...pairs].sort((one, other) => other.mine - one.mine)[0];
  if (slowest)
    print('  slowest clip', `${msOf(slowest.mine)}: ${slowest.outcome.photo.file} ${slowest.outcome.scene.hindrance}`);
  return behind.length === 0;
}

function ratio({ mine, theirs }: Medians): string {
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
  const missed = each
    .filter(({ seen }) => seen.afterMs === undefined)
    .map(({ outcome }) => `; not ${outcome.photo.file}`);
  const seen = `${each.length - missed.length} of ${each.length}${missed.join('')}`;
  printGate('clips that zxing-wasm or @zxing/browser reads, read by product', seen, 'all', missed.length === 0);
  return missed.length === 0;
}

function judgeWrong(runs: readonly Runs[], outcomes: readonly ClipOutcome[]): boolean {
  const of = (side: SideOfTwo): string[] =>
    runs.filter((one) => one.side === side).flatMap(({ each }) => each.flatMap(({ seen }) => seen.wrong));
  const wrong = of('product');
  print('wrong values, documented loop', said([...of('documented'), ...outcomes.flatMap(({ misread }) => misread)]));
  printGate('wrong values, product', said(wrong), '0', wrong.length === 0);
  return wrong.length === 0;
}

function said(texts: readonly string[]): string {
  return `${texts.length}${texts.length > 0 ? `: ${texts.join(', ')}` : ''}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
