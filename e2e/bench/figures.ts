/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** `p50 1.2 · p95 3.4 · p99 5.6 ms (n = 200)`. @param samples - milliseconds. */
export function spread(samples: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(samples, share).toFixed(2));
  return `p50 ${p50} · p95 ${p95} · p99 ${p99} ms (n = ${samples.length})`;
}

/** Prints one figure: what was measured, and what was seen. */
export function print(what: string, seen: string): void {
  console.log(`${what.padEnd(46)} ${seen}`);
}

/** Prints what was seen of a line of FAULTS.md's budgets, with its gate. @param isMet - of this run, on this machine. */
export function printGate(what: string, seen: string, gate: string, isMet: boolean): void {
  print(what, `${seen} | gate ${gate}: ${isMet ? 'met' : 'NOT MET'}`);
}
