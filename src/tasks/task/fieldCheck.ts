import type { SiteConfiguration, WeightUnit } from '#site/site.ts';
import { checkDecimal, checkInt, checkText } from '#contract/call.ts';
import { explain } from './explain.ts';
import type { TaskField } from './task.ts';
import { objectWords } from '#i18n/words/object.ts';

export type Option = readonly [value: string, word: string];

/** Assumption A-17: where the site does not say what the numbers of `WeightUnit` mean. */
const assumedUnits = [
  { value: '1', name: 'kg', grams: 1000 },
  { value: '2', name: 'g', grams: 1 },
  { value: '3', name: 'lb', grams: 453.592_37 },
] as const;

export function unitsOf({ weightUnits }: Pick<SiteConfiguration, 'weightUnits'>): readonly WeightUnit[] {
  return weightUnits ?? assumedUnits.map((unit) => ({ ...unit, name: objectWords().units[unit.name] }));
}

export function optionsOf(site: Pick<SiteConfiguration, 'weightUnits'>): readonly Option[] {
  return unitsOf(site).map(({ value, name }) => [value, name] as const);
}

/** The wire text of a field, or the sentence that says what is wrong with it. */
export type Checked = { readonly text: string; readonly problem?: undefined } | { readonly problem: string };

/** @param options - what a field of choices offers. */
export function checkField(field: TaskField, entered: string, options: readonly Option[]): Checked {
  const caption = field.caption();
  try {
    switch (field.input) {
      case 'int':
        return checkPositive(field, caption, checkInt(caption, entered));
      case 'decimal':
        return checkPositive(field, caption, checkDecimal(caption, entered));
      case 'scan':
      case 'text':
      case 'choice':
        if (entered.trim() === '' && !field.optional) {
          return {
            problem: field.input === 'choice' ? choose(options, caption) : objectWords().needed({ label: caption }),
          };
        }
        return { text: checkText(caption, entered) };
    }
  } catch (error) {
    return { problem: explain(error) };
  }
}

function choose(options: readonly Option[], caption: string): string {
  const names = options.map(([, word]) => word);
  const last = names.pop();
  if (last === undefined || names.length === 0) return objectWords().needed({ label: caption });
  return objectWords().choose({ first: names.join(objectWords().between), last });
}

function checkPositive(field: TaskField, caption: string, text: string): Checked {
  const isPositive = !text.startsWith('-') && !/^[0.]*$/.test(text);
  return field.positive && !isPositive ? { problem: objectWords().notPositive({ label: caption }) } : { text };
}
