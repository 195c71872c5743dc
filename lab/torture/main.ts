import { parseArgs } from 'node:util';
import { printReport, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { runDrainers } from './drainers.ts';
import { runKills } from './kills.ts';
import { MOST_LABELS, runLabels } from './labels.ts';
import { drainersLines, killLines, labelLines, reportLines } from './report.ts';
import { run } from './run.ts';

/**
 * `npm run lab -- torture --seed 7 --minutes 6`, or `--scans 1000` to end after so many acknowledged scans;
 * `--kills 200`: the browser is killed around the last key of a scan, so many times; `--drainers`: two pages and the
 * worker drain one queue at once; `--pictures`: a share of the calls get words and a picture;
 * `--labels 30`: so many labels come out of the demo printer. Needs a build (`npm run build`) and a Chromium. Ends with 1 where anything was lost,
 * repeated, overtaken or unaccounted.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    scans: { type: 'string' },
    keep: { type: 'boolean' },
    kills: { type: 'string' },
    drainers: { type: 'boolean' },
    pictures: { type: 'boolean' },
    labels: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : wholeOf('seed', values.seed);

print(`seed ${seed}`);
const lines = await linesOf();
printReport(process.argv.slice(2).join(' '), lines);
record(
  values.kills === undefined
    ? `torture${values.drainers ? '-drainers' : values.pictures ? '-pictures' : values.labels === undefined ? '' : '-labels'}`
    : 'torture-kills',
  takePrinted(),
);
process.exitCode = lines.at(-1)?.startsWith('ok') ? 0 : 1;

async function linesOf(): Promise<readonly string[]> {
  if (values.drainers) return drainersLines(await runDrainers(seed));
  if (values.kills !== undefined) return killLines(await runKills(seed, wholeOf('kills', values.kills), print));
  if (values.labels !== undefined)
    return labelLines(await runLabels(seed, Math.min(MOST_LABELS, wholeOf('labels', values.labels)), print));
  const report = await run({
    seed,
    ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
    ...(values.scans !== undefined && { scans: wholeOf('scans', values.scans) }),
    ...(values.keep && { keep: true }),
    ...(values.pictures && { pictures: true }),
    print,
  });
  return reportLines(report);
}

function wholeOf(name: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`--${name}: expected a whole number, not “${text}”`);
  return Number(text);
}
