const SAMPLE = (() => {
  const label = '[a-z_][a-z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
  return new RegExp(`^(([a-z_:][a-z0-9_:]*)(?:\\{${label}(?:,${label})*\\})?) (-?[0-9.]+(?:e[+-]?[0-9]+)?)$`, 'i');
})();

/**
 * Reads a scrape strictly, as its format is written down. Source: Prometheus, "Text-based format", version 0.0.4.
 *
 * @returns the values by sample, which is a name with its labels.
 * @throws Error where a line does not fit, a family is not announced or comes in parts, or a histogram does not add up.
 */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(what);
  };
  must(text.endsWith('\n'), 'the last line has no end');
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue; // the format allows it anywhere
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z_:][a-z0-9_:]*) (.+)$/i.exec(line) ?? [];
    if (what === 'HELP') {
      must(!types.has(name), `${name} begins twice`);
      family = name;
    } else if (what === 'TYPE') {
      must(name === family, `${name} has no help`);
      must(['counter', 'gauge', 'histogram'].includes(rest), `no type: ${line}`);
      must((rest === 'counter') === name.endsWith('_total'), `${name} is not named as a ${rest}`);
      types.set(name, rest);
    } else {
      const [, sample = '', of = '', value] = SAMPLE.exec(line) ?? [];
      must(sample !== '', `no sample: ${line}`);
      const named = types.get(family) === 'histogram' ? of.replace(/_(?:bucket|sum|count)$/, '') : of;
      must(named === family, `${sample} is under ${family}`);
      must(!samples.has(sample), `${sample} comes twice`);
      samples.set(sample, Number(value));
    }
  }
  for (const [sample, value] of samples) {
    if (!sample.includes('le="+Inf"')) continue;
    const count = samples.get(sample.replace('_bucket', '_count').replace(/le="\+Inf",?/, ''));
    must(count === value, `${sample} is not its count`);
  }
  return samples;
}
