import { parseArgs } from 'node:util';
import { print, printGate, spread, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { burstsOn } from './run.ts';

/**
 * `npm run lab -- load:few --bursts 20`: two gateways whose role has five connections, beside two whose role has sixty, each asked
 * for sixty calls at once, again and again. Ends with 1 where a call was not answered.
 */
const { values } = parseArgs({ options: { bursts: { type: 'string', default: '20' } } });

/** The calls of a burst. */
const AT_ONCE = 60;

async function main(): Promise<number> {
  const server = await startPostgres();
  if (typeof server === 'string') {
    process.stdout.write(`${server}\n`);
    return 1;
  }
  const bursts = Number(values.bursts);
  try {
    const [few, many] = [await burstsOn(server, 5, bursts, AT_ONCE), await burstsOn(server, 60, bursts, AT_ONCE)];
    for (const [limit, seen] of [
      [5, few],
      [60, many],
    ] as const) {
      print(`with ${limit} connections, ${AT_ONCE} calls at once`, spread(seen.map(({ ms }) => ms)));
      const answered = seen.filter(({ status }) => status === 200).length;
      const all = bursts * AT_ONCE;
      printGate(`answered with ${limit} connections`, `${answered} of ${all}`, 'all', answered === all);
    }
    const figures = takePrinted();
    record('load-few', figures);
    return figures.every(({ isMet }) => isMet !== false) ? 0 : 1;
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

process.exit(await main());
