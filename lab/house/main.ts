/**
 * `npm run lab -- house`: counts what no test counts, beside the figures of last time; `--write` keeps them. They are to be
 * looked at, and hold nothing up.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORDS } from '#build/words.ts';

const KEPT = 'docs/benchmarks/house.json';

interface Kept {
  /** The day on which they were counted, as `2026-11-24`. */
  readonly date: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns the files below some folders, from the repository's root. */
const filesOf = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/')),
  );
const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Returns the largest by a measure, with its name. */
function largest(things: readonly string[], measure: (thing: string) => number): readonly [string, number] {
  const [first = ''] = [...things].sort((a, b) => measure(b) - measure(a));
  return [first, measure(first)];
}

/** Counts the house. */
function counted(): Readonly<Record<string, number>> {
  const code = filesOf('src', 'e2e', 'lab').filter((file) => /\.tsx?$/.test(file));
  const tests = code.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
  const product = code.filter(
    (file) => file.startsWith('src/') && !/\.test\.tsx?$|\/testing\//.test(file) && !file.startsWith(WORDS),
  );
  const pages = filesOf('docs').filter((file) => file.endsWith('.md'));
  const [, way = ''] = /^## From key to reply\n([^]*?)^## /m.exec(readFileSync('docs/developer.md', 'utf8')) ?? [];
  const inFolder = (folder: string): number => product.filter((file) => join(file, '..') === folder).length;
  const [folder, files] = largest([...new Set(product.map((file) => join(file, '..')))], inFolder);
  const [file, fileLines] = largest(product, linesOf);
  const [test, testLines] = largest(tests, linesOf);
  const [page, pageLines] = largest(pages, linesOf);
  return {
    'files of the product': product.length,
    'lines of the product': sum(product.map(linesOf)),
    [`lines of its longest file, ${file}`]: fileLines,
    [`files of its fullest folder, ${folder}, beside tests`]: files,
    'files that a scan goes through, from key to reply': [...way.matchAll(/^\| `src\//gm)].length,
    'files of tests': tests.length,
    'lines of tests': sum(tests.map(linesOf)),
    [`lines of the longest of them, ${test}`]: testLines,
    'pages of docs': pages.length,
    'lines of docs': sum(pages.map(linesOf)),
    [`lines of the longest page, ${page}`]: pageLines,
    'lines of README.md': linesOf('README.md'),
  };
}

/** Returns a figure's name without the file that has it, which may be another one next time. */
const kindOf = (name: string): string => name.split(', ')[0] ?? name;

const { date, counts: before } = JSON.parse(readFileSync(KEPT, 'utf8')) as Kept;
const last = new Map(Object.entries(before).map(([name, count]) => [kindOf(name), count]));
const counts = counted();
console.log(`Counted now, and on ${date}:`);
for (const [name, count] of Object.entries(counts)) {
  const then = last.get(kindOf(name));
  const change = then === undefined ? 'new' : `${then}, ${count < then ? '' : '+'}${count - then}`;
  console.log(`${String(count).padStart(8)}  (${change})  ${name}`);
}
if (process.argv.includes('--write')) {
  const kept: Kept = { date: new Date().toISOString().slice(0, 10), counts };
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}
