import type { PrintCause } from '#contract/printJob.ts';
import { type IppGroup, ippBooleanOf, ippNumberOf, ippTextsOf } from './ippMessage.ts';

/** The attributes of a printer that are looked at. */
export const standingAsked = [
  'printer-state',
  'printer-state-reasons',
  'printer-is-accepting-jobs',
  'document-format-supported',
  'queued-job-count',
] as const;

const STOPPED = 5;
const PDF = 'application/pdf';

/** The words of a printer for what stops it, without their severity. Source: IANA, “IPP Registrations”, printer-state-reasons; CUPS has `offline`. */
const causes: ReadonlyMap<string, PrintCause> = new Map<string, PrintCause>([
  ['media-empty', 'paper-out'],
  ['media-needed', 'paper-out'],
  ['marker-supply-empty', 'ribbon-out'],
  ['toner-empty', 'ribbon-out'],
  ['cover-open', 'head-open'],
  ['door-open', 'head-open'],
  ['interlock-open', 'head-open'],
  ['paused', 'paused'],
  ['moving-to-paused', 'paused'],
  ['trimmer-failure', 'cutter'],
  ['trimmer-jam', 'cutter'],
  ['media-jam', 'fault'],
  ['offline', 'away'],
  ['connecting-to-device', 'away'],
  ['timed-out', 'away'],
  ['shutdown', 'away'],
]);

/** The reason why a printer stands still. */
interface Kept {
  readonly cause: PrintCause;
  readonly detail?: string;
}

/**
 * Returns what keeps a printer from taking a document; `undefined`: nothing. A warning or a report keeps none that is not stopped: CUPS leaves
 * those of the job before standing until the next one clears them.
 */
export function whyNotTaken(printer: IppGroup | undefined): Kept | undefined {
  if (ippBooleanOf(printer, 'printer-is-accepting-jobs') === false)
    return { cause: 'paused', detail: 'server-error-not-accepting-jobs' };
  const reasons = reasonsOf(printer);
  return keptBy(
    printer,
    isStopped(printer) ? reasons : reasons.filter((reason) => !/-(?:warning|report)$/.test(reason)),
  );
}

/** Returns what keeps a printer that has the job, by all that it tells; `undefined`: nothing. */
export function whyItWaits(printer: IppGroup | undefined): Kept | undefined {
  return keptBy(printer, reasonsOf(printer));
}

function reasonsOf(printer: IppGroup | undefined): readonly string[] {
  return ippTextsOf(printer, 'printer-state-reasons');
}

function keptBy(printer: IppGroup | undefined, reasons: readonly string[]): Kept | undefined {
  for (const reason of reasons) {
    const cause = causes.get(reason.replace(/-(?:error|warning|report)$/, ''));
    if (cause !== undefined) return { cause, detail: plain(reason) };
  }
  const fault = reasons.find((reason) => reason.endsWith('-error'));
  if (fault !== undefined) return { cause: 'fault', detail: plain(fault) };
  return isStopped(printer) ? { cause: 'fault', detail: 'stopped' } : undefined;
}

function isStopped(printer: IppGroup | undefined): boolean {
  return ippNumberOf(printer, 'printer-state') === STOPPED;
}

/** Tells whether a printer takes PDF. */
export function takesPdf(printer: IppGroup | undefined): boolean {
  return ippTextsOf(printer, 'document-format-supported').some((format) => format.toLowerCase() === PDF);
}

/** Returns a stranger's word as it may stand on a page. */
export function plain(word: string): string {
  return word.slice(0, 80).replace(/[^!-~]/g, '?');
}
