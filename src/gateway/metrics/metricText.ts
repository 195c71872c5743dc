/** One family of samples, as a scrape reads it. */
export interface Family {
  /** Its lines, each with its end. Source: Prometheus, "Text-based format", version 0.0.4. */
  text(): string;
}

/** Counts by labels. Whoever counts keeps the labels' values few: each set of them is kept for good. */
export interface Counter extends Family {
  /** @param values - one for each label's name. */
  add(...values: readonly string[]): void;
}

/** Counts how long something took, by one label. */
export interface Histogram extends Family {
  /** @param seconds - how long it took. */
  observe(seconds: number, value: string): void;
}

/** The media type of the text. */
export const METRICS_MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** From a reply out of the ledger to one that ASP.NET's own limit ended, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 130] as const;

/**
 * @param known - sets of values that are counted from 0 on, so that a rate knows of the first event; where there are no
 *   labels it is always.
 */
export function counterOf(
  name: string,
  help: string,
  labels: readonly string[] = [],
  known: readonly (readonly string[])[] = [],
): Counter {
  const counts = new Map(known.map((values) => [values.join('\0'), 0]));
  if (labels.length === 0) counts.set('', 0);
  return {
    add(...values) {
      // Each call passes here: the labels are put into words when somebody reads them.
      const at = values.join('\0');
      counts.set(at, (counts.get(at) ?? 0) + 1);
    },
    text() {
      const lines = [...counts].map(([at, count]) => `${name}${labelled(labels, at.split('\0'))} ${count}\n`);
      return head(name, 'counter', help) + lines.join('');
    },
  };
}

export function histogramOf(name: string, help: string, label: string): Histogram {
  const kept = new Map<string, { readonly counts: number[]; sum: number; count: number }>();
  return {
    observe(seconds, value) {
      let found = kept.get(value);
      if (!found) kept.set(value, (found = { counts: BOUNDS.map(() => 0), sum: 0, count: 0 }));
      const at = BOUNDS.findIndex((bound) => seconds <= bound);
      if (at !== -1) found.counts[at] = (found.counts[at] ?? 0) + 1;
      found.sum += seconds;
      found.count += 1;
    },
    text() {
      let lines = head(name, 'histogram', help);
      for (const [value, { counts, sum, count }] of kept) {
        let below = 0;
        for (const [at, bound] of BOUNDS.entries()) {
          below += counts[at] ?? 0;
          lines += `${name}_bucket${labelled([label, 'le'], [value, String(bound)])} ${below}\n`;
        }
        lines += `${name}_bucket${labelled([label, 'le'], [value, '+Inf'])} ${count}\n`;
        const own = labelled([label], [value]);
        lines += `${name}_sum${own} ${sum}\n${name}_count${own} ${count}\n`;
      }
      return lines;
    },
  };
}

/** Samples that are asked for when they are read. @param samples - a sample that is not known is left out. */
export function samplesOf(
  name: string,
  help: string,
  samples: readonly (readonly [value: number | undefined, labels?: Readonly<Record<string, string>>])[],
  type: 'gauge' | 'counter' = 'gauge',
): string {
  const lines = samples.flatMap(([value, labels = {}]) =>
    value === undefined ? [] : [`${name}${labelled(Object.keys(labels), Object.values(labels))} ${value}\n`],
  );
  return lines.length === 0 ? '' : head(name, type, help) + lines.join('');
}

function head(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
}

function labelled(names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return '';
  return `{${names.map((name, at) => `${name}="${labelText(values[at] ?? '')}"`).join(',')}}`;
}

function labelText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
