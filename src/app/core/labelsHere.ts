import { type PrintWord, printCauses } from '#contract/printJob.ts';
import { createLabelLane } from '#outbox/printing/labelLane.ts';
import { type LabelJob, type QueuedCall, type Told, isPrint } from '#outbox/state/queuedCall.ts';
import { type PrintKnown, askPrint, askPrinters, askPrints, sayOfPrint } from '#wire/prints.ts';
import type { Keep } from '#device/vault.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { SitePrinter } from '#site/printers.ts';
import { type PrinterSerial, createPrinterAtHand } from './printerAtHand.ts';

const TIMEOUT_MS = 10_000;
/** Prints without an answer that are looked at: far more than anybody scans in a hurry. */
const MOST_BEFORE = 200;

export type LabelsHere = ReturnType<typeof createLabelsHere>;

/** Creates what brings labels to the printers of the site from this page, and tells the gateway what persons say of them. */
export function createLabelsHere(
  outbox: Pick<Outbox, 'labelsAtPrinters' | 'changeLabel' | 'list' | 'get'>,
  printers: () => readonly SitePrinter[] | undefined,
  kept: Keep,
  told: () => Told | undefined,
) {
  const ask = fetch.bind(globalThis);
  const { serial } = navigator as Navigator & { readonly serial?: PrinterSerial };
  const atHand = serial && createPrinterAtHand(serial, kept, ask);
  const lane = createLabelLane({
    labels: outbox.labelsAtPrinters,
    get: outbox.get,
    change: outbox.changeLabel,
    async isBehind({ seq, printer, operator }: QueuedCall) {
      const before = [...(await outbox.list('waiting', MOST_BEFORE)), ...(await outbox.list('sending', MOST_BEFORE))];
      return before.some(
        (call) => isPrint(call) && call.seq < seq && call.printer === printer && call.operator === operator,
      );
    },
    told,
    ask: (asked) => askPrint(ask, asked, TIMEOUT_MS),
    follow: (known, waitMs, ended) => askPrints(ask, known.map(knownOf), waitMs, TIMEOUT_MS, ended),
    say: (said) => sayOfPrint(ask, said, TIMEOUT_MS),
    async printHere(job) {
      const printer = printers()?.find(({ code }) => code === job.printer);
      return printer?.way === 'handheld' && atHand !== undefined && atHand.print(job.id, printer);
    },
    wait: (ms, ended) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        ended.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    random: Math.random,
  });
  return {
    ...lane,
    atHand: atHand && {
      isThere: atHand.isThere,
      async choose(): Promise<boolean> {
        const isChosen = await atHand.choose();
        if (isChosen) lane.wake();
        return isChosen;
      },
      forget: atHand.forget,
    },
    standings: () => askPrinters(ask, TIMEOUT_MS),
    /** Says a person's word on a label. @param chosen - the printer that they have chosen: it goes there where it is moved. */
    say: (seq: number, word: PrintWord, by: string, chosen?: string) =>
      lane.say(seq, word, by, word === 'move' ? chosen : undefined),
  };
}

const causes: readonly unknown[] = printCauses;

/** A job as it is known here: one of which nothing was heard is told as it was made. */
function knownOf({ id, state = 'queued', cause }: LabelJob): PrintKnown {
  return { id, state, ...(causes.includes(cause) && { cause: cause as NonNullable<PrintKnown['cause']> }) };
}
