import type { PrinterHabits } from './printerHabits.ts';

/** A format that came in whole. */
export interface Format {
  readonly text: string;
  readonly labels: number;
  /** The text that is sent back for each label. */
  readonly back: string | undefined;
}

export type FormatReader = ReturnType<typeof createFormatReader>;

/** Reads what one line brings into a printer, byte by byte. @param beginInHalf - what `^XA` does in half a label. */
export function createFormatReader(beginInHalf: PrinterHabits['beginInHalf']) {
  let format: string | undefined;
  let outside = '';
  return {
    /** Returns the label that has begun and has not ended. */
    half: (): string | undefined => format,
    /** Goes on with half a label that another line brought. */
    goOn(half: string): void {
      format = half;
    },
    /** Forgets the newest bytes: they were a question, wherever it stood. */
    takeBack(many: number): void {
      if (format === undefined) outside = '';
      else if (many > 0) format = format.slice(0, -many);
    },
    /** Takes a byte. @returns what it ended: a format that makes labels, or a question for a setting. */
    take(byte: string): { readonly format?: Format; readonly setting?: string } | undefined {
      if (format === undefined) {
        outside = (outside + byte).slice(-200);
        if (outside.endsWith('^XA')) [format, outside] = ['^XA', ''];
        if (byte !== '\n') return undefined;
        const setting = /! U1 getvar "([\w.]+)"/.exec(outside)?.[1];
        outside = '';
        return setting === undefined ? undefined : { setting };
      }
      format += byte;
      if (format.endsWith('^XA') && beginInHalf === 'anew') format = '^XA';
      if (!format.endsWith('^XZ')) return undefined;
      const whole = formatOf(format);
      format = undefined;
      return whole && { format: whole };
    },
  };
}

/** Reads a format; `undefined`: it draws nothing, and makes no label. */
function formatOf(text: string): Format | undefined {
  if (!/\^(?:FD|FV|SN|G[B-F]|XG)/.test(text)) return undefined;
  const many = [...text.matchAll(/\^PQ(\d+)/g)].at(-1)?.[1];
  const fields = new Map([...text.matchAll(/\^FN(\d+)\^FD([^^]*)\^FS/g)].map(([, field, data]) => [field, data]));
  const [, field, length, header = '', end = ''] = /\^FH_\^HV(\d+),(\d+),([^,^]*),([^,^]*),L\^FS/.exec(text) ?? [];
  const data = field === undefined ? undefined : fields.get(field)?.slice(0, Number(length));
  const ended = end.replace(/_([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return {
    text,
    labels: many === undefined ? 1 : Number(many),
    back: data === undefined ? undefined : header + data + ended,
  };
}
