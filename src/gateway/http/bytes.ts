/** A body costs a buffer, and pieces of this many bytes on average: of smaller ones each costs more than its bytes. */
const FEWEST_BYTES_A_PIECE = 128;
/** So many pieces of any size are taken. */
const FREE_PIECES = 1_024;
const FIRST_BYTES = 4 * 1024;

/** Why a body is taken no further. */
export type TooMuch = 'too-large' | 'too-many-pieces';

/**
 * Collects a body in one buffer that grows with it: a piece that came is copied, and none is kept. A sender decides how
 * many pieces there are, and a piece takes a hundred times the memory of a byte.
 *
 * @param limitBytes - what is beyond is not kept.
 */
export function collectBytes(limitBytes: number) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let pieces = 0;
  return {
    /** Takes a piece. @returns what is wrong: then it is not kept, and none after it should be asked for. */
    add(piece: Uint8Array): TooMuch | undefined {
      pieces += 1;
      const whole = length + piece.byteLength;
      if (whole > limitBytes) return 'too-large';
      if (pieces > FREE_PIECES + whole / FEWEST_BYTES_A_PIECE) return 'too-many-pieces';
      if (whole > buffer.byteLength) {
        const larger = Buffer.allocUnsafeSlow(
          Math.min(limitBytes, Math.max(FIRST_BYTES, whole, 2 * buffer.byteLength)),
        );
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(piece, length);
      length = whole;
      return undefined;
    },
    /** What came so far. */
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}
