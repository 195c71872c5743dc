import { type Format, type FormatReader, createFormatReader } from './formatReader.ts';
import { answerTo, settingOf } from './printerAnswers.ts';
import { type PrinterFault, type PrinterHabits, usualHabits } from './printerHabits.ts';

/** A label that came out. */
export interface Paper {
  /** The format that made it, as it came in. */
  readonly text: string;
  /** Unix ms. */
  readonly at: number;
  /** The count of the printer's labels after it. */
  readonly n: number;
  /** `true`: it came out torn, as something ended in the middle of it. */
  readonly isSpoiled: boolean;
}

/** The options of a printer. */
export interface ZplPrinterOptions {
  /** The number that no other printer has. */
  readonly own: string;
  /** The labels that it has printed before. */
  readonly count: number;
  readonly habits?: Partial<PrinterHabits>;
  /** The most labels of a format: it has no paper for more. @defaultValue as many as are asked for */
  readonly mostLabels?: number;
  readonly now: () => number;
  readonly onPaper: (paper: Paper) => void;
}

/** A line into a printer. Characters are bytes. */
export interface PrinterEntry {
  readonly take: (bytes: string) => void;
  /** The line ended, well or not. */
  readonly end: () => void;
}

/** The labels of one format that are to be printed, and the line that brought them. */
interface Batch extends Format {
  left: number;
  readonly say: (text: string) => void;
}

export type ZplPrinter = ReturnType<typeof createZplPrinter>;

/**
 * Makes a printer that has everything of one but the mechanics: it reads ZPL byte by byte, keeps labels, a count, and faults, and says
 * how it stands. It does one thing for a label at each `step`, so that whatever befalls printers can befall it between two of them.
 * It is written for itself and reads nothing with the sender's code: what both misread would not be seen.
 *
 * Source: Zebra, Programming Guide for ZPL II (P1099958), ~HS, ~HQ, ^HV, ^PQ, SGD commands; SATO, SBPL, Status Response; TSC, <ESC>!S.
 */
export function createZplPrinter(options: ZplPrinterOptions) {
  const habits: PrinterHabits = { ...usualHabits, ...options.habits };
  const engine = createEngine(habits, options);
  /** Half a label of a line that ended. */
  let half: string | undefined;
  let readers = new Set<FormatReader>();
  const hasHalf = (): boolean => half !== undefined || [...readers].some((reader) => reader.half() !== undefined);

  /** Makes what takes each byte of a line. */
  const taking = (reader: FormatReader, say: (text: string) => void) => {
    let recent = '';
    return (byte: string): void => {
      if (half !== undefined && reader.half() === undefined) {
        reader.goOn(half);
        half = undefined;
      }
      recent = (recent + byte).slice(-8);
      const asked = answerTo(recent, habits, { faults: engine.faults(), left: engine.left(), hasHalf: hasHalf() });
      if (asked !== undefined) {
        recent = '';
        reader.takeBack(asked.question.length - 1);
        say(asked.answer);
        return;
      }
      const read = reader.take(byte);
      if (read?.setting !== undefined) say(`"${settingOf(read.setting, options.own, engine.count(), habits)}"\r\n`);
      if (read?.format) engine.add({ ...read.format, left: read.format.labels, say });
    };
  };

  return {
    habits,
    count: engine.count,
    setCount: engine.setCount,
    setFault: engine.setFault,
    spoil: engine.spoil,
    step: engine.step,
    /** `true`: it has labels to print, or half a one. */
    isBusy: (): boolean => engine.left().length > 0 || hasHalf(),
    /** Has a line into it. @param say - takes what it says on that line. */
    enter(say: (text: string) => void): PrinterEntry {
      const reader = createFormatReader(habits.beginInHalf);
      readers.add(reader);
      const take = taking(reader, say);
      return {
        take: (bytes) => bytes.split('').forEach(take),
        end() {
          if (readers.delete(reader) && habits.halfAfterCut === 'kept') half ??= reader.half();
        },
      };
    },
    /** Takes its power: every line into it is gone, and what it does not keep. Whoever holds the lines ends them. */
    powerOff(): void {
      engine.powerOff();
      half = undefined;
      readers = new Set();
    },
  };
}

/** Makes what prints: labels that wait, the count, faults. */
function createEngine(habits: PrinterHabits, { count: first, mostLabels = Infinity, now, onPaper }: ZplPrinterOptions) {
  let count = first;
  let saved = first;
  const faults = new Set<PrinterFault>();
  let batches: Batch[] = [];
  /** The next thing of the label that is printed. */
  let thing = 0;

  const doOne = (what: PrinterHabits['order'][number], batch: Batch): void => {
    if (what === 'paper') onPaper({ text: batch.text, at: now(), n: count, isSpoiled: false });
    if (what === 'count') {
      count += 1;
      if (habits.savesCount === 'always' || count % habits.savesCount === 0) saved = count;
    }
    if (what === 'number' && batch.back !== undefined && habits.knowsNumbers) batch.say(batch.back);
  };
  /** Tells whether the label that is printed is out already. */
  const isOut = (): boolean => habits.order.slice(0, thing).includes('paper');
  const nextLabel = (): void => {
    thing = 0;
    const [batch] = batches;
    if (batch && --batch.left <= 0) batches.shift();
  };

  return {
    count: (): number => count,
    faults: (): ReadonlySet<PrinterFault> => faults,
    left: (): readonly number[] => batches.map(({ left }) => left),
    add(batch: Batch): void {
      const left = Math.min(batch.left, mostLabels);
      if (left > 0) batches.push({ ...batch, left });
    },
    /** Does the next thing for the label that is to be printed. @returns `false`: there is none, or a fault keeps it. */
    step(): boolean {
      const [batch] = batches;
      if (!batch || faults.size > 0) return false;
      const what = habits.order[thing];
      if (what !== undefined) doOne(what, batch);
      thing += 1;
      if (thing >= habits.order.length) nextLabel();
      return true;
    },
    /** Begins or ends what keeps it from printing. */
    setFault(fault: PrinterFault, is: boolean): void {
      if (is) faults.add(fault);
      else faults.delete(fault);
    },
    /** Ends the paper in the middle of a label, where one is being printed: torn, it comes out, and is printed again or not. */
    spoil(): void {
      faults.add('paper-out');
      const [batch] = batches;
      if (!batch || isOut()) return;
      onPaper({ text: batch.text, at: now(), n: count, isSpoiled: true });
      thing = 0;
      if (!habits.reprintsSpoiled) nextLabel();
    },
    powerOff(): void {
      if (!habits.keepsLabels) batches = [];
      else if (isOut()) nextLabel(); // it is no label that waits
      thing = 0;
      count = saved;
    },
    /** Sets its count otherwise, as a service menu does. */
    setCount(to: number): void {
      count = to;
      saved = to;
    },
  };
}
