import { createRateLimit } from '#http/edge/rateLimit.ts';
import { createTurns } from '#http/edge/turns.ts';
import { FIRST_ACCOUNT } from '#contract/decision.ts';
import type { Person } from '#http/rights/roles.ts';

/** The owner of a password: an account by its number, or the first account. */
export type Whose = Pick<Person, 'name' | 'account' | 'source'>;

/** A password that somebody has entered. `whose` also where it is wrong; absent: nobody has the name. */
export interface EnteredPassword {
  readonly isRight: boolean;
  readonly whose?: Whose;
  /** The proof for their browser; see knownBrowser.ts. */
  readonly proof?: string;
}

/** A password that was not tried, or is not right. */
export type NotIn =
  /** `tried`: the account whose password was not this one; never the name as it was typed, which may be a password. */
  | { readonly kind: 'wrong'; readonly tried: string }
  /** `tried`: it was tried, as one too many. */
  | { readonly kind: 'wait'; readonly seconds: number; readonly tried?: string };

const TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** The milliseconds after the last wrong password of a network in which its wrong ones are counted on. */
const COUNTED_MS = 60 * 60_000;
const MOST_NETWORKS = 10_000;
/** The wrong tries from everywhere together: fifty after a quiet time, then one each ten seconds. */
const TOGETHER = { perSecond: 0.1, burst: 50 };
/** Passwords are tried one after another, so that a network's wrong ones are counted before its next is looked at. */
const TURNS = { atOnce: 1, mostEach: 10 };
/** The seconds that a network has to wait which has as many tries waiting as it may. */
const TURNS_S = 2;
/** The wrong tries at names that nobody has are counted together. */
const NOBODY = 'nobody';

/** The wrong passwords of one network, or of a browser by which somebody has signed in before. */
interface Wrong {
  /** The tries by account: a right password clears those of its own account alone. */
  readonly tries: ReadonlyMap<string, number>;
  readonly at: number;
  readonly until: number;
}

/**
 * Makes what bounds tries at passwords. After five wrong ones a network waits, longer each time; the wrong ones of all networks together
 * have a limit too. A browser by which somebody has signed in before is counted by itself, and waits behind no other.
 *
 * @param now - milliseconds of a clock that does not jump.
 */
export function createPasswordTries(now: () => number) {
  const together = createRateLimit(TOGETHER, now);
  const turns = createTurns(TURNS);
  const wrong = new Map<string, Wrong>();

  /** Returns what is counted of a network or a browser; nothing, where its last wrong password was long ago. */
  function countedOf(from: string): Wrong {
    const found = wrong.get(from);
    return found && now() - found.at < COUNTED_MS ? found : { tries: new Map(), at: now(), until: 0 };
  }

  async function check(
    network: string,
    known: string | undefined,
    look: () => Promise<EnteredPassword>,
  ): Promise<Right | NotIn> {
    const from = known ?? network;
    const { tries, until, at } = countedOf(from);
    if (until > now()) return { kind: 'wait', seconds: Math.ceil((until - now()) / 1000) };
    const seconds = known === undefined ? together.wait('') : 0;
    if (seconds > 0) return { kind: 'wait', seconds };
    const { isRight, whose, proof } = await look();
    const account = whose ? String(whose.account ?? FIRST_ACCOUNT) : NOBODY;
    wrong.delete(from);
    if (isRight && whose) {
      const others = new Map([...tries].filter(([one]) => one !== account));
      if (others.size > 0) wrong.set(from, { tries: others, at, until });
      return { kind: 'right', whose, proof };
    }
    if (known === undefined) together.take('');
    const counted = new Map([...tries, [account, (tries.get(account) ?? 0) + 1]]);
    const many = [...counted.values()].reduce((sum, one) => sum + one, 0);
    const waitMs = many < TRIES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (many - TRIES));
    wrong.set(from, { tries: counted, at: now(), until: now() + waitMs });
    dropOldest(wrong, MOST_NETWORKS);
    const tried = whose?.name ?? '';
    return waitMs === 0 ? { kind: 'wrong', tried } : { kind: 'wait', seconds: Math.ceil(waitMs / 1000), tried };
  }

  return {
    /**
     * Tries a password in its turn, where it may be tried from there now.
     *
     * @param network - of `networkOf`. @param known - the proof of a browser that it has been signed in by. @param look - looks whose it is.
     * @throws what `look` throws.
     */
    async attempt(
      network: string,
      known: string | undefined,
      look: () => Promise<EnteredPassword>,
    ): Promise<Right | NotIn> {
      const end = await turns.take(known ?? network, known !== undefined);
      if (!end) return { kind: 'wait', seconds: TURNS_S };
      try {
        return await check(network, known, look);
      } finally {
        end();
      }
    },
  };
}

interface Right {
  readonly kind: 'right';
  readonly whose: Whose;
  readonly proof?: string | undefined;
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
