import { printIdOf, type PrintJob, type PrintWord } from '#contract/printJob.ts';
import { readLabel } from '#label/readLabel.ts';
import type { PrintingTold } from '#label/printing.ts';
import type { Ledger } from '#ledger/ledger.ts';
import { type KeptPrint, type NewPrint, type PrintsWanted, toldPrint } from '#ledger/printRows.ts';
import type { Prints } from '#ledger/prints.ts';
import { type SitePrinter, printerOf } from '#site/printers.ts';
import type { TriedAt } from '#wire/hello.ts';
import type { GrantTold, PrintGrant } from '#wire/prints.ts';
import type { LabelOfCall } from './labelOfCall.ts';
import type { PrintSender } from './printSender.ts';
import { numberOf } from './printTurn.ts';
import type { PrintWatch } from './printWatch.ts';

/** Somebody's wish for a label on paper. */
export interface WantedPrint extends Pick<NewPrint, 'call' | 'copy' | 'asker' | 'worker'> {
  /** The code on the printer's sticker. */
  readonly printer: string;
  readonly tried?: TriedAt | undefined;
}

/** The result of a wish: the job, or why there is none. */
export type PrintMade = { readonly job: PrintJob } | 'no-call' | 'no-printer' | 'not-decided';

export interface PrintingParts {
  readonly prints: Prints;
  readonly printers: () => readonly SitePrinter[];
  readonly labelOf: LabelOfCall;
  readonly sender: PrintSender;
  readonly watch: PrintWatch;
  readonly mayHaveForgotten: Ledger['mayHaveForgotten'];
}

export type Printing = ReturnType<typeof createPrinting>;

/** Makes what handhelds and the desk ask of printers: jobs, words about them, and labels for printers that hang at a handheld. */
export function createPrinting({ prints, printers, labelOf, sender, watch, mayHaveForgotten }: PrintingParts) {
  /** Tells all who wait for a job, and has its printer woken. @returns the job as it is told */
  function changed(job: KeptPrint | undefined): KeptPrint | undefined {
    if (!job) return undefined;
    watch.changed([job.id]);
    if (job.state === 'queued') sender.wake(job.printer);
    return job;
  }

  /** Says a word. @param of - whose the next copy is; absent: whose the one before was. */
  async function sayWord(
    id: string,
    says: PrintWord,
    by: string,
    printer: SitePrinter | undefined,
    of: Pick<NewPrint, 'asker' | 'worker'> | undefined,
  ): Promise<KeptPrint | undefined> {
    const waitsFor = waitsFrom(printer);
    switch (says) {
      case 'came-out':
        return prints.cameOut(id, by);
      case 'take-back':
        return prints.takeBack(id, by);
      case 'move':
        return printer && prints.move(id, by, printer.code, waitsFor);
      case 'again': {
        const there = printer ?? printerOf(printers(), (await prints.one(id))?.printer ?? '');
        const copy = await prints.again(id, by, {
          ...of,
          ...(there && { printer: there.code, waitsFor: waitsFrom(there) }),
        });
        changed(await prints.one(id));
        return copy;
      }
    }
  }

  return {
    /** Makes a job of a call's label, once for each copy. */
    async want({ printer: code, tried, ...wanted }: WantedPrint): Promise<PrintMade> {
      const there = await prints.one(printIdOf(wanted.call, wanted.copy));
      if (there) return { job: toldPrint(there) };
      const printer = printerOf(printers(), code);
      if (!printer) return 'no-printer';
      const label = await labelOf(wanted.call, printer.language);
      if (label === 'no-call') return 'no-call';
      const read = label === 'no-label' ? { refused: { cause: label } } : factsOf(printer, label.text);
      // A ledger that was put back may have had the job, and its label may be on paper.
      const facts = tried && (await mayHaveForgotten(tried)) ? { isUnknown: true } : read;
      const operation = await prints.operationOf(wanted.call);
      const job = changed(await prints.add({ ...wanted, ...facts, operation, printer: printer.code }));
      return job ? { job: toldPrint(job) } : 'not-decided';
    },
    /**
     * Says a person's word on a job. @param to - the code of another printer. @param of - whose another copy is; absent: whose the one before was.
     * @returns the job that it is about now; `no-printer`: there is none of that code; `undefined`: it is too late.
     */
    async say(
      id: string,
      word: PrintWord,
      by: string,
      to?: string,
      of?: Pick<NewPrint, 'asker' | 'worker'>,
    ): Promise<KeptPrint | 'no-printer' | undefined> {
      const printer = to === undefined ? undefined : printerOf(printers(), to);
      if (to !== undefined && !printer) return 'no-printer';
      return changed(await sayWord(id, word, by, printer, of));
    },
    grant: createGrants({ prints, printers, labelOf, watch }),
    /** Takes a handheld's word on what it was given. @returns `false`: it is not that ticket's any more. */
    async told({ id, ticket, word }: GrantTold): Promise<boolean> {
      const isTaken = await toldOf(prints, id, ticket, word);
      watch.changed([id]);
      return isTaken;
    },
    one: (id: string): Promise<KeptPrint | undefined> => prints.one(id),
    standings: sender.standings,
    tryPrinter: (printer: SitePrinter): Promise<PrintingTold> => sender.tryPrinter(printer),
    jobs: (wish: PrintsWanted, limit: number): Promise<readonly KeptPrint[]> => prints.list(wish, limit),
    printedSince: prints.printedSince,
    /** Returns the label of a job as the service gave it; `undefined`: the ledger has it no more. */
    async labelOf(id: string): Promise<string | undefined> {
      const job = await prints.one(id);
      if (!job) return undefined;
      for (const language of ['zpl', 'pdf'] as const) {
        const label = await labelOf(job.call, language);
        if (typeof label === 'object') return label.text;
      }
      return undefined;
    },
    heard: watch.heard,
  };
}

