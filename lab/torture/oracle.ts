import type { Disk, DiskRow } from './disk.ts';
import type { Evidence, Figures, Finding, Scanned } from './evidence.ts';
import { answerTo } from './upstream.ts';

/** Judges a run by the invariants of FAULTS. Pure. */
export function judge(evidence: Evidence): { readonly findings: readonly Finding[]; readonly figures: Figures } {
  const findings: Finding[] = [];
  const say = (law: Finding['law'], text: string): void => void findings.push({ law, text });
  const { scanned, disk, executed, given } = evidence;
  const rows = groupBy(disk.rows, ({ marker }) => marker);
  const bySeq = new Map(disk.rows.map((row) => [row.seq, row]));
  const done = groupBy([...executed.keys()], (index) => executed[index]?.marker ?? '');

  const owed = new Set([
    ...scanned.filter(({ heard }) => heard === 'saved').map(({ marker }) => marker),
    ...evidence.shownSaved,
    ...given,
  ]);
  const lost = [...owed].filter((marker) => !rows.has(marker));
  for (const marker of lost) say('I1', `${marker} was called saved and is in no row`);
  const known = new Set([...given, ...scanned.map(({ marker }) => marker)]);
  for (const [marker, same] of rows) {
    if (same.length > 1) say('I1', `${marker} is in ${same.length} rows: ${same.map(({ seq }) => seq).join(', ')}`);
    if (!known.has(marker)) say('I1', `row ${same[0]?.seq} holds ${marker}, which nobody scanned`);
  }
  for (const { seq } of disk.attempts)
    if (!bySeq.has(seq)) say('I1', `a try is kept of row ${seq}, which is not there`);
  for (const { marker, heard } of scanned) {
    if (heard === 'refused' && rows.has(marker)) say('I1', `${marker} was called not saved and is in a row`);
    if (heard === 'silence') say('silence', `${marker} was scanned and the app said nothing`);
  }
  for (const text of outOfTurn(scanned, rows)) say('I1', text);

  const forced = new Set(evidence.forced);
  const twice = [...done].filter(([marker, times]) => times.length > 1 && !forced.has(marker));
  for (const [marker, times] of twice) say('I2', `${marker} was executed ${times.length} times`);
  for (const marker of done.keys()) if (!rows.has(marker)) say('I2', `${marker} was executed and is in no row`);

  const overtaken = [...groupBy(disk.rows, ({ lane }) => lane).values()].flatMap((lane) => overtakings(lane, done));
  for (const text of overtaken) say('I3', text);

  const vanished = [...new Set(evidence.seenOpen)].filter((seq) => !bySeq.has(seq));
  for (const seq of vanished) say('I4', `row ${seq} was open and is gone`);

  for (const text of wrongCounts(evidence)) say('I5', text);

  for (const row of disk.rows) {
    const why = wrongAnswer(row, disk, done);
    if (why !== undefined) say('I6', `row ${row.seq} (${row.marker}) ${why}`);
  }

  const blocked = blockedRows(disk.rows);
  for (const { seq, state, marker } of disk.rows) {
    if (state === 'sending' || (state === 'waiting' && !blocked.has(seq)))
      say('stuck', `row ${seq} (${marker}) is still ${state}`);
  }

  const replies = repliesOf(evidence, rows, done);
  for (const marker of replies.unaccounted)
    say('unaccounted', `${marker} was executed and is neither answered nor shown`);

  const acked = scanned.filter(({ heard }) => heard === 'saved');
  return {
    findings,
    figures: {
      scans: scanned.length,
      acknowledged: acked.length,
      refused: scanned.filter(({ heard, pressedAgain }) => heard === 'refused' || pressedAgain).length,
      savedUnheard: scanned.filter(({ marker, heard }) => heard === 'nothing' && rows.has(marker)).length,
      lost: lost.length,
      executed: done.size,
      executedTwice: twice.length,
      overtaken: overtaken.length,
      vanished: vanished.length,
      unconfirmedShown: disk.rows.filter(isShownUnconfirmed).length,
      lostReplies: replies.lost,
      resolvedByLedger: replies.resolved,
      unaccounted: replies.unaccounted.length,
    },
  };
}

/** A page's scans are in the queue in the order in which they were made. */
function outOfTurn(scanned: readonly Scanned[], rows: ReadonlyMap<string, readonly DiskRow[]>): readonly string[] {
  const found: string[] = [];
  const before = new Map<number, DiskRow>();
  for (const { marker, tab, heard, pressedAgain } of scanned) {
    const row = rows.get(marker)?.[0];
    if (!row || heard !== 'saved' || pressedAgain) continue;
    const last = before.get(tab);
    if (last && last.seq > row.seq)
      found.push(`${marker} (row ${row.seq}) was scanned after ${last.marker} (row ${last.seq})`);
    before.set(tab, row);
  }
  return found;
}

