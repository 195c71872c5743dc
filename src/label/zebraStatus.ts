import type { PrintCause } from '#contract/printJob.ts';
import type { PrinterStatus } from './printerStatus.ts';

/** The standing of a Zebra in three lines. It says nothing at all while media or ribbon is out, the head open or too hot. */
export const HOST_STATUS = '~HS\r\n';
/** The word of a Zebra on its errors: it is given under each of them. */
export const HOST_ERRORS = '~HQES\r\n';
/** The labels that a Zebra has printed in its life; feeds do not count. Source: the same, SGD odometer commands. */
export const LABEL_COUNT = '! U1 getvar "odometer.total_label_count"\r\n';
/** The number of a Zebra that no other one has. Source: the same, SGD device commands. */
export const OWN_NUMBER = '! U1 getvar "device.unique_id"\r\n';

/** The bits of the error word, and what each is called here; the first one that is set counts. Source: the same, ~HQ, error flags. */
const errorBits: readonly (readonly [bit: number, cause: PrintCause])[] = [
  [0x4, 'head-open'],
  [0x1, 'paper-out'],
  [0x2, 'ribbon-out'],
  [0x8, 'cutter'],
];
const PAUSED_BIT = 0x1_0000;

/**
 * Reads the three lines of `~HS`, each as it stood between STX and ETX. `undefined`: they are none.
 *
 * Source: Zebra, Programming Guide for ZPL II (P1099958), ~HS: of the first line paper out (2nd field), pause (3rd), formats in the
 * receive buffer (5th), buffer full (6th), half a format (8th), lost configuration (10th), too cold and too hot (11th and 12th); of the
 * second head up (3rd), ribbon out (4th), a label that waits to be taken (8th), labels left of the batch (9th).
 */
export function readHostStatus(lines: readonly string[]): PrinterStatus | undefined {
  const [first, second, third] = lines.map(fieldsOf);
  if (first?.length !== 12 || second?.length !== 11 || third?.length !== 2) return undefined;
  const is = (fields: readonly number[], field: number): boolean => fields[field - 1] !== 0;
  const faults: readonly (readonly [boolean, PrintCause])[] = [
    [is(second, 3), 'head-open'],
    [is(first, 2), 'paper-out'],
    [is(second, 4), 'ribbon-out'],
    [is(first, 10) || is(first, 11) || is(first, 12), 'fault'],
    [is(first, 3), 'paused'],
  ];
  const fault = faults.find(([isThere]) => isThere)?.[1];
  const isBusy = is(first, 5) || is(first, 6) || is(second, 8) || is(second, 9);
  return { ...(fault !== undefined && { fault }), isBusy, hasHalf: is(first, 8) };
}

/** Reads the fields of a line; none where one of them is no number. */
function fieldsOf(line: string): readonly number[] {
  const fields = line.split(',');
  return fields.every((field) => /^\d{1,8}$/.test(field)) ? fields.map(Number) : [];
}

/**
 * Reads the answer to `~HQES`: the fault that it tells, `none`, or `undefined` where it is no answer.
 *
 * Source: the same, ~HQ: `ERRORS:`, a flag, and two groups of eight hexadecimal digits, of which the last digit is media out (1),
 * ribbon out (2), head open (4) and cutter fault (8). The bit of a pause: michaelrsweet/lprint, lprint-zpl.c.
 */
export function readHostErrors(text: string): PrintCause | 'none' | undefined {
  const found = /ERRORS: *([01]) ([0-9A-F]{8}) ([0-9A-F]{8})/i.exec(text);
  if (!found) return undefined;
  const [, flag, high = '', low = ''] = found;
  const bits = Number.parseInt(low, 16);
  // A flag without a bit is a fault all the same, and a bit without the flag.
  if (flag === '0' && bits === 0 && /^0+$/.test(high)) return 'none';
  const named = errorBits.find(([bit]) => (bits & bit) !== 0)?.[1];
  return named ?? (bits === PAUSED_BIT ? 'paused' : 'fault');
}

/** Reads a count as `getvar` gives it; `undefined`: it is none, such as the `?` of a printer that has no such setting. */
export function readCount(quoted: string): number | undefined {
  const digits = /^ {0,4}(\d{1,15}) {0,4}$/.exec(quoted)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
