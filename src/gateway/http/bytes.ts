/** The smallest average size of a body's pieces, in bytes: a smaller piece costs more than its bytes. */
const FEWEST_BYTES_A_PIECE = 128;
/** The number of pieces that are taken of any size. */
const FREE_PIECES = 1_024;
const FIRST_BYTES = 4 * 1024;

/** The reason why a body is taken no further. */
export type TooMuch = 'too-large' | 'too-many-pieces';

/**
 * Collects a body in one buffer that grows with it. Each piece is copied and none is kept: the sender decides how many
 * there are, and a piece takes a hundred times the memory of a byte.
 *
 * @param limitBytes - the largest body that is taken.
 */
export function collectBytes(limitBytes: number) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let pieces = 0;
  return {
    /** Takes a piece. @returns the reason where it was not taken: ask for no further one then. */
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
    /** Returns the bytes that came so far, as a view of the buffer. */
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}
