import { percentile, print, printGate } from '#lab/bench/figures.ts';
import { type Load, load } from './load.ts';
import type { Side, Sides } from './sides.ts';

const AT_ONCE = [8, 32, 50];
const ROUNDS = 5;
const SECONDS = 1;

/**
 * Calls per second over every side in turn, round after round, so that all meet the same weather; the gates are ratios
 * of each side's best round, because what is foreign only ever slows.
 *
 * @param clients - how many at once, one after another.
 * @param hasGates - whether the ratios are held against the gates.
 */
export async function measureThroughput(
  dir: string,
  sides: Sides,
  rounds = ROUNDS,
  clients: readonly number[] = AT_ONCE,
  hasGates = true,
): Promise<void> {
  const measured = [sides.nginx, sides.nginxKept, sides.unledgered, sides.ledgered];
  for (const atOnce of clients) {
    const loads = new Map<Side, Load[]>(measured.map((side) => [side, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const side of measured) loads.get(side)?.push(await load(dir, side, atOnce, SECONDS));
    }
    const of = (side: Side): number[] => (loads.get(side) ?? []).map(({ perSecond }) => perSecond);
    for (const side of measured) print(`gateway: ${side.name}, ${atOnce} at once`, inWords(loads.get(side) ?? []));
    const [plain, kept] = [Math.max(...of(sides.nginx)), Math.max(...of(sides.nginxKept))];
    for (const [side, gate] of [
      [sides.unledgered, 0.4],
      [sides.ledgered, 0.15],
    ] as const) {
      const best = Math.max(...of(side));
      const halves = percentile(of(side), 0.5) / percentile(of(sides.nginx), 0.5);
      const seen = `${(best / plain).toFixed(2)} × nginx (median ${halves.toFixed(2)}; kept ${(best / kept).toFixed(2)})`;
      const what = `gateway: ${side.name}, ${atOnce} at once`;
      if (hasGates) printGate(what, seen, `≥ ${gate}`, best / plain >= gate);
      else print(what, seen);
    }
  }
}

function inWords(loads: readonly Load[]): string {
  const best = loads.reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
  const median = percentile(
    loads.map(({ perSecond }) => perSecond),
    0.5,
  );
  const ms = `p50 ${best.p50Ms.toFixed(1)} · p99 ${best.p99Ms.toFixed(1)} ms`;
  return `best ${best.perSecond.toFixed(0)} (median ${median.toFixed(0)}) calls/s, ${ms}`;
}
