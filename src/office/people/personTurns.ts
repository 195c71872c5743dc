import type { FastifyReply } from 'fastify';
import { createTurns } from '#http/edge/turns.ts';
import type { Person } from '#http/rights/roles.ts';
import { endWith } from '#http/rights/routeGuard.ts';

/** The pages that are made at once: of each person so many are made or wait. Calls are let in between the slices of each. */
const PAGES = { atOnce: 3, mostEach: 12, mostWaiting: 100 };
/** Milliseconds for which a page has a turn: one that goes on for longer waits for the service, and not for this machine. */
const PAGE_MS = 2_000;
/** The files that are written at once, and those of one person. A file that nobody takes waits, and keeps no other waiting. */
const FILES = { atOnce: 16, mostEach: 2, mostWaiting: 0 };
/** The parts of files that are made at once. */
const PARTS = { atOnce: 1, mostEach: FILES.mostEach };

/** The seconds after which whoever hears "busy" may ask again. */
export const BUSY_S = 2;

export type PersonTurns = ReturnType<typeof createPersonTurns>;

/** Makes what lets people have pages and files in turn, so that no one person's many keep others, or calls, waiting. */
export function createPersonTurns() {
  const [pages, files, parts] = [createTurns(PAGES), createTurns(FILES), createTurns(PARTS)];
  return {
    /** Waits until a page may be made. @returns what ends it; `undefined`: the person, or all, wait for too many already. */
    async page(person: Person): Promise<(() => void) | undefined> {
      const end = await pages.take(personKeyOf(person));
      if (end) setTimeout(end, PAGE_MS).unref();
      return end;
    },

    /**
     * Begins a file. @returns what has its parts made in turn with those of others; `undefined`: the person, or all, have too many already.
     *
     * @param reply - the file ends with it, also where nobody takes it.
     */
    async file(person: Person, reply: FastifyReply): Promise<FileTurn | undefined> {
      const whose = personKeyOf(person);
      const end = await files.take(whose);
      if (!end) return undefined;
      endWith(reply, end);
      return async function* inTurn(made) {
        const steps = made[Symbol.asyncIterator]();
        try {
          for (;;) {
            const endPart = await parts.take(whose);
            // Ended before it is handed on: whoever does not take it keeps nobody waiting.
            const step = await steps.next().finally(endPart);
            if (step.done) return;
            yield step.value;
          }
        } finally {
          await steps.return?.();
        }
      };
    },
  };
}

/** Has the parts of a file made one after another, each in its turn. */
export type FileTurn = (made: AsyncIterable<string>) => AsyncGenerator<string, void>;

/** Names whoever asks, over all browsers of an account. */
export function personKeyOf({ account, session, address }: Person): string {
  return account === undefined ? (session ?? address) : `account ${account}`;
}
