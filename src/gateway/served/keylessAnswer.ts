import type { KeyTrial } from '#site/keyless.ts';
import type { Notes } from '#ledger/ledger.ts';

const NAME = 'keyless_answer';
/** The longest text that is learnt, in letters: a refusal is one sentence. */
const LONGEST = 300;
/** The words that may also answer a question or report work done: they are never taken for a refusal of the key. */
const SAYS_LITTLE = /^(?:["\s]*(?:true|false|yes|no|ok|done|success|null|none|fail(?:ed)?|error)["\s]*|[^\p{L}]*)$/iu;

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
