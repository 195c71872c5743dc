import type { DiskAttempt } from './disk.ts';
import type { Finding } from './evidence.ts';
import { groupBy, judge } from './oracle.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { evidenceOf } from './run.ts';
import { sleep } from './sockets.ts';
import { createWorld, firstStart } from './world.ts';

export interface DrainersReport {
  readonly seed: number;
  readonly rows: number;
  readonly seconds: number;
  readonly executed: number;
  /** Counts of the calls that each drainer sent. */
  readonly shares: readonly number[];
  /** Calls that left the handheld more than once. */
  readonly sentTwice: number;
  readonly findings: readonly Finding[];
  readonly dir?: string;
}

const LANES = 90;
const CALM_MS = 60_000;
/** Two pages and the worker. */
const DRAINERS = 3;

/**
 * FAULTS row 6: two pages and the worker drain the same rows at once, each with a lock of its own, as after a theft.
 * Nothing but the compare-and-set of the claim keeps them apart: the ledger would hide a call that was sent twice, so
 * what leaves the handheld is counted before it.
 */
export async function runDrainers(seed: number, rows = 300): Promise<DrainersReport> {
  const startedAt = Date.now();
  const random = randomOf(seed);
  const given = Array.from({ length: rows }, (_, index) => {
    const lane = random.whole(1, LANES);
    return [`D-${lane}`, `S-${index + 1}`] as const;
  });
  const world = await createWorld({ seed, takesMs: ({ whole }) => whole(0, 25) });
  const { device, proxy, upstream, journal } = world;
  const findings: Finding[] = [];
  let attempts: readonly DiskAttempt[] = [];
  try {
    proxy.holdProbes(Number.POSITIVE_INFINITY);
    await firstStart(world, given, true);
    proxy.holdProbes(DRAINERS); // each has freed what a dead owner was sending, and none has claimed anything
    await device.ready(0);
    await device.ready(1);
    await device.sync();
    const until = Date.now() + CALM_MS;
    let disk = await device.read();
    while (disk.rows.some(({ state }) => state !== 'answered') && Date.now() < until) {
      await sleep(300);
      disk = await device.read();
    }
    ({ attempts } = disk);
    const markers = given.map(([delivery, shelf]) => `${delivery}|${shelf}`);
    findings.push(...judge({ ...evidenceOf(world, new Set(), disk), given: markers }).findings);
    for (const [seq, tries] of groupBy(attempts, (attempt) => String(attempt.seq)))
      if (tries.length > 1) findings.push({ law: 'I2', text: `row ${seq} was claimed ${tries.length} times` });
    for (const [key, count] of proxy.posts)
      if (count > 1) findings.push({ law: 'I2', text: `${key} was sent ${count} times` });
    if (upstream.executed.length !== rows)
      findings.push({ law: 'I2', text: `${upstream.executed.length} executions of ${rows} calls` });
    const shares = sharesOf(attempts);
    if (shares.length < DRAINERS || shares.some((share) => share < rows / 20))
      findings.push({ law: 'rig', text: `the drainers did not run at once: ${shares.join('/')}` });
  } catch (error) {
    findings.push({ law: 'rig', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  await world.end(findings.length > 0);
  return {
    seed,
    rows,
    seconds: Math.round((Date.now() - startedAt) / 1000),
    executed: upstream.executed.length,
    shares: sharesOf(attempts),
    sentTwice: [...proxy.posts.values()].filter((count) => count > 1).length,
    findings,
    ...(findings.length > 0 && { dir: journal.dir }),
  };
}

function sharesOf(attempts: readonly DiskAttempt[]): readonly number[] {
  return [...groupBy(attempts, ({ owner }) => owner).values()].map(({ length }) => length);
}
