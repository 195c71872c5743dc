import { readFileSync } from 'node:fs';
import { type Language, isLanguage, languageTags } from '#contract/languages.ts';
import { type MessageTree, compiled, signaturesOf } from '#i18n/icu.ts';
import type { Messages } from '#i18n/messages.ts';

/** The messages of the gateway's pages by their area. */
export type PageWords = Messages['pages'];

export type LedgerWords = PageWords['ledger'];

/** The member of a language's file that holds them. */
const PLACE = 'pages';

const files = new Map(languageTags.map((tag) => [tag, readFile(tag)]));
const signatures = signaturesOf(Object.fromEntries([...files].map(([tag, { pages }]) => [tag, { [PLACE]: pages }])));
const made = new Map([...files].map(([tag, { pages }]) => [tag, compiled(tag, pages, signatures, PLACE) as PageWords]));

/** Returns the pages' messages in a language. @throws RangeError where there are none. */
export function pageWords(language: Language): PageWords {
  const words = made.get(language);
  if (!words) throw new RangeError(`there are no messages in ${language}`);
  return words;
}

/** Returns the language that a browser asks for first, else English. Source: RFC 9110, section 12.5.4, without weights. */
export function pageLanguage(acceptLanguage: string | undefined): Language {
  const [first = ''] = (acceptLanguage ?? '').split(',');
  const asked = first.trim().slice(0, 2).toLowerCase();
  return isLanguage(asked) ? asked : 'en';
}

/** Returns the workers' word for an operation, where there is one. */
export function calledOf(operation: string, language: Language): string | undefined {
  const { operations = {} } = files.get(language)?.called ?? {};
  return Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}

/** Returns the workers' word for a parameter; its wire name where there is none. */
export function enteredOf(parameter: string, language: Language): string {
  const { entered = {} } = files.get(language) ?? {};
  return (Object.hasOwn(entered, parameter) ? entered[parameter] : undefined) ?? parameter;
}

interface LanguageFile {
  readonly [PLACE]: MessageTree;
  readonly entered: Readonly<Record<string, string>>;
  readonly called: { readonly operations: Readonly<Record<string, string>> };
}

function readFile(tag: Language): LanguageFile {
  const file = new URL(`../../i18n/${tag}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as LanguageFile;
}
