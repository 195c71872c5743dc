/** An exact decimal number: `digits` divided by ten to the power of `scale`. No float loses anything of it. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Reads digits with at most one point, such as `1.250`; `undefined` for anything else, an exponent included. */
export function decimalOf(text: string): Decimal | undefined {
  const match = /^(-?)([0-9]*)(?:\.([0-9]*))?$/.exec(text);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (!match || whole + fraction === '') return undefined;
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

export function plusDecimal(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: scaledTo(a, scale) + scaledTo(b, scale), scale };
}

export function timesDecimal(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** Returns a number: below 0 where `a` is less than `b`, above 0 where it is more. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = scaledTo(a, scale) - scaledTo(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Divides one by the other, rounded to the nearest; a half goes away from zero.
 *
 * @param scale - digits after the point of what comes out.
 * @throws RangeError where `by` is zero.
 */
export function dividedDecimal(value: Decimal, by: Decimal, scale: number): Decimal {
  if (by.digits === 0n) throw new RangeError('division by zero');
  const over = value.digits * 10n ** BigInt(by.scale + scale);
  const under = by.digits * 10n ** BigInt(value.scale);
  const isNegative = over < 0n !== under < 0n;
  const [top, bottom] = [magnitude(over), magnitude(under)];
  const rounded = (top * 2n + bottom) / (bottom * 2n);
  return { digits: isNegative ? -rounded : rounded, scale };
}

/** Writes a decimal with a point and without a zero at the end of the fraction: `1.25`, `0.5`, `40`. */
export function decimalText({ digits, scale }: Decimal): string {
  const all = magnitude(digits)
    .toString()
    .padStart(scale + 1, '0');
  const whole = all.slice(0, all.length - scale);
  const fraction = all.slice(all.length - scale).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function scaledTo({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
