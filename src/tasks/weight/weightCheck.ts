import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { type Decimal, compareDecimals, decimalOf, decimalText, plusDecimal, timesDecimal } from '#contract/decimal.ts';
import { readField, readFields } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { inHandWords } from '#i18n/words/inHand.ts';
import { weightWords } from '#i18n/words/weight.ts';
import { type Weight, unitName, weighings, weightOf, weightText } from './weightOf.ts';

interface Doubted {
  readonly weight: Weight;
  /** The same figures with the point where it was meant to be, as far as that can be told. */
  readonly meant?: Weight;
}

export type WeightDoubt =
  | (Doubted & { readonly kind: 'jump'; readonly last: Weight })
  | (Doubted & { readonly kind: 'most' })
  | (Doubted & { readonly kind: 'packages'; readonly sum: Weight });

export interface WeightAnswer {
  readonly operation: OperationName;
  readonly text: string | null;
}

type Rules = Pick<SiteConfiguration, 'weights' | 'weightUnits' | 'fieldRules'>;

/** So many times what is known, up or down, is asked about where the site says nothing. */
const JUMP_FACTOR = 3n;
/** A point slips by one place or by two. */
const slips = [decimal(1n, 1), decimal(1n, 2), decimal(10n), decimal(100n)] as const;
/** With the point put right a weight is less than so many times what is known, up or down: it was about ten or a hundred times. */
const ABOUT = decimal(2n);

/**
 * Doubts a weight that is far from what is known of its object, or above what the site expects. Known is what its packages
 * weigh together, else what it weighed last. Without a unit a weight is in the site's first.
 *
 * @param answer - to the object's look-up; its weight counts where this handheld has not weighed the object.
 */
export function doubtWeight(
  site: Rules,
  call: Call,
  earlier: readonly QueuedCall[],
  answer?: WeightAnswer,
): WeightDoubt | undefined {
  const weight = weightOf(call);
  if (!weight) return undefined;
  const sum = packagesOf(site, answer);
  const known = sum ?? lastWeight(call, earlier) ?? saidWeight(site, answer);
  if (!known || !isJump(site, weight, known)) return isTooMuch(site, weight) ? { kind: 'most', weight } : undefined;
  const meant = meantBy(site, weight, known);
  const doubted = { weight, ...(meant && { meant }) };
  return sum ? { ...doubted, kind: 'packages', sum } : { ...doubted, kind: 'jump', last: known };
}

/** Returns the weight with its point put right, where one place or two make it about what is known. */
function meantBy(site: Rules, weight: Weight, known: Weight): Weight | undefined {
  const value = decimalOf(weight.text);
  const all = value ? slips.map((slip) => ({ ...weight, text: decimalText(timesDecimal(value, slip)) })) : [];
  return all.find((one) => !isFar(site, one, ABOUT, known) && !isJump(site, one, known) && !isTooMuch(site, one));
}

function isTooMuch(site: Rules, weight: Weight): boolean {
  const grams = gramsOf(site, weight);
  const most = decimalOf(String(site.weights?.mostGrams ?? ''));
  return most !== undefined && grams?.isKnown === true && compareDecimals(grams.value, most) > 0;
}

function lastWeight(call: Call, earlier: readonly QueuedCall[]): Weight | undefined {
  const code = codeOf(call);
  for (let at = earlier.length - 1; at >= 0; at -= 1) {
    const other = earlier[at];
    if (!other || !counts(other)) continue;
    const isSame = other.operation === call.operation && codeOf(other) === code;
    if (isSame || other.scans.some(({ text }) => text === code)) {
      const weight = weightOf(other);
      if (weight) return weight;
    }
  }
  return undefined;
}

function codeOf({ operation, parameters }: Call): string | undefined {
  const name = weighings[operation]?.code;
  return name === undefined ? undefined : new Map(parameters).get(name);
}

/** A call that was taken back, or that the service did not want, says nothing about the object. */
function counts({ state, result }: QueuedCall): boolean {
  return state !== 'cancelled' && result?.verdict !== 'refused' && result?.verdict !== 'key-refused';
}

function saidWeight(site: Rules, answer: WeightAnswer | undefined): Weight | undefined {
  if (!answer) return undefined;
  const text = readField(site, answer.operation, 'weight', answer.text);
  return text !== undefined && decimalOf(text) ? { text } : undefined;
}

/** Adds up the packages' weights that the service names, in the unit of the bag; absent where one is not known. */
function packagesOf(site: Rules, answer: WeightAnswer | undefined): Weight | undefined {
  const texts = answer ? readFields(site, answer.operation, 'packageWeight', answer.text) : [];
  const weights = texts.flatMap((text) => decimalOf(text) ?? []);
  if (weights.length === 0 || weights.length < texts.length) return undefined; // of one it is not known
  return { text: decimalText(weights.reduce(plusDecimal)) };
}

