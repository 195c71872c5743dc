import { FIVE } from '#wire/entities.ts';

/** A piece of a text: where it begins, and where what follows it does. */
export type Piece = readonly [from: number, to: number];

/** A text whose escapes of some kinds were read once. */
export interface Layer {
  readonly source: string;
  readonly kinds: string;
  readonly text: string;
  /** For each escape where it begins and ends: in this text, in the source. Made where it is needed. */
  marks?: readonly number[];
}

/** XML and HTML, also where the semicolon is left out; JSON, and what scripts have beside it; an address; ends of lines. */
const ESCAPE =
  /&(?:#x0*[0-9a-f]{1,6}|#0*[0-9]{1,7}|amp|lt|gt|quot|apos);?|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|["'\\/bfnrt])|%(?:u[0-9a-f]{4}|[0-9a-f]{2})|[\r\n]+/gi;
/**
 * All kinds at once, one within another; each by itself, where the key looks like an escape or stands beside one; and
 * what is broken into lines.
 */
export const WAYS = [['&\\%', '&\\%', '&\\%', '&\\%'], ['\r\n'], ['&', '\\'], ['\\'], ['%']] as const;

const NAMED: Readonly<Record<string, string>> = {
  ...FIVE,
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** What an escape stands for, where it is of these kinds; `undefined` where there is no such character. */
function letterOf(escape: string, kinds: string): string | undefined {
  if (!kinds.includes(escape.charAt(0))) return undefined;
  if (/[\r\n]/.test(escape)) return '';
  const inside = escape.replace(/^[&\\%]|;$/g, '').toLowerCase();
  if (escape.startsWith('\\') && inside.length < 2) return NAMED[inside] ?? inside;
  if (escape.startsWith('&') && !inside.startsWith('#')) return NAMED[inside];
  const isDecimal = inside.startsWith('#') && inside[1] !== 'x';
  const code = Number.parseInt(inside.replace(/^#?[xu#]?/, ''), isDecimal ? 10 : 16);
  return code > 0x10_ff_ff ? undefined : String.fromCodePoint(code);
}

/** A text with its escapes of these kinds read once; `undefined` where it has none. */
export function decoded(source: string, kinds: string): Layer | undefined {
  const text = source.replace(ESCAPE, (escape: string) => letterOf(escape, kinds) ?? escape);
  return text === source ? undefined : { source, kinds, text };
}

function marksOf({ source, kinds }: Layer): readonly number[] {
  const marks: number[] = [];
  let shorter = 0; // how much shorter the text is so far
  ESCAPE.lastIndex = 0;
  for (let found = ESCAPE.exec(source); found; found = ESCAPE.exec(source)) {
    const [escape] = found;
    const letter = letterOf(escape, kinds);
    if (letter === undefined) continue;
    marks.push(found.index - shorter, found.index);
    shorter += escape.length - letter.length;
    marks.push(ESCAPE.lastIndex - shorter, ESCAPE.lastIndex);
  }
  return marks;
}

/** A piece of a layer's text in the text that it was decoded from: an escape is in it as a whole. */
export function outer([from, to]: Piece, layer: Layer): Piece {
  layer.marks ??= marksOf(layer);
  return [place(layer.marks, from, 0), place(layer.marks, to - 1, 1)];
}

/** Where the character at `at` begins, or where it ends. @param end - 0 or 1 */
function place(marks: readonly number[], at: number, end: 0 | 1): number {
  let [low, high] = [0, marks.length / 2]; // how many marks are at or before it
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[2 * middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const [text = 0, source = 0] = low === 0 ? [] : marks.slice(2 * low - 2, 2 * low);
  const isEscaped = low % 2 === 1; // the last mark is the beginning of an escape
  if (isEscaped) return end === 1 ? (marks[2 * low + 1] ?? source) : source;
  return source + at - text + end;
}
