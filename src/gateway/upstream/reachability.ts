import type { Described } from './askService.ts';
import type { Exchange } from './forward.ts';
import { rarely, within } from '#gateway/http/within.ts';

/** What came instead of a reply although a part of one did: somebody is there. */
const CAME_IN_PART = ['cut-off', 'too-large', 'status'];

export type Reachability = ReturnType<typeof createReachability>;

/**
 * Whether anything answers at the service's address, by the last call or look there was. Whether it is the service that is
 * meant is another question.
 *
 * @param now - Unix ms. @param onTurn - told when what answered does so no more.
 */
export function createReachability(now: () => number, onTurn: () => void) {
  let since: { readonly reachable: boolean; readonly at: number } | undefined;
  let heardAt: number | undefined;
  let lastAnswerAt: number | undefined;
  let lastFailure: { readonly at: number; readonly why: string } | undefined;

  function turn(reachable: boolean): void {
    const was = since?.reachable;
    heardAt = now();
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
    /** What came of a request that left. */
    heard(came: Exchange): void {
      if (came.kind === 'reply' || CAME_IN_PART.includes(came.cause)) answered();
      else failed(came.reason);
    },
    /** What came of asking a group what it is. */
    described(came: Described): void {
      if (came.kind === 'silent' && came.status === undefined) failed(came.reason);
      else answered();
    },
    /** Whether it answers, and when that was seen last, Unix ms. */
    isReachable: (): boolean | undefined => since?.reachable,
    heardAt: (): number | undefined => heardAt,
    lastAnswerAt: (): number | undefined => lastAnswerAt,
    /** As `/gateway/health` says it: each state with its time. */
    said: () => ({
      reachable: since?.reachable,
      since: timeOf(since?.at),
      lastAnswer: timeOf(lastAnswerAt),
      lastFailure: lastFailure && { at: timeOf(lastFailure.at), why: lastFailure.why },
    }),
  };
}

/** Whoever asks how a slow service is waits so long for it, in milliseconds; the look goes on by itself. */
const LOOK_LIMIT_MS = 2_000;
/** Longer than any look takes. */
const LOOK_END_MS = 30_000;

/**
 * Looks whether anything answers, for whoever wants to know now: where something was heard of the service, but not for a while.
 *
 * @param ask - has it say something; bounded by itself. @param afterMs - how long what was heard is good.
 */
export function createLook(reachability: Reachability, ask: () => Promise<Described>, afterMs: number) {
  const look = rarely(async () => reachability.described(await ask()), afterMs, LOOK_END_MS);
  return async (): Promise<void> => {
    const heardAt = reachability.heardAt();
    const isOld = heardAt !== undefined && Math.abs(Date.now() - heardAt) >= afterMs; // the clock may be set
    if (isOld)
      await within(
        look().catch(() => undefined),
        LOOK_LIMIT_MS,
      );
  };
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
