const INT_MAX = 2n ** 31n - 1n;
const DECIMAL_MAX = 79_228_162_514_264_337_593_543_950_335n;
const DECIMAL_MAX_SCALE = 28;

/** A text that .NET does not read as a number. The message is .NET's own. */
export class NumberFormat extends Error {
  override readonly name = 'NumberFormat';
}

const BAD_FORMAT = 'Input string was not in a correct format.';

/**
 * Reads an Int32 as .NET does: blanks around it, a sign before it, and nothing else.
 * Source: System.Globalization.NumberStyles.Integer; seen by lab/conformance.
 *
 * @returns its shortest text.
 * @throws NumberFormat
 */
export function readInt32(text: string): string {
  const match = /^[\t-\r ]*([+-]?[0-9]+)[\t-\r ]*\0*$/.exec(text);
  if (match?.[1] === undefined) throw new NumberFormat(BAD_FORMAT);
  const tooLarge = new NumberFormat('Value was either too large or too small for an Int32.');
  const digits = match[1].replace(/^([+-]?)0+(?=[0-9])/, '$1');
  if (digits.length > 12) throw tooLarge;
  const value = BigInt(digits.replace('+', ''));
  if (value > INT_MAX || value < -INT_MAX - 1n) throw tooLarge;
  return String(value);
}

/**
 * Reads a Decimal as .NET does in the invariant culture: a comma is grouping wherever it stands, the sign may also
 * follow, exponents and currency are refused, and digits beyond the 29th are rounded off.
 * Source: System.Globalization.NumberStyles.Number; seen by lab/conformance (`1,5` is 15, `1.5-` is -1.5).
 *
 * @returns its text with a point, the scale kept: `1.50` stays `1.50`.
 * @throws NumberFormat
 */
export function readDecimal(text: string): string {
  const match = /^[\t-\r ]*([+-]?)(?:([0-9][0-9,]*)(?:\.([0-9]*))?|\.([0-9]+))[\t-\r ]*(?:([+-])[\t-\r ]*)?\0*$/.exec(
    text,
  );
  if (!match) throw new NumberFormat(BAD_FORMAT);
  const [, before = '', grouped = '', fractionAfter = '', fractionOnly = '', after = ''] = match;
  if (before !== '' && after !== '') throw new NumberFormat(BAD_FORMAT);
  const whole = grouped.replaceAll(',', '').replace(/^0+/, '');
  if (whole.length > 29) throw new NumberFormat('Value was either too large or too small for a Decimal.');
  const { mantissa, scale } = round(whole, (fractionAfter || fractionOnly).slice(0, 64));
  const digits = String(mantissa).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const unsigned = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return before + after === '-' && mantissa !== 0n ? `-${unsigned}` : unsigned;
}

/**
 * Reads a Decimal as .NET does in XML: like `readDecimal`, but without grouping and without a sign that follows.
 * Source: System.Xml, XmlConvert.ToDecimal. @throws NumberFormat
 */
export function readXmlDecimal(text: string): string {
  if (/,|[+-]\s*\0*$/.test(text)) throw new NumberFormat(BAD_FORMAT);
  return readDecimal(text);
}

/** Rounds to as many digits of the fraction as a Decimal holds, half to even. @throws NumberFormat where it is too large. */
function round(whole: string, fraction: string): { mantissa: bigint; scale: number } {
  for (let scale = Math.min(fraction.length, DECIMAL_MAX_SCALE); scale >= 0; scale -= 1) {
    const kept = BigInt(whole + fraction.slice(0, scale) || '0');
    const half = 5n * 10n ** BigInt(Math.max(fraction.length - scale - 1, 0));
    const rest = BigInt(fraction.slice(scale) || '0');
    const up = rest > half || (rest === half && kept % 2n === 1n);
    const mantissa = up && rest > 0n ? kept + 1n : kept;
    if (mantissa <= DECIMAL_MAX) return { mantissa, scale };
  }
  throw new NumberFormat('Value was either too large or too small for a Decimal.');
}
