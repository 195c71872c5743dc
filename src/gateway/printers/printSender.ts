import type { PrintCause, PrinterStanding } from '#contract/printJob.ts';
import type { PrintingTold } from '#label/printing.ts';
import type { PrintCounts } from '#ledger/printRows.ts';
import { within } from '#ledger/within.ts';
import type { SitePrinter } from '#site/printers.ts';
import { type PrintTurnPorts, type Turn, createPrintTurn, createTestTurn } from './printTurn.ts';

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

export interface PrintSenderPorts extends PrintTurnPorts {
  /** Returns the printers of the site, as it is now. */
  readonly printers: () => readonly SitePrinter[];
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

export type PrintSender = ReturnType<typeof createPrintSender>;

/**
 * Makes what sends jobs to printers: a loop for each printer, so that one that is away holds up nobody else. No line of the log has
 * anything of a label.
 */
export function createPrintSender(ports: PrintSenderPorts) {
  const { prints, printers, onChanged } = ports;
  const ended = new AbortController();
  const { signal } = ended;
  const wait = (ms: number): Promise<void> => pause(ms, signal);
  const seats = createSeats();
  const mine = new Set<string>();
  const faults = createFaults(ports.log);
  const life = { mine, wait, signal, onFailed: faults.failed };
  const turn = createPrintTurn(ports, life);
  const tryOut = createTestTurn(ports, life);
  const find = (code: string): SitePrinter | undefined => printers().find((one) => one.code === code);
  const isOurs = (printer: SitePrinter | undefined): printer is SitePrinter =>
    printer !== undefined && printer.way !== 'handheld';

  async function takeTurn(printer: SitePrinter, seat: Seat): Promise<Turn> {
    try {
      const end = await turn.take(printer);
      if (end === 'printed' || (typeof end === 'object' && !unanswered.includes(end.cause))) seat.heardAt = Date.now();
      return end;
    } catch (error) {
      faults.failed(error);
      return { cause: 'stopped' };
    }
  }

  /** Prints what waits for a printer, until nothing does. Never throws. */
  async function work(code: string, seat: Seat): Promise<void> {
    let pauseMs = AGAIN_FIRST_MS;
    while (!signal.aborted) {
      seat.isAsked = false;
      const printer = find(code);
      if (!isOurs(printer)) return;
      const end = await takeTurn(printer, seat);
      if (end === 'none' && !seat.isAsked) return;
      if (typeof end === 'object') {
        await wait(pauseMs);
        pauseMs = Math.min(pauseMs * 2, unanswered.includes(end.cause) ? AGAIN_MOST_MS : ANSWERS_MOST_MS);
      } else pauseMs = AGAIN_FIRST_MS;
    }
  }

  /** Has a printer's jobs printed, as soon as it is free. */
  function wake(code: string): void {
    const seat = seats.of(code);
    seat.isAsked = true;
    if (signal.aborted) return;
    seat.working ??= work(code, seat).finally(() => {
      seat.working = undefined;
      if (seat.isAsked && isOurs(find(code))) wake(code);
    });
  }

  async function look(): Promise<void> {
    const changed = await prints.endLeftOver(mine);
    if (changed.length > 0) onChanged(changed);
    for (const code of await prints.waiting()) {
      const printer = find(code);
      if (!printer) await refuseGone(ports, seats.of(code), code);
      else {
        delete seats.of(code).goneSince;
        if (isOurs(printer)) wake(code);
      }
    }
    faults.over();
  }

  const looking = (async () => {
    while (!signal.aborted) {
      await look().catch(faults.failed);
      await wait(LOOK_EVERY_MS);
    }
  })();

  return {
    wake,
    /** Returns how each printer of the site stands, in its order. @throws where the ledger is away */
    async standings(): Promise<readonly PrinterStanding[]> {
      const counts = await prints.counts();
      return printers().map(({ code }) => standingOf(code, counts.get(code), seats.of(code).heardAt));
    },
    /** Prints a test label, which is no job, and tells what was seen. @throws where the ledger is away */
    async tryPrinter(printer: SitePrinter): Promise<PrintingTold> {
      try {
        return await tryOut(printer);
      } finally {
        wake(printer.code);
      }
    },
    /** Takes no further job, and leaves the printers that have one. */
    stop: (): void => ended.abort(),
    /** Ends it. What cannot end in time the next start finds. */
    async close(): Promise<void> {
      ended.abort();
      await within(Promise.all([looking, seats.ended()]), CLOSE_MS);
    },
  };
}

/** Refuses the jobs of a printer that the site has had no more for a while. */
async function refuseGone({ prints, onChanged }: PrintSenderPorts, seat: Seat, code: string): Promise<void> {
  seat.goneSince ??= performance.now();
  if (performance.now() - seat.goneSince < GONE_MS) return;
  for (const { id } of await prints.list({ printer: code, state: 'queued' }, REFUSED_AT_ONCE)) {
    await prints.refuse(id, 'no-printer');
    onChanged([id]);
  }
}

function standingOf(code: string, counts: PrintCounts | undefined, heardAt: number | undefined): PrinterStanding {
  const { queued = 0, sending = 0, unknown = 0, cause } = counts ?? {};
  const idle = heardAt === undefined ? 'unheard' : 'ready';
  const is = cause !== undefined ? 'waits' : sending > 0 ? 'printing' : idle;
  const heard = heardAt !== undefined && { heardAt };
  return { printer: code, is, queued, unknown, ...(cause !== undefined && { cause }), ...heard };
}

function createSeats() {
  const seats = new Map<string, Seat>();
  return {
    of(code: string): Seat {
      const seat = seats.get(code) ?? { isAsked: false };
      seats.set(code, seat);
      return seat;
    },
    ended: (): Promise<unknown> => Promise.all([...seats.values()].flatMap(({ working }) => working ?? [])),
  };
}

/** Makes what logs that the ledger is away, once until it is there again. */
function createFaults(log: PrintSenderPorts['log']) {
  let fault: string | undefined;
  return {
    failed(error: unknown): void {
      const said = error instanceof Error ? error.message : String(error);
      if (said !== fault) log.error({ err: error }, 'labels wait, as the ledger cannot be read or written');
      fault = said;
    },
    over: (): void => void (fault = undefined),
  };
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
