import { readFileSync } from 'node:fs';
import { type Language, isLanguage, languageTags } from '#contract/languages.ts';
import { type MessageTree, compiled, signaturesOf } from '#i18n/icu.ts';
import type { Messages } from '#i18n/messages.ts';

/** The messages of the gateway's pages by their area. */
export type PageWords = Messages['pages'];

export type LedgerWords = PageWords['ledger'];

/** Where they stand in a language's file. */
const PLACE = 'pages';

const files = new Map(languageTags.map((tag) => [tag, readFile(tag)]));
const signatures = signaturesOf(Object.fromEntries([...files].map(([tag, { pages }]) => [tag, { [PLACE]: pages }])));
const made = new Map([...files].map(([tag, { pages }]) => [tag, compiled(tag, pages, signatures, PLACE) as PageWords]));

/** What pages say in a language, by area. */
export function pageWords(language: Language): PageWords {
  const words = made.get(language);
  if (!words) throw new RangeError(`there are no messages in ${language}`);
  return words;
}

/** The language that a browser asks for first, of those there are. Source: RFC 9110, section 12.5.4, without weights. */
export function pageLanguage(acceptLanguage: string | undefined): Language {
  const [first = ''] = (acceptLanguage ?? '').split(',');
  const asked = first.trim().slice(0, 2).toLowerCase();
  return isLanguage(asked) ? asked : 'en';
}

/** What workers call an operation, where it has such a name. */
export function calledOf(operation: string, language: Language): string | undefined {
  const { operations = {} } = files.get(language)?.called ?? {};
  return Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}

/** What workers call what is entered as a parameter, by its wire name; that where it has no such name. */
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
