import type { Call } from '#contract/call.ts';
import { type Totals, noTotals } from '#outbox/store/database.ts';
import type { DrainMemory, DrainPorts, Gateway } from '#outbox/drainer.ts';
import { type Leader, type LeaderPorts, lead } from '#outbox/leader.ts';
import { type QueuedCall, type ReadAnswer, type ScanNote, isPrint } from '#outbox/state/queuedCall.ts';
import type { QueueEvent } from '#outbox/state/transition.ts';

/** What every screen shows of the outbox. A new object whenever something in it has changed. */
export interface OutboxView {
  readonly totals: Totals;
  /** Keys of calls that the service refused and that nobody has looked at since, the oldest first. */
  readonly unseen: readonly number[];
  /** What the last probe found; `unknown` before the first. */
  readonly gateway: 'unknown' | Gateway;
  /** Unix ms of the service's last answer that this handheld knows of, to a queued call or a look-up. */
  readonly lastAnswerAt?: number;
  /** Why nothing is being sent, if something stops it. */
  readonly pause?: string;
  /** Counts changes, for lists that read the rows again. */
  readonly revision: number;
}

export interface OutboxPorts extends Omit<DrainPorts, 'onChange'>, LeaderPorts {
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: never) => void;
  /** Called with each call that a send of this page has settled. */
  readonly onSettled?: (queued: QueuedCall) => void;
  /** Called where the queue itself fails (its storage, never the network): the operator must know. */
  readonly onTrouble: (error: unknown) => void;
}

export type Outbox = ReturnType<typeof createOutbox>;

const RECOVERY_RETRY_MS = 2_000;
/** The least time between two looks at the disk for what is shown: a replay changes rows far more often. */
const SHOWN_EVERY_MS = 150;
/** The same where many calls wait: a count that runs is read no better for running faster, and drawing it takes its time from the calls. */
const SHOWN_IN_REPLAY_EVERY_MS = 500;
const MANY_WAITING = 20;
/** What is shown is read again so long after a save, and during a run of saves each second: reading holds up the next write. */
const SHOWN_AFTER_SAVE_MS = 100;
const SHOWN_IN_SAVES_EVERY_MS = 1_000;

/**
 * The outbox of a page: saves calls, shows what is owed, and drains while this page leads. Framework-free.
 *
 * Draining starts when a call is saved, when somebody calls `wake` (network, visibility, a person), when this page
 * becomes the leader, and by its own timer after a failure; nothing waits for a next scan.
 */
