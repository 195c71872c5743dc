/** The commands of bar codes, but for their default (`BY`). */
const barCodes = 'B0 B1 B2 B3 B4 B5 B7 B8 B9 BA BB BC BD BE BF BI BJ BK BL BM BO BP BQ BR BS BT BU BX BZ'.split(' ');

/** The commands that put something on the label: a format without one of them draws nothing. */
const drawing: ReadonlySet<string> = new Set(['FD', 'FV', 'SN', 'GB', 'GC', 'GD', 'GE', 'GF', 'XG']);

/**
 * The format commands that a label may have: they begin and end it, draw, place and word a field, or lay the label out. All others are
 * refused, those of a later firmware too: what stores, resets, redefines or redirects, what makes the printer talk, pause or cut, and
 * what is kept after the label. What labels of every designer set anew for themselves (width, home, speed, darkness, media) is here,
 * though the next one finds it as it is. `XG` draws a picture that the printer has, and changes none. Source: Zebra, Programming Guide
 * for ZPL II (P1099958), ZPL Commands.
 */
const allowed: ReadonlySet<string> = new Set(
  [
    'XA XZ', // a format
    'FO FT FD FS FV FN FE FH FB FC FM FP FR FW FX TB SN SF', // its fields
    'A CF CI CV PA BY', // fonts, characters, the default of bar codes
    barCodes.join(' '),
    'GB GC GD GE GF GS XG', // lines, boxes, pictures
    'PW LL LH LS LT LR PO PM PQ PR MD MM MN MT', // the label as a whole
  ].flatMap((names) => names.split(' ')),
);

/** The field that the number of a job is sent back from: a label has none of this number. */
export const NUMBER_FIELD = '9999';

/** A command of a label: where its text begins and ends, and what stands after its name. */
export interface ZplCommand {
  readonly prefix: '^' | '~';
  /** In capitals; of `^A` the letter alone: its font is data. */
  readonly name: string;
  readonly data: string;
  readonly from: number;
}

/**
 * Lists the commands of a label, with the text before the first one. A name is two characters, but for `^A`; whatever follows it until
 * the next prefix is its data, in fields (`^FD`), comments (`^FX`) and pictures of letters (`^GFA`) too: no data has a prefix in it.
 * What `^FH` writes in its place is data for every printer. Source: the same, Basics of ZPL.
 */
export function commandsOf(text: string): { readonly before: string; readonly commands: readonly ZplCommand[] } {
  const [before = '', ...rest] = text.split(/(?=[\^~])/);
  const isBefore = !/^[\^~]/.test(before);
  let from = isBefore ? before.length : 0;
  const commands = (isBefore ? rest : text === '' ? [] : [before, ...rest]).map((written): ZplCommand => {
    const prefix = written.startsWith('^') ? '^' : '~';
    const named = /^\^a/i.test(written) ? 'A' : written.slice(1, 3);
    const name = /^[ -~]*$/.test(named) ? named.toUpperCase() : named; // a long s is no S
    const command = { prefix, name, data: written.slice(1 + name.length), from } as const;
    from += written.length;
    return command;
  });
  return { before: isBefore ? before : '', commands };
}

/** Tells whether a command puts something on the label. */
export function draws({ prefix, name }: ZplCommand): boolean {
  return prefix === '^' && drawing.has(name);
}

/** Names a command that no label needs; `undefined`: it may have it. */
export function whyNoCommand({ prefix, name, data }: ZplCommand): string | undefined {
  if (prefix === '~' || !allowed.has(name)) return `${prefix}${name}`;
  // A picture in bytes was broken when the answer became a text, and one of its letters may be a prefix: only digits are let by.
  if (name === 'GF' && !/^a?(?:,|$)/i.test(data.trim())) return `^GF${data.trim().slice(0, 1)}`;
  if (name === 'FN' && Number.parseInt(data, 10) === Number(NUMBER_FIELD)) return `^FN${NUMBER_FIELD}`;
  return undefined;
}
