import { type Language, isLanguage } from '#contract/languages.ts';
import type { Messages } from '#i18n/words/messages.ts';
import { pageMessages, workersWords } from '#i18n/words/pages.ts';

/** The messages of the gateway's pages by their area. */
export type PageWords = Messages['pages'];

export type LedgerWords = PageWords['ledger'];

/** Returns the pages' messages in a language. @throws RangeError where there are none. */
export function pageWords(language: Language): PageWords {
  if (!Object.hasOwn(pageMessages, language)) throw new RangeError(`there are no messages in ${language}`);
  return pageMessages[language];
}

/** Returns the language that a browser asks for first, else English. Source: RFC 9110, section 12.5.4, without weights. */
export function pageLanguage(acceptLanguage: string | undefined): Language {
  const [first = ''] = (acceptLanguage ?? '').split(',');
  const asked = first.trim().slice(0, 2).toLowerCase();
  return isLanguage(asked) ? asked : 'en';
}

/** Names the address of a handheld that is not enrolled. */
export function addressCalled(address: string, { thisMachine }: LedgerWords): string {
  return /^127\.|^::1$/.test(address) ? thisMachine : address;
}

/** Returns the workers' word for an operation, where there is one. */
export function calledOf(operation: string, language: Language): string | undefined {
  const { operations } = workersWords[language];
  return Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}

/** Returns the workers' word for a parameter; its wire name where there is none. */
export function enteredOf(parameter: string, language: Language): string {
  const { entered } = workersWords[language];
  return (Object.hasOwn(entered, parameter) ? entered[parameter] : undefined) ?? parameter;
}
