import type { PrintCause } from '#contract/printJob.ts';
import { type PrintingEnd, type PrintingPorts, type PrintingTold, printLabel } from '#label/printing.ts';
import type { PrinterLine } from '#label/printerLine.ts';
import { readLabel } from '#label/readLabel.ts';
import { tryLabel } from '#label/tryLabel.ts';
import { type PrintSettled, type TakenPrint, newTicket } from '#ledger/printRows.ts';
import type { Prints } from '#ledger/prints.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { LabelOfCall } from './labelOfCall.ts';
import { testPage } from './testPage.ts';

/** Hands a PDF over to a print server. @param id - of the job, by which it is found there */
export type PrintServer = (
  printer: SitePrinter,
  pdf: Uint8Array,
  id: string,
  ports: PrintingPorts,
) => Promise<PrintingEnd | { readonly is: 'refused'; readonly detail?: string }>;

export interface PrintTurnPorts {
  readonly prints: Prints;
  readonly labelOf: LabelOfCall;
  /** Opens a line to a printer of the ways `network` and `demo`. @throws where nobody answers there */
  readonly open: (printer: SitePrinter) => Promise<PrinterLine>;
  readonly handOver: PrintServer;
  /** Told of jobs that stand otherwise. */
  readonly onChanged: (ids: readonly string[]) => void;
  readonly log: { info(facts: object, line: string): void };
}

/** The state that turns share with the loops that take them. */
export interface PrintTurnLife {
  /** Tickets of what this gateway has under way. */
  readonly mine: Set<string>;
  /** Waits; it ends early where the gateway does. */
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  /** Told of what could not be done, as the ledger is away. */
  readonly onFailed: (error: unknown) => void;
}

/** The end of a turn: `none`: no job waits, or another gateway has one under way. `cause`: the printer keeps its job back. */
export type Turn = 'none' | 'printed' | 'done' | { readonly cause: PrintCause };

/** Milliseconds until what could not be written is tried again: the first time, and at most. */
const [AGAIN_FIRST_MS, AGAIN_MOST_MS] = [250, 5_000];

/** Makes what takes one job of a printer and prints it, or a test label. A job is taken before its printer is looked at. */
export function createPrintTurn(ports: PrintTurnPorts, life: PrintTurnLife) {
  const { prints, onChanged } = ports;
  const { mine } = life;
  const free = freePorts(ports, life);
  const written = writing(life);

  async function settle({ id, ticket }: TakenPrint, end: PrintSettled): Promise<void> {
    await written(() => prints.settle(id, ticket, end));
    onChanged([id]);
  }

  /** Prints a job that was taken, in the printer's language. @returns a refusal, or its end */
  async function print(printer: SitePrinter, job: TakenPrint): Promise<PrintingEnd | PrintSettled> {
    const { id, ticket } = job;
    const label = await ports.labelOf(job.call, printer.language);
    if (typeof label === 'string') return { state: 'refused', cause: 'no-label' };
    const { text } = label;
    let noted: Promise<unknown> = Promise.resolve(); // one after the other: the last one stands
    const printing: PrintingPorts = {
      ...free(printer),
      async mayLeave(isAgain) {
        const may = await prints.mayLeave(id, ticket, isAgain);
        onChanged([id]);
        return may;
      },
      waitsFor(cause) {
        noted = noted.then(() => prints.waitsFor(id, ticket, cause)).then(() => onChanged([id]), life.onFailed);
      },
    };
    if (printer.way === 'print-server') {
      const end = await ports.handOver(printer, Buffer.from(text, 'base64'), id, printing);
      return end.is === 'refused' ? { state: 'refused', cause: 'not-taken', detail: end.detail } : end;
    }
    const { labels, refused } = readLabel(text);
    if (refused !== undefined) return { state: 'refused', cause: 'command', detail: refused };
    if (labels !== undefined && labels !== job.labels) await prints.noteLabels(id, ticket, labels);
    return printLabel({ text, labels, number: numberOf(job), printer }, printing);
  }

  /** Writes the end of a printing. */
  async function note(job: TakenPrint, end: PrintingEnd | PrintSettled): Promise<Turn> {
    const facts = { print: job.id, printer: job.printer };
    if ('state' in end || end.is === 'printed' || end.is === 'unknown') {
      const settled = 'state' in end ? end : settledOf(end);
      const why = 'cause' in settled && { cause: settled.cause };
      ports.log.info({ ...facts, end: settled.state, ...why }, 'label');
      await settle(job, settled);
      return settled.state === 'printed' ? 'printed' : 'done';
    }
    if (end.is === 'lost') return 'done';
    const { cause, detail } = end;
    const isBack = await written(() => prints.keptBack(job.id, job.ticket, cause, detail));
    // Its first byte was counted before it could leave: nobody else would believe that it did not.
    if (isBack === false) await settle(job, { state: 'unknown', cause: 'stopped' });
    else if (cause !== job.cause) {
      ports.log.info({ ...facts, end: end.is, cause }, 'label');
      onChanged([job.id]);
    }
    return { cause };
  }

  return {
    /** Takes the next job of a printer and prints it. @throws where the ledger is away; what was taken is left over then */
    async take(printer: SitePrinter): Promise<Turn> {
      const ticket = newTicket();
      mine.add(ticket);
      try {
        const job = await prints.takeNext(printer.code, ticket);
        return job ? await note(job, await print(printer, job)) : 'none';
      } finally {
        mine.delete(ticket);
      }
    },
  };
}

