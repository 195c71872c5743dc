import { operationOf, type OperationName, type ParameterType } from './catalogue.ts';
import { InvalidParameter, type InvalidCode } from './errors.ts';

/** The parameter that carries the credential; it is added when a call is sent and is in no call before. */
export const KEY_PARAMETER = 'apiKey';

/** A longer key is refused, in letters: what every reply is looked through for is bounded. */
export const LONGEST_KEY = 4096;

/** Parameters as wire texts, in table order. */
export type Parameters = readonly (readonly [name: string, text: string])[];

/** An operation and its checked parameters in table order, without the credential. */
export interface Call {
  readonly operation: OperationName;
  readonly parameters: Parameters;
}

/** Returns the wire names of an operation's parameters in table order, without the credential. */
export function parametersOf(operation: OperationName): readonly string[] {
  return operationOf(operation).parameters.flatMap(([name]) => (name === KEY_PARAMETER ? [] : [name]));
}

/**
 * Checks every value and puts the parameters in table order.
 *
 * @param values - one text for each parameter except `apiKey`, by wire name.
 * @throws InvalidParameter naming the first parameter that is missing, unknown or not of its type.
 */
export function makeCall(operation: OperationName, values: Readonly<Record<string, string>>): Call {
  const expected = operationOf(operation).parameters.filter(([name]) => name !== KEY_PARAMETER);
  const unknown = Object.keys(values).find((name) => !expected.some(([known]) => known === name));
  if (unknown !== undefined)
    throw new InvalidParameter(unknown, `${operation} has no such parameter.`, 'unknown', operation);
  const parameters = expected.map(([name, type]) => {
    const value = values[name];
    if (value === undefined)
      throw new InvalidParameter(name, `${operation} needs it, and it is missing.`, 'missing', operation);
    return [name, checkValue(name, type, value)] as const;
  });
  return { operation, parameters };
}

/** The parameter whose value is the lane, by operation. */
export type Lanes = Readonly<Partial<Record<OperationName, string>>>;

/** Returns the parameters with the credential put in its place in table order: what is encoded. */
export function withAccessKey(call: Call, apiKey: string): Parameters {
  const texts = new Map(call.parameters);
  return operationOf(call.operation).parameters.map(([name]) => [
    name,
    name === KEY_PARAMETER ? apiKey : (texts.get(name) ?? ''),
  ]);
}

/**
 * Returns the lane of a call: calls with one lane keep their order, lanes are independent of each other.
 *
 * Operations that name the same object by the same parameter share its lane (CompleteBag and AgainOpenBag of one
 * `logTransferDtlID`); an operation without one has a single lane of its own. Assumption A-03.
 *
 * @param lanes - the site's own parameters in place of the catalogue's.
 */
export function laneOf(call: Call, lanes: Lanes = {}): string {
  const lane = lanes[call.operation] ?? operationOf(call.operation).lane;
  if (lane === undefined) return call.operation;
  return `${lane}:${new Map(call.parameters).get(lane) ?? ''}`;
}

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;
const DECIMAL_MAX = 79_228_162_514_264_337_593_543_950_335n;
const DECIMAL_MAX_FRACTION = 28;
/** With the flag `u` a whole pair is one character, which the range does not hold. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;

/**
 * Returns the wire text of a 32-bit integer, in its shortest form (`007` becomes `7`, so one object has one lane).
 *
 * @param field - what the sentence calls the field: a parameter's wire name or a screen's label.
 * @throws InvalidParameter when `text` is no whole number from -2147483648 to 2147483647.
 */
export function checkInt(field: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new InvalidParameter(field, 'a whole number is needed.', 'int-needed');
  if (!/^[+-]?[0-9]{1,40}$/.test(trimmed)) {
    throw invalid(field, trimmed, 'no-int', 'is not a whole number: digits only, such as 42.');
  }
  const value = Number(trimmed);
  if (value < INT_MIN || value > INT_MAX) {
    const entered = shortened(trimmed);
    throw new InvalidParameter(field, `${entered} is out of range: ${INT_MIN} to ${INT_MAX}.`, 'int-range', entered);
  }
  return String(value === 0 ? 0 : value);
}

/**
 * Returns the wire text of a .NET decimal: digits as entered, a point as the separator, never a float.
 *
 * `1,25` typed by a person becomes `1.25`; the service itself would read a comma as grouping and take 125
 * (an ASMX host over HTTP GET and POST: lab/conformance), so a comma never leaves. The scale is kept: `1.50` stays `1.50`.
 *
 * @param field - what the sentence calls the field: a parameter's wire name or a screen's label.
 * @throws InvalidParameter for an exponent, grouping, a unit, or more digits than a decimal holds.
 */
export function checkDecimal(field: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new InvalidParameter(field, 'a number is needed, such as 1.25.', 'number-needed');
  if (/^[+-]?[0-9.,]+e[+-]?[0-9]+$/i.test(trimmed)) {
    throw invalid(field, trimmed, 'exponent', 'has an exponent: write the number out, such as 1250.');
  }
  if ((trimmed.match(/[.,]/g) ?? []).length > 1 || /[0-9][\s'’_][0-9]/.test(trimmed)) {
    throw invalid(field, trimmed, 'grouped', 'is grouped: write it without grouping, such as 1234.5.');
  }
  const match = /^([+-]?)([0-9]*)(?:[.,]([0-9]*))?$/.exec(trimmed);
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (!match || whole + fraction === '') {
    throw invalid(field, trimmed, 'no-number', 'is not a number: digits and one point, such as 1.25.');
  }
  const significant = (whole + fraction).replace(/^0+(?=.)/, '');
  if (fraction.length > DECIMAL_MAX_FRACTION || significant.length > 29 || BigInt(significant) > DECIMAL_MAX) {
    throw invalid(field, trimmed, 'too-exact', 'has more digits than the service keeps (28).');
  }
  return `${match[1] === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns any text exactly as it is. @throws InvalidParameter for half a character, which no encoding can carry. */
export function checkText(field: string, text: string): string {
  if (LONE_SURROGATE.test(text))
    throw new InvalidParameter(field, 'the text holds half a character and cannot be sent.', 'half-character');
  return text;
}

/** Checks one value by its type and gives its wire text. @throws InvalidParameter */
export function checkValue(field: string, type: ParameterType, text: string): string {
  if (type === 'int') return checkInt(field, text);
  if (type === 'decimal') return checkDecimal(field, text);
  return checkText(field, text);
}

function invalid(field: string, text: string, code: InvalidCode, what: string): InvalidParameter {
  const entered = shortened(text);
  return new InvalidParameter(field, `“${entered}” ${what}`, code, entered);
}

function shortened(text: string): string {
  return text.length <= 24 ? text : `${text.slice(0, 23)}…`;
}
