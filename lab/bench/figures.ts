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

/** One figure of a bench: what was measured, what was seen, and the gate where it has one. */
export interface Figure {
  readonly what: string;
  readonly seen: string;
  readonly gate?: string;
  readonly isMet?: boolean;
}

const printed: Figure[] = [];

/** Returns what was printed since this was last asked for. */
export function takePrinted(): readonly Figure[] {
  return printed.splice(0);
}

/** Prints one figure: what was measured, and what was seen. */
export function print(what: string, seen: string): void {
  show({ what: what.trim(), seen }, what);
}

/** Prints what was seen of a budget, with its gate. @param isMet - of this run, on this machine. */
export function printGate(what: string, seen: string, gate: string, isMet: boolean): void {
  show({ what: what.trim(), seen, gate, isMet }, what);
}

/** Prints a report that is lines of text. @param what - the command it is of. */
export function printReport(what: string, lines: readonly string[]): void {
  for (const line of lines) console.log(line);
  printed.push({ what, seen: lines.map((line) => line.trim()).join('<br>') });
}

function show(figure: Figure, what: string): void {
  const { seen, gate, isMet } = figure;
  printed.push(figure);
  const verdict = gate === undefined ? '' : ` | gate ${gate}: ${isMet ? 'met' : 'NOT MET'}`;
  console.log(`${what.padEnd(46)} ${seen}${verdict}`);
}
