import type { DrainersReport } from './drainers.ts';
import type { KillReport } from './kills.ts';
import type { LabelReport } from './labels.ts';
import type { Finding } from './evidence.ts';
import { type Report, sum } from './run.ts';

/** Findings that are printed; the log has all of them. */
const PRINTED = 30;

/** The figures of a run, as lines. */
export function reportLines(report: Report): readonly string[] {
  const { seed, rounds, digest, seconds, faults, figures, word, pictures, findings, dir } = report;
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
    ['ms from key to word', `${word.p50} at the median, ${word.p95} at 95 %`],
    ...(pictures
      ? ([
          ['calls with a picture', `${pictures.kept}, ${pictures.refused} refused for room`],
          [
            'pictures at the ledger',
            `${pictures.told}, ${pictures.waiting} wait for their call, ${pictures.lost} lost`,
          ],
        ] as const)
      : []),
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
    ...endLines(findings, dir, seed, `--seed ${seed} --scans ${figures.acknowledged}${pictures ? ' --pictures' : ''}`),
  ];
}

export function killLines(report: KillReport): readonly string[] {
  const { seed, kills, killed, seconds, scans, beeped, killedAtStart, killedAfterBeep, lost, savedUnheard } = report;
  return [
    `${killed} kills in ${seconds} s (${(seconds / Math.max(1, killed)).toFixed(1)} s each), ` +
      `${killedAtStart} while the app started, ${killedAfterBeep} after the beep of a scan and ` +
      `${killed - killedAtStart - killedAfterBeep} before it`,
    `${scans} scans, ${beeped} beeped, ${lost} lost, ${savedUnheard} saved without a beep`,
    ...endLines(report.findings, report.dir, seed, `--kills ${kills} --seed ${seed}`),
  ];
}

export function labelLines({ seed, seconds, blows, underWay, figures, findings, dir }: LabelReport): readonly string[] {
  const counts = (some: Iterable<readonly [string, number]>): string =>
    [...some].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    `${figures.calls} orders in ${seconds} s: ${figures.labels} labels, ${figures.papers} papers, ${figures.twice} twice, ` +
      `${figures.lost} lost`,
    `jobs: ${counts(Object.entries(figures.jobs))}; a person said of ${figures.said}`,
    `blows: ${counts(blows)}; ${underWay} with a job queued or under way`,
    ...endLines(findings, dir, seed, `--labels ${figures.calls} --seed ${seed}`),
  ];
}

export function drainersLines({
  seed,
  rows,
  seconds,
  executed,
  shares,
  sentTwice,
  findings,
  dir,
}: DrainersReport): readonly string[] {
  return [
    `${rows} calls in ${seconds} s by three drainers (${shares.join('/')}): ${executed} executed, ${sentTwice} sent twice`,
    ...endLines(findings, dir, seed, `--drainers --seed ${seed}`),
  ];
}

function endLines(
  findings: readonly Finding[],
  dir: string | undefined,
  seed: number,
  again: string,
): readonly string[] {
  return [
    ...findings.slice(0, PRINTED).map(({ law, text }) => `${law}: ${text}`),
    ...(dir === undefined ? [] : [`log: ${dir}`]),
    findings.length === 0 ? `ok (seed ${seed})` : `FAILED seed ${seed}: npm run lab -- torture ${again}`,
  ];
}
