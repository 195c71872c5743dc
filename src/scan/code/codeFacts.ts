import { type Gs1Content, readElements, readLink } from './gs1.ts';
import { GS } from '#scan/normalise.ts';

export interface CodeFacts {
  /** The content by the rules of GS1, where it is such a code. */
  readonly gs1?: Gs1Content;
  /** Code points that cannot be seen, in their order; the GS1 separator is not among them. */
  readonly invisible: readonly number[];
  /** Characters, as a person counts them. */
  readonly length: number;
}

export interface FactsOf {
  readonly text: string;
  readonly symbology?: string | undefined;
}

/** Codes longer than this are not looked into: no element string is. Source: GS1 DataMatrix, 2,335 characters. */
const MAX_LENGTH = 2_335;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u00a0\u2800]/gu;

/**
 * Returns the facts of a code. It is taken for GS1's where its symbology says so, where it holds a separator and its symbology is
 * not known, and where it is a Digital Link. `(01)…` as it is printed under a code is a text like any other.
 */
export function factsOf({ text, symbology }: FactsOf): CodeFacts {
  const gs1 = contentOf({ text, symbology });
  return {
    ...(gs1 && { gs1 }),
    invisible: (text.match(INVISIBLE) ?? []).filter((found) => found !== GS).map((found) => found.codePointAt(0) ?? 0),
    length: Array.from(text).length,
  };
}

function contentOf({ text, symbology }: FactsOf): Gs1Content | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const isGs1 = symbology === undefined ? text.includes(GS) : symbology.startsWith('GS1');
  return isGs1 ? readElements(text) : readLink(text);
}

/**
 * Returns the value of one application identifier. A code that does not say that it is GS1's is read as if it were, and counts
 * where all of it is right: a scanner may be set to say nothing.
 *
 * @returns `undefined` where it is not there, is wrong, or stands there twice with different values.
 */
export function gs1ValueOf(code: FactsOf, ai: string): string | undefined {
  const content = contentOf(code) ?? whole(code);
  const found = new Map(
    content?.elements.flatMap((element) => (element.ai === ai ? [[element.value, element.problem] as const] : [])),
  );
  const [[value, problem] = []] = found;
  return found.size === 1 && problem === undefined ? value : undefined;
}

function whole({ text, symbology }: FactsOf): Gs1Content | undefined {
  if (symbology !== undefined || text.length > MAX_LENGTH) return undefined;
  const content = readElements(text);
  return content.unread.length === 0 && content.elements.every(({ problem }) => !problem) ? content : undefined;
}
