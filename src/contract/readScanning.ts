import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf } from '#contract/catalogue.ts';
import {
  type CodeRule,
  type CodeRules,
  MAX_CODE_LENGTH,
  type ScanningRules,
  fits,
  formatNames,
} from '#contract/codes.ts';
import { waysOf } from '#contract/expressionCost.ts';
import { type JsonObject, booleanAt, expressionAt, listAt, objectAt, textAt } from '#contract/json.ts';

const MAX_PATTERN_LENGTH = 200;
/** Three parts that repeat without an end on a code of the greatest length; a few milliseconds on a handheld. */
const MAX_WAYS = 3_000_000;
const MAX_WINDOW_MS = 10_000;
const [MIN_ITF, MAX_ITF] = [2, 80];

/** Reads `scanning` of a site configuration. @throws TypeError naming the member that is wrong and what was expected. */
export function readScanning(value: unknown): ScanningRules {
  const rules = objectAt(value, 'scanning');
  const formats = rules['formats'] === undefined ? undefined : readFormats(rules);
  const itfLengths = rules['itfLengths'] === undefined ? undefined : readItfLengths(rules);
  const { duplicateWindowMs } = rules;
  if (formats?.includes('ITF') && !itfLengths) {
    throw new TypeError('scanning.itfLengths: ITF is among the formats, so its lengths are needed, such as [14].');
  }
  return {
    ...(formats && { formats }),
    ...(itfLengths && { itfLengths }),
    ...(duplicateWindowMs !== undefined && {
      duplicateWindowMs: wholeAt('scanning.duplicateWindowMs', duplicateWindowMs, 0, MAX_WINDOW_MS),
    }),
  };
}

function readFormats(rules: JsonObject): NonNullable<ScanningRules['formats']> {
  const formats = listIn(rules, 'formats').map((name, index) => {
    const format = formatNames.find((known) => known === name);
    if (format) return format;
    throw new TypeError(`scanning.formats[${index}]: expected one of ${formatNames.join(', ')}.`);
  });
  if (formats.length === 0) throw new TypeError('scanning.formats: expected one format at least.');
  return formats;
}

function readItfLengths(rules: JsonObject): readonly number[] {
  const lengths = listIn(rules, 'itfLengths').map((length, index) => {
    const where = `scanning.itfLengths[${index}]`;
    const digits = wholeAt(where, length, MIN_ITF, MAX_ITF);
    if (digits % 2 !== 0) throw new TypeError(`${where}: expected an even number, as ITF holds pairs of digits.`);
    return digits;
  });
  if (lengths.length === 0) throw new TypeError('scanning.itfLengths: expected one length at least.');
  return lengths;
}

/** Reads `codes` of a site configuration. @throws TypeError naming the member that is wrong and what was expected. */
export function readCodes(value: unknown): CodeRules {
  const rules = Object.entries(objectAt(value, 'codes'));
  return Object.fromEntries(rules.map(([parameter, rule]) => [parameter, readCode(parameter, rule)]));
}

function readCode(parameter: string, value: unknown): CodeRule {
  const where = `codes.${parameter}`;
  const path = `${where}.`;
  if (!isParameter(parameter)) throw new TypeError(`${where}: no operation has a parameter of this name.`);
  const rule = objectAt(value, where);
  const pattern = expressionAt(rule, path, 'pattern');
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new TypeError(`${path}pattern: expected ${MAX_PATTERN_LENGTH} characters at most, not ${pattern.length}.`);
  }
  if (!(waysOf(pattern, MAX_CODE_LENGTH) <= MAX_WAYS)) {
    throw new TypeError(
      `${path}pattern: “${pattern}” may take too long: repeat nothing that repeats or chooses inside, and little without an end.`,
    );
  }
  const example = textAt(rule, path, 'example');
  if (!fits({ pattern }, example)) throw new TypeError(`${path}example: “${example}” does not fit the pattern.`);
  const gs1 = rule['gs1'] === undefined ? undefined : textAt(rule, path, 'gs1');
  if (gs1 !== undefined && !/^[0-9]{2,4}$/.test(gs1)) {
    throw new TypeError(`${path}gs1: expected an application identifier of 2 to 4 digits, such as 01.`);
  }
  return {
    pattern,
    example,
    ...(gs1 !== undefined && { gs1 }),
    ...(rule['strict'] !== undefined && { strict: booleanAt(rule, path, 'strict', false) }),
  };
}

function isParameter(name: string): boolean {
  return (
    name !== KEY_PARAMETER &&
    operationNames.some((operation) => operationOf(operation).parameters.some(([known]) => known === name))
  );
}

/** A list; its name in the sentence is the whole path. */
function listIn(rules: JsonObject, name: string): readonly unknown[] {
  return listAt({ [`scanning.${name}`]: rules[name] }, `scanning.${name}`);
}

function wholeAt(where: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${where}: expected a whole number from ${least} to ${most}.`);
}
