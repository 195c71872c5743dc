import type { DrainChange, Gateway } from './drainPorts.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import type { Shown } from './shown.ts';

export type GatewayNews = ReturnType<typeof createGatewayNews>;

/** What is heard of the gateway, as it is shown. */
export function createGatewayNews({ now, onSettled }: Pick<OutboxPorts, 'now' | 'onSettled'>, shown: Shown) {
  return {
    /** A drain has changed a row, or found out whether the gateway is there. */
    onChange({ gateway, settled }: DrainChange): void {
      if (gateway && gateway !== shown.view().gateway) shown.show({ gateway });
      if (settled?.state === 'answered') shown.showWithRows({ lastAnswerAt: now(), gateway: 'reachable' });
      if (settled) onSettled?.(settled);
      if (!gateway) shown.changed();
    },
    /**
     * Something else than the queue has heard of the gateway. That it is there does not say that it can pass calls on:
     * where it could not, only an answer of the service ends that.
     *
     * @param isAnswer - whether the service itself has answered.
     */
    heard(gateway: Gateway, isAnswer = false): void {
      const before = shown.view().gateway;
      if (isAnswer) shown.show({ gateway, lastAnswerAt: now() });
      else if (gateway !== before && !(gateway === 'reachable' && before === 'cut-off')) shown.show({ gateway });
    },
  };
}
