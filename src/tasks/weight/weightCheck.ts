import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { type Decimal, compareDecimals, decimalOf, decimalText, plusDecimal, timesDecimal } from '#contract/decimal.ts';
import { readField, readFields } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { words } from '#i18n/words.ts';

/** A weight as it is sent, and the number of its unit; none where the service asks for none. */
export interface Weight {
  readonly text: string;
  readonly unit?: string;
}

export type WeightDoubt =
  | { readonly kind: 'jump'; readonly weight: Weight; readonly last: Weight }
  | { readonly kind: 'most'; readonly weight: Weight }
  | { readonly kind: 'packages'; readonly weight: Weight; readonly sum: Weight };

export interface WeightAnswer {
  readonly operation: OperationName;
  readonly text: string | null;
}

type Rules = Pick<SiteConfiguration, 'weights' | 'weightUnits' | 'fieldRules'>;

const JUMP_FACTOR = 10n;

const weighings: Partial<
  Record<OperationName, { readonly code: string; readonly weight: string; readonly unit?: string }>
> = {
  CompleteBag: { code: 'logTransferDtlID', weight: 'sWeight' },
  ResetWeightClone: { code: 'code', weight: 'weight', unit: 'WeightUnit' },
};

/**
 * Doubts a weight that is far from the last one of its code, or above what the site expects. Without a unit it is in
 * the site's first. @param answer - counts where this handheld has not weighed it
 */
export function doubtWeight(
  site: Rules,
  call: Call,
  earlier: readonly QueuedCall[],
  answer?: WeightAnswer,
): WeightDoubt | undefined {
  const weight = weightOf(call);
  const grams = weight && gramsOf(site, weight);
  if (!weight || !grams) return undefined;
  const last = lastWeight(call, earlier) ?? saidWeight(site, answer);
  if (last && isJump(site, weight, last)) return { kind: 'jump', weight, last };
  const sum = last ? undefined : packagesOf(site, answer);
  if (sum && isJump(site, weight, sum)) return { kind: 'packages', weight, sum };
  const most = decimalOf(String(site.weights?.mostGrams ?? ''));
  return most && grams.isKnown && compareDecimals(grams.value, most) > 0 ? { kind: 'most', weight } : undefined;
}

function weightOf({ operation, parameters }: Call): Weight | undefined {
  const weighing = weighings[operation];
  const texts = new Map(parameters);
  const text = weighing && texts.get(weighing.weight);
  if (text === undefined) return undefined;
  const unit = weighing?.unit === undefined ? undefined : texts.get(weighing.unit);
  return { text, ...(unit !== undefined && { unit }) };
}

/** The name of a weight's unit at this site, or `undefined` where nobody has said it. */
export function unitName({ weightUnits = [] }: Pick<Rules, 'weightUnits'>, { unit }: Weight): string | undefined {
  return (unit === undefined ? weightUnits[0] : weightUnits.find(({ value }) => value === unit))?.name;
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
  return sum && words('inHand').packages({ weight: weightText(sum.text, unitName(site, sum)) });
}

/** A weight as it is read: with its unit where somebody has said it. */
export function weightText(text: string, unit: string | undefined): string {
  return unit === undefined ? text : words('weight').withUnit({ text, unit });
}

function isJump(site: Rules, weight: Weight, last: Weight): boolean {
  const factor = jumpFactor(site);
  return isTimes(site, weight, factor, last) || isTimes(site, last, factor, weight);
}

function jumpFactor({ weights }: Rules): Decimal {
  return decimalOf(String(weights?.jumpFactor ?? '')) ?? { digits: JUMP_FACTOR, scale: 0 };
}

/** Tells whether one weight is more than so many times another one, as far as they can be compared. */
function isTimes(site: Rules, more: Weight, times: Decimal, less: Weight): boolean {
  const [one, other] = [gramsOf(site, more), gramsOf(site, less)];
  if (!one || !other || one.value.digits <= 0n || other.value.digits <= 0n) return false;
  const isComparable = (one.isKnown && other.isKnown) || more.unit === less.unit;
  return isComparable && compareDecimals(one.value, timesDecimal(other.value, times)) > 0;
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

/** One sentence about a weight before it is saved, or `undefined` where nothing is amiss. */
export function weightQuestion({
  outbox,
  site,
}: Pick<Handheld, 'outbox' | 'site'>): (call: Call, answer: WeightAnswer | undefined) => Promise<string | undefined> {
  return async (call, answer) => {
    if (!weightOf(call)) return undefined;
    const newest = await outbox.newest();
    const earlier = await outbox.since(Math.max(0, newest - CALLS_BACK), CALLS_BACK);
    const doubt = doubtWeight(site(), call, earlier, answer);
    if (!doubt) return undefined;
    const shown = (weight: Weight): string =>
      weightText(weight.text, weight.unit === undefined ? undefined : unitName(site(), weight));
    const weight = shown(doubt.weight);
    switch (doubt.kind) {
      case 'jump':
        return words('weight').jump({ weight, last: shown(doubt.last) });
      case 'packages':
        return words('weight').packages({ weight, sum: shown(doubt.sum) });
      case 'most':
        return words('weight').most({ weight });
    }
  };
}
