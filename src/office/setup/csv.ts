import { inert, readInert } from '#contract/csv.ts';

/** One line of a pasted table, cell by cell. */
export type Cells = readonly string[];

/**
 * Reads a pasted table with commas, semicolons or (as from a spreadsheet) tabs between the cells. A cell in double quotes
 * may hold a separator; two quotes in it are one. An apostrophe that keeps a cell from being a formula is left out, and so
 * are empty lines.
 *
 * Source: RFC 4180, and what spreadsheets write beside it.
 */
export function readTable(text: string): readonly Cells[] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(readInert(cell.trim()));
    cell = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const letter = source.charAt(at);
    if (quoted && letter === '"' && source.charAt(at + 1) === '"') {
      cell += letter;
      at += 1;
    } else if (letter === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
    } else if (!quoted && letter === separator) {
      endCell();
    } else if (!quoted && letter === '\n') {
      endCell();
      rows.push([]);
    } else {
      cell += letter;
    }
  }
  endCell();
  return rows.filter((cells) => cells.some((one) => one !== ''));
}

/** Writes a table as text that `readTable` reads, and in which no spreadsheet finds a formula. */
export function writeTable(rows: readonly Cells[]): string {
  return rows.map((cells) => cells.map(inQuotes).join(';')).join('\n');
}

/** Finds the separator in the first line, outside quotes: a tab before a semicolon before a comma. */
function separatorOf(source: string): string {
  const outside = source.split('"').filter((_, at) => at % 2 === 0);
  const line =
    outside
      .join('')
      .split('\n')
      .find((one) => one.trim() !== '') ?? '';
  return ['\t', ';'].find((one) => line.includes(one)) ?? ',';
}

function inQuotes(cell: string): string {
  const text = inert(cell);
  return /[;"\t\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
