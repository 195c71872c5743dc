import { hasCheckDigit } from './checkDigit.ts';
import { type Gs1Part, type Gs1Rule, gs1Rules, linkKeys } from './gs1Table.ts';
import { GS } from '#scan/normalise.ts';

/** The fault of a value: too short or long, characters it may not hold, its check digit, no day of a calendar. */
export type Gs1Problem = 'length' | 'characters' | 'check-digit' | 'date';

/** One element of a GS1 element string. */
export interface Gs1Element {
  /** The application identifier: 2 to 4 digits. */
  readonly ai: string;
  /** The data title of the standard. */
  readonly title: string;
  /** As it stands in the code. */
  readonly value: string;
  /** A date as YYYY-MM-DD (YYYY-MM where the code names no day), a number with its decimal point. */
  readonly shown?: string;
  readonly problem?: Gs1Problem;
}

/** The content of a GS1 code. Whatever cannot be read stands in `unread`, so that no character is lost. */
export interface Gs1Content {
  readonly elements: readonly Gs1Element[];
  /** Pieces that begin with no application identifier. */
  readonly unread: readonly string[];
}

/**
 * Reads a GS1 element string, without symbology identifier. Total: it never throws, and every character but the
 * separators is in an element or unread. A value that is wrong is kept, and what is wrong with it is said.
 *
 * @param year - the present one: a date has two digits for its year, and means the nearest.
 *
 * Source: GS1 General Specifications, 7.8 (element strings and separators), 7.12 (years), 7.9.1 (check digits).
 */
export function readElements(text: string, year = new Date().getFullYear()): Gs1Content {
  const elements: Gs1Element[] = [];
  const unread: string[] = [];
  for (const piece of text.split(GS)) {
    let rest = piece;
    while (rest !== '') {
      const ai = [2, 3, 4].map((length) => rest.slice(0, length)).find((digits) => gs1Rules.has(digits));
      const rule = ai === undefined ? undefined : gs1Rules.get(ai);
      if (ai === undefined || !rule) {
        unread.push(rest); // where it ends is only known by the next separator
        break;
      }
      rest = rest.slice(ai.length);
      const value = rule.isPredefined ? rest.slice(0, lengthOf(rule.parts)) : rest;
      elements.push(elementOf(ai, rule, value, year));
      rest = rest.slice(value.length);
    }
  }
  return { elements, unread };
}

/** Checks a value and returns its element. @param year - the present one. */
function elementOf(ai: string, rule: Gs1Rule, value: string, year: number): Gs1Element {
  const pieces = cut(value, rule.parts, year);
  const problem = problemOf(value, rule, pieces);
  const shown = problem === undefined && pieces ? shownOf(value, rule, pieces) : undefined;
  return { ai, title: rule.title, value, ...(shown !== undefined && { shown }), ...(problem && { problem }) };
}

function lengthOf(parts: readonly Gs1Part[]): number {
  return parts.reduce((total, { most }) => total + most, 0);
}

const sets: Readonly<Record<Gs1Part['set'], RegExp>> = {
  n: /^[0-9]*$/,
  x: /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/,
  y: /^[#\-/0-9A-Z]*$/,
  z: /^[A-Za-z0-9_\-=]*$/,
};

/** A part of a value as it stands there. */
interface Piece {
  readonly text: string;
  readonly part: Gs1Part;
  /** The date, where it is one that a calendar has. */
  readonly date: string | undefined;
}

/** Cuts a value in its parts. `undefined` where it is too short or too long for them. */
function cut(value: string, parts: readonly Gs1Part[], year: number): readonly Piece[] | undefined {
  let rest = value;
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (rest === '' && part.isOptional) break;
    const text = rest.slice(0, part.most);
    if (text.length < part.least) return undefined;
    pieces.push({ text, part, date: part.check === 'date' ? dateOf(text, year) : undefined });
    rest = rest.slice(text.length);
  }
  return rest === '' ? pieces : undefined;
}

function problemOf(value: string, { parts }: Gs1Rule, pieces: readonly Piece[] | undefined): Gs1Problem | undefined {
  if (!pieces) return parts.every(({ set }) => set === 'n') && !sets.n.test(value) ? 'characters' : 'length';
  if (pieces.some(({ text, part }) => !sets[part.set].test(text))) return 'characters';
  if (pieces.some(({ text, part }) => part.check === 'digit' && !hasCheckDigit(text))) return 'check-digit';
  return pieces.some(({ date, part }) => part.check === 'date' && date === undefined) ? 'date' : undefined;
}

function shownOf(value: string, { decimals }: Gs1Rule, pieces: readonly Piece[]): string | undefined {
  const last = pieces.at(-1);
  if (decimals !== undefined && last) {
    const currency = value.slice(0, value.length - last.text.length);
    return `${currency === '' ? '' : `${currency} `}${decimalOf(last.text, decimals)}`;
  }
  if (pieces.every(({ date }) => date === undefined)) return undefined;
  return pieces.map(({ date, text }) => date ?? text).join(' ');
}

/** Writes digits with a decimal point, without the zeros in front. */
function decimalOf(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=.)/, '');
  return decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`;
}

/** Returns the day of YYMMDD, the month where the day is 00, `undefined` where no calendar has it. */
function dateOf(digits: string, thisYear: number): string | undefined {
  const [years, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)];
  const far = Number(years) - (thisYear % 100);
  const century = Math.floor(thisYear / 100) + (far >= 51 ? -1 : far <= -50 ? 1 : 0);
  const year = century * 100 + Number(years);
  const last = new Date(Date.UTC(year, Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(month) > 12 || Number(day) > last) return undefined;
  return `${year}-${month}${day === '00' ? '' : `-${day}`}`;
}

const GTIN_LENGTH = 14;

/**
 * Reads a GS1 Digital Link: `https://id.example/01/09521234543213/10/LOT?17=271231`. A GTIN of 8, 12 or 13 digits
 * is filled up to 14. Members of the query that are no application identifier are not GS1's, and are left out.
 *
 * @returns `undefined` for any other text.
 */
export function readLink(text: string): Gs1Content | undefined {
  if (!/^https?:\/\/[^/?#\s]+\/\S+$/i.test(text)) return undefined;
  let url: URL;
  let steps: readonly string[];
  try {
    url = new URL(text);
    steps = url.pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const start = steps.findIndex((step, index) => linkKeys.has(step) && (steps.length - index) % 2 === 0);
  if (start < 0) return undefined;
  const path = steps.slice(start);
  const pairs = path.flatMap((ai, index): [string, string][] => (index % 2 === 0 ? [[ai, path[index + 1] ?? '']] : []));
  if (!pairs.every(([ai, value]) => gs1Rules.has(ai) && value !== '')) return undefined;
  const elements = [...pairs, ...url.searchParams].flatMap(([ai, value]): readonly Gs1Element[] => {
    const rule = gs1Rules.get(ai);
    const whole = ai === '01' && /^(?:\d{8}|\d{12,13})$/.test(value) ? value.padStart(GTIN_LENGTH, '0') : value;
    return rule ? [elementOf(ai, rule, whole, new Date().getFullYear())] : [];
  });
  return { elements, unread: [] };
}
