import type { KnownBy, PrintCause } from '#contract/printJob.ts';
import { type SitePrinter, statusOf, tellsOf } from '#site/printers.ts';
import { type Asked, type PrinterLook, asking } from './asking.ts';
import { AGREE_MS, PRINTER_QUIET_MS, judgeLook, judgeAfterCut, whyNot } from './judging.ts';
import { withNumber } from './labelNumber.ts';
import { LineCut, type PrinterLine } from './printerLine.ts';

/** A label that is to be printed once. */
export interface LabelAsked {
  /** The label as the service gave it, read and allowed before (`readLabel`). */
  readonly text: string;
  /** The labels that it makes; absent: it was not to be read. */
  readonly labels?: number | undefined;
  /** The number that the printer is asked to send back with each label. */
  readonly number: string;
  readonly printer: SitePrinter;
}

/** The ports of one printing. */
export interface PrintingPorts {
  /** Opens a line to the printer. @throws where nobody answers there */
  readonly open: () => Promise<PrinterLine>;
  /**
   * Puts on disk that bytes of the label leave from now on. @param isAgain - once before they did, and the printer proved to have printed none.
   * @returns `false`: the job is not this one's any more, and no byte may leave.
   */
  readonly mayLeave: (isAgain: boolean) => Promise<boolean>;
  /** Told what keeps a printer that has the label; `undefined`: nothing any more. */
  readonly waitsFor: (cause: PrintCause | undefined) => void;
  /** Milliseconds of a clock that only goes on. */
  readonly now: () => number;
  /** Waits; it ends early where the signal does. */
  readonly wait: (ms: number) => Promise<void>;
  /** Ended where whoever prints is to stop. */
  readonly signal: AbortSignal;
}

/** The end of one printing. `kept-back`: no byte left; it may be tried later. `lost`: another one has the job. */
export type PrintingEnd =
  | { readonly is: 'printed'; readonly knownBy: KnownBy }
  | { readonly is: 'unknown'; readonly cause: PrintCause; readonly detail?: string }
  | { readonly is: 'kept-back'; readonly cause: PrintCause; readonly detail?: string }
  | { readonly is: 'lost' };

/** Milliseconds before each look at a printer that has the label; the last one goes on. */
const PAUSES_MS = [100, 200, 300, 500, 1_000, 2_000];
/** Milliseconds in which a printer has to answer on a new line: later it may have been without power. */
const NEW_LINE_MS = 5_000;
/** Milliseconds between two tries at a new line. */
const RETRY_MS = 300;
/** Milliseconds for which the line to a printer that says nothing is held after the last byte. */
const HOLD_MS = 2_000;
/** The most bytes that are sent at once: whatever takes them has half a minute for each such piece. */
const PIECE = 4_096;

/** One printing, and what the printer told of it. */
export interface PrintingTold {
  readonly end: PrintingEnd;
  readonly countBefore?: number;
  readonly countAfter?: number;
  /** `true`: the label's number came back. */
  readonly toldNumber: boolean;
}

/**
 * Prints a label once: looks at the printer, sends where nothing keeps it back, and looks on until it is known what came of it.
 *
 * A printer that is asked for nothing (`status: none`) is never known to have printed: that every byte was given to the network, or that
 * the line was closed in good order, is the same whether a label came out or not. So that is `unknown`, as nothing more is heard of it.
 *
 * @throws whatever `mayLeave` throws before the first byte.
 */
export async function printLabel(asked: LabelAsked, ports: PrintingPorts): Promise<PrintingEnd> {
  return (await printAndTell(asked, ports)).end;
}

/** Prints as `printLabel` does, and tells what was seen of the printer. @throws as it does */
export async function printAndTell(asked: LabelAsked, ports: PrintingPorts): Promise<PrintingTold> {
  const seen: Seen = { toldNumber: false };
  const end = await print(asked, ports, seen);
  const { before, after, toldNumber } = seen;
  return {
    end,
    ...(before !== undefined && { countBefore: before }),
    ...(after !== undefined && { countAfter: after }),
    toldNumber,
  };
}