export function createOutbox(ports: OutboxPorts) {
  const { store, now, newId } = ports;
  const memory: DrainMemory = { failures: 0, printsFrom: now() };
  const listeners = new Set<() => void>();
  let view: OutboxView = { totals: noTotals, unseen: [], gateway: 'unknown', revision: 0 };
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
  let looking: Promise<void> | undefined;
  let isResting = false;
  let stale = false;
  /** Whether this page has changed rows since it last told the others. */
  let untold = false;
  let isQuiet = false;
  let afterSaves: unknown;
  let shownAt = Number.NEGATIVE_INFINITY;

  function show(change: Partial<OutboxView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  /** Shows what is on the disk: at once, or after the rest that follows each look. */
  function refresh(): Promise<void> {
    stale = true;
    if (isResting) return Promise.resolve();
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  }

  async function look(): Promise<void> {
    stale = false;
    shownAt = now();
    if (untold) ports.channel.postMessage('changed');
    untold = false;
    const [totals, unseen, pause] = await Promise.all([store.totals(), store.unseen(), ports.pause()]);
    const { pause: _before, ...rest } = view;
    view = rest;
    show({ totals, unseen, revision: view.revision + 1, ...(pause !== undefined && { pause }) });
    isResting = true;
    ports.setTimeout(
      () => {
        isResting = false;
        if (stale) refresh().catch(ports.onTrouble);
      },
      totals.waiting > MANY_WAITING ? SHOWN_IN_REPLAY_EVERY_MS : SHOWN_EVERY_MS,
    );
  }

  /** Tells this page and the others that rows have changed: a run of changes at the pace in which they are shown. */
  async function changed(): Promise<void> {
    untold = true;
    await refresh();
  }

  /** The same after a save, once no other has come for a moment. */
  function changedBySave(): void {
    ports.clearTimeout(afterSaves as never);
    const isOverdue = Math.abs(now() - shownAt) >= SHOWN_IN_SAVES_EVERY_MS && afterSaves !== undefined;
    const read = (): void => {
      afterSaves = undefined;
      changed().catch(ports.onTrouble);
    };
    if (isOverdue) read();
    else afterSaves = ports.setTimeout(read, SHOWN_AFTER_SAVE_MS);
  }

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
    const { totals, pause, revision } = view;
    if (revision === 0) return; // what waits is not known yet: the drain asks, after it has freed what nobody sends
    asked = draining !== undefined;
    if (asked || (pause === undefined && totals.waiting + totals.sending > 0)) return;
    draining = import('#outbox/drainer.ts')
      .then(({ lookAtRest }) => lookAtRest(ports, memory))
      .then((gateway) => heard(gateway), ports.onTrouble)
      .then(ended);
  }

  function onChange({ gateway, settled }: Parameters<DrainPorts['onChange']>[0]): void {
    if (gateway && gateway !== view.gateway) show({ gateway });
    // shown with the rows, below
    if (settled?.state === 'answered') view = { ...view, lastAnswerAt: now(), gateway: 'reachable' };
    if (settled) ports.onSettled?.(settled);
    if (!gateway) changed().catch(ports.onTrouble);
  }

  /** Drains now if this page leads and nothing stops it; otherwise tells the leader to. Cheap to call too often. */
  function wake(): void {
    wanted = true;
    ports.clearTimeout(timer as never);
    if (maySend()) draining ??= drainWhileWanted();
  }

  /**
   * Something else than the queue has heard of the gateway. That it is there does not say that it can pass calls on:
   * where it could not, only an answer of the service ends that.
   *
   * @param isAnswer - whether the service itself has answered.
   */
  function heard(gateway: Gateway, isAnswer = false): void {
    if (isAnswer) show({ gateway, lastAnswerAt: now() });
    else if (gateway !== view.gateway && !(gateway === 'reachable' && view.gateway === 'cut-off')) show({ gateway });
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
    if (freed > 0) changed().catch(ports.onTrouble); // not waited for: what is shown must not hold up what is sent
  }

  ports.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'changed') refresh().catch(ports.onTrouble);
    if (data === 'clear') clear();
    if (data === 'print') memory.noPrints = false;
    if (data === 'wake') wake();
  });

  /** A print may be waiting: where no gateway is found it must not stay so. */
  function notePrint(queued: QueuedCall): void {
    if (!isPrint(queued) || queued.state !== 'waiting') return;
    memory.noPrints = false;
    ports.channel.postMessage('print');
  }

  return {
    /** Competes for the lead and shows what is on disk. */
    async start(): Promise<void> {
      leader ??= lead(ports, () => {
        orphans = true;
        wake();
      });
      await refresh();
      const [last] = await store.list('answered', 1);
      const isOfService = last?.result?.text !== undefined; // not a person's word
      if (view.lastAnswerAt === undefined && isOfService) show({ lastAnswerAt: last.changedAt });
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

    /**
     * Saves a call. It is on disk when the promise resolves; sending starts by itself.
     *
     * @param again - whether an open call with the same content is no reason to ask first.
     * @throws what `Store.enqueue` throws: then nothing was saved.
     */
    async enqueue(call: Call, operator: string, scans: readonly ScanNote[], again = true): Promise<QueuedCall> {
      const queued = await store.enqueue({ call, callId: newId(), operator, scans, again }, now());
      notePrint(queued);
      changedBySave();
      ports.channel.postMessage('wake');
      wake();
      return queued;
    },

    /** Records a person's decision about a call. @throws IllegalStep where the call has moved on meanwhile. */
    async decide(seq: number, event: Extract<QueueEvent, { operator: string }>): Promise<QueuedCall> {
      const queued = await store.decide(seq, event, now());
      notePrint(queued);
      changed().catch(ports.onTrouble); // not waited for: while a replay runs, the view is never done
      ports.channel.postMessage('wake');
      wake();
      return queued;
    },

    heard,

    /**
     * Looks whether the gateway is there, while nothing waits or nothing may be sent: else the drain asks by itself. A
     * drain that is wanted meanwhile begins after it, and asks again before it trusts a call to what answered. During a
     * drain it is put off until that has ended.
     */
    ask,

    /** A person has looked at these refusals. */
    async seen(seqs: readonly number[]): Promise<void> {
      if (!seqs.some((seq) => view.unseen.includes(seq))) return;
      await store.seen(seqs);
      changed().catch(ports.onTrouble);
    },

    /** Keeps what was read about a call beside it. */
    async noteRead(seq: number, answer: ReadAnswer): Promise<void> {
      await store.noteRead(seq, answer);
      changed().catch(ports.onTrouble);
    },

    /** Something may be possible again (network, visibility, a new key, a person's tap): drain without waiting. */
    wake(): void {
      clear();
      ports.channel.postMessage('clear');
      ports.channel.postMessage('wake');
      refresh().catch(ports.onTrouble);
      wake();
    },

    /** Rows were changed beside the outbox: every page shows it, and what may be sent now is sent. */
    rowsChanged(): void {
      changed().catch(ports.onTrouble);
      ports.channel.postMessage('wake');
      wake();
    },

    noteRepeat: store.noteRepeat,
    list: store.list,
    get: store.get,
    since: store.since,
    newest: store.newest,
    getMany: store.getMany,
    attemptsOf: store.attemptsOf,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: (): OutboxView => view,
  };
}
