/** A sign that stands for no letter, but for a place between two. */
export type Sign = '^' | '$' | '\\b' | '\\B';

/** A piece of an expression, as the flag `u` reads it. */
export type Part =
  /** One character: itself, a class or an escape, as it is written. */
  | { readonly kind: 'letter'; readonly source: string }
  | { readonly kind: 'place'; readonly sign: Sign }
  /** Once more the text that a group matched. */
  | { readonly kind: 'again' }
  | { readonly kind: 'look'; readonly inner: Part; readonly isAhead: boolean; readonly isWanted: boolean }
  | { readonly kind: 'either'; readonly parts: readonly Part[] }
  | { readonly kind: 'row'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly inner: Part; readonly least: number; readonly most: number };

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;
const PLACE = /^(?:[\^$]|\\[bB])/u;
const AGAIN = /^\\(?:[1-9]\d*|k<[^>]*>)/u;
const ESCAPE =
  /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c?.)/su;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const LOOK = /^\(\?(<?)([=!])/u;
const GROUP = /^\((?:\?(?::|<[^>]*>))?/u;
const MOST_DEEP = 100;

/** Thrown within: a form that is not known here, such as `(?i:a)`, or one that is nested too deep. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * Reads an expression as its parts.
 *
 * @param source - a regular expression that compiles with the flag `u`.
 * @returns `undefined` where it has a form that is not known here.
 */
export function partsOf(source: string): Part | undefined {
  let rest = source;
  let depth = 0;

  function take(token: RegExp): RegExpExecArray | undefined {
    const match = token.exec(rest) ?? undefined;
    if (match) rest = rest.slice(match[0].length);
    return match;
  }

  function alternatives(): Part {
    const parts = [sequence()];
    while (take(/^\|/)) parts.push(sequence());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'either', parts };
  }

  function hasMore(): boolean {
    return /^[^|)]/.test(rest);
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (hasMore()) parts.push(repeated(atom()));
    return { kind: 'row', parts };
  }

  function inside(): Part {
    depth += 1;
    if (depth > MOST_DEEP) throw new Unreadable();
    const inner = alternatives();
    depth -= 1;
    if (!take(/^\)/)) throw new Unreadable();
    return inner;
  }

  function atom(): Part {
    const look = take(LOOK);
    if (look) return { kind: 'look', inner: inside(), isAhead: look[1] === '', isWanted: look[2] === '=' };
    if (take(GROUP)) return inside();
    const sign = take(PLACE)?.[0];
    if (sign !== undefined) return { kind: 'place', sign: sign as Sign };
    if (take(AGAIN)) return { kind: 'again' };
    const letter = (take(ESCAPE) ?? take(CLASS) ?? take(/^[^*+?{}()[\]\\|]/su))?.[0];
    if (letter === undefined) throw new Unreadable();
    return { kind: 'letter', source: letter };
  }

  function repeated(inner: Part): Part {
    const match = take(QUANTIFIER);
    if (!match) return inner;
    const [text, from, comma, to = ''] = match;
    if (from === undefined) {
      const sign = text[0];
      return { kind: 'repeat', inner, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    }
    const least = Number(from);
    return { kind: 'repeat', inner, least, most: comma === undefined ? least : to === '' ? Infinity : Number(to) };
  }

  try {
    const all = alternatives();
    return rest === '' ? all : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
