import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCall } from '#contract/call.ts';
import { randomOf } from '#e2e/rig/random.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import type { PostgresServer } from '#main/testing/postgresRig.ts';
import { freePort, tempDir } from '#main/testing/rig.ts';
import { percentile, print, printGate, spread } from '#lab/bench/figures.ts';
import { timeOne } from '#lab/bench/gateway/oneClient.ts';
import { type Side, startPlainService } from '#lab/bench/gateway/sides.ts';
import { heapAsDeployed } from '#main/testing/limits.ts';
import { openBoard } from './boards.ts';
import { type Handheld, createHandheld } from './handheld.ts';

/** Pairs of runs, how long each run takes, and the handhelds that say hello meanwhile. */
export interface PairsPlan {
  readonly pairs: number;
  readonly seconds: number;
  readonly handhelds: number;
}

const MOST_RATIO = 1.3;
/** Ordinary calls a second, at both gateways together. */
const CALLS_A_SECOND = 25;
/** A handheld says hello each fifteen seconds. */
const HELLO_EVERY_MS = 15_000;
const BOARDS = [true, true, false, false];
const KEY = 'demo-key-0001';

/**
 * Times ordinary calls with the board and without it, by turns: with it handhelds tell how they stand and four boards are open; without it
 * the same handhelds say the same hellos, and tell nothing. They are not enrolled, so that nothing of them is kept then. @returns `true`: the gate is met.
 */
export async function printPairs(server: PostgresServer, plan: PairsPlan): Promise<boolean> {
  using folder = tempDir();
  const started = await startPlainService(await freePort());
  if (typeof started === 'string') throw new Error(started);
  await using service = started;
  const url = await server.database();
  const start = (name: string): Promise<GatewayProcess> =>
    spawnGateway({
      ...heapAsDeployed(),
      DATABASE_URL: url,
      UPSTREAM_URL: service.url.origin,
      REQUESTS_PER_SECOND: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder.path, name),
    });
  await using one = await start('one');
  await using two = await start('two');
  const gateways = [one, two];
  const handhelds = Array.from({ length: plan.handhelds }, (_, at) =>
    createHandheld(() => gateways[at % 2]?.url ?? '', { apiKey: KEY, version: '0.2.0-1a2b3c', kept: true }),
  );
  await run(gateways, handhelds, plan.seconds, true); // the code is compiled, and the tables are filled
  const times = { with: [] as number[], without: [] as number[] };
  const ratios: number[] = [];
  for (let pair = 0; pair < plan.pairs; pair += 1) {
    const p95 = { with: 0, without: 0 };
    const order = pair % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
    for (const side of order) {
      const ms = await run(gateways, handhelds, plan.seconds, side === 'with');
      p95[side] = percentile(ms, 0.95);
      times[side].push(...ms);
    }
    ratios.push(p95.with / p95.without);
  }
  print('ordinary calls without the board', spread(times.without));
  print('ordinary calls with the board', spread(times.with));
  const ratio = percentile(ratios, 0.5);
  const seen = `${ratio.toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')})`;
  printGate(
    `p95 with ÷ without, ${plan.pairs} pairs of ${plan.seconds} s: median`,
    seen,
    `≤ ${MOST_RATIO}`,
    ratio <= MOST_RATIO,
  );
  return ratio <= MOST_RATIO;
}

/** One run. @returns the milliseconds of each call. */
async function run(
  gateways: readonly GatewayProcess[],
  handhelds: readonly Handheld[],
  seconds: number,
  hasBoard: boolean,
): Promise<readonly number[]> {
  const endsAt = performance.now() + 1_000 * seconds;
  const boards = hasBoard
    ? BOARDS.map((hears, at) => {
        const { url, here } = gateways[at % gateways.length] as GatewayProcess;
        return openBoard(url, here, hears);
      })
    : [];
  const saying = handhelds.map((handheld, at) => sayHellos(handheld, at, endsAt, hasBoard));
  const agent = new Agent({ keepAlive: true });
  const sides = gateways.map(({ url }, at): Side => ({ name: `gateway ${at + 1}`, origin: url, isLedgered: true }));
  const calls: Promise<number>[] = [];
  for (let n = 0, next = performance.now(); next < endsAt; n += 1, next += 1_000 / CALLS_A_SECOND) {
    await sleep(Math.max(0, next - performance.now()));
    calls.push(timeOne(sides[n % sides.length] as Side, agent));
  }
  const times = await Promise.all(calls);
  await Promise.all(saying);
  for (const board of boards) board.close();
  agent.destroy();
  return times;
}

/** Says hellos until the run ends; each tells other figures than the one before. */
async function sayHellos(handheld: Handheld, at: number, endsAt: number, isTelling: boolean): Promise<void> {
  const random = randomOf(at);
  for (let next = performance.now() + random.next() * HELLO_EVERY_MS; next < endsAt; next += HELLO_EVERY_MS) {
    await sleep(Math.max(0, next - performance.now()));
    handheld.save(makeCall('RevertOff', { deliveryCode: `D-${at}`, storeCode: 'S-01-A', userID: '7' }));
    await handheld.hello(isTelling);
  }
}
