import { parseArgs } from 'node:util';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { hasProxy } from '#lab/loadGateways/run.ts';
import { printPairs } from './pairs.ts';
import { printFloor } from './report.ts';
import { runFloor } from './run.ts';

/**
 * `npm run lab -- load:floor --seconds 600 --handhelds 500 --seed 1`: ends with 1 where a figure of the board is not the handheld’s own, a call
 * is lost or ran twice, or a gateway grows. `--pairs 8` measures in place of that what ordinary calls notice of the board. `--write`
 * keeps the figures in docs/benchmarks. Needs nginx, openssl and PostgreSQL.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    handhelds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const MEMORY_EVERY_MS = 5_000;

async function main(): Promise<number> {
  if (!hasProxy()) {
    process.stdout.write('nginx or openssl is not installed here.\n');
    return 1;
  }
  const started = await startPostgres();
  if (typeof started === 'string') {
    process.stdout.write(`${started}\n`);
    return 1;
  }
  await using server = started;
  const handhelds = Number(values.handhelds);
  if (values.pairs !== undefined) {
    const pairs = Number(values.pairs);
    const isMet = await printPairs(server, { pairs, seconds: Number(values.seconds ?? 15), handhelds });
    if (values.write) record('floor-pairs', takePrinted());
    return isMet ? 0 : 1;
  }
  const [seconds, seed] = [Number(values.seconds ?? 600), Number(values.seed)];
  const kinds = { D: 90, R: 6, L: 4 };
  const plan = { seconds, handhelds, seed, kinds, rest: [9_000, 30_000], memoryEveryMs: MEMORY_EVERY_MS } as const;
  const report = await runFloor(server, plan);
  const what = `--seconds ${seconds} --handhelds ${handhelds} --seed ${seed}`;
  const isMet = printFloor(what, report, seconds, MEMORY_EVERY_MS);
  if (values.write) record('load-floor', takePrinted());
  return isMet ? 0 : 1;
}

process.exit(await main());
