import { type Part, type Sign, partsOf } from '#site/expressionParts.ts';

/** The states that an expression may have: `.{500}` has as many as it counts. More than any text that is judged has letters. */
const MOST_STATES = 5_000;
/** The steps of one look at a text: about as many as the states on the longest text that is judged, some tenths of a second. */
const MOST_STEPS = 10_000_000;
/** The expressions whose states are kept: more than a site has. */
const MOST_KEPT = 200;

/** Standing of a look at a text: all of them are followed at once, so that no way is tried twice. */
type State = (
  | { readonly kind: 'end' }
  | { readonly kind: 'letter'; readonly fits: (letter: string) => boolean; readonly next: State }
  | { readonly kind: 'place'; readonly sign: Sign; readonly next: State }
  | {
      readonly kind: 'look';
      readonly inner: State;
      readonly step: 1 | -1;
      readonly isWanted: boolean;
      readonly next: State;
    }
  | { readonly kind: 'fork'; readonly to: State[] }
) & {
  /** The round in which it was entered last. */
  seen?: number;
};

/** Thrown within: an expression of too many states, or one that refers back. */
class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** An expression as it is looked for. */
interface Kept {
  readonly start: State;
  /** The last round of all looks so far: it tells what a state was entered in. */
  round: number;
}

const known = new Map<string, Kept | undefined>();

/** Tells whether `expressionFits` can look for an expression at all: it has not too many states, and refers back to no group. */
export function canFit(source: string): boolean {
  return keptOf(source) !== undefined;
}

/**
 * Tells whether an expression fits a text somewhere, as `RegExp` with the flag `u` does, and in a bounded time whatever the expression
 * is: it follows all ways at once and ends after so many steps. `RegExp` tries one way after the other, which no code can end.
 *
 * @returns `undefined` where the expression cannot be run, or took too many steps: nobody knows.
 */
export function expressionFits(source: string, text: string): boolean | undefined {
  const kept = keptOf(source);
  return kept && look(kept, Array.from(text));
}

function keptOf(source: string): Kept | undefined {
  if (known.has(source)) return known.get(source);
  const parts = partsOf(source);
  const start = parts && made(parts);
  const [oldest] = known.keys();
  if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest);
  const kept = start && { start, round: 0 };
  known.set(source, kept);
  return kept;
}

function made(parts: Part): State | undefined {
  let states = 0;

  function count(): void {
    states += 1;
    if (states > MOST_STATES) throw new Unfit();
  }

  /** Makes the states of a part, which lead to `next`. @param step - the way through the text: back in a look behind. */
  function before(next: State, part: Part, step: 1 | -1): State {
    count();
    switch (part.kind) {
      case 'letter':
        return { kind: 'letter', fits: testOf(part.source), next };
      case 'place':
        return { kind: 'place', sign: part.sign, next };
      case 'again':
        throw new Unfit();
      case 'look': {
        const way = part.isAhead ? 1 : -1;
        return {
          kind: 'look',
          inner: before({ kind: 'end' }, part.inner, way),
          step: way,
          isWanted: part.isWanted,
          next,
        };
      }
      case 'either':
        return { kind: 'fork', to: part.parts.map((one) => before(next, one, step)) };
      case 'row': {
        const put = (later: State, one: Part): State => before(later, one, step);
        return step === 1 ? part.parts.reduceRight(put, next) : part.parts.reduce(put, next);
      }
      case 'repeat':
        return times(next, part.inner, step, part);
    }
  }

  function times(next: State, inner: Part, step: 1 | -1, { least, most }: { least: number; most: number }): State {
    let state = next;
    if (most > MOST_STATES) {
      const loop: State & { kind: 'fork' } = { kind: 'fork', to: [next] };
      loop.to.push(before(loop, inner, step));
      state = loop;
    } else {
      for (let left = most - least; left > 0; left -= 1)
        state = { kind: 'fork', to: [before(state, inner, step), next] };
    }
    for (let left = least; left > 0; left -= 1) state = before(state, inner, step);
    return state;
  }

  try {
    return before({ kind: 'end' }, parts, 1);
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

/** Returns the test of one character. What is no letter itself is asked of `RegExp`, which looks at that one character alone. */
function testOf(source: string): (letter: string) => boolean {
  if (!/^[.[\\]/.test(source)) return (letter) => letter === source;
  const expression = new RegExp(`^${source}$`, 'u');
  const said = new Map<string, boolean>();
  return (letter) => {
    let is = said.get(letter);
    if (is === undefined) {
      is = expression.test(letter);
      if (letter < '\u0080') said.set(letter, is);
    }
    return is;
  };
}

/** Looks for an end that can be reached from anywhere in the text. @returns `undefined` after too many steps. */
function look(kept: Kept, letters: readonly string[]): boolean | undefined {
  let steps = 0;

  /** Tells whether an end is reached; `undefined` after too many steps. @param from - the only place to begin; absent: any. */
  function isReached(first: State, step: 1 | -1, from?: number): boolean | undefined {
    let states: State[] = [];
    for (let at = from ?? 0; ; at += step) {
      if (from === undefined || at === from) states.push(first);
      kept.round += 1;
      const here = kept.round;
      const letter = letters[step === 1 ? at : at - 1];
      const coming: State[] = [];
      for (let state = states.pop(); state; state = states.pop()) {
        if (state.seen === here) continue;
        state.seen = here;
        steps += 1;
        if (steps > MOST_STEPS) return undefined;
        switch (state.kind) {
          case 'end':
            return true;
          case 'fork':
            for (const one of state.to) states.push(one);
            break;
          case 'letter':
            if (letter !== undefined && state.fits(letter)) coming.push(state.next);
            break;
          case 'place':
            if (isAt(state.sign, letters, at)) states.push(state.next);
            break;
          case 'look': {
            const is = isReached(state.inner, state.step, at);
            if (is === undefined) return undefined;
            if (is === state.isWanted) states.push(state.next);
          }
        }
      }
      if (letter === undefined || (from !== undefined && coming.length === 0)) return false;
      states = coming;
    }
  }

  return isReached(kept.start, 1);
}

function isAt(sign: Sign, letters: readonly string[], at: number): boolean {
  if (sign === '^') return at === 0;
  if (sign === '$') return at === letters.length;
  const isWord = (letter = ''): boolean => /^\w$/.test(letter);
  return (isWord(letters[at - 1]) !== isWord(letters[at])) === (sign === '\\b');
}
