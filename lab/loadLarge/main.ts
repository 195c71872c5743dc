import { print, printGate, takePrinted } from '#lab/bench/figures.ts';
import { record } from '#lab/bench/record.ts';
import { loadLarge } from './run.ts';
import { memoryLimitsMb } from '#main/testing/limits.ts';

/**
 * `npm run lab -- load:large`: 60 calls at once that are answered with 3.9 MB each. Ends with 1 where the gateway needed more
 * than four fifths of the memory that `deploy/` gives it, was silent for long, or answered one of them with less.
 */
const limitMb = Math.min(...memoryLimitsMb());
const { whole, calls, peakMb, silent, ms } = await loadLarge(30, 3_900_000);
print('answers of 3.9 MB', `${calls} at once in ${(ms / 1000).toFixed(1)} s`);
const gates = [
  ['whole answers', String(whole), String(calls), whole === calls],
  ['memory at most', `${peakMb.toFixed(0)} MB`, `≤ 4/5 of ${limitMb} MB`, peakMb <= 0.8 * limitMb],
  [
    'hello waits at most',
    `${silent.ms.toFixed(0)} ms, in which the gateway works ${silent.workMs.toFixed(0)} ms`,
    '≤ 1,000 ms',
    silent.ms <= 1_000,
  ],
] as const;
for (const [what, seen, limit, isMet] of gates) printGate(what, seen, limit, isMet);
record('load-large', takePrinted());
process.exitCode = gates.every(([, , , isMet]) => isMet) ? 0 : 1;
