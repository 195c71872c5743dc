import type { Outbox } from '#outbox/outbox.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

/**
 * Takes back a call that was not sent. One that is just being tried is taken back as soon as that try has come to nothing.
 *
 * @param onTried - told once where a try has to be waited for.
 * @throws IllegalStep where the call was sent, or may have been.
 */
export async function takeBack(
  outbox: Pick<Outbox, 'decide' | 'get' | 'view' | 'subscribe'>,
  seq: number,
  operator: string,
  onTried?: () => void,
): Promise<QueuedCall> {
  for (let tries = 0; ; tries += 1) {
    const { revision } = outbox.view();
    try {
      return await outbox.decide(seq, { kind: 'cancelled', operator });
    } catch (error) {
      const call = await outbox.get(seq);
      if (call?.state === 'cancelled') return call; // a second tap: it is taken back
      const { state, inDoubt = true } = call ?? {};
      const isTried = error instanceof IllegalStep && (state === 'sending' || state === 'waiting') && !inDoubt;
      if (!isTried) throw error;
    }
    if (tries === 0) onTried?.();
    await changeSince(outbox, revision);
  }
}

function changeSince(outbox: Pick<Outbox, 'view' | 'subscribe'>, revision: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = outbox.subscribe(check);
    function check(): void {
      if (outbox.view().revision === revision) return;
      stop();
      resolve();
    }
    check();
  });
}
