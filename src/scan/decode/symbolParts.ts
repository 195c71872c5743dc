import type { ZXingReadResult } from 'zxing-wasm/reader';

/** A text as zxing-wasm hands it over, whose bytes it was told to leave as they are. */
export type RawText = Pick<ZXingReadResult, 'text' | 'hasECI'>;

type Part = Pick<ZXingReadResult, 'format' | 'text' | 'hasECI' | 'sequenceSize' | 'sequenceIndex' | 'sequenceId'>;

/** The parts of a picture that have one size and one id: these are of one code, or of several that chose the same id. */
interface PartSet {
  readonly size: number;
  readonly byPlace: Map<number, RawText>;
  /** `true`: two of one place differ; they are of several codes, and nobody knows which of which. */
  isMixed: boolean;
}

/** Tells whether a symbol holds only a part of a code: QR, Data Matrix, Aztec and PDF417 can be cut into several. */
export function isPart({ sequenceSize, sequenceIndex }: Pick<Part, 'sequenceSize' | 'sequenceIndex'>): boolean {
  return sequenceIndex >= 0 && sequenceSize !== 1;
}

/**
 * Keeps the parts of a picture's codes that are spread over several symbols (structured append, macro PDF417). Those of
 * another picture are none of theirs: the id is often the same on every label, and a QR code's parity any number.
 */
export function createSymbolParts() {
  const sets = new Map<string, PartSet>();
  const keyOf = ({ format, sequenceSize, sequenceId }: Part): string => `${format} ${sequenceSize} ${sequenceId}`;
  return {
    /** Notes a part. All that are read at once are noted before any of them is joined. */
    note(part: Part): void {
      const { text, hasECI, sequenceSize: size, sequenceIndex: place } = part;
      const set = sets.get(keyOf(part)) ?? { size, byPlace: new Map<number, RawText>(), isMixed: false };
      set.isMixed ||= (set.byPlace.get(place)?.text ?? text) !== text;
      set.byPlace.set(place, { text, hasECI });
      sets.set(keyOf(part), set);
    },
    /** Returns the code that a part is of, where all parts are noted and no other code's, else `undefined`. */
    wholeOf: (part: Part): RawText | undefined => joined(sets.get(keyOf(part))),
    /** Begins another picture. */
    next: (): void => sets.clear(),
    /** Tells whether this picture has a part of which the whole is not known. */
    isLacking: (): boolean => [...sets.values()].some((set) => !joined(set)),
  };
}

function joined(set: PartSet | undefined): RawText | undefined {
  if (!set || set.isMixed || set.size < 1 || set.byPlace.size < set.size) return undefined;
  const parts = Array.from({ length: set.size }, (_, place) => set.byPlace.get(place)).filter(
    (one) => one !== undefined,
  );
  if (parts.length < set.size) return undefined;
  return { text: parts.map(({ text }) => text).join(''), hasECI: parts.some(({ hasECI }) => hasECI) };
}
