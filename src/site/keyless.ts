import { type OperationName, operationNames } from '#contract/catalogue.ts';
import { judge } from './judging.ts';
import type { SiteConfiguration } from './site.ts';

/** The answers to a read with the key, without it, and with it once more (`undefined`: no answer came). */
export interface KeyTrial {
  readonly withKey: string;
  readonly without: string;
  readonly withKeyAgain: string | undefined;
}

/** Finds the first operation whose answer in these words no rule of the site reads; `undefined`: rules read all. */
export function unreadAs(site: SiteConfiguration, text: string): OperationName | undefined {
  return operationNames.find((operation) => judge(site, operation, text) === 'unclassified');
}

/**
 * Returns the site as handhelds get it: with the words to a read without a key, where no rule reads them. They are no rule
 * of the site: a handheld looks at the site's rules, then at those taught on it, and at these words last.
 */
export function withKeyless(site: SiteConfiguration, text: string | undefined): SiteConfiguration {
  return text === undefined || unreadAs(site, text) === undefined ? site : { ...site, keylessAnswer: text };
}
