import { createDrainLoop } from './drainLoop.ts';
import type { DrainChange, DrainMemory, Gateway } from './drainPorts.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import type { Shown } from './shown.ts';
import { type QueuedCall, isPrint } from './state/queuedCall.ts';

/** When calls are sent: while a page leads, when it is woken from here or from another page. */
export function createSending(ports: OutboxPorts, shown: Shown) {
  const memory: DrainMemory = { failures: 0, printsFrom: ports.now() };
  const loop = createDrainLoop(ports, shown, memory, { onChange, heard });

  /** A drain has changed a row, or found out whether the gateway is there. */
  function onChange({ gateway, settled }: DrainChange): void {
    if (gateway && gateway !== shown.view().gateway) shown.show({ gateway });
    if (settled?.state === 'answered') shown.showWithRows({ lastAnswerAt: ports.now(), gateway: 'reachable' });
    if (settled) ports.onSettled?.(settled);
    if (!gateway) shown.changed();
  }

  /**
   * Something else than a drain has heard of the gateway. That it is there does not say that it can pass calls on: where it
   * could not, only an answer of the service ends that.
   *
   * @param isAnswer - whether the service itself has answered.
   */
  function heard(gateway: Gateway, isAnswer = false): void {
    const before = shown.view().gateway;
    if (isAnswer) shown.show({ gateway, lastAnswerAt: ports.now() });
    else if (gateway !== before && !(gateway === 'reachable' && before === 'cut-off')) shown.show({ gateway });
  }

  /** Trying is worth it again: what was put off until later is due. */
  function clear(): void {
    memory.failures = Math.min(memory.failures, 1);
    memory.clearedAt = ports.now();
  }

  ports.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'clear') clear();
    if (data === 'print') memory.noPrints = false;
    if (data === 'wake') loop.wake();
  });

  return {
    /** Competes for the lead. */
    start: loop.start,
    /** What the app does with it by itself. */
    control: {
      /** Gives the lead to another page; a call that is being sent is finished. */
      stop: loop.stop,
      /** Begins no more calls; resolves when the one that is being sent from here has ended. */
      quiet: loop.quiet,
      /** Ends `quiet`. */
      goOn: loop.goOn,
      /**
       * Looks whether the gateway is there, while nothing waits or nothing may be sent: else the drain asks by itself. A
       * drain that is wanted meanwhile begins after it, and asks again before it trusts a call to what answered. During a
       * drain it is put off until that has ended.
       */
      ask: loop.ask,
      heard,
    },
    /** Drains now, in this page or in the one that leads. Cheap to call too often. */
    wakeAll(): void {
      ports.channel.postMessage('wake');
      loop.wake();
    },
    /** Something may be possible again: what was put off until later is due, in every page. */
    clearAll(): void {
      clear();
      ports.channel.postMessage('clear');
    },
    /** A print may be waiting: where no gateway is found it must not stay so. */
    notePrint(queued: QueuedCall): void {
      if (!isPrint(queued) || queued.state !== 'waiting') return;
      memory.noPrints = false;
      ports.channel.postMessage('print');
    },
  };
}
