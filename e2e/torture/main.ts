import { parseArgs } from 'node:util';
import { reportLines } from './report.ts';
import { run } from './run.ts';

/**
 * `npm run torture -- --seed 7 --minutes 6`, or `--scans 1000` to end after so many acknowledged scans. Needs a build
 * (`npm run build`) and a Chromium. Ends with 1 where anything was lost, repeated, overtaken or unaccounted.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    scans: { type: 'string' },
    keep: { type: 'boolean' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const seed = values.seed === undefined ? Date.now() % 1_000_000 : wholeOf('seed', values.seed);
print(`seed ${seed}`);
const report = await run({
  seed,
  ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
  ...(values.scans !== undefined && { scans: wholeOf('scans', values.scans) }),
  ...(values.keep && { keep: true }),
  print,
});
for (const line of reportLines(report)) print(line);
process.exitCode = report.findings.length === 0 ? 0 : 1;

function wholeOf(name: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`--${name}: expected a whole number, not “${text}”`);
  return Number(text);
}