/** Makes what prints a test label, which is no job, and tells what was seen. It throws where the ledger is away. */
export function createTestTurn(ports: PrintTurnPorts, life: PrintTurnLife) {
  const { prints } = ports;
  const free = freePorts(ports, life);
  return async (printer: SitePrinter): Promise<PrintingTold> => {
    if (printer.way === 'handheld') return keptBack('no-handheld');
    const ticket = newTicket();
    life.mine.add(ticket);
    try {
      if (!(await prints.hold(printer.code, ticket))) return keptBack('busy');
      if (printer.way !== 'print-server') return await tryLabel(printer, free(printer));
      const end = await ports.handOver(printer, testPage(printer), `test-${ticket}`, free(printer));
      return { end: end.is === 'refused' ? { is: 'unknown', cause: 'not-taken' } : end, toldNumber: false };
    } finally {
      // Where it cannot be written, the printer is let go as what is left over.
      await prints.letGo(ticket).catch(life.onFailed);
      life.mine.delete(ticket);
    }
  };
}

/** Makes the ports of a printing of which nobody has to know. */
function freePorts(ports: PrintTurnPorts, { wait, signal }: PrintTurnLife): (printer: SitePrinter) => PrintingPorts {
  return (printer) => ({
    open: () => ports.open(printer),
    mayLeave: async () => true,
    waitsFor() {},
    now: () => performance.now(),
    wait,
    signal,
  });
}

/** Makes what writes what is known until it is written; it gives `undefined` where the gateway ended before that. */
function writing({ wait, signal, onFailed }: PrintTurnLife) {
  return async <T>(write: () => Promise<T>): Promise<T | undefined> => {
    for (let pauseMs = AGAIN_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, AGAIN_MOST_MS)) {
      try {
        return await write();
      } catch (error) {
        onFailed(error);
        if (signal.aborted) return undefined;
        await wait(pauseMs);
      }
    }
  };
}

const keptBack = (cause: PrintCause): PrintingTold => ({ end: { is: 'kept-back', cause }, toldNumber: false });

function settledOf(end: Extract<PrintingEnd, { is: 'printed' | 'unknown' }>): PrintSettled {
  return end.is === 'printed'
    ? { state: 'printed', knownBy: end.knownBy }
    : { state: 'unknown', cause: end.cause, detail: end.detail };
}

/** Returns the number that the printer is asked to send back: no other sending has it. */
export function numberOf({ n, ticket }: Pick<TakenPrint, 'n' | 'ticket'>): string {
  return `${n}-${ticket.slice(0, 8)}`;
}
