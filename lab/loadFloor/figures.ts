import { pageWords } from '#office/pages/pageWords.ts';
import type { BoardRow } from './boards.ts';
import type { Member } from './crew.ts';

const { floor: texts } = pageWords('en');

/** The version of all handhelds but a few. */
export const NEWEST = '0.2.0-1a2b3c';

/** A handheld's row as it should be, by what it knows of itself. */
export interface Expected {
  readonly name: string;
  /** The text that stands there to the letter; ages are held against their times. */
  readonly row: Pick<
    BoardRow,
    'person' | 'waiting' | 'toCheck' | 'paused' | 'who' | 'battery' | 'kept' | 'app' | 'warehouse'
  >;
  /** The times of which the board says how long they are ago, ms of `performance.now`; absent: nothing is said. */
  readonly times: { readonly oldest?: number; readonly seen?: number };
}

interface Names {
  readonly workers: readonly { readonly userId: string; readonly name: string }[];
  readonly warehouses: readonly { readonly id: string; readonly name: string }[];
}

/** The calls by their keys of which the desk has said that they were done, ms of `performance.now`, or that they were not: 0. */
export type DecidedAtDesk = ReadonlyMap<string, number>;

/** Returns the row that a handheld's last word makes, and what the desk has decided since. */
export function expectedOf({ name, handheld }: Member, decided: DecidedAtDesk, names: Names): Expected {
  const told = handheld.told();
  if (!told) throw new Error(`${name} was never heard`);
  const { report, at, heardAt, oldestAt } = told;
  const settled = told.doubts.filter((key) => (decided.get(key) ?? 0) > heardAt).length;
  const open = report.waiting + report.person - settled;
  const toCheck = handheld.doubts().filter((key) => !decided.has(key)).length;
  const shown = (figure: number): string => (figure === 0 ? '' : String(figure));
  return {
    name,
    row: {
      person: shown(report.person - settled),
      waiting: shown(report.waiting),
      toCheck: shown(toCheck),
      paused: report.paused ? texts.pauses[report.paused] : '',
      who: names.workers.find(({ userId }) => userId === report.worker)?.name ?? '',
      battery: `${report.battery} %${report.charging ? ` ${texts.charging}` : ''}`,
      kept: report.kept ? '' : texts.mayBeCleared,
      app: report.version === NEWEST ? '' : texts.otherVersion({ version: report.version ?? '' }),
      warehouse: names.warehouses.find(({ id }) => id === report.warehouse)?.name ?? '',
    },
    times: { seen: at, ...(oldestAt !== undefined && open > 0 && { oldest: oldestAt }) },
  };
}

/** Holds a board that was read just now against what the handhelds know. @returns a sentence for each figure that differs. */
export function untrueRows(
  expected: readonly Expected[],
  board: ReadonlyMap<string, BoardRow>,
  now = performance.now(),
): readonly string[] {
  const more = board.size === expected.length ? [] : [`${board.size} rows, not ${expected.length}`];
  return [...more, ...expected.flatMap((each) => untrueFigures(each, board.get(each.name), now))];
}

function untrueFigures({ name, row, times }: Expected, shown: BoardRow | undefined, now: number): readonly string[] {
  if (!shown) return [`${name} is not there`];
  const columns = Object.keys(row) as (keyof typeof row)[];
  const figures = columns
    .filter((column) => shown[column] !== row[column])
    .map((column) => `${name}: ${column} “${shown[column]}”, not “${row[column]}”`);
  const ages = (['oldest', 'seen'] as const)
    .filter((column) => !saysAge(shown[column], times[column], now))
    .map((column) => `${name}: ${column} “${shown[column]}”, not ${ageIn(times[column], now)}`);
  return [...figures, ...ages];
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };
/** A report is stamped when it arrives, its ages are whole seconds, and the board was read a moment ago. */
const MARGIN_MS = 4_000;

/** Tells whether a text such as “12 min ago” is true of a time, to the unit that it is told in. */
function saysAge(said: string, at: number | undefined, now: number): boolean {
  const [, figure, unit = ''] = /^(\d+) (s|min|h) ago$/.exec(said) ?? [];
  if (at === undefined || figure === undefined) return at === undefined && said === '';
  const unitMs = UNITS_MS[unit] ?? Number.NaN;
  const from = Number(figure) * unitMs;
  const age = now - at;
  return age >= from - MARGIN_MS && age < from + unitMs + MARGIN_MS;
}

function ageIn(at: number | undefined, now: number): string {
  return at === undefined ? 'nothing' : `${((now - at) / 1_000).toFixed(1)} s`;
}
