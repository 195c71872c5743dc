import { useEffect, useRef, useState } from 'react';
import { useAppView } from '#app/frame/appContext.ts';
import { readBackOf, ruleSays } from '#contract/readBack.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { lookUpFor } from '#tasks/catalogue/lookUpFor.ts';
import { useCallQueue, useLookUps, useSettings, useView } from '#tasks/task/handheld.ts';
import { explain } from '#tasks/task/explain.ts';
import { words } from '#i18n/words.ts';

export type Found = 'loading' | LookUp;

export interface ReadBacks {
  /** What was found while this screen is open, by the key of the call. */
  readonly found: ReadonlyMap<number, Found>;
  /** Asks because a person wants to know. */
  readonly ask: (call: QueuedCall) => Promise<void>;
}

/**
 * Asks the service what shows whether these calls were done, and keeps the answer with the call. Where the site has
 * confirmed the look-up, each unconfirmed call is asked about untapped: one at a time, once while the screen is open,
 * and again when the network has come back.
 */
export function useReadBacks(calls: readonly QueuedCall[]): ReadBacks {
  const { outbox } = useCallQueue();
  const { gateway } = useView(outbox);
  const { settings } = useSettings();
  const { site } = useAppView();
  const { lookUp } = useLookUps();
  const [found, setFound] = useState<ReadBacks['found']>(new Map());
  const asked = useRef(new Set<number>());

  /** @param operator - whose tap it was; empty: nobody's */
  async function ask(call: QueuedCall, operator = ''): Promise<void> {
    const question = lookUpFor(call, site);
    if (!question) return;
    const show = (of: Found): void => setFound((before) => new Map(before).set(call.seq, of));
    show('loading');
    try {
      const answer = await lookUp(question);
      show(answer);
      if (!answer.fresh || !answer.answer) return;
      const { text, at } = answer.answer;
      await outbox.noteRead(call.seq, { when: 'after', question, text, at });
      const readBack = readBackOf(site.readBacks, call.operation);
      const by = readBack?.confirmedBy;
      if (!readBack || by === undefined || ruleSays(readBack, call, text) !== 'done') return;
      const before = call.readAnswers?.find(({ when }) => when === 'before');
      if (before && ruleSays(readBack, call, before.text) === 'done') return; // as it was already: that proves nothing
      const reason = words('call').ruledDone({ by, answer: text ?? '' });
      await outbox.decide(call.seq, { kind: 'ruledDone', reason, operator });
    } catch (error) {
      show({ fresh: false, reason: explain(error) });
    }
  }

  const isAsking = [...found.values()].includes('loading');
  useEffect(() => {
    if (gateway === 'unreachable') asked.current.clear();
    if (gateway !== 'reachable' || isAsking) return;
    const next = calls.find(
      ({ seq, state, operation }) =>
        state === 'unconfirmed' && !asked.current.has(seq) && readBackOf(site.readBacks, operation)?.confirmedBy,
    );
    if (!next) return;
    asked.current.add(next.seq);
    void ask(next);
  });
  return { found, ask: (call) => ask(call, settings().userId) };
}
