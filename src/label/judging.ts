import type { KnownBy, PrintCause } from '#contract/printJob.ts';

import { type SitePrinter, tellsOf } from '#site/printers.ts';
import type { PrinterLook } from './asking.ts';

/** Milliseconds for which a printer that tells no fault may say nothing new. */
export const PRINTER_QUIET_MS = 30_000;
/** Milliseconds between two looks that have to agree. */
export const AGREE_MS = 1_000;

/** The state of knowledge after a look at a printer that has the whole of a label, on the line that brought it. */
export interface KnownOfLabel {
  readonly tells: ReturnType<typeof tellsOf>;
  /** The labels that the job makes; `undefined`: it was not to be read. */
  readonly labels: number | undefined;
  /** The count before the first byte. */
  readonly before: number | undefined;
  readonly look: PrinterLook;
  /** Milliseconds since something was new on the line. */
  readonly quietMs: number;
  /** Milliseconds for which each look found it ready with nothing in it. */
  readonly readyMs: number;
}

/** The word of one look. `look`: nobody knows yet. */
export type JudgedLabel =
  | { readonly is: 'printed'; readonly knownBy: KnownBy }
  | { readonly is: 'unknown'; readonly cause: PrintCause }
  | { readonly is: 'waits'; readonly cause: PrintCause }
  | { readonly is: 'look' };

const look: JudgedLabel = { is: 'look' };
const unknown = (cause: PrintCause): JudgedLabel => ({ is: 'unknown', cause });

/**
 * Judges a look at a printer that has the label.
 *
 * - A fault that it tells comes before everything: it has the label yet, or has spoiled it and prints it anew.
 * - Labels that it has yet are waited for.
 * - One that stands ready has printed them where its count rose by exactly as many, and the number came back once for each. One that tells a
 *   count alone has taken them where the count did; one that tells none has taken them where it stands ready for a second.
 * - Nothing new for half a minute is the end of it, and the cause says what there was.
 */
export function judgeLook({ tells, labels, before, look: seen, quietMs, readyMs }: KnownOfLabel): JudgedLabel {
  const { standing, count, numbers } = seen;
  if (standing?.fault !== undefined) return { is: 'waits', cause: standing.fault };
  const isQuiet = quietMs >= PRINTER_QUIET_MS;
  const isReady = standing !== undefined && !standing.isBusy && !standing.hasHalf;
  if (tells === 'nothing') {
    if (isReady && readyMs >= AGREE_MS) return { is: 'printed', knownBy: 'taken' };
    return isQuiet ? unknown('no-end') : look;
  }
  const rose = count === undefined || before === undefined ? undefined : count - before;
  if (labels === undefined) {
    const isOut = isReady && readyMs >= AGREE_MS && (numbers > 0 || (rose !== undefined && rose !== 0));
    return isOut || isQuiet ? unknown('no-labels-read') : look;
  }
  if (isReady && rose === labels && tells === 'count') return { is: 'printed', knownBy: 'taken' };
  if (isReady && rose === labels && numbers >= labels) return { is: 'printed', knownBy: 'count' };
  if (isReady && rose !== undefined && (rose < 0 || rose > labels)) return unknown('other-count');
  if (!isQuiet) return look;
  if (rose === undefined || rose === 0) return unknown('no-end');
  return unknown(rose === labels ? (isReady ? 'no-numbers' : 'no-end') : 'other-count');
}

/** Returns what keeps a label back before the first byte; `undefined`: nothing does. */
export function whyNot(
  printer: SitePrinter,
  seen: PrinterLook,
): { readonly cause: PrintCause; readonly detail?: string } | undefined {
  const { standing, count, own } = seen;
  if (!standing) return { cause: 'silent' };
  if (standing.fault !== undefined) return { cause: standing.fault };
  if (standing.hasHalf) return { cause: 'half-label' };
  if (standing.isBusy) return { cause: 'busy' };
  if (tellsOf(printer) === 'nothing') return undefined;
  if (own === undefined) return { cause: 'silent', detail: 'device.unique_id' };
  return count === undefined ? { cause: 'silent', detail: 'odometer.total_label_count' } : undefined;
}

/** The state of knowledge on a new line, after the one that brought the label was cut. */
export interface KnownAfterCut {
  readonly labels: number | undefined;
  /** The look before the first byte. */
  readonly before: PrinterLook;
  /** The look on the new line. */
  readonly look: PrinterLook;
  /** The times that the job's number came back on the line that was cut. */
  readonly numbers: number;
}

/**
 * Judges a look on a new line. `untouched`: nothing of the label is on paper, nor will be: the same printer, its count as it was, no fault,
 * nothing to print, no half label, and no number that came back. Two such looks, a second apart, have it sent again, once. `printed`: what
 * bears that out was all there before the cut, but for the count.
 */
export function judgeAfterCut({
  labels,
  before,
  look: seen,
  numbers,
}: KnownAfterCut): 'untouched' | 'printed' | 'unknown' {
  const { standing } = seen;
  const isReady = standing !== undefined && standing.fault === undefined && !standing.isBusy && !standing.hasHalf;
  const isSame = seen.own !== undefined && seen.own === before.own;
  if (!isReady || !isSame || seen.count === undefined || before.count === undefined || labels === undefined)
    return 'unknown';
  if (seen.count === before.count && numbers === 0) return 'untouched';
  return seen.count === before.count + labels && numbers >= labels ? 'printed' : 'unknown';
}
