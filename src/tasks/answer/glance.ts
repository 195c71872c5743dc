import type { OperationName } from '#contract/catalogue.ts';
import { readField } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { textAt } from '#i18n/textAt.ts';
import { words } from '#i18n/words.ts';

const ONE_WORD = /^[^\s{}[\]<>"]{1,16}$/;

/** Says an answer in one line. @param entered - fields that stand on the screen already */
export function glanceOf(
  site: Pick<SiteConfiguration, 'fieldRules'>,
  operation: OperationName,
  text: string,
  entered: readonly string[] = [],
): string {
  const word = text.trim();
  if (ONE_WORD.test(word)) return word;
  const names = site.fieldRules.filter((rule) => rule.operation === operation).map(({ field }) => field);
  return [...new Set(['status', ...names])]
    .filter((name) => !entered.includes(name))
    .flatMap((name) => {
      const value = readField(site, operation, name, text);
      if (value === undefined || value === '') return [];
      return saidOf(name, value);
    })
    .join(' · ');
}

/** A field of an answer and its value, in the worker's words where there are some for it. */
export function saidOf(name: string, value: string): string {
  if (name === 'status') return value.toUpperCase();
  const isCount = name === 'openBags' && /^\d{1,9}$/.test(value);
  return isCount
    ? words('object').openBags({ many: Number(value) })
    : `${textAt(words('entered'), name) ?? name} ${value}`;
}
