/** One line of an answer: a label with its value, or the head of the lines that follow it. */
export interface AnswerLine {
  readonly label: string;
  /** Absent on a head. */
  readonly value?: string;
  readonly inner: boolean;
}

/** Words for what JSON has no text for. */
export interface AnswerWords {
  readonly yes: string;
  readonly no: string;
  readonly nothing: string;
  /** A list's entry by its number, from 1. */
  readonly entry: (number: number) => string;
  /** How many entries a list has. */
  readonly many: (entries: number) => string;
}

/** A number as it was written; what a float makes of it may be another: `1.10`, or an id of 20 digits. */
class Written {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * A JSON object or list as lines, in its own order, nothing left out; `undefined` for any other text, which is shown
 * as it is. Numbers keep the digits they came with: browsers tell them from Chrome 114 on; an older one gives
 * `undefined` where it would change a number.
 */
export function answerLines(text: string, words: AnswerWords): readonly AnswerLine[] | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || value instanceof Written) return undefined;
  const lines: AnswerLine[] = [];
  addLines(value, '', lines, words);
  return lines;
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

function addLines(value: object, path: string, lines: AnswerLine[], words: AnswerWords): void {
  for (const [key, member] of Object.entries(value)) {
    const name = Array.isArray(value) ? words.entry(Number(key) + 1) : key;
    const label = path === '' ? name : `${path} ${name}`;
    if (typeof member !== 'object' || member === null || member instanceof Written) {
      lines.push({ label: name, value: textOf(member, words), inner: path !== '' });
    } else if (Object.keys(member).length === 0) {
      lines.push({ label: name, value: words.nothing, inner: path !== '' });
    } else {
      lines.push({ label: Array.isArray(member) ? `${label}: ${words.many(member.length)}` : label, inner: false });
      addLines(member as object, label, lines, words);
    }
  }
}

function textOf(value: unknown, words: AnswerWords): string {
  if (value instanceof Written) return value.source;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'string' ? value : words.nothing;
}
