import { relative } from 'node:path';

/** Number of files are named. */
const NAMED = 10;

/**
 * The files that took longest, a line each, and what all took together: printed at the end of each step of `.ci/run`.
 *
 * @param took - milliseconds by the file's path; files that run beside each other are counted one by one.
 */
export function dearestOf(took: ReadonlyMap<string, number>, root = process.cwd()): string {
  const files = [...took].toSorted(([, one], [, other]) => other - one);
  const sum = files.reduce((all, [, ms]) => all + ms, 0);
  const lines = files.slice(0, NAMED).map(([file, ms]) => `${seconds(ms)}  ${relative(root, file)}`);
  return [`The dearest of ${files.length} files:`, ...lines, `${seconds(sum)}  all of them`, ''].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(8)} s`;
}