/**
 * Makes what gives a label out to the handheld that has its printer, once.
 *
 * @returns what gives `undefined` where it is not its turn, or it is past that.
 */
function createGrants({ prints, printers, labelOf, watch }: Omit<PrintingParts, 'sender' | 'mayHaveForgotten'>) {
  return async (id: string): Promise<PrintGrant | undefined> => {
    const job = await prints.one(id);
    const printer = printerOf(printers(), job?.printer ?? '');
    if (job?.state !== 'queued' || printer?.way !== 'handheld') return undefined;
    const label = await labelOf(job.call, printer.language);
    const { labels, refused } = typeof label === 'string' ? {} : readLabel(label.text);
    if (typeof label === 'string' || refused !== undefined) {
      await prints.refuse(id, refused === undefined ? 'no-label' : 'command', refused);
      watch.changed([id]);
      return undefined;
    }
    const taken = await prints.grant(id, labels);
    if (!taken) return undefined;
    watch.changed([id]);
    const made = labels !== undefined && { labels };
    return { id, ticket: taken.ticket, text: label.text, ...made, number: numberOf(taken) };
  };
}

/** Returns what keeps each job of a printer from the start. */
function waitsFrom(printer: SitePrinter | undefined): 'no-handheld' | undefined {
  return printer?.way === 'handheld' ? 'no-handheld' : undefined;
}

/** Returns what is known of a job when it is made: a label that may not be printed is refused before it waits. */
function factsOf(printer: SitePrinter, text: string): Pick<NewPrint, 'refused' | 'labels' | 'waitsFor'> {
  const waits = { waitsFor: waitsFrom(printer) };
  if (printer.language !== 'zpl') return waits;
  const { labels, refused } = readLabel(text);
  return refused === undefined ? { labels, ...waits } : { refused: { cause: 'command', detail: refused } };
}

function toldOf(prints: Prints, id: string, ticket: string, word: GrantTold['word']): Promise<boolean> {
  switch (word.is) {
    case 'leaves':
      return prints.heardOf(id, ticket, undefined);
    case 'waits':
      return prints.heardOf(id, ticket, word.cause);
    case 'kept-back':
      return prints.keptBack(id, ticket, word.cause, word.detail);
    case 'printed':
      return prints.settle(id, ticket, { state: 'printed', knownBy: word.knownBy });
    case 'unknown':
      return prints.settle(id, ticket, { state: 'unknown', cause: word.cause, detail: word.detail });
  }
}
