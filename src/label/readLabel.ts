import { type ZplCommand, commandsOf, draws, whyNoCommand } from './zplCommands.ts';

/** The most labels of one job: no parcel has more, and whoever asks for more has made a mistake. */
const MOST_LABELS = 100;
/** The characters of a text that name it where it stands in no format. */
const LONGEST_NAME = 20;

/** A label as it was read. */
export interface LabelRead {
  /** The labels that it makes; absent: that is not to be read. */
  readonly labels?: number;
  /** The command, or the text, that keeps it from every printer. */
  readonly refused?: string;
}

/**
 * Reads a label in ZPL before any byte of it leaves: whether each of its commands is one that a label needs, and how many labels it
 * makes. It is formats alone, `^XA` to `^XZ`, with nothing but white space around them; one without its end is refused: a printer would
 * stand with half a label, and keep back everybody's. Control characters are refused, as printers take some in place of a prefix or of
 * a command, and so is what begins a word to the printer's settings, wherever it stands. Source: Zebra, Programming Guide for ZPL II
 * (P1099958), ^XA, ^XZ, ^FS, Basics of ZPL, SGD Command Structure.
 */
export function readLabel(text: string): LabelRead {
  const spoken = /!\s?U(?:1|TILITIES)\b|\{\}\{/i.exec(text)?.[0];
  if (spoken !== undefined) return { refused: spoken };
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.exec(text)?.[0];
  if (control !== undefined) return { refused: `0x${control.charCodeAt(0).toString(16).padStart(2, '0')}` };
  const { before, commands } = commandsOf(text);
  if (before.trim() !== '') return { refused: before.trim().slice(0, LONGEST_NAME) };
  const formats: ZplCommand[][] = [];
  let open: ZplCommand[] | undefined;
  for (const command of commands) {
    const refused = whyNoCommand(command) ?? whyNotHere(command, open !== undefined) ?? whyTooMany(command);
    if (refused !== undefined) return { refused };
    if (command.name === 'XA') formats.push((open = []));
    else if (command.name === 'XZ') open = undefined;
    else open?.push(command);
  }
  if (open !== undefined || formats.length === 0) return { refused: '^XA' };
  if (formats.length > MOST_LABELS) return { refused: `^XA × ${formats.length}` };
  const labels = formats.map(labelsOf).reduce<number>((sum, made) => sum + (made ?? Number.NaN), 0);
  if (labels > MOST_LABELS) return { refused: `^PQ × ${labels}` };
  return Number.isNaN(labels) ? {} : { labels };
}

/** Names a `^PQ` that asks for too many labels, however it is read: with what stands between its digits, or without it, and each serial number so often. */
function whyTooMany({ name, data }: ZplCommand): string | undefined {
  if (name !== 'PQ') return undefined;
  const [many = 1, , each = 1] = data.split(',').map((field) => Number(field.replace(/\D/g, '')) || 1);
  return many * each > MOST_LABELS ? `^PQ${data.trim()}`.slice(0, LONGEST_NAME) : undefined;
}

/** Names what stands in a format or outside of one, and may not. */
function whyNotHere({ name, data }: ZplCommand, isOpen: boolean): string | undefined {
  if ((name === 'XA') === isOpen) return `^${name}`;
  if (name === 'XZ' && data.trim() !== '') return data.trim().slice(0, LONGEST_NAME);
  return undefined;
}

/**
 * Counts the labels that a format makes; `undefined`: that is not to be read. Its last `^PQ` counts: a whole number of labels, and no
 * serial number more than once, as manuals differ on what that multiplies. Of a format that draws nothing no manual says whether it
 * makes an empty label. Source: the same, ^PQ.
 */
function labelsOf(format: readonly ZplCommand[]): number | undefined {
  if (!format.some(draws)) return undefined;
  const asked =
    format
      .filter(({ name }) => name === 'PQ')
      .at(-1)
      ?.data.trimEnd() ?? '';
  const [many = '', , replicates = ''] = asked.split(',');
  if (!/^\d{0,8}$/.test(many) || !/^[01]?$/.test(replicates)) return undefined;
  const labels = many === '' ? 1 : Number(many);
  return labels > 0 ? labels : undefined;
}
