/** Letters from which on what looks like Base64 is a file, and no word or code. */
const LEAST_LETTERS = 256;
/** Letters from which on it is one by how it begins. */
const LEAST_KNOWN = 40;
/** Letters of a line from which on the next line goes on with the same file. */
const LEAST_LINE = 60;
const LETTERS = /[A-Za-z0-9+/]+={0,2}/g;
/** Begins what JSON writes in two signs: a slash, or the end of a line, of which the second is a letter. */
const ESCAPE = '\\';
const DATA = /data:[\w.+-]{0,40}\/[\w.+-]{0,60};base64,$/;
const LONGEST_DATA = 120;

/** Sorts of letters that each file has early: a long number, or one letter over and over, is none. */
const MIXED = [/[A-Z]/, /[a-z]/, /[0-9]/];

/** Kinds of files by how their Base64 begins. */
const kinds: readonly (readonly [begin: string, kind: string])[] = [
  ['JVBERi0', 'PDF'],
  ['iVBORw0KGgo', 'PNG'],
  ['/9j/', 'JPEG'],
  ['R0lGOD', 'GIF'],
  ['UklGR', 'WebP'],
];

/** A run of letters that may be a file. */
interface Run {
  readonly from: number;
  to: number;
  /** The letters in it that are the file's own. */
  letters: number;
}

/** Returns a text of the service for a person to read: in place of each file that it carries in Base64 stands its kind and size, `[PDF, 34 kB]`. */
export function withoutFiles(text: string): string {
  let said = '';
  let at = 0;
  for (const run of runsIn(text)) {
    const file = fileIn(text, run);
    if (!file) continue;
    said += `${text.slice(at, file.from)}[${file.said}]`;
    at = run.to;
  }
  return said + text.slice(at);
}

/** Finds what is written in letters of Base64; the lines of one file, and the parts between slashes that JSON escapes, are one. */
function runsIn(text: string): readonly Run[] {
  const runs: Run[] = [];
  let line = 0;
  for (const { 0: letters, index } of text.matchAll(LETTERS)) {
    const last = runs.at(-1);
    const to = index + letters.length;
    const between = last && index - last.to <= 2 ? text.slice(last.to, index) : undefined;
    const isSlash = between === ESCAPE && letters.startsWith('/');
    const isLineEnd = between === '\n' || between === '\r\n';
    const isEscaped = between === ESCAPE && (letters === 'r' || letters.startsWith('n'));
    if (last && (isSlash || (line >= LEAST_LINE && (isLineEnd || isEscaped)))) {
      const own = letters.length - (isEscaped ? 1 : 0);
      last.to = to;
      last.letters += own;
      line = isSlash ? line + own : letters === 'r' ? line : own;
    } else {
      runs.push({ from: index, to, letters: letters.length });
      line = letters.length;
    }
  }
  return runs;
}

/** Says which file a run is, and where what says so before it begins; `undefined`: it is none. */
function fileIn(text: string, { from, letters }: Run): { readonly from: number; readonly said: string } | undefined {
  const before = text.slice(Math.max(0, from - LONGEST_DATA), from);
  const [data = ''] = DATA.exec(before) ?? [];
  const begin = text.slice(from, from + LEAST_KNOWN).replaceAll('\\/', '/');
  const kind = kinds.find(([known]) => begin.startsWith(known))?.[1];
  if (data === '' && letters < (kind === undefined ? LEAST_LETTERS : LEAST_KNOWN)) return undefined;
  const isMixed = MIXED.every((sort) => sort.test(text.slice(from, from + LEAST_LETTERS)));
  if (data === '' && kind === undefined && !isMixed) return undefined;
  const size = `${Math.max(1, Math.round((letters * 3) / 4_000))} kB`;
  return { from: from - data.length, said: kind === undefined ? size : `${kind}, ${size}` };
}
