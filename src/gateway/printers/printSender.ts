import type { PrintCause, PrinterStanding } from '#contract/printJob.ts';
import { type PrintingEnd, type PrintingPorts, type PrintingTold, printLabel } from '#label/printing.ts';
import type { PrinterLine } from '#label/printerLine.ts';
import { readLabel } from '#label/readLabel.ts';
import { tryLabel } from '#label/tryLabel.ts';
import { type PrintSettled, type Prints, type TakenPrint, newTicket } from '#ledger/prints.ts';
import { within } from '#ledger/within.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { LabelOfCall } from './labelOfCall.ts';

/** Milliseconds between two looks for jobs that another gateway has made, and for what is left over. */
const LOOK_EVERY_MS = 2_000;
/** Milliseconds until a printer that keeps a job back is tried again: the first time, and at most. One that answers is asked more often. */
const [AGAIN_FIRST_MS, AGAIN_MOST_MS, ANSWERS_MOST_MS] = [1_000, 30_000, 5_000];
/** Milliseconds for which a printer has to be missing from the site before its jobs are refused. */
const GONE_MS = 60_000;
/** The longest that an end waits for what is under way, in milliseconds. */
const CLOSE_MS = 4_000;
/** The jobs of a printer that is gone that are refused in one look. */
const REFUSED_AT_ONCE = 100;

/** Causes of which a printer itself says nothing. */
const unanswered: readonly PrintCause[] = ['away', 'silent', 'stopped'];

/** Hands a PDF over to a print server. @param id - of the job, by which it is found there */
export type HandOver = (
  printer: SitePrinter,
  pdf: Uint8Array,
  id: string,
  ports: PrintingPorts,
) => Promise<PrintingEnd | { readonly is: 'refused'; readonly detail?: string }>;

export interface PrintSenderPorts {
  readonly prints: Prints;
  /** Returns the printers of the site, as it is now. */
  readonly printers: () => readonly SitePrinter[];
  readonly labelOf: LabelOfCall;
  /** Opens a line to a printer of the ways `network` and `demo`. @throws where nobody answers there */
  readonly open: (printer: SitePrinter) => Promise<PrinterLine>;
  readonly handOver: HandOver;
  /** Told of jobs that stand otherwise. */
  readonly onChanged: (ids: readonly string[]) => void;
  readonly log: { info(facts: object, line: string): void; error(facts: object, line: string): void };
}

/** The place of a printer in this gateway. */
interface Seat {
  working?: Promise<void> | undefined;
  /** Somebody has asked for it while it was at work. */
  isAsked: boolean;
  /** Unix ms at which it was heard last. */
  heardAt?: number;
  /** Milliseconds of a clock that only goes on, since when the site has no such printer. */
  goneSince?: number;
}

/** The end of a turn: `none`: no job waits, or another gateway has one under way. */
type Turn = 'none' | 'done' | 'kept-back' | 'unanswered';

export type PrintSender = ReturnType<typeof createPrintSender>;

/**
 * Makes what sends jobs to printers: a loop for each printer, so that one that is away holds up nobody else. A job is taken before its
 * printer is looked at. No line of the log has anything of a label.
 */