/** All that was seen of a printer, as far as a printing went. */
interface Seen {
  before?: number;
  after?: number;
  toldNumber: boolean;
}

/** An open line to a printer, and what was seen on it last. */
interface OpenLine {
  readonly line: PrinterLine;
  readonly printer: Asked;
  readonly look: PrinterLook;
}

/** `cut`: the line ended, after the first byte. */
type Sent = PrintingEnd | { readonly is: 'cut'; readonly at: number; readonly numbers: number };

const unknown = (cause: PrintCause): PrintingEnd => ({ is: 'unknown', cause });
const keptBack = (cause: PrintCause, detail?: string): PrintingEnd =>
  detail === undefined ? { is: 'kept-back', cause } : { is: 'kept-back', cause, detail };

async function print(asked: LabelAsked, ports: PrintingPorts, seen: Seen): Promise<PrintingEnd> {
  const line = await ports.open().catch(whyNoLine);
  if (typeof line === 'string') return keptBack('away', line);
  let again: OpenLine;
  try {
    const printer = asking(asked.printer, line, asked.number, ports.now);
    const look = await lookBefore(asked.printer, printer);
    if ('is' in look) return look;
    if (look.count !== undefined) seen.before = look.count;
    if (ports.signal.aborted) return keptBack('stopped');
    if (!(await ports.mayLeave(false))) return { is: 'lost' };
    if (ports.signal.aborted) return keptBack('stopped');
    const sent = await sendAndWatch(asked, { line, printer, look }, ports, seen);
    if (sent.is !== 'cut') return sent;
    const next = await afterCut(asked, look, sent, ports);
    if ('is' in next) return next;
    again = next;
  } finally {
    await closed(line);
  }
  try {
    const may = await ports.mayLeave(true).catch(() => undefined);
    if (may === undefined) return unknown('cut');
    if (!may) return { is: 'lost' };
    const sent = await sendAndWatch(asked, again, ports, seen);
    return sent.is === 'cut' ? unknown('cut') : sent;
  } finally {
    await closed(again.line);
  }
}

/** Looks at a printer before the first byte. @returns what keeps the label back, or the look. */
async function lookBefore(printer: SitePrinter, asked: Asked): Promise<PrinterLook | PrintingEnd> {
  if (statusOf(printer) === 'none') return { numbers: 0 };
  try {
    const look = await asked.lookFirst();
    const why = whyNot(printer, look);
    return why ? keptBack(why.cause, why.detail) : look;
  } catch (error) {
    if (error instanceof LineCut) return keptBack('silent');
    throw error;
  }
}

/** Sends the label, and looks at the printer until something is known. */
async function sendAndWatch(asked: LabelAsked, open: OpenLine, ports: PrintingPorts, seen: Seen): Promise<Sent> {
  const { text, printer, number } = asked;
  const bytes = new TextEncoder().encode(tellsOf(printer) === 'count-and-numbers' ? withNumber(text, number) : text);
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const sending = open.line.send(bytes.subarray(at, at + PIECE)).then(() => true);
      if (!(await Promise.race([sending, ports.wait(PRINTER_QUIET_MS).then(() => false)]))) {
        sending.catch(() => {}); // it ends with the line
        return unknown(ports.signal.aborted ? 'stopped' : 'no-end');
      }
    }
    if (statusOf(printer) !== 'none') return await watch(asked, open, ports, seen);
    await open.printer.listen(HOLD_MS);
    return unknown(ports.signal.aborted ? 'stopped' : 'no-end');
  } catch (error) {
    if (!(error instanceof LineCut)) throw error;
    if (ports.signal.aborted) return unknown('stopped');
    return { is: 'cut', at: ports.now(), numbers: open.printer.numbers() };
  }
}

