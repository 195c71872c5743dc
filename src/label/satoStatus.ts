import type { PrintCause } from '#contract/printJob.ts';
import type { PrinterStatus } from './printerStatus.ts';

/** Asks a SATO how it stands. */
export const ENQUIRY = '\u0005';

/** The errors by the byte of the status. */
const errors: Readonly<Record<string, PrintCause>> = {
  a: 'busy', // its buffer is full
  b: 'head-open',
  c: 'paper-out',
  d: 'ribbon-out',
  j: 'cutter',
};

/**
 * Reads a SATO's answer between STX and ETX: two characters of the job, one of the status, six of the labels left, sixteen of the job's
 * name. Of its status `0` to `4` is off-line, and `E`, `K`, `Q`, `W` a stop by a person; `A` to `D` waits for data; `G` to `J` prints,
 * `M` to `P` waits until a label is taken, `S` to `V` reads one; small letters are errors. Older ones tell no name.
 *
 * Source: SATO, Programming Reference (SBPL), Bi-Directional Communications, Status Response.
 */
export function readSatoStatus(frame: string): PrinterStatus | undefined {
  const found = /^[ 0-9]{2}([0-4A-EG-KM-QS-Wa-k])(\d{6})(?:[^]{16})?$/.exec(frame);
  if (!found) return undefined;
  const [, status = '', left = ''] = found;
  const isError = status >= 'a';
  const fault = isError ? (errors[status] ?? 'fault') : /[0-4EKQW]/.test(status) ? 'paused' : undefined;
  const isBusy = Number(left) > 0 || /[G-JM-PS-V]/.test(status);
  return { ...(fault !== undefined && { fault }), isBusy, hasHalf: false };
}
