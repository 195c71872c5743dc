import type { DrainMemory, DrainPorts, Gateway } from './drainPorts.ts';
import { type Leader, lead } from './leader.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import type { Shown } from './shown.ts';
import { type QueuedCall, isPrint } from './state/queuedCall.ts';

const RECOVERY_RETRY_MS = 2_000;

/** When this page drains: while it leads, when it is woken, and by its own timer after a failure. */
export function createSending(ports: OutboxPorts, shown: Shown) {
  const { store, now, newId } = ports;
  const memory: DrainMemory = { failures: 0, printsFrom: now() };
  let leader: Leader | undefined;
  let timer: unknown;
  let draining: Promise<void> | undefined;
  let wanted = false;
  /** Whether the gateway was to be looked for while a drain or a look was under way. */
  let asked = false;
  /** Whether rows may be marked as being sent by nobody: before the first drain as the leader, and after one that broke. */
  let orphans = true;
  /** Who claims: another one after a drain that broke, so that what it was sending is found again. */
  let owner = newId();
  let isQuiet = false;

  async function drainWhileWanted(): Promise<void> {
    let pauseMs: number | undefined;
    try {
      while (wanted && maySend()) {
        wanted = false;
        if (orphans) await recover();
        const { drain } = await import('#outbox/drainer.ts'); // a chunk of its own: nothing of it is needed to scan
        const drained = await drain({ ...ports, onChange }, memory, owner, maySend);
        pauseMs = drained.kind === 'wait' ? drained.ms : undefined;
      }
    } catch (error) {
      ports.onTrouble(error);
      orphans = true;
      owner = newId();
      pauseMs = RECOVERY_RETRY_MS;
    }
    if (pauseMs !== undefined) timer = ports.setTimeout(wake, pauseMs);
    ended();
  }

  /** What was wanted while a drain or a look was under way is done now. */
  function ended(): void {
    draining = undefined;
    if (wanted) wake();
    if (asked) ask();
  }

  function ask(): void {
    const { totals, pause, revision } = shown.view();
    if (revision === 0) return; // what waits is not known yet: the drain asks, after it has freed what nobody sends
    asked = draining !== undefined;
    if (asked || (pause === undefined && totals.waiting + totals.sending > 0)) return;
    draining = import('#outbox/drainer.ts')
      .then(({ lookAtRest }) => lookAtRest(ports, memory))
      .then((gateway) => heard(gateway), ports.onTrouble)
      .then(ended);
  }

  function onChange({ gateway, settled }: Parameters<DrainPorts['onChange']>[0]): void {
    if (gateway && gateway !== shown.view().gateway) shown.show({ gateway });
    if (settled?.state === 'answered') shown.showWithRows({ lastAnswerAt: now(), gateway: 'reachable' });
    if (settled) ports.onSettled?.(settled);
    if (!gateway) shown.changed();
  }

  /** Drains now if this page leads and nothing stops it; otherwise tells the leader to. Cheap to call too often. */
  function wake(): void {
    wanted = true;
    ports.clearTimeout(timer as never);
    if (maySend()) draining ??= drainWhileWanted();
  }

  function heard(gateway: Gateway, isAnswer = false): void {
    const before = shown.view().gateway;
    if (isAnswer) shown.show({ gateway, lastAnswerAt: now() });
    else if (gateway !== before && !(gateway === 'reachable' && before === 'cut-off')) shown.show({ gateway });
  }

  function maySend(): boolean {
    return leader?.isLeader() === true && !isQuiet;
  }

  /** Trying is worth it again: what was put off until later is due. */
  function clear(): void {
    memory.failures = Math.min(memory.failures, 1);
    memory.clearedAt = now();
  }

  async function recover(): Promise<void> {
    const freed = await store.recover(owner, now());
    orphans = false;
    if (freed > 0) shown.changed();
  }

  ports.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'clear') clear();
    if (data === 'print') memory.noPrints = false;
    if (data === 'wake') wake();
  });

  return {
    /** Competes for the lead. */
    start(): void {
      leader ??= lead(ports, () => {
        orphans = true;
        wake();
      });
    },
    /** Gives the lead to another page; a call that is being sent is finished. */
    stop(): void {
      leader?.stop();
      leader = undefined;
      ports.clearTimeout(timer as never);
    },
    /** Begins no more calls; resolves when the one that is being sent from here has ended. */
    async quiet(): Promise<void> {
      isQuiet = true;
      await draining;
    },
    /** Ends `quiet`. */
    goOn(): void {
      isQuiet = false;
      wake();
    },
    /** Drains now, in this page or in the one that leads. */
    wakeAll(): void {
      ports.channel.postMessage('wake');
      wake();
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
    /**
     * Something else than the queue has heard of the gateway. That it is there does not say that it can pass calls on:
     * where it could not, only an answer of the service ends that.
     *
     * @param isAnswer - whether the service itself has answered.
     */
    heard,
    /**
     * Looks whether the gateway is there, while nothing waits or nothing may be sent: else the drain asks by itself. A
     * drain that is wanted meanwhile begins after it, and asks again before it trusts a call to what answered. During a
     * drain it is put off until that has ended.
     */
    ask,
  };
}
