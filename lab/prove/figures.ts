import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, type as system } from 'node:os';
import { join } from 'node:path';
import type { Checked } from './spin.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks');

/** Writes what was found to docs/benchmarks, for people and for programs. */
export async function writeFigures(results: readonly Checked[]): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${system()} ${release()}`;
  const date = new Date().toISOString().slice(0, 10);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'prove.json'), `${JSON.stringify({ date, machine, results }, null, 2)}\n`);
  await writeFile(join(FOLDER, 'prove.md'), pageOf(results, machine, date));
}

/** The page for people. */
export function pageOf(results: readonly Checked[], machine: string, date: string): string {
  const rows = results.map(({ name, found, states, depth, seconds }) => [
    name,
    found === 'holds' ? 'holds' : `broken: ${found}`,
    String(states),
    String(depth),
    seconds.toFixed(1),
  ]);
  const trails = results.filter(({ trail }) => trail.length > 0);
  return [
    '# The protocol, proved',
    `\`npm run lab -- prove\` wrote this on ${date} (${machine}). What is looked at and what is left out: [the record](../adr/2026-11-24-spin.md).`,
    'Where a promise is broken it has to be: the protocol as it was, a mend that is not enough, or a mutant. _Depth_ is then the length of the trail.',
    table([['configuration', 'found', 'states', 'depth', 'seconds'], ...rows]),
    ...trails.flatMap(({ name, trail }) => [`## ${name}`, trail.map((step, at) => `${at + 1}. ${step}`).join('\n')]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
