/** Makes spreadsheets read a file of CSV as UTF-8: it stands at its beginning. */
export const CSV_MARK = '\uFEFF';

/**
 * Places where a spreadsheet may see the beginning of a formula: at the text's own, on each of its lines, and after whatever
 * separates cells for one of them. One that expects semicolons takes a comma and a quote for letters, and a line break for
 * the end of the row. Source: OWASP, "CSV Injection".
 */
const OPEN = /(^|[;,|\t\r\n])(?=[ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?='*[\t\r])/gu;
/** The same places, with the apostrophe that `inert` puts there. */
const SHUT = /(^|[;,|\t\r\n])'(?=[ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^'(?='*[\t\r])/gu;

/** Returns a cell in which no spreadsheet finds a formula: it gets an apostrophe before each. `readInert` takes them out again. */
export function inert(cell: string): string {
  return cell.replace(OPEN, "$&'");
}

/** Returns the cell that `inert` was given. */
export function readInert(cell: string): string {
  return cell.replace(SHUT, '$1');
}

/**
 * Writes one line of CSV, ended by CR LF. Every field is quoted, so that blanks at either end and line breaks stay, and none is a
 * formula for a spreadsheet; JSON has them as they are.
 *
 * Source: RFC 4180.
 */
export function toCsv(fields: readonly string[]): string {
  return `${fields.map((field) => `"${inert(field).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
