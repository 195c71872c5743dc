import { NUMBER_FIELD, commandsOf, draws } from './zplCommands.ts';

/** The header that stands before a number that comes back; `]` ends it. */
const NUMBER_HEADER = 'SL[';

/** The place of the number's field, in dots: beyond the width of every label, as a field that is sent back is drawn too. */
const OUTSIDE = '30000,0';

/**
 * Puts into each format of a label that it sends a number back, once for each label. Formats that draw nothing have no label.
 *
 * Source: Zebra, RFID Programming Guide (58978L), ^HV: with the field's number and its length, a header, an end, and `L` for one answer
 * a label. Whether the number leaves before the paper or after it no manual says.
 *
 * @param text - read and allowed before.
 * @param number - of letters, digits and `-`, 60 at most. @throws RangeError of any other
 */
export function withNumber(text: string, number: string): string {
  if (!/^[0-9A-Za-z-]{1,60}$/.test(number)) throw new RangeError(`No number for a label: ${number}`);
  const field = `^FS^FO${OUTSIDE}^A0N,10,10^FN${NUMBER_FIELD}^FD${number}^FS`;
  const back = `^FH_^HV${NUMBER_FIELD},${number.length},${NUMBER_HEADER},]_0D_0A,L^FS`;
  let written = '';
  let isDrawn = false;
  const { before, commands } = commandsOf(text);
  commands.forEach((command, at) => {
    if (command.name === 'XA') isDrawn = false;
    isDrawn ||= draws(command);
    if (command.name === 'XZ' && isDrawn) written += field + back;
    written += text.slice(command.from, commands[at + 1]?.from);
  });
  return before + written;
}

/** Takes out again what `withNumber` put in. */
export function withoutNumber(text: string): string {
  return text.replace(
    /\^FS\^FO30000,0\^A0N,10,10\^FN9999\^FD[0-9A-Za-z-]*\^FS\^FH_\^HV9999,\d+,SL\[,\]_0D_0A,L\^FS/g,
    '',
  );
}
