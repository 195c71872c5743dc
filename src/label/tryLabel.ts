import type { SitePrinter } from '#site/printers.ts';
import { type PrintingPorts, type PrintingTold, printAndTell } from './printing.ts';

/** Dots of a millimetre on the printers that most have. */
const DOTS = 8;

/** Prints a test label, and tells what the printer said of it. @throws as `printLabel` does */
export function tryLabel(printer: SitePrinter, ports: PrintingPorts): Promise<PrintingTold> {
  const number = `test-${Math.floor(ports.now())}`;
  return printAndTell({ text: testLabel(printer), labels: 1, number, printer }, ports);
}

/** Writes the test label: the printer's name, and its code in bars. Characters that ZPL takes for its own are written by number. */
function testLabel({ name, code, width = 100 }: SitePrinter): string {
  const written = (text: string): string =>
    [...new TextEncoder().encode(text)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    `^XA^CI28^PW${width * DOTS}^LL320`,
    `^FO24,24^A0N,40,40^FH_^FD${written(name)}^FS`,
    `^FO24,90^BY2^BCN,120,Y,N,N^FH_^FD${written(code)}^FS`,
    '^PQ1^XZ',
  ].join('\n');
}