/** Looks at a printer that has the label, on the line that brought it. @throws LineCut */
async function watch(asked: LabelAsked, open: OpenLine, ports: PrintingPorts, seen: Seen): Promise<PrintingEnd> {
  const tells = tellsOf(asked.printer);
  let newAt = ports.now();
  let readyAt: number | undefined;
  let last = '';
  let waitsFor: PrintCause | undefined;
  try {
    for (let at = 0; ; at += 1) {
      await ports.wait(PAUSES_MS[Math.min(at, PAUSES_MS.length - 1)] ?? 0);
      if (ports.signal.aborted) return unknown('stopped');
      const look = await open.printer.lookAgain();
      const now = ports.now();
      if (look.count !== undefined) seen.after = look.count;
      seen.toldNumber = look.numbers > 0;
      const { standing } = look;
      const isReady = standing && standing.fault === undefined && !standing.isBusy && !standing.hasHalf;
      readyAt = isReady ? (readyAt ?? now) : undefined;
      const said = JSON.stringify(look);
      if (said !== last || standing?.fault !== undefined) newAt = now;
      last = said;
      const [quietMs, readyMs] = [now - newAt, readyAt === undefined ? 0 : now - readyAt];
      const judged = judgeLook({ tells, labels: asked.labels, before: open.look.count, look, quietMs, readyMs });
      if (judged.is === 'printed' || judged.is === 'unknown') return judged;
      const cause = judged.is === 'waits' ? judged.cause : undefined;
      if (cause !== waitsFor) ports.waitsFor((waitsFor = cause));
    }
  } finally {
    if (waitsFor !== undefined) ports.waitsFor(undefined);
  }
}

/** Finds out on a new line what came of a label whose line was cut. @returns that line where nothing of it is on paper, nor will be. */
async function afterCut(
  { labels, printer, number }: LabelAsked,
  before: PrinterLook,
  cut: Extract<Sent, { is: 'cut' }>,
  ports: PrintingPorts,
): Promise<OpenLine | PrintingEnd> {
  if (tellsOf(printer) !== 'count-and-numbers') return unknown('cut');
  const until = cut.at + NEW_LINE_MS;
  const line = await newLine(ports, until);
  if (!line) return unknown(ports.signal.aborted ? 'stopped' : 'cut');
  let isKept = false;
  try {
    const asked = asking(printer, line, number, ports.now);
    const judged = (look: PrinterLook) => judgeAfterCut({ labels, before, look, numbers: cut.numbers });
    const first = judged(await asked.lookFirst());
    if (first === 'printed') return { is: 'printed', knownBy: 'count' };
    if (ports.now() > until || first !== 'untouched') return unknown('cut');
    await ports.wait(AGREE_MS);
    if (ports.signal.aborted) return unknown('stopped');
    const second = await asked.lookFirst();
    if (judged(second) !== 'untouched') return unknown('cut');
    isKept = true;
    return { line, printer: asked, look: second };
  } catch (error) {
    if (!(error instanceof LineCut)) throw error;
    return unknown('cut');
  } finally {
    if (!isKept) await closed(line);
  }
}

/** Opens a new line, as often as it takes; `undefined`: nobody answered in time. */
async function newLine(ports: PrintingPorts, until: number): Promise<PrinterLine | undefined> {
  while (ports.now() < until && !ports.signal.aborted) {
    const opening = ports.open();
    const line = await Promise.race([
      opening.catch(() => undefined),
      ports.wait(until - ports.now()).then(() => 'late' as const),
    ]);
    if (line === 'late') {
      opening.then(closed, () => {});
      return undefined;
    }
    if (line) return line;
    await ports.wait(RETRY_MS);
  }
  return undefined;
}

/** Says why there is no line, in words that have no address: whoever asked for a label is told them. */
function whyNoLine(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return String(typeof code === 'string' ? code : (message ?? error));
}

async function closed(line: PrinterLine): Promise<void> {
  await line.close().catch(() => {}); // it is over for us either way
}
