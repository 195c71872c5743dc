import type { ZXingReadResult } from 'zxing-wasm/reader';

/** What zxing-wasm hands over of a text whose bytes it was told to leave as they are. */
export type RawText = Pick<ZXingReadResult, 'text' | 'hasECI'>;

type Part = Pick<ZXingReadResult, 'format' | 'text' | 'hasECI' | 'sequenceSize' | 'sequenceIndex' | 'sequenceId'>;

interface Seen extends RawText {
  /** The number of the last picture that showed it. */
  readonly at: number;
}

/** After so many pictures, about half a second, a part is out of sight: one of another code may have the same id. */
const OUT_OF_SIGHT = 15;

/** Whether a symbol holds only a part of a code: QR, Data Matrix, Aztec and PDF417 can be cut into several. */
export function isPart({ sequenceSize, sequenceIndex }: Pick<Part, 'sequenceSize' | 'sequenceIndex'>): boolean {
  return sequenceIndex >= 0 && sequenceSize !== 1;
}

/** Keeps the parts of codes that are spread over several symbols (structured append, macro PDF417). */
export function createSymbolParts() {
  const seen = new Map<string, Seen>();
  let picture = 0;
  let isLacking = false;
  return {
    /** Takes a part. @returns the whole code where all its parts are in sight, else `undefined` */
    join({ format, text, hasECI, sequenceSize, sequenceIndex, sequenceId }: Part): RawText | undefined {
      const keyOf = (index: number): string => `${format} ${sequenceSize} ${sequenceId} ${index}`;
      seen.set(keyOf(sequenceIndex), { text, hasECI, at: picture });
      const all = Array.from({ length: Math.max(0, sequenceSize) }, (_, index) => seen.get(keyOf(index)));
      const parts = all.filter((part) => part !== undefined && picture - part.at < OUT_OF_SIGHT) as Seen[];
      if (parts.length === 0 || parts.length < all.length) {
        isLacking = true;
        return undefined;
      }
      return { text: parts.map((part) => part.text).join(''), hasECI: parts.some((part) => part.hasECI) };
    },
    /** Begins another picture. */
    next(): void {
      picture += 1;
      isLacking = false;
    },
    /** Whether this picture has a part whose others are not in sight. */
    isLacking: (): boolean => isLacking,
  };
}
