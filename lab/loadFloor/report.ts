import { percentile, print, printGate, spread } from '#lab/bench/figures.ts';
import type { FloorReport, Life } from './run.ts';

/** The last quarter of a gateway's life may hold so much more than its first one, once it is warm. Written before the first run. */
const MOST_GROWTH = 1.2;
/** The share of a life in which the gateway becomes warm. */
const WARM_UP = 0.15;
/** Fewer looks at its memory say nothing of a gateway. */
const FEWEST_SAMPLES = 12;
const SHOWN = 20;
const MB = 1024 * 1024;

/** Prints a run in figures. @returns `true`: every gate is met. */
export function printFloor(what: string, report: FloorReport, seconds: number, memoryEveryMs: number): boolean {
  const { hellos, unheard, saved, sums, lostHandhelds, decidedAtDesk, loads, failedLoads } = report;
  print(what, `${hellos} hellos, ${unheard} of them unheard; ${saved} calls saved, ${sums.executed} executed`);
  print('calls a second', (sums.executed / seconds).toFixed(1));
  print('handhelds that were lost on the way', String(lostHandhelds));
  print(
    'at the end, by the handhelds themselves',
    `${sums.waiting} wait, ${sums.person} need a person, ${sums.toCheck} to check, ${sums.paused} on hold`,
  );
  print('decided at the desk', String(decidedAtDesk));
  print('boards that are told: a load', spread(loads.told));
  print('boards that ask: a load', spread(loads.asked));
  print('loads that failed', String(failedLoads));
  const gates = [
    ['figures of the board, at two gateways, that are not the handheld’s own', report.untrue],
    ['figures of the open boards that are not', report.stale],
    ['calls lost, run twice or told untruly', report.lost],
  ] as const;
  for (const [name, wrong] of gates) printGate(name, String(wrong.length), 'none', wrong.length === 0);
  for (const wrong of gates.flatMap(([, list]) => list).slice(0, SHOWN)) console.log(`  ${wrong}`);
  const growths = report.lives.flatMap((life) => growthOf(life, memoryEveryMs) ?? []);
  for (const { name, seen, ratio } of growths)
    printGate(name, seen, `last ÷ first quarter ≤ ${MOST_GROWTH}`, ratio <= MOST_GROWTH);
  return gates.every(([, wrong]) => wrong.length === 0) && growths.every(({ ratio }) => ratio <= MOST_GROWTH);
}

/** Compares the first quarter of a gateway's life, once it was warm, with the last one. */
function growthOf({ name, samples }: Life, everyMs: number) {
  const warm = samples.slice(Math.ceil(samples.length * WARM_UP));
  if (warm.length < FEWEST_SAMPLES) return undefined;
  const quarter = Math.floor(warm.length / 4);
  return (['rss', 'heap'] as const).map((kind) => {
    const bytes = warm.map((sample) => sample[kind]);
    const [first, last] = [bytes.slice(0, quarter), bytes.slice(-quarter)].map((part) => percentile(part, 0.5));
    const ratio = (last ?? Number.NaN) / (first ?? Number.NaN);
    const slope = (slopeOf(bytes) / MB) * (60_000 / everyMs);
    const seen = `${((first ?? 0) / MB).toFixed(1)} to ${((last ?? 0) / MB).toFixed(1)} MB, ratio ${ratio.toFixed(2)}, ${slope.toFixed(2)} MB a minute`;
    return { name: `${name}: ${kind === 'rss' ? 'memory' : 'heap'} after its garbage is collected`, seen, ratio };
  });
}

/** Returns by how much values grow from one to the next, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [over, under] = values.reduce(
    ([top, bottom], value, at) => [top + (at - middle) * (value - mean), bottom + (at - middle) ** 2],
    [0, 0],
  );
  return over / under;
}
