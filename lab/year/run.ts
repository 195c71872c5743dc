import { writeFileSync } from 'node:fs';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { liveYear } from './year.ts';

/** The process whose clock is moved: `node run.ts REPORT DAYS HANDHELDS SEED` lives through the days and writes what came of them. */
const [report = '', ...figures] = process.argv.slice(2);
const [days = 0, handhelds = 0, seed = 0] = figures.map(Number);

const server = await startPostgres(['fsync=off']);
if (typeof server === 'string') throw new Error(server);
try {
  const lived = await liveYear(server, { days, handhelds, seed }, (line) => process.stdout.write(`${line}\n`));
  writeFileSync(report, JSON.stringify(lived));
} finally {
  await server[Symbol.asyncDispose]();
}
process.exit(0);
