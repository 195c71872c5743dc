/** Times that a guess is corrected: more of it raises what noise is left. */
const ROUNDS = 15;
/** The part of what a guess lacks that is added to it each time: with 2 and more it swings. */
const CORRECTION = 1.9;
const [INK, PAPER] = [0, 255];

/**
 * Takes a lens's blur off a row that goes from ink to paper: guesses what was there until the guess, blurred, is what is
 * seen. Bars are never darker than ink nor spaces lighter than paper, which says more than the row itself does.
 *
 * @param spread - of the blur, in the row's own samples.
 * Source: P. van Cittert, 1931, with the bounds of P. Jansson, 1970.
 */
export function unblur(row: Float32Array, spread: number): void {
  const reach = (Math.sqrt(1 + 4 * spread ** 2) - 1) / 2; // of a mean that, taken three times, spreads so far
  const guess = row.slice();
  const [one, other] = [new Float32Array(row.length), new Float32Array(row.length)];
  for (let round = 0; round < ROUNDS; round += 1) {
    average(guess, one, reach);
    average(one, other, reach);
    average(other, one, reach);
    for (let at = 0; at < row.length; at += 1) {
      guess[at] = Math.min(PAPER, Math.max(INK, guess[at]! + CORRECTION * (row[at]! - one[at]!)));
    }
  }
  row.set(guess);
}

/** Writes means over `reach` to either side, of whole pixels and of a part of the outermost. */
function average(from: Float32Array, into: Float32Array, reach: number): void {
  const last = from.length - 1;
  const whole = Math.floor(reach);
  const pixel = (at: number): number => from[Math.min(last, Math.max(0, at))]!;
  let sum = 0;
  for (let at = -whole; at <= whole; at += 1) sum += pixel(at);
  for (let at = 0; at <= last; at += 1) {
    into[at] = (sum + (reach - whole) * (pixel(at - whole - 1) + pixel(at + whole + 1))) / (2 * reach + 1);
    sum += pixel(at + whole + 1) - pixel(at - whole);
  }
}
