import type { Call } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import { type Decimal, decimalOf, timesDecimal } from '#contract/decimal.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { unitsOf } from '#tasks/task/fieldCheck.ts';
import { weightWords } from '#i18n/words/weight.ts';

/** A weight as it is sent, and the number of its unit; none where the service asks for none. */
export interface Weight {
  readonly text: string;
  readonly unit?: string;
}

type Units = Pick<SiteConfiguration, 'weightUnits'>;

interface Weighing {
  readonly code: string;
  readonly weight: string;
  readonly unit?: string;
  /** The look-up whose answer names that code, and what is known of its object. */
  readonly lookUp?: OperationName;
}

/** The operations that say a weight, with the parameters that they say it in. */
export const weighings: Partial<Record<OperationName, Weighing>> = {
  CompleteBag: { code: 'logTransferDtlID', weight: 'sWeight', lookUp: 'GetBagDetailByBagCode' },
  ResetWeightClone: { code: 'code', weight: 'weight', unit: 'WeightUnit' },
};

/** Returns the weight that a call says; `undefined` where it says none. */
export function weightOf({ operation, parameters }: Call): Weight | undefined {
  const weighing = weighings[operation];
  const texts = new Map(parameters);
  const text = weighing && texts.get(weighing.weight);
  if (text === undefined) return undefined;
  const unit = weighing?.unit === undefined ? undefined : texts.get(weighing.unit);
  return { text, ...(unit !== undefined && { unit }) };
}

/** The name of a weight's unit at this site, or `undefined` where nobody has said it. */
export function unitName(site: Units, { unit }: Weight): string | undefined {
  return (unit === undefined ? site.weightUnits?.[0] : unitsOf(site).find(({ value }) => value === unit))?.name;
}

/** A weight as it is read: with its unit where somebody has said it. */
export function weightText(text: string, unit: string | undefined): string {
  return unit === undefined ? text : weightWords().withUnit({ text, unit });
}

/** Says the weight of a call, with its unit where the site names one; `undefined` where the call says none. */
export function weightSaid(call: Call, site: Units): string | undefined {
  const weight = weightOf(call);
  return weight && weightText(weight.text, unitName(site, weight));
}

/** The name of the parameter that has the weight in a call, where one has. */
export function weightParameter(operation: OperationName): string | undefined {
  return weighings[operation]?.weight;
}

/** Returns a weight in grams; `undefined` where it is no number, or nobody has said its unit. */
export function knownGrams(site: Units, { text, unit }: Weight): Decimal | undefined {
  const value = decimalOf(text);
  const found = unit === undefined ? site.weightUnits?.[0] : unitsOf(site).find((known) => known.value === unit);
  const grams = found && decimalOf(String(found.grams));
  return value && grams && timesDecimal(value, grams);
}
