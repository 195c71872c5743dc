/** What a spreadsheet takes for the beginning of a formula. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * One line of CSV, ended by CR LF. Every field is quoted, so that blanks at either end and line breaks stay. A field
 * that a spreadsheet would run gets an apostrophe in front, which spreadsheets show as text; JSON has it as it is.
 *
 * Source: RFC 4180.
 */
export function toCsv(fields: readonly string[]): string {
  return `${fields.map((field) => `"${(FORMULA.test(field) ? `'${field}` : field).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
