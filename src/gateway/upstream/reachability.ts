import type { Described } from './askService.ts';
import type { Exchange } from './forward.ts';
import { rarely, within } from '#ledger/within.ts';

export type Reachability = ReturnType<typeof createReachability>;

/** Tells whether somebody was there when a group was asked for its description. */
export function hasAnswered(came: Described): boolean {
  return came.kind === 'described' || came.isThere === true;
}

/**
 * Creates the record of whether anything answers at the service's address, by the last call or look; whether that is the
 * service that is meant is another question. A call that left and had no answer is a doubt, which the next look ends: one
 * slow call says nothing of all others.
 *
 * @param now - Unix ms. @param onTurn - told when what answered does so no more.
 */
export function createReachability(now: () => number, onTurn: () => void) {
  let since: { readonly reachable: boolean; readonly at: number } | undefined;
  let heardAt: number | undefined;
  let lastAnswerAt: number | undefined;
  let isDoubted = false;
  let lastFailure: { readonly at: number; readonly why: string } | undefined;

  function turn(reachable: boolean): void {
    const was = since?.reachable;
    heardAt = now();
    isDoubted = false;
    if (was === reachable) return;
    since = { reachable, at: heardAt };
    if (was) onTurn();
  }
  function answered(): void {
    turn(true);
    lastAnswerAt = heardAt;
  }
  function failed(why: string): void {
    lastFailure = { at: now(), why };
    turn(false);
  }

  return {
    failed,
    answered,
    /** Takes in what came of a request that left. */
    heard(came: Exchange): void {
      if (came.kind === 'reply' || came.isThere) return answered();
      lastFailure = { at: now(), why: came.reason };
      isDoubted = true;
    },
    /** Takes in what came of asking a group for its description. */
    described(came: Described): void {
      if (came.kind === 'described' || hasAnswered(came)) answered();
      else failed(came.reason);
    },
    /** Tells whether it answers; `undefined`: nothing was heard yet. */
    isReachable: (): boolean | undefined => since?.reachable,
    /** Returns when that was seen last, Unix ms. */
    heardAt: (): number | undefined => heardAt,
    /** Tells whether a call has had no answer since something was heard last. */
    isDoubted: (): boolean => isDoubted,
    lastAnswerAt: (): number | undefined => lastAnswerAt,
    /** Returns it as `/gateway/health` says it: each state with its time. */
    said: () => ({
      reachable: since?.reachable,
      since: timeOf(since?.at),
      lastAnswer: timeOf(lastAnswerAt),
      lastFailure: lastFailure && { at: timeOf(lastFailure.at), why: lastFailure.why },
    }),
  };
}

/** The longest that whoever asks waits for a look at a slow service, in milliseconds; the look goes on by itself. */
const LOOK_LIMIT_MS = 2_000;
/** The time after which a look is given up, in milliseconds: longer than any takes. */
const LOOK_END_MS = 30_000;

/**
 * Creates the look for whoever wants to know now whether anything answers. It asks where something was heard of the
 * service, but not for a while, or a call has had no answer since.
 *
 * @param ask - has it say something; bounded by itself. @param afterMs - how long what was heard is good.
 */
export function createLook(reachability: Reachability, ask: () => Promise<Described>, afterMs: number) {
  const look = rarely(async () => reachability.described(await ask()), afterMs, LOOK_END_MS);
  return async (): Promise<void> => {
    const heardAt = reachability.heardAt();
    if (heardAt === undefined) return;
    const isOld = Math.abs(Date.now() - heardAt) >= afterMs; // the clock may be set
    if (isOld || reachability.isDoubted())
      await within(
        look().catch(() => undefined),
        LOOK_LIMIT_MS,
      );
  };
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
