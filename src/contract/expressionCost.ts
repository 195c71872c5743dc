const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>|c?.)/su;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const GROUP = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/u;

/** Steps of an expression on one text: some tens of milliseconds on a handheld, as most of them are never made. */
const MAX_STEPS = 50_000_000;

/**
 * Tells whether an expression may take so long that it is felt.
 *
 * @param source - a regular expression that compiles with the flag `u`.
 * @param length - characters of the longest text.
 * @param places - of the text where it is tried.
 */
export function isSlow(source: string, length: number, places = isAnchored(source) ? 1 : length): boolean {
  return costOf(source, length).steps * places > MAX_STEPS;
}

function isAnchored(source: string): boolean {
  return source.startsWith('^') && !source.includes('|');
}

/** The most that trying an expression at one place may take. */
export interface Cost {
  /**
   * Ways in which it can be tried, at most: the product of the choices that each quantifier and each alternative leaves
   * open. Any that repeats a choice (`(a+)+`, `(a|b)*`) has no bound, whether or not the choices exclude each other.
   */
  readonly ways: number;
  /** Letters that are looked at, at most, in all ways together: what comes later is tried once for each way before. */
  readonly steps: number;
}

/** Returns a bound of what trying a regular expression at one place of a text may take, where it does not match. */
export function costOf(source: string, length: number): Cost {
  let rest = source;

  function take(token: RegExp): RegExpExecArray | undefined {
    const match = token.exec(rest) ?? undefined;
    if (match) rest = rest.slice(match[0].length);
    return match;
  }

  function alternatives(): Cost {
    let { ways, steps } = sequence();
    while (rest.startsWith('|')) {
      rest = rest.slice(1);
      const other = sequence();
      ways += other.ways;
      steps += other.steps;
    }
    return { ways, steps };
  }

  function sequence(): Cost {
    let [ways, steps] = [1, 1];
    while (rest !== '' && !rest.startsWith('|') && !rest.startsWith(')')) {
      const next = repeated(atom());
      steps += ways * next.steps;
      ways *= next.ways;
    }
    return { ways, steps };
  }

  function atom(): Cost {
    if (take(GROUP)) {
      const inner = alternatives();
      rest = rest.slice(1); // its end
      return inner;
    }
    const escape = take(ESCAPE)?.[0];
    if (escape !== undefined) return { ways: 1, steps: /^\\[1-9k]/.test(escape) ? length : 1 }; // what it refers to may be long
    if (!take(CLASS)) rest = rest.slice((rest.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
    return { ways: 1, steps: 1 };
  }

  function repeated(one: Cost): Cost {
    const match = take(QUANTIFIER);
    if (!match) return one;
    const [text, from, comma, to] = match;
    if (text.startsWith('?')) return { ways: one.ways + 1, steps: one.steps + 1 };
    const least = Number(from ?? 0);
    const most = from !== undefined && comma === undefined ? least : Math.min(Number(to || length), length);
    const all = one.ways ** most;
    const tries = one.ways === 1 ? most : (all - 1) / (one.ways - 1);
    return { ways: all * Math.max(most - least + 1, 1), steps: one.steps * Math.max(tries, 1) };
  }

  return alternatives();
}
