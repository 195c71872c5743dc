import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print, printGate, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { findFaketime, movedClock } from './clock.ts';
import { growth } from './growth.ts';
import type { YearReport } from './year.ts';

/**
 * `npm run lab -- year --days 250 --handhelds 40 --seed 22`: a site lives through so many days in less than an hour, by clocks that are moved.
 * Ends with 1 where a call was lost or ran twice, or the ledger or the memory goes on growing once the ledger forgets.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '250' },
    handhelds: { type: 'string', default: '40' },
    seed: { type: 'string', default: '22' },
  },
});

/** The most that the last days may have, by those after the ledger began to forget. */
const MOST_GROWTH = 1.15;

function main(): number {
  const library = findFaketime();
  if (library === undefined) {
    process.stdout.write('libfaketime is not installed here, which moves the clocks: apt-get install faketime.\n');
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'scanline-year-'));
  chmodSync(folder, 0o755); // PostgreSQL’s user reads the clock’s file there
  try {
    const report = join(folder, 'report.json');
    const words = [join(import.meta.dirname, 'run.ts'), report, values.days, values.handhelds, values.seed];
    const env = { ...process.env, ...movedClock(library, join(folder, 'clock')) };
    const { status } = spawnSync(process.execPath, words, { env, stdio: 'inherit' });
    if (status !== 0) return 1;
    return tell(JSON.parse(readFileSync(report, 'utf8')) as YearReport);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell({
  saved,
  executed,
  untrue,
  waiting,
  goneWith,
  behind,
  sizes,
  deeds,
  logged,
  warnings,
  realSeconds,
}: YearReport): number {
  for (const line of untrue) process.stdout.write(`${line}\n`);
  print(
    'days, handhelds, seed',
    `${values.days}, ${values.handhelds}, ${values.seed}, in ${(realSeconds / 60).toFixed(0)} min`,
  );
  print('calls saved, and run by the service', `${saved}, ${executed}`);
  printGate('calls lost, or run twice', String(untrue.length), '0', untrue.length === 0);
  printGate('calls that wait at the end', String(waiting), '0', waiting === 0);
  print('calls that were gone with a lost handheld', String(goneWith));
  printGate('handhelds behind the version of the gateway', behind.join(', ') || '0', '0', behind.length === 0);
  for (const { what, seen, ratio } of growth(sizes))
    printGate(what, seen, `≤ ${MOST_GROWTH} times`, ratio <= MOST_GROWTH);
  for (const [what, count] of deeds) print(`people had to: ${what}`, String(count));
  for (const [line, count] of logged) print(`in the log: ${line}`, String(count));
  printGate('warnings of its health at the end', JSON.stringify(warnings), '[]', warnings.length === 0);
  const figures = takePrinted();
  record('year', figures);
  return figures.every(({ isMet }) => isMet !== false) ? 0 : 1;
}

process.exitCode = main();
