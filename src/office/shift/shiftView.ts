import { decimalText } from '#contract/decimal.ts';
import type { Language } from '#contract/languages.ts';
import { wordIn } from '#site/worded.ts';
import type { LedgerWords, PageWords } from '#office/pages/pageWords.ts';
import { calledOf } from '#office/pages/pageWords.ts';
import { dayIn, localIn, offsetText } from '#office/pages/zoneTime.ts';
import type { ReasonSum, SettledDoubt, ShiftSums, TaskSum } from './shiftSums.ts';
import type { ShiftTime } from './shiftAsked.ts';

/** The words and names with which the sums of a time are shown, on the page as in its files. */
export interface ShiftView {
  readonly language: Language;
  readonly texts: PageWords['shift'];
  readonly ledger: LedgerWords;
  /** The names of the site's workers by their ids; absent: the site does not show workers. */
  readonly workers?: ReadonlyMap<string, string> | undefined;
  /** The unit of weights; empty: the site names none. */
  readonly unit: string;
}

/** Names an operation by the workers' word, else by its own; one that the ledger does not know by a dash. */
export function taskName({ operation }: Pick<TaskSum, 'operation'>, { language }: ShiftView): string {
  return calledOf(operation, language) ?? (operation === '' ? '–' : operation);
}

export function workerShown(worker: string, { workers }: ShiftView): string {
  const name = workers?.get(worker) ?? '';
  return name === '' ? worker : `${name} (${worker})`;
}

/** Says a reason in the workers' words, else in the service's. */
export function reasonText({ reason }: ReasonSum, { language, texts }: ShiftView): string {
  return wordIn(reason.says, language) ?? (reason.words || texts.noWords);
}

export function doubtText({ by, says }: SettledDoubt, { texts, ledger }: ShiftView): string {
  const who = texts.settlers[by];
  return says === undefined ? who : `${who}: ${ledger.said[says]}`;
}

/** Says what became of calls that are counted together. */
export function otherText(end: keyof ShiftSums['others'], { texts, ledger }: ShiftView): string {
  const words: Readonly<Record<string, string>> = { ...ledger.said, ...ledger.states, answered: texts.tooLong };
  return end === 'unclassified' ? ledger.read.unclassified : (words[end] ?? end);
}

/** Returns a weight with its unit; empty where nothing was weighed. */
export function weightShown({ weight }: Pick<TaskSum, 'weight'>, { unit, language }: ShiftView): string {
  return weight ? `${new Intl.NumberFormat(language).format(Number(decimalText(weight)))} ${unit}`.trim() : '';
}

/** Says when a call came: of a time that is one day the time of day alone. @param at - Unix ms */
export function callTime(at: number, { zone, from, until }: ShiftTime): string {
  const local = localIn(at, zone);
  return dayIn(from, zone) === dayIn(until - 1, zone) ? local.slice(11, 16) : local.slice(5, 16);
}

/** Names an hour or a day in the few letters that stand under a column. */
export function columnName(start: number, unit: 'hour' | 'day', { zone }: ShiftTime): string {
  const local = localIn(start, zone);
  return unit === 'hour' ? local.slice(11, 16) : local.slice(5, 10);
}

/** Names an hour or a day: of an hour that a day has twice with how far its clocks are ahead. */
export function spanName(start: number, unit: 'hour' | 'day', { zone, from, until }: ShiftTime): string {
  const local = localIn(start, zone);
  if (unit === 'day') return local.slice(5, 10);
  const isTwice = [start - 3_600_000, start + 3_600_000].some((at) => localIn(at, zone) === local);
  const hour = isTwice ? `${local.slice(11, 16)} ${offsetText(start, zone)}` : local.slice(11, 16);
  return dayIn(from, zone) === dayIn(until - 1, zone) ? hour : `${local.slice(5, 10)} ${hour}`;
}
