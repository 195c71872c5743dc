import { LineCut, type PrinterLine } from '#label/printerLine.ts';
import type { ZplPrinter } from '#standin/zplPrinter.ts';
import type { SimulatedTime } from './simulatedTime.ts';

/** A cut of a line: after so many bytes that the printer took, or that it said. */
export interface Cut {
  readonly after: number;
  readonly of: 'taken' | 'said';
  /** `true`: whoever sends does not notice, until it hears. */
  readonly isLate?: boolean;
}

/** A line as it lies between two ends, with the means to break it. */
export interface Wire {
  readonly line: PrinterLine;
  /** Ends the line, at both ends. */
  readonly cut: () => void;
  /** Bytes that went to the printer, and that came from it. */
  readonly counted: () => { readonly taken: number; readonly said: number };
}

/** Makes a line into a printer of the same process. @param cut - where it breaks by itself. @param onTaken - told of each piece that the printer took. */
export function directLine(
  printer: ZplPrinter,
  time: SimulatedTime,
  cut?: Cut,
  onTaken?: (bytes: string) => void,
): Wire {
  let waiting: Uint8Array[] = [];
  let isCut = false;
  let wake = (): void => {};
  const counted = { taken: 0, said: 0 };
  const end = (): void => {
    if (isCut) return;
    isCut = true;
    entry.end();
    wake();
  };
  const entry = printer.enter((text) => {
    if (isCut) return;
    const left = cut?.of === 'said' ? cut.after - counted.said : Infinity;
    const bytes = Uint8Array.from(text.slice(0, Math.max(0, left)), (character) => character.charCodeAt(0));
    counted.said += bytes.length;
    if (bytes.length > 0) waiting.push(bytes);
    wake();
    if (bytes.length < text.length || counted.said === cut?.after) if (cut?.of === 'said') end();
  });
  return {
    cut: end,
    counted: () => counted,
    line: {
      async send(bytes) {
        if (isCut) throw new LineCut();
        for (const byte of bytes) {
          if (cut?.of === 'taken' && counted.taken >= cut.after) end();
          if (isCut) break;
          counted.taken += 1;
          const character = String.fromCharCode(byte);
          onTaken?.(character);
          entry.take(character);
        }
        if (cut?.of === 'taken' && counted.taken >= cut.after) end();
        if (isCut && cut?.isLate !== true) throw new LineCut();
      },
      async hear(waitMs) {
        if (waiting.length === 0 && !isCut) {
          await new Promise<void>((resolve) => {
            const back = time.at(time.now() + waitMs, resolve);
            wake = () => {
              back();
              resolve();
            };
          });
        }
        const bytes = Buffer.concat(waiting);
        waiting = [];
        if (bytes.length === 0 && isCut) throw new LineCut();
        return bytes;
      },
      async close() {
        end();
      },
    },
  };
}
