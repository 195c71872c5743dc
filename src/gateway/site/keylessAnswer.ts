import { type OperationName, operationNames } from '#contract/catalogue.ts';
import { judge } from '#contract/judging.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { Notes } from '#gateway/ledger/ledger.ts';

const NAME = 'keyless_answer';
/** In letters; a refusal is one sentence. */
const LONGEST = 300;
/** What may as well answer a question, or say of work that it was done: it is never taken for a word about the key. */
const SAYS_LITTLE = /^(?:["\s]*(?:true|false|yes|no|ok|done|success|null|none|fail(?:ed)?|error)["\s]*|[^\p{L}]*)$/iu;

/** What a read was answered with the key, without it, and with it once more (`undefined`: no answer came). */
export interface KeyTrial {
  readonly withKey: string;
  readonly without: string;
  readonly withKeyAgain: string | undefined;
}

export type KeylessAnswer = ReturnType<typeof createKeylessAnswer>;

/**
 * What the service says to a read without a key, where the key alone makes the difference: a key that it refuses later
 * is most likely refused in the same words. Kept beside the ledger's calls, so that each gateway of it knows them, also
 * after a restart.
 */
export function createKeylessAnswer(notes: Notes) {
  let known: string | undefined;
  async function text(): Promise<string | undefined> {
    known = await notes.read(NAME).catch(() => known); // what serves the site needs no ledger
    return known || undefined;
  }
  return {
    /** The words, as they were last known where the ledger is away; `undefined`: nobody has seen them yet. */
    text,
    /** Takes a read for what it shows. Words that also come with the key say nothing of it, and are forgotten. @throws where the ledger is away. */
    async learn({ withKey, without, withKeyAgain }: KeyTrial): Promise<void> {
      const before = await text();
      if (before === withKey) await notes.write(NAME, '');
      if (without === withKey || withKey !== withKeyAgain) return;
      if (without.length > LONGEST || SAYS_LITTLE.test(without) || without === before) return;
      await notes.write(NAME, without);
    },
  };
}

/** The first operation whose answer in these words no rule of the site reads; `undefined`: each is read. */
export function unreadAs(site: SiteConfiguration, text: string): OperationName | undefined {
  return operationNames.find((operation) => judge(site, operation, text) === 'unclassified');
}

/**
 * The site as handhelds get it: with the words in which the service refuses a call without a key, where no rule reads
 * them. They are no rule of the site, as what a supervisor taught on a handheld comes after those, and before these.
 */
export function withKeyless(site: SiteConfiguration, text: string | undefined): SiteConfiguration {
  return text === undefined || unreadAs(site, text) === undefined ? site : { ...site, keylessAnswer: text };
}
