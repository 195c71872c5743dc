/** Samples for each module of a code. */
export const SAMPLES = 4;
const [PAPER, INK] = [255, 0];
/** Parts of a sample, for edges that fall between two. */
const PARTS = 4;
/** Modules of a digit with one on either side, and of the bars around it that blur into them. */
const [DIGIT_MODULES, AROUND_MODULES] = [9, 3];

/** The left half's digits, 1 for ink. Source: GS1 General Specifications, 5.2. */
const odd = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const right = odd.map((digit) => Array.from(digit, (module) => (module === '1' ? '0' : '1')).join(''));
const even = right.map((digit) => digit.split('').reverse().join(''));
/** The first digit is not printed: it says which of the next six are even. */
const isEven = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010'].map(
  (six) => Array.from(six, (one) => one === '1'),
);

/** The first of the ten shapes that each of the twelve printed digits may have after a first digit, by number in `digitShapes`. */
export const shapesAfter: readonly (readonly number[])[] = isEven.map((six) =>
  Array.from({ length: 12 }, (_, place) => (place >= 6 ? 20 : six[place] ? 10 : 0)),
);

/** The marks that a lens and a printer leave on bars, in modules. */
export interface Print {
  /** The spread of the blur. */
  readonly blur: number;
  /** The width of bars beyond what it should be. */
  readonly gain: number;
}

/** Draws every digit as it is seen, with a module on either side: ten odd ones, ten even ones, ten of the right half. */
export function digitShapes(print: Print): readonly Float32Array[] {
  const cut = (modules: string): Float32Array =>
    drawn(modules, print).slice((AROUND_MODULES - 1) * SAMPLES, (AROUND_MODULES - 1 + DIGIT_MODULES) * SAMPLES);
  return [...[...odd, ...even].map((digit) => cut(`001${digit}001`)), ...right.map((digit) => cut(`110${digit}110`))];
}

/** Returns the modules of a code, 1 for ink. @param text - its thirteen digits. */
export function modulesOf(text: string): string {
  const [first = 0, ...digits] = Array.from(text, Number);
  const all = digits.map((digit, place) => [...odd, ...even, ...right][shapesAfter[first]![place]! + digit]!);
  return `101${all.slice(0, 6).join('')}01010${all.slice(6).join('')}101`;
}

/** Draws modules as a camera sees them, from 0 for ink to 255 for paper, `SAMPLES` of each. */
export function drawn(modules: string, { blur, gain }: Print): Float32Array {
  const fine = SAMPLES * PARTS;
  const isInk = (at: number): boolean =>
    modules[Math.min(modules.length - 1, Math.max(0, Math.floor(at / fine)))] === '1';
  const grown = Math.round((Math.abs(gain) / 2) * fine);
  const sharp = Float32Array.from({ length: modules.length * fine }, (_, at) => {
    const [before, after] = [isInk(at - grown), isInk(at + grown)];
    return (gain < 0 ? before && after : before || after) ? INK : PAPER;
  });
  const soften = (values: Float32Array): Float32Array => averaged(values, Math.round(blur * fine));
  return soften(soften(soften(sharp))).filter((_, at) => at % PARTS === PARTS / 2); // three times is nearly a Gaussian
}

function averaged(values: Float32Array, reach: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at += 1) sums[at + 1] = sums[at]! + values[at]!;
  return values.map((_, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(values.length, at + reach + 1)];
    return (sums[to]! - sums[from]!) / (to - from);
  });
}
