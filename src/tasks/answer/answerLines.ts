import { type Tree, isBranch, isList } from '#contract/answer/answerTree.ts';
import { readAnswer } from '#contract/answer/readAnswer.ts';
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

/** The object or list that an answer is, as lines; `undefined` for any other text. Numbers keep their digits. */
export function answerLines(text: string): readonly AnswerLine[] | undefined {
  const value = readAnswer(text);
  if (!isBranch(value)) return undefined;
  const lines: AnswerLine[] = [];
  const table = isList(value) ? tableOf(value) : undefined;
  if (table) return [{ label: words('lookUp').many({ entries: table.rows.length }), inner: false, table }];
  addLines(value, '', lines);
  return lines;
}

/** A list of two like objects or more, with nothing inside them, as a table; `undefined` for any other list. */
function tableOf(list: readonly Tree[]): AnswerTable | undefined {
  if (list.length < 2 || !list.every(isFlat)) return undefined;
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
  const least = Math.min(...list.map((row) => Object.keys(row).length));
  if (columns.length > Math.min(MOST_COLUMNS, least * 2)) return undefined; // hardly alike
  const rows = list.map((row) => {
    const members = new Map(Object.entries(row));
    return columns.map((name) => {
      const member = members.get(name);
      return member === undefined ? undefined : textOf(member);
    });
  });
  return { columns, rows };
}

function isFlat(value: Tree): value is { readonly [name: string]: Tree } {
  return isBranch(value) && !isList(value) && Object.values(value).every((member) => !isBranch(member));
}

function addLines(value: Tree, path: string, lines: AnswerLine[]): void {
  for (const [key, member] of Object.entries(value ?? {}) as [string, Tree][]) {
    const name = isList(value) ? words('lookUp').entry({ number: Number(key) + 1 }) : key;
    const label = path === '' ? name : `${path} ${name}`;
    if (!isBranch(member)) {
      lines.push({ label: name, value: textOf(member), inner: path !== '' });
    } else if (Object.keys(member).length === 0) {
      lines.push({ label: name, value: words('lookUp').nothing, inner: path !== '' });
    } else {
      const table = isList(member) ? tableOf(member) : undefined;
      const head = isList(member) ? `${label}: ${words('lookUp').many({ entries: member.length })}` : label;
      lines.push({ label: head, inner: false, ...(table && { table }) });
      if (table) continue;
      addLines(member, label, lines);
    }
  }
}

function textOf(value: Tree): string {
  if (typeof value === 'boolean') return words('lookUp')[value ? 'yes' : 'no'];
  return typeof value === 'string' ? value : words('lookUp').nothing;
}
