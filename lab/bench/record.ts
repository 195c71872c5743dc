import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.ts';

const FOLDER = 'docs/benchmarks';

/** Figures that one run of a bench saw, and of which build: a figure never stands without its commit. */
export interface Run {
  readonly bench: string;
  /** The day of the run, as `2026-11-24`. */
  readonly date: string;
  /** The commit that was measured, with `+` where something was not committed. */
  readonly commit: string;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

/** Writes a run into `docs/benchmarks/`, in place of the bench's last one, and the page anew. */
export function record(bench: string, figures: readonly Figure[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const run: Run = {
    bench,
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD') + (isChanged() ? '+' : ''),
    machine: describeMachine(),
    figures,
  };
  writeFileSync(join(FOLDER, `${bench}.json`), `${JSON.stringify(run, null, 2)}\n`);
  writeFileSync(join(FOLDER, 'README.md'), pageOf(readRuns(FOLDER)));
}

/** The runs that a folder holds, by name. */
export function readRuns(folder: string): readonly Run[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Partial<Run>)
    .filter((run): run is Run => run.figures !== undefined)
    .sort((a, b) => a.bench.localeCompare(b.bench));
}

/** The page of all runs. */
export function pageOf(runs: readonly Run[]): string {
  const sections = runs.map(({ bench, date, commit, machine, figures }) =>
    [
      `## ${bench}`, // a table may follow it at once, and the page has a bound
      `| commit ${commit}, ${date}, ${machine} | seen | gate |`,
      '| --- | --- | --- |',
      ...figures.map(
        ({ what, seen, gate, isMet }) =>
          `| ${inCell(what)} | ${inCell(seen)} | ${gate === undefined ? '' : `${inCell(gate)}: ${isMet ? 'met' : '**not met**'}`} |`,
      ),
    ].join('\n'),
  );
  const head =
    '# Measured\n\nWritten by `npm run lab -- bench NAME` and by the other commands that measure ([the laboratory](../lab.md)); not by hand. Each section says of which commit it is, and on what machine. ' +
    'Times are of that machine; ratios and gates are what compares.';
  return `${[head, ...sections].join('\n\n')}\n`;
}

/** A text as it stands in a table, in one line: a decoder may have read signs that end one. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\p{Cc}/gu, (sign) => JSON.stringify(sign).slice(1, -1));
}

function describeMachine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memoryGb} GiB, Node ${process.version}, load ${load} at the end`;
}

/** Tells whether anything but the figures themselves differs from the commit. */
function isChanged(): boolean {
  return git('status', '--porcelain', '--', '.', `:!${FOLDER}`) !== '';
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' }).trim();
}
