/** Quantifiers as source text, with the lazy mark. */
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>|c?.)/su;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const GROUP = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/u;

/**
 * How many ways a regular expression can be tried on a text, at most: the product of the choices that each quantifier
 * and each alternative leaves open, and so a bound for the time that it takes where it does not match. Any that repeats
 * a choice (`(a+)+`, `(a|b)*`) comes out without bound, whether or not the choices exclude each other.
 *
 * @param source - a regular expression that compiles with the flag `u`, tried at one place only.
 * @param length - characters of the longest text.
 */
export function waysOf(source: string, length: number): number {
  let rest = source;

  function take(token: RegExp): RegExpExecArray | undefined {
    const match = token.exec(rest) ?? undefined;
    if (match) rest = rest.slice(match[0].length);
    return match;
  }

  function alternatives(): number {
    let ways = sequence();
    while (rest.startsWith('|')) {
      rest = rest.slice(1);
      ways += sequence();
    }
    return ways;
  }

  function sequence(): number {
    let ways = 1;
    while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) ways *= repeated(atom());
    return ways;
  }

  function atom(): number {
    if (take(GROUP)) {
      const ways = alternatives();
      rest = rest.slice(1); // its end
      return ways;
    }
    if (!take(ESCAPE) && !take(CLASS)) rest = rest.slice((rest.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
    return 1;
  }

  function repeated(ways: number): number {
    const match = take(QUANTIFIER);
    if (!match) return ways;
    const [text, from, comma, to] = match;
    if (text.startsWith('?')) return ways + 1;
    const least = Number(from ?? 0);
    const most = from !== undefined && comma === undefined ? least : Math.min(Number(to || length), length);
    return ways ** most * Math.max(most - least + 1, 1);
  }

  return alternatives();
}