/** Says what the packages weigh together that the service names; `undefined` where one is not known. */
export function saidPackages(site: Rules, answer: WeightAnswer | undefined): string | undefined {
  const sum = packagesOf(site, answer);
  return sum && inHandWords().packages({ weight: weightText(sum.text, unitName(site, sum)) });
}

function isJump(site: Rules, weight: Weight, known: Weight): boolean {
  const factor = decimalOf(String(site.weights?.jumpFactor ?? '')) ?? decimal(JUMP_FACTOR);
  return isFar(site, weight, factor, known);
}

/** Tells whether one weight is so many times the other one or more, up or down, as far as they can be compared. */
function isFar(site: Rules, weight: Weight, times: Decimal, other: Weight): boolean {
  return isTimes(site, weight, times, other) || isTimes(site, other, times, weight);
}

function isTimes(site: Rules, more: Weight, times: Decimal, less: Weight): boolean {
  const [one, other] = [gramsOf(site, more), gramsOf(site, less)];
  if (!one || !other || one.value.digits <= 0n || other.value.digits <= 0n) return false;
  const isComparable = (one.isKnown && other.isKnown) || more.unit === less.unit;
  return isComparable && compareDecimals(one.value, timesDecimal(other.value, times)) >= 0;
}

function decimal(digits: bigint, scale = 0): Decimal {
  return { digits, scale };
}

/** A weight in grams; where the site does not say what its unit is, as it stands. */
function gramsOf(
  { weightUnits = [] }: Pick<Rules, 'weightUnits'>,
  { text, unit }: Weight,
): { readonly value: Decimal; readonly isKnown: boolean } | undefined {
  const value = decimalOf(text);
  if (!value) return undefined;
  const found = unit === undefined ? weightUnits[0] : weightUnits.find((known) => known.value === unit);
  const grams = found && decimalOf(String(found.grams));
  return grams ? { value: timesDecimal(value, grams), isKnown: true } : { value, isKnown: false };
}

/** Calls among which the last weight of a code is looked for: a shift or more. */
const CALLS_BACK = 500;

/** The question about a weight before it is saved, and the one that was meant, where a point has slipped. */
export interface WeightQuestion {
  readonly sentence: string;
  readonly meant?: MeantWeight;
}

export interface MeantWeight {
  /** As it is sent. */
  readonly text: string;
  /** As it is read, with its unit where the site names one. */
  readonly shown: string;
}

/** Returns the calls of this handheld among which the last weight of a code is looked for. */
async function lastCalls({ newest, since }: Pick<Handheld['outbox'], 'newest' | 'since'>) {
  return since(Math.max(0, (await newest()) - CALLS_BACK), CALLS_BACK);
}

/** Creates what finds the weight that this handheld has saved last for a code: as it is read, with its unit. */
export function lastWeightOf({ outbox, site }: Pick<Handheld, 'outbox' | 'site'>) {
  return async (operation: OperationName, code: string): Promise<string | undefined> => {
    const weighing = weighings[operation];
    if (!weighing) return undefined;
    const last = lastWeight({ operation, parameters: [[weighing.code, code]] }, await lastCalls(outbox));
    return last && weightText(last.text, unitName(site(), last));
  };
}

/** Creates what looks at a weight before it is saved: `undefined` where nothing is amiss. */
export function weightQuestion({
  outbox,
  site,
  answersOf,
}: Pick<Handheld, 'outbox' | 'site' | 'answersOf'>): (
  call: Call,
  answer: WeightAnswer | undefined,
) => Promise<WeightQuestion | undefined> {
  const shown = (weight: Weight): string => weightText(weight.text, unitName(site(), weight));
  return async (call, answer) => {
    if (!weightOf(call)) return undefined;
    const earlier = await lastCalls(outbox);
    const doubt = doubtWeight(site(), call, earlier, answer ?? (await keptAnswer(site(), call, answersOf)));
    if (!doubt) return undefined;
    const { meant } = doubt;
    return {
      sentence: sentenceOf(doubt, shown),
      ...(meant && { meant: { text: meant.text, shown: shown(meant) } }),
    };
  };
}

function sentenceOf(doubt: WeightDoubt, shown: (weight: Weight) => string): string {
  const weight = shown(doubt.weight);
  switch (doubt.kind) {
    case 'jump':
      return weightWords().jump({ weight, last: shown(doubt.last) });
    case 'packages':
      return weightWords().packages({ weight, sum: shown(doubt.sum) });
    case 'most':
      return weightWords().most({ weight });
  }
}

/** Returns what the service has said of the call's object before, where the screen has asked it nothing. */
async function keptAnswer(
  site: Rules,
  call: Call,
  answersOf: Handheld['answersOf'],
): Promise<WeightAnswer | undefined> {
  const weighing = weighings[call.operation];
  const operation = weighing?.lookUp;
  if (!weighing || !operation) return undefined;
  const texts = await answersOf(operation);
  const text = texts.find((said) => readField(site, operation, weighing.code, said) === codeOf(call));
  return text === undefined ? undefined : { operation, text };
}
