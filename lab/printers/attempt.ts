import type { PrintCause } from '#contract/printJob.ts';
import { type PrintingEnd, type PrintingPorts, printLabel } from '#label/printing.ts';
import type { PrinterLine } from '#label/printerLine.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { PrinterHabits } from '#standin/printerHabits.ts';
import { type Paper, type ZplPrinter, createZplPrinter } from '#standin/zplPrinter.ts';
import { type Cut, type Wire, directLine } from './directLine.ts';
import { type SimulatedTime, createSimulatedTime } from './simulatedTime.ts';

/** Milliseconds of one thing that a printer does for a label. */
const STEP_MS = 150;
/** The label that is tried. */
export const LABEL = '^XA^FO40,40^A0N,40,40^FDD-1002^FS^XZ';
const NETWORK: SitePrinter = { name: 'One', code: 'PRN-1', way: 'network', language: 'zpl', address: '10.1.2.3:9100' };

/** One attempt to print: what there is, and what befalls it. */
export interface Attempt {
  readonly habits?: Partial<PrinterHabits>;
  readonly printer?: Partial<SitePrinter>;
  readonly text?: string;
  /** @defaultValue 1 */
  readonly labels?: number | undefined;
  /** A cut for each line, in the order in which they are opened. */
  readonly cuts?: readonly (Cut | undefined)[];
  /** Done before the first line is opened. */
  readonly before?: (world: World) => void;
  /** Done as soon as the label's first byte was taken. */
  readonly onFirstByte?: (world: World) => void;
  /** Told when something keeps the printer that has the label. */
  readonly onWaits?: (cause: PrintCause | undefined, world: World) => void;
  /** In place of the ports that the attempt has. */
  readonly ports?: (world: World) => Partial<PrintingPorts>;
}

/** All that one attempt happens in. */
export interface World {
  readonly time: SimulatedTime;
  /** The printer at the address. */
  machine: ZplPrinter;
  readonly wires: Wire[];
  readonly stop: AbortController;
  /** Times at which `open` refuses. */
  refuses: boolean;
}

/** The outcome of an attempt, after everything that was still in the printer has come out. */
export interface Attempted {
  readonly end: PrintingEnd;
  /** Whole labels of the job that are on paper. */
  readonly papers: number;
  readonly torn: number;
  /** Everything that `waitsFor` was told. */
  readonly waited: readonly (PrintCause | undefined)[];
  /** The words with which bytes were let leave. */
  readonly left: readonly boolean[];
  /** Bytes to and from the printer, on each line. */
  readonly bytes: readonly { readonly taken: number; readonly said: number }[];
  /** Milliseconds that it took. */
  readonly tookMs: number;
}

/** Tries to print one label once, in simulated time. */
export async function attempt(tried: Attempt = {}): Promise<Attempted> {
  const time = createSimulatedTime();
  const papers: Paper[] = [];
  const waited: (PrintCause | undefined)[] = [];
  const left: boolean[] = [];
  const world: World = {
    time,
    machine: machineFor(time, papers, tried.habits),
    wires: [],
    stop: new AbortController(),
    refuses: false,
  };
  let isWorking = true;
  const work = (): void => {
    if (!isWorking) return;
    world.machine.step();
    time.at(time.now() + STEP_MS, work);
  };
  work();
  tried.before?.(world);
  let hasBegun = false;
  const more = tried.ports?.(world);
  const ports: PrintingPorts = {
    open: async (): Promise<PrinterLine> => {
      if (world.refuses) throw new Error('connect ECONNREFUSED');
      const wire = directLine(world.machine, time, tried.cuts?.[world.wires.length], () => {
        if (left.length === 0 || hasBegun) return;
        hasBegun = true;
        tried.onFirstByte?.(world);
      });
      world.wires.push(wire);
      return wire.line;
    },
    waitsFor: (cause) => {
      waited.push(cause);
      tried.onWaits?.(cause, world);
    },
    now: time.now,
    wait: (ms) => time.wait(ms, world.stop.signal),
    signal: world.stop.signal,
    ...more,
    mayLeave: async (isAgain) => {
      const may = (await more?.mayLeave?.(isAgain)) ?? true;
      if (may) left.push(isAgain);
      return may;
    },
  };
  const { text = LABEL } = tried;
  const labels = 'labels' in tried ? tried.labels : 1;
  const printing = printLabel({ text, labels, number: 'job-1', printer: { ...NETWORK, ...tried.printer } }, ports);
  const end = await time.run(printing);
  const tookMs = time.now();
  const bytes = world.wires.map(({ counted }) => ({ ...counted() }));
  isWorking = false;
  drain(world.machine);
  const own = papers.filter((paper) => paper.text.includes('D-1002'));
  return {
    end,
    papers: own.filter(({ isSpoiled }) => !isSpoiled).length,
    torn: own.filter(({ isSpoiled }) => isSpoiled).length,
    waited,
    left,
    bytes,
    tookMs,
  };
}

/** Makes a printer whose labels are collected. */
export function machineFor(
  time: SimulatedTime,
  papers: Paper[],
  habits: Partial<PrinterHabits> = {},
  own = '50J1',
): ZplPrinter {
  return createZplPrinter({ own, count: 4_711, habits, now: time.now, onPaper: (paper) => papers.push(paper) });
}

/** Has a person mend everything, and the printer print whatever it has. */
function drain(machine: ZplPrinter): void {
  for (const fault of ['paper-out', 'ribbon-out', 'head-open', 'cutter', 'paused'] as const)
    machine.setFault(fault, false);
  while (machine.step());
}
