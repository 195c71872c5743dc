import { useEffect, useEffectEvent, useState } from 'react';
import { isObject, jsonIn } from '#contract/json.ts';
import { readField } from '#site/judging.ts';
import { hasNoGateway } from '#outbox/openCalls.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { type FoundAbout, callsAbout, otherNameIn } from '#outbox/store/callsAbout.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import { type Handheld, useHandheld, useView } from '#tasks/task/handheld.ts';
import { KNOWN_ASKED, type KnownHeard, askKnown } from '#wire/known.ts';
import { useAppState } from '#app/frame/useAppState.ts';

const TIMEOUT_MS = 8_000;

/** The ledger's word on a code, as far as it was asked. `away`: it was not. */
export type LedgerWord = 'asking' | 'away' | 'older' | 'refused' | KnownHeard;

export interface Known {
  readonly own: readonly QueuedCall[];
  /** The search among this handheld's calls as far as it is. */
  readonly found: FoundAbout | undefined;
  readonly isLooking: boolean;
  readonly ledger: LedgerWord;
  /** Asks the ledger once more. */
  readonly again: () => void;
}

/** Gives what this handheld knows of a code, at once, and then what the ledger does; that is asked again where the network comes back. */
export function useKnown(code: string): Known {
  const { connection } = useAppState().allCalls;
  const handheld = useHandheld();
  const isAway = hasNoGateway(useView(handheld.outbox).gateway);
  const [found, setFound] = useState<FoundAbout>();
  const [isLooking, setLooking] = useState(true);
  const [ledger, setLedger] = useState<LedgerWord>('asking');
  const [round, setRound] = useState(0);

  useEffect(() => {
    const stopped = new AbortController();
    const slices = callsAbout(connection, code);
    async function look(): Promise<void> {
      for await (const slice of slices) {
        if (stopped.signal.aborted) return;
        setFound(slice);
      }
      setLooking(false);
    }
    look().catch(() => setLooking(false)); // the storage: said elsewhere
    return () => stopped.abort();
  }, [connection, code]);

  const ask = useEffectEvent(async (): Promise<LedgerWord> => {
    const own = found?.calls ?? [];
    const asked = {
      codes: await codesOf(handheld, code, own),
      own: own.map(({ callId }) => callId).slice(0, KNOWN_ASKED.own),
    };
    return (await askKnown(fetch.bind(globalThis), asked, TIMEOUT_MS)) ?? 'away';
  });
  useEffect(() => {
    if (isLooking) return undefined; // what is here already is left out of the answer
    const stopped = new AbortController();
    async function show(): Promise<void> {
      setLedger('asking');
      const heard = isAway ? 'away' : await ask();
      if (!stopped.signal.aborted) setLedger(heard);
    }
    void show();
    return () => stopped.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another round asks anew
  }, [isLooking, isAway, round]);

  return {
    own: useCalls(found?.calls.map(({ seq }) => seq) ?? []),
    found,
    isLooking,
    ledger,
    again: () => setRound(round + 1),
  };
}

/** Returns the codes that a thing goes by: the one that was scanned, and what its calls and the kept answers about it name it by. */
async function codesOf(
  { site, answersOf }: Pick<Handheld, 'site' | 'answersOf'>,
  code: string,
  own: readonly QueuedCall[],
): Promise<readonly string[]> {
  const names = new Set([code]);
  for (const call of own) {
    const name = otherNameIn(call, code);
    if (name !== undefined) names.add(name);
  }
  for (const task of tasksOf(site())) {
    if (task.kind !== 'object' || !task.lookUp) continue;
    const { operation } = task.lookUp;
    const fields = task.fields.flatMap(({ found }) => found ?? []);
    if (fields.length === 0) continue;
    const text = (await answersOf(operation)).find((said) => isOf(said, code));
    if (text === undefined) continue;
    for (const field of fields) names.add(readField(site(), operation, field, text) ?? code);
  }
  return [...names].slice(0, KNOWN_ASKED.codes);
}

/** Tells whether an answer is about a code: it names it at its top. */
function isOf(text: string, code: string): boolean {
  if (!text.includes(code)) return false;
  const read = jsonIn(text);
  return isObject(read) && Object.values(read).includes(code);
}
