import { words } from '#i18n/words.ts';

export interface AnswerLine {
  readonly label: string;
  readonly value?: string;
  readonly inner: boolean;
  readonly table?: AnswerTable;
}

export interface AnswerTable {
  readonly columns: readonly string[];
  /** In the order of the columns; absent where an object lacks the name. */
  readonly rows: readonly (readonly (string | undefined)[])[];
}

/** Names that a table may have: more of them are read more easily one under the other. */
const MOST_COLUMNS = 24;

/** A number as it was written; what a float makes of it may be another: `1.10`, or an id of 20 digits. */
class Written {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * A JSON object or list as lines; `undefined` for any other text. Numbers keep their digits, from Chrome 114 on; an
 * older one gives `undefined` where it would change a number.
 */
export function answerLines(text: string): readonly AnswerLine[] | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || value instanceof Written) return undefined;
  const lines: AnswerLine[] = [];
  const table = Array.isArray(value) ? tableOf(value) : undefined;
  if (table) return [{ label: words('lookUp').many({ entries: table.rows.length }), inner: false, table }];
  addLines(value, '', lines);
  return lines;
}

/** A list of two like objects or more, with nothing inside them, as a table; `undefined` for any other list. */
function tableOf(list: readonly unknown[]): AnswerTable | undefined {
  if (list.length < 2 || !list.every(isFlat)) return undefined;
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
  const least = Math.min(...list.map((row) => Object.keys(row).length));
  if (columns.length > Math.min(MOST_COLUMNS, least * 2)) return undefined; // hardly alike
  const rows = list.map((row) => {
    const members = new Map<string, unknown>(Object.entries(row));
    return columns.map((name) => (members.has(name) ? textOf(members.get(name)) : undefined));
  });
  return { columns, rows };
}

function isFlat(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value instanceof Written || Array.isArray(value)) return false;
  return Object.values(value).every(
    (member) => typeof member !== 'object' || member === null || member instanceof Written,
  );
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

function parse(text: string): unknown {
  const numbers = new Set(text.match(/-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g));
  const keep: Reviver = (_key, value, context) => {
    if (typeof value !== 'number') return value;
    if (context?.source !== undefined) return new Written(context.source);
    if (!numbers.has(String(value))) throw new RangeError('a number would be shown otherwise than it was written');
    return new Written(String(value));
  };
  try {
    return JSON.parse(text, keep) as unknown;
  } catch {
    return undefined;
  }
}

function addLines(value: object, path: string, lines: AnswerLine[]): void {
  for (const [key, member] of Object.entries(value)) {
    const name = Array.isArray(value) ? words('lookUp').entry({ number: Number(key) + 1 }) : key;
    const label = path === '' ? name : `${path} ${name}`;
    if (typeof member !== 'object' || member === null || member instanceof Written) {
      lines.push({ label: name, value: textOf(member), inner: path !== '' });
    } else if (Object.keys(member).length === 0) {
      lines.push({ label: name, value: words('lookUp').nothing, inner: path !== '' });
    } else {
      const table = Array.isArray(member) ? tableOf(member) : undefined;
      const head = Array.isArray(member) ? `${label}: ${words('lookUp').many({ entries: member.length })}` : label;
      lines.push({ label: head, inner: false, ...(table && { table }) });
      if (table) continue;
      addLines(member as object, label, lines);
    }
  }
}

function textOf(value: unknown): string {
  if (value instanceof Written) return value.source;
  if (typeof value === 'boolean') return words('lookUp')[value ? 'yes' : 'no'];
  return typeof value === 'string' ? value : words('lookUp').nothing;
}