export function createPrintSender(ports: PrintSenderPorts) {
  const { prints, printers, log } = ports;
  const ended = new AbortController();
  const { signal } = ended;
  const wait = (ms: number): Promise<void> => pause(ms, signal);
  const seats = new Map<string, Seat>();
  /** Tickets of what this gateway has under way. */
  const mine = new Set<string>();
  let fault: string | undefined;

  const seatOf = (code: string): Seat => {
    const seat = seats.get(code) ?? { isAsked: false };
    seats.set(code, seat);
    return seat;
  };
  const find = (code: string): SitePrinter | undefined => printers().find((one) => one.code === code);

  /** Notes what cannot be done, once until it can be again. */
  const failed = (error: unknown): void => {
    const said = error instanceof Error ? error.message : String(error);
    if (said === fault) return;
    fault = said;
    log.error({ err: error }, 'labels wait, as the ledger cannot be read or written');
  };

  /** Writes what is known until it is written. @returns `undefined`: the gateway ended before that. */
  async function written<T>(write: () => Promise<T>): Promise<T | undefined> {
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, AGAIN_MOST_MS)) {
      try {
        return await write();
      } catch (error) {
        failed(error);
        if (signal.aborted) return undefined;
        await wait(pauseMs);
      }
    }
  }

  async function settle({ id, ticket }: TakenPrint, end: PrintSettled): Promise<void> {
    await written(() => prints.settle(id, ticket, end));
    ports.onChanged([id]);
  }

  function printingPorts(printer: SitePrinter, job: TakenPrint): PrintingPorts {
    return {
      open: () => ports.open(printer),
      async mayLeave(isAgain) {
        const may = await prints.mayLeave(job.id, job.ticket, isAgain);
        ports.onChanged([job.id]);
        return may;
      },
      waitsFor(cause) {
        void prints.waitsFor(job.id, job.ticket, cause).then(() => ports.onChanged([job.id]), failed);
      },
      now: () => performance.now(),
      wait,
      signal,
    };
  }

  /** Prints a job that was taken, in the printer's language. @returns `undefined`: it is refused, and settled. */
  async function print(printer: SitePrinter, job: TakenPrint): Promise<PrintingEnd | undefined> {
    const label = await ports.labelOf(job.call, printer.language);
    if (typeof label === 'string') {
      await settle(job, { state: 'refused', cause: 'no-label' });
      return undefined;
    }
    const { text } = label;
    if (printer.way === 'print-server') {
      const end = await ports.handOver(printer, Buffer.from(text, 'base64'), job.id, printingPorts(printer, job));
      if (end.is !== 'refused') return end;
      await settle(job, { state: 'refused', cause: 'not-taken', detail: end.detail });
      return undefined;
    }
    const { labels, refused } = readLabel(text);
    if (refused !== undefined) {
      await settle(job, { state: 'refused', cause: 'command', detail: refused });
      return undefined;
    }
    if (labels !== undefined && labels !== job.labels) await prints.noteLabels(job.id, job.ticket, labels);
    return printLabel({ text, labels, number: numberOf(job), printer }, printingPorts(printer, job));
  }

  /** Takes the next job of a printer and prints it. @throws where the ledger is away */
  async function takeTurn(printer: SitePrinter, seat: Seat): Promise<Turn> {
    const ticket = newTicket();
    mine.add(ticket);
    try {
      const job = await prints.takeNext(printer.code, ticket);
      if (!job) return 'none';
      const end = await print(printer, job);
      fault = undefined;
      return end ? await note(job, end, seat) : 'done';
    } finally {
      mine.delete(ticket);
    }
  }

  /** Writes the end of a printing. */
  async function note(job: TakenPrint, end: PrintingEnd, seat: Seat): Promise<Turn> {
    const facts = { print: job.id, printer: job.printer, end: end.is };
    if (end.is === 'kept-back') {
      const isBack = await written(() => prints.keptBack(job.id, job.ticket, end.cause, end.detail));
      // Its first byte was counted, so that nobody else believes that none left.
      if (isBack === false) await settle(job, { state: 'unknown', cause: 'stopped' });
      else if (end.cause !== job.cause) {
        log.info({ ...facts, cause: end.cause }, 'label');
        ports.onChanged([job.id]);
      }
      if (unanswered.includes(end.cause)) return 'unanswered';
      seat.heardAt = Date.now();
      return 'kept-back';
    }
    if (end.is === 'lost') return 'done';
    if (end.is === 'printed') seat.heardAt = Date.now();
    log.info({ ...facts, ...(end.is === 'unknown' && { cause: end.cause }) }, 'label');
    const settled: PrintSettled =
      end.is === 'printed'
        ? { state: 'printed', knownBy: end.knownBy }
        : { state: 'unknown', cause: end.cause, detail: end.detail };
    await settle(job, settled);
    return 'done';
  }

  /** Prints what waits for a printer, until nothing does. Never throws. */
  async function work(code: string, seat: Seat): Promise<void> {
    let pauseMs = AGAIN_FIRST_MS;
    while (!signal.aborted) {
      seat.isAsked = false;
      const printer = find(code);
      if (!printer || printer.way === 'handheld') return;
      const turn = await takeTurn(printer, seat).catch((error: unknown): Turn => {
        failed(error);
        return 'unanswered';
      });
      if (turn === 'none' && !seat.isAsked) return;
      if (turn === 'none' || turn === 'done') {
        pauseMs = AGAIN_FIRST_MS;
        continue;
      }
      await wait(pauseMs);
      pauseMs = Math.min(pauseMs * 2, turn === 'kept-back' ? ANSWERS_MOST_MS : AGAIN_MOST_MS);
    }
  }

  /** Has a printer's jobs printed, as soon as it is free. */
  function wake(code: string): void {
    const seat = seatOf(code);
    seat.isAsked = true;
    if (signal.aborted) return;
    seat.working ??= work(code, seat).finally(() => {
      seat.working = undefined;
      if (seat.isAsked && find(code)?.way !== 'handheld' && find(code)) wake(code);
    });
  }

  /** Refuses the jobs of a printer that the site has had no more for a while. */
  async function refuseGone(code: string): Promise<void> {
    const seat = seatOf(code);
    seat.goneSince ??= performance.now();
    if (performance.now() - seat.goneSince < GONE_MS) return;
    for (const { id } of await prints.list({ printer: code, state: 'queued' }, REFUSED_AT_ONCE)) {
      await prints.refuse(id, 'no-printer');
      ports.onChanged([id]);
    }
  }

  async function look(): Promise<void> {
    const changed = await prints.endLeftOver(mine);
    if (changed.length > 0) ports.onChanged(changed);
    for (const code of await prints.waiting()) {
      const printer = find(code);
      if (!printer) await refuseGone(code);
      else {
        delete seatOf(code).goneSince;
        if (printer.way !== 'handheld') wake(code);
      }
    }
    fault = undefined;
  }

  const looking = (async () => {
    while (!signal.aborted) {
      await look().catch(failed);
      await wait(LOOK_EVERY_MS);
    }
  })();

  return {
    wake,
    /** Returns how each printer of the site stands, in its order. @throws where the ledger is away */
    async standings(): Promise<readonly PrinterStanding[]> {
      const counts = await prints.counts();
      return printers().map(({ code }) => {
        const { queued = 0, sending = 0, unknown = 0, cause } = counts.get(code) ?? {};
        const heardAt = seats.get(code)?.heardAt;
        const isWaiting = cause !== undefined;
        const is = isWaiting ? 'waits' : sending > 0 ? 'printing' : heardAt === undefined ? 'unheard' : 'ready';
        const heard = heardAt !== undefined && { heardAt };
        return { printer: code, is, queued, unknown, ...(isWaiting && { cause }), ...heard };
      });
    },
    /** Prints a test label, which is no job, and tells what was seen. @throws where the ledger is away */
    async tryPrinter(printer: SitePrinter): Promise<PrintingTold> {
      const keptBack = (cause: PrintCause): PrintingTold => ({ end: { is: 'kept-back', cause }, toldNumber: false });
      if (printer.way === 'handheld') return keptBack('no-handheld');
      const ticket = newTicket();
      mine.add(ticket);
      try {
        if (!(await prints.hold(printer.code, ticket))) return keptBack('busy');
        const now = () => performance.now();
        const free = { open: () => ports.open(printer), mayLeave: async () => true, waitsFor() {}, now, wait, signal };
        if (printer.way !== 'print-server') return await tryLabel(printer, free);
        const end = await ports.handOver(printer, testPage(printer), `test-${ticket}`, free);
        return { end: end.is === 'refused' ? { is: 'unknown', cause: 'not-taken' } : end, toldNumber: false };
      } finally {
        await written(() => prints.letGo(ticket));
        mine.delete(ticket);
        wake(printer.code);
      }
    },
    /** Ends it. What cannot end in time the next start finds. */
    async close(): Promise<void> {
      ended.abort();
      await within(Promise.all([looking, ...[...seats.values()].map(({ working }) => working)]), CLOSE_MS);
    },
  };
}

/** Returns the number that the printer is asked to send back: no other sending has it. */
export function numberOf({ n, ticket }: Pick<TakenPrint, 'n' | 'ticket'>): string {
  return `${n}-${ticket.slice(0, 8)}`;
}

/** Waits; it ends early where the signal does. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Writes a page with the printer's name, as a PDF of one line. Letters that its plain font lacks are left out. */
function testPage({ name, width = 100 }: SitePrinter): Uint8Array {
  const points = Math.round((width / 25.4) * 72);
  const said = name.replace(/[^ -~]/g, '?').replace(/[\\()]/g, String.raw`\$&`);
  const drawn = `BT /F1 14 Tf 12 40 Td (Scanline: ${said}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points} 72]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const tail = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}${tail}`, 'latin1');
}
