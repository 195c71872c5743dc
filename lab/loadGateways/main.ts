import { parseArgs } from 'node:util';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { printReport, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { failuresOf, linesOf } from './report.ts';
import { hasProxy, runLoad } from './run.ts';

/**
 * `npm run lab -- load:gateways --calls 2000 --handhelds 32 --kills 1`. Needs nginx, openssl and PostgreSQL. Ends with 1
 * where a call ran twice, or ran and is neither answered nor shown as unconfirmed, or is left in a queue.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    handhelds: { type: 'string', default: '32' },
    kills: { type: 'string', default: '1' },
  },
});

async function main(): Promise<number> {
  if (!hasProxy()) {
    process.stdout.write('nginx or openssl is not installed here.\n');
    return 1;
  }
  const server = await startPostgres();
  if (typeof server === 'string') {
    process.stdout.write(`${server}\n`);
    return 1;
  }
  const { calls, handhelds, kills } = values;
  try {
    const plan = { calls: Number(calls), handhelds: Number(handhelds), kills: Number(kills) };
    const report = await runLoad(server, plan);
    const failures = failuresOf(report, plan);
    printReport(`--calls ${calls} --handhelds ${handhelds} --kills ${kills}`, [...linesOf(report), ...failures]);
    record('load-gateways', takePrinted());
    return failures.length === 0 ? 0 : 1;
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

process.exit(await main());
