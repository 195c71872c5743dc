import { type OperationName, operationNames } from '#contract/catalogue.ts';
import { judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { Notes } from '#gateway/ledger/ledger.ts';

const NAME = 'keyless_answer';
/** The longest text that is learnt, in letters: a refusal is one sentence. */
const LONGEST = 300;
/** The words that may also answer a question or report work done: they are never taken for a refusal of the key. */
const SAYS_LITTLE = /^(?:["\s]*(?:true|false|yes|no|ok|done|success|null|none|fail(?:ed)?|error)["\s]*|[^\p{L}]*)$/iu;

/** The answers to a read with the key, without it, and with it once more (`undefined`: no answer came). */
export interface KeyTrial {
  readonly withKey: string;
  readonly without: string;
  readonly withKeyAgain: string | undefined;
}

export type KeylessAnswer = ReturnType<typeof createKeylessAnswer>;

/**
 * Makes a memory of the service's words to a read without a key, where the key alone makes the difference: it will most
 * likely refuse a key in the same words. They are kept beside the ledger's calls, for each gateway of it.
 */
export function createKeylessAnswer(notes: Notes) {
  let known: string | undefined;
  async function text(): Promise<string | undefined> {
    known = await notes.read(NAME).catch(() => known); // the site is served without a ledger too
    return known || undefined;
  }
  return {
    /** Returns the words, where the ledger is away as they were last known; `undefined`: nobody has seen them yet. */
    text,
    /** Learns from a read. Words that come with the key too are forgotten. @throws where the ledger is away. */
    async learn({ withKey, without, withKeyAgain }: KeyTrial): Promise<void> {
      const before = await text();
      if (before === withKey) await notes.write(NAME, '');
      if (without === withKey || withKey !== withKeyAgain) return;
      if (without.length > LONGEST || SAYS_LITTLE.test(without) || without === before) return;
      await notes.write(NAME, without);
    },
  };
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