/** Calls of one lane that the service acted on before an earlier one was over. */
function overtakings(lane: readonly DiskRow[], done: ReadonlyMap<string, readonly number[]>): readonly string[] {
  const inTurn = [...lane].sort((one, other) => one.seq - other.seq);
  return inTurn.flatMap((row, index) => {
    const at = done.get(row.marker)?.[0];
    if (at === undefined) return [];
    return inTurn.slice(0, index).flatMap((earlier) => {
      const earlierAt = done.get(earlier.marker)?.[0];
      const isOver = earlier.marker === row.marker || (earlierAt === undefined ? !isOpen(earlier) : earlierAt < at);
      return isOver
        ? []
        : [`row ${row.seq} (${row.marker}) was executed before row ${earlier.seq} (${earlier.marker})`];
    });
  });
}

function isOpen({ state }: DiskRow): boolean {
  return state === 'waiting' || state === 'sending' || state === 'unconfirmed' || state === 'held';
}

/** Rows that wait for a person to decide about an earlier row of their lane. */
function blockedRows(rows: readonly DiskRow[]): ReadonlySet<number> {
  const blocked = new Set<number>();
  for (const lane of groupBy(rows, (row) => row.lane).values()) {
    const first = Math.min(
      ...lane.filter(({ state }) => state === 'unconfirmed' || state === 'held').map(({ seq }) => seq),
    );
    for (const { seq } of lane) if (seq > first) blocked.add(seq);
  }
  return blocked;
}

/** The app's row of totals and its screens against the rows themselves. */
function wrongCounts({ disk, shown }: Evidence): readonly string[] {
  const found: string[] = [];
  const count = (...states: readonly string[]): number =>
    disk.rows.filter(({ state }) => states.includes(state)).length;
  const expect = (what: string, is: number | undefined, should: number): void => {
    if ((is ?? 0) !== should) found.push(`${what} is ${is ?? 'absent'} and should be ${should}`);
  };
  for (const state of ['waiting', 'sending', 'unconfirmed', 'held', 'answered', 'cancelled', 'discarded'])
    expect(`the total of ${state}`, disk.totals[state], count(state));
  if (!shown) return found;
  expect("the header's waiting", shown.header[0], count('waiting', 'sending'));
  expect("the header's unconfirmed", shown.header[1], count('unconfirmed'));
  expect("the header's held", shown.header[2], count('held'));
  const sections = {
    'Needs you': ['unconfirmed', 'held'],
    Waiting: ['waiting', 'sending'],
    Finished: ['answered', 'cancelled', 'discarded'],
  };
  for (const [name, states] of Object.entries(sections))
    expect(`the queue screen's “${name}”`, shown.sections[name], count(...states));
  return found;
}

/** Returns why a row's answer cannot be the service's, or `undefined`. */
function wrongAnswer(row: DiskRow, disk: Disk, done: ReadonlyMap<string, readonly number[]>): string | undefined {
  if (row.state !== 'answered' || row.result?.verdict === 'by-person') return undefined;
  const answered = disk.attempts.some(({ seq, outcome }) => seq === row.seq && outcome === 'answered');
  if (!answered) return 'is answered, and no try of it was';
  if (!done.has(row.marker)) return 'is answered, and the service never acted on it';
  if (row.result?.text !== answerTo(row.marker)) return `has the answer “${row.result?.text}”`;
  return row.result.verdict === 'accepted' ? undefined : `is ${row.result.verdict}`;
}

/** A call of which nobody knew, or knows still. */
function isShownUnconfirmed({ state, result, generation }: DiskRow): boolean {
  return state === 'unconfirmed' || result?.verdict === 'by-person' || generation > 1;
}

/** Returns what became of the calls that were executed and whose reply did not reach the row that asked. */
function repliesOf(
  { replayed }: Evidence,
  rows: ReadonlyMap<string, readonly DiskRow[]>,
  done: ReadonlyMap<string, readonly number[]>,
): { readonly lost: number; readonly resolved: number; readonly unaccounted: readonly string[] } {
  const fromLedger = new Set(replayed);
  let resolved = 0;
  let shown = 0;
  const unaccounted: string[] = [];
  for (const marker of done.keys()) {
    const row = rows.get(marker)?.[0];
    if (!row) unaccounted.push(marker);
    else if (isShownUnconfirmed(row)) shown += 1;
    else if (row.state !== 'answered') unaccounted.push(marker);
    else if (fromLedger.has(marker)) resolved += 1;
  }
  return { lost: resolved + shown + unaccounted.length, resolved, unaccounted };
}

/** The values by what `keyOf` says of each, in their order. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}
