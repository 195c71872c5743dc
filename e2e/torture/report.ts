import { type Report, sum } from './run.ts';

/** The figures of a run, as lines. */
export function reportLines(report: Report): readonly string[] {
  const { seed, rounds, digest, seconds, faults, figures, findings, dir } = report;
  const rows: readonly (readonly [string, number | string])[] = [
    ['seed', seed],
    ['plan', `${digest} (${rounds} rounds)`],
    ['seconds', seconds],
    ['scans', figures.scans],
    ['scans acknowledged', figures.acknowledged],
    ['scans lost', figures.lost],
    ['scans refused aloud', figures.refused],
    ['saved, signal not heard', figures.savedUnheard],
    ['executed', figures.executed],
    ['executed twice', figures.executedTwice],
    ['overtaken in a lane', figures.overtaken],
    ['rows vanished', figures.vanished],
    ['unconfirmed shown', figures.unconfirmedShown],
    ['faults injected', sum(faults)],
  ];
  return [
    ...rows.map(([name, value]) => `${name.padEnd(26)} ${value}`),
    `lost replies: ${figures.lostReplies}, resolved by the ledger: ${figures.resolvedByLedger}, ` +
      `shown unconfirmed: ${figures.lostReplies - figures.resolvedByLedger - figures.unaccounted}, ` +
      `unaccounted: ${figures.unaccounted}`,
    `faults by kind: ${[...faults]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
    ...findings.slice(0, 30).map(({ law, text }) => `${law}: ${text}`),
    ...(dir === undefined ? [] : [`log: ${dir}`]),
    findings.length === 0
      ? `ok (seed ${seed})`
      : `FAILED seed ${seed}: npm run torture -- --seed ${seed} --scans ${figures.acknowledged}`,
  ];
}
