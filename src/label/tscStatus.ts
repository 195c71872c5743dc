import type { PrintCause } from '#contract/printJob.ts';
import type { PrinterStatus } from './printerStatus.ts';

/** Asks a TSC how it stands; it answers under errors too. */
export const TSC_STATUS = '\u001B!S';

/** The letters of the first byte that say that it works, or waits for a label to be taken. */
const BUSY = 'BCFLPW';

/** The bits of the fourth byte, then of the third. */
const fourth: readonly (readonly [bit: number, cause: PrintCause])[] = [
  [0x20, 'head-open'],
  [0x01, 'paper-out'],
  [0x04, 'ribbon-out'],
];
const CUTTER_BIT = 0x08;

/**
 * Reads a TSC's answer between STX and ETX: four bytes, each 0x40 with the bits of what is wrong: message, warning, two of errors.
 * Of the warnings a receive buffer that is full (`H`) alone matters.
 *
 * Source: TSC, TSPL/TSPL2 Programming Manual, Status Polling and Immediate Commands, <ESC>!S.
 */
export function readTscStatus(frame: string): PrinterStatus | undefined {
  if (!/^[@-\u007f]{4}$/.test(frame)) return undefined;
  const [message = '', warning = '', third = '', last = ''] = frame;
  const [wrong, broken] = [bitsOf(third), bitsOf(last)];
  const named = fourth.find(([bit]) => (broken & bit) !== 0)?.[1];
  const cutter: PrintCause | undefined = (wrong & CUTTER_BIT) !== 0 ? 'cutter' : undefined;
  const other: PrintCause | undefined = wrong !== 0 || broken !== 0 || message === 'E' ? 'fault' : undefined;
  const paused: PrintCause | undefined = message === '`' || message === 'K' ? 'paused' : undefined;
  const fault = named ?? cutter ?? other ?? paused;
  const isKnown = fault !== undefined || message === '@' || BUSY.includes(message);
  if (!isKnown) return undefined;
  return { ...(fault !== undefined && { fault }), isBusy: BUSY.includes(message) || warning === 'H', hasHalf: false };
}

function bitsOf(byte: string): number {
  return byte.charCodeAt(0) & 0x3f;
}
