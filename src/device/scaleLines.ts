import { compareDecimals, decimalOf, decimalText, dividedDecimal, timesDecimal } from '#contract/decimal.ts';

export interface ScaleReading {
  /** `moving`: the weight is not steady yet; `over`: more, or less, than the scale can weigh. */
  readonly state: 'steady' | 'moving' | 'over';
  /** Digits with a point, without zeros in front: `1.250`. Empty where it is `over`. */
  readonly text: string;
  /** As the scale writes it, in small letters; absent where it writes none. */
  readonly unit?: string;
}

/** Grams in the units that scales write. */
const grams: Readonly<Record<string, string>> = {
  kg: '1000',
  g: '1',
  mg: '0.001',
  t: '1000000',
  lb: '453.59237',
  lbs: '453.59237',
  oz: '28.349523125',
};

const NUMBER = /^([+-]?)\s*([0-9]*)(?:[.,]([0-9]*))?$/;
const AFTER_NUMBER = /^([+-]?\s*[0-9.,]+)\s*([a-z]{0,4})$/i;
const STX = '\u0002';
/** A line that is longer is noise of a wrong speed. */
const MAX_LINE = 64;

/** Puts the bytes of a scale together to lines, wherever they are cut. Lines end with CR or LF, or begin with STX. */
export function createLines(): (bytes: Uint8Array) => readonly string[] {
  let open = '';
  return (bytes) => {
    const lines: string[] = [];
    for (const byte of bytes) {
      const letter = String.fromCharCode(byte & 0x7f); // a parity bit is none of a letter's
      if (letter === '\r' || letter === '\n' || letter === STX) {
        if (open.trim() !== '' && open !== STX) lines.push(open);
        open = letter === STX ? STX : ''; // it tells the protocol
      } else if (letter !== '\u0003') open = `${open}${letter}`.slice(-MAX_LINE);
    }
    return lines;
  };
}

/**
 * Reads a line of the usual continuous protocols: A&D and its kin (`ST,+0001.25  kg`, `US,…`, `OL,…`, with gross or net
 * as `ST,GS,+  1.25kg`), Mettler Toledo SICS and Kern KCP (`S S     1.250 kg`, `S D …`, `S +`), Mettler Toledo 8217
 * (STX and `001.250`), and Kern's older one (`+  1.250 kg`, without a unit while it moves).
 *
 * @returns `undefined` for a line that is none of these: a count, a menu, half of a line.
 */
export function readScaleLine(line: string): ScaleReading | undefined {
  const text = line.trim();
  const comma = /^(ST|US|OL)\s*,(?:\s*(?:GS|NT|G|N)\s*,)?\s*(.*)$/i.exec(text);
  if (comma) return weighed(steadiness[comma[1]?.toUpperCase() ?? ''] ?? 'moving', comma[2] ?? '');
  const sics = /^S[IX]?\s+(S|D|\+|-|I)(?:\s+(.*))?$/.exec(text);
  if (sics) return sics[1] === 'I' ? undefined : weighed(steadiness[sics[1] ?? ''] ?? 'moving', sics[2] ?? '');
  if (text.startsWith(STX))
    return /^.[0-9]{1,4}\.[0-9]{1,4}$/.test(text) ? weighed('steady', text.slice(1)) : undefined;
  const plain = /^[+-]?\s*[0-9]+[.,]?[0-9]*\s*[a-z]{0,3}$/i.test(text);
  return plain ? weighed(/[a-z]$/i.test(text) ? 'steady' : 'moving', text) : undefined;
}

const steadiness: Readonly<Record<string, ScaleReading['state']>> = {
  ST: 'steady',
  US: 'moving',
  OL: 'over',
  S: 'steady',
  D: 'moving',
  '+': 'over',
  '-': 'over',
};

function weighed(state: ScaleReading['state'], rest: string): ScaleReading | undefined {
  if (state === 'over') return { state, text: '' };
  const [, number = '', unit = ''] = AFTER_NUMBER.exec(rest.trim()) ?? [];
  const [, sign = '', whole = '', fraction] = NUMBER.exec(number) ?? [];
  if (whole + (fraction ?? '') === '') return undefined;
  const digits = `${whole.replace(/^0+(?=[0-9])/, '') || '0'}${fraction === undefined || fraction === '' ? '' : `.${fraction}`}`;
  const isNegative = sign === '-' && !/^[0.]*$/.test(digits);
  return { state, text: `${isNegative ? '-' : ''}${digits}`, ...(unit !== '' && { unit: unit.toLowerCase() }) };
}

/** Lines that have to say the same before a weight counts. */
const EQUAL_LINES = 3;

/**
 * Lets a weight through when the scale calls it steady and says it several times in a row; until then it is `moving`.
 * Nothing, and less than nothing, is never steady: the pan is empty.
 */
export function createSteadyGate(): (reading: ScaleReading) => ScaleReading {
  let last: ScaleReading | undefined;
  let count = 0;
  return (reading) => {
    const isRepeat = last?.state === reading.state && last.text === reading.text && last.unit === reading.unit;
    count = isRepeat ? count + 1 : 1;
    last = reading;
    if (reading.state !== 'steady') return reading;
    return count >= EQUAL_LINES && /^[0-9.]*[1-9]/.test(reading.text) ? reading : { ...reading, state: 'moving' };
  };
}

/** Digits after the point of a weight that was converted: a gram of a tonne, a milligram of a kilogram. */
const CONVERTED_DIGITS = 6;

/**
 * Converts a reading to another unit, as digits with a point; exact, then rounded to six digits after it.
 *
 * @param gramsOfWanted - how many grams one of the wanted unit is; absent: as the scale says it.
 * @returns `undefined` where the scale's unit is not known, so that nobody can say what it is in another.
 */
export function inUnit({ text, unit }: ScaleReading, gramsOfWanted?: number): string | undefined {
  if (gramsOfWanted === undefined || unit === undefined) return text;
  const [value, from, to] = [decimalOf(text), decimalOf(grams[unit] ?? ''), decimalOf(String(gramsOfWanted))];
  if (!value || !from || !to) return undefined;
  return compareDecimals(from, to) === 0
    ? text
    : decimalText(dividedDecimal(timesDecimal(value, from), to, CONVERTED_DIGITS));
}
