import { useEffect, useRef } from 'react';
import { isAway } from '#outbox/openCalls.ts';
import type { OutboxView } from '#outbox/outboxPorts.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { useSayAloud } from '#ui/aloud.tsx';
import { notSentWords } from '#i18n/words/notSent.ts';
import { statusWords } from '#i18n/words/status.ts';

/** Says aloud, once, that the network is away, and that it is back. What answers in the gateway's place has a notice that is read aloud. */
export function GatewayAloud() {
  const { gateway } = useView(useHandheld().outbox);
  const sayAloud = useSayAloud();
  const before = useRef<OutboxView['gateway']>(undefined);
  useEffect(() => {
    if (gateway === 'unknown') return; // it is being looked
    const was = before.current;
    before.current = gateway;
    if (was === gateway) return;
    if (gateway === 'reachable') {
      if (was !== undefined && isAway(was)) sayAloud(statusWords().again);
    } else if (gateway !== 'stranger') sayAloud(notSentWords().away[gateway]);
  }, [gateway, sayAloud]);
  return null;
}
