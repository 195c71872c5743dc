import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageOf, readRuns } from './record.ts';

const FOLDER = 'docs/benchmarks';

test('the page says of each figure of which commit, day and machine it is', () => {
  const figures = [
    { what: 'enqueue', seen: 'p95 5 ms', gate: 'p95 ≤ 10 ms', isMet: false },
    { what: 'a bare write', seen: 'p50 1 ms' },
    { what: 'a misread', seen: 'A|B\r\nC' },
  ];
  const page = pageOf([{ bench: 'enqueue', date: '2026-11-24', commit: 'abc1234+', machine: '2 cores', figures }]);
  expect(page).toContain('| commit abc1234+, 2026-11-24, 2 cores | seen | gate |');
  expect(page).toContain('| enqueue | p95 5 ms | p95 ≤ 10 ms: **not met** |');
  expect(page).toContain('| a bare write | p50 1 ms |  |');
  expect(page).toContain(String.raw`| a misread | A\|B\r\nC |  |`); // in one line
});

test.skipIf(!existsSync(FOLDER))(
  'the page shows the runs that lie beside it, and each of a commit of this project',
  () => {
    const runs = readRuns(FOLDER);
    expect(readFileSync(`${FOLDER}/README.md`, 'utf8')).toBe(pageOf(runs));
    const isShallow =
      execFileSync('git', ['rev-parse', '--is-shallow-repository'], { encoding: 'utf8' }).trim() === 'true';
    for (const { bench, commit } of isShallow ? [] : runs)
      expect(isHere(commit.replace('+', '')), `${bench} is of a commit that this history has not: ${commit}`).toBe(
        true,
      );
  },
);

/** Tells whether a commit lies in the history of this one: one that a rebase left behind is known here, and to no clone. */
function isHere(commit: string): boolean {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
