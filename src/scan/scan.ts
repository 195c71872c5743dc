/** Way in which a code came in: a scanner that types, the camera, or a person's keys. */
export type ScanSource = 'wedge' | 'camera' | 'typed';

/** A fact that a person should know about how a code came in. Data: the sentence is the screen's. */
export type ScanNotice =
  /** The scanner types its ending as text (`\n`); the ending was taken off. A setting of the scanner is wrong. */
  | { readonly kind: 'literal-ending'; readonly ending: string }
  /** The scanner delivered the code twice in one, by two outputs; it was taken once. */
  | { readonly kind: 'doubled' }
  /** `text` was typed or scanned before this code and never ended; it is no part of this code. */
  | { readonly kind: 'unfinished'; readonly text: string }
  /** The code has characters inside that cannot be seen (the GS1 separator is not counted). They are kept. */
  | { readonly kind: 'invisible'; readonly codePoints: readonly number[] }
  /** A Code 39 that was taken as printed has another meaning in full ASCII, and the site does not say which is meant. */
  | { readonly kind: 'full-ascii'; readonly text: string }
  /** The code names no character set: it was read by the language's usual one. */
  | { readonly kind: 'charset'; readonly charset: string }
  /** An input method or a dead key has altered the code, and it was not taken. */
  | { readonly kind: 'altered' }
  /** One pull of the trigger came as these codes: nothing of it is taken. */
  | { readonly kind: 'split'; readonly texts: readonly string[] };

/** One pull of the trigger that came as several codes. Told again with each code more. */
export interface SplitPull {
  /** The scan that it began with, as it was delivered: it is to be taken back. */
  readonly first: Scan;
  /** All of it, in order, the first one too. */
  readonly texts: readonly string[];
  /** Scans that were delivered just before, too close to it and to one another for a hand, the oldest first: they are of it. */
  readonly before: readonly Scan[];
}

export interface Scan {
  /** The code as printed: without ending, prefix and symbology identifier, inside untouched. Never blank. */
  readonly text: string;
  readonly source: ScanSource;
  /** The code type where it is known: `Code128`, `GS1-128`, `EAN13`, … */
  readonly symbology?: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly notice?: ScanNotice;
}
