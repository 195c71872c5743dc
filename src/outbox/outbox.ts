import type { Call } from '#contract/call.ts';
import { channelWords } from './names.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import { createShown, type Shown } from './shown.ts';
import type { Behind, Store } from '#outbox/store/store.ts';
import { type QueuedCall, type ReadEvidence, type ScanNote, type Told, isPrint } from '#outbox/state/queuedCall.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';
import type { DrainChange, DrainMemory, GatewayReach } from './drainPorts.ts';
import { drain, probeAtRest } from './drainer.ts';
import { type Leader, lead } from './leader.ts';

type Enqueue = readonly [
  call: Call,
  operator: string,
  scans: readonly ScanNote[],
  again?: boolean,
  behind?: Behind | undefined,
];

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The outbox of a page: saves calls, shows what is owed, and drains while this page leads. Framework-free.
 *
 * Draining starts when a call is saved, when somebody calls `wake` (network, visibility, a person), when this page
 * becomes the leader, and by its own timer after a failure; nothing waits for a next scan.
 */
export function createOutbox(ports: OutboxPorts) {
  const { store, now, newId, told = () => undefined, printer = () => undefined } = ports;
  const shown = createShown(ports);
  const { start, wake: _wakeHere, wakeAll, clearAll, notePrint, ...control } = createSending(ports, shown);

  ports.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === channelWords.changed) shown.refresh().catch(ports.onTrouble);
  });

  return {
    ...control,

    /** Competes for the lead and shows what is on disk. */
    async start(): Promise<void> {
      start();
      await shown.refresh();
      const lastAnswerAt = await lastAnswerIn(store);
      if (lastAnswerAt !== undefined && shown.view().lastAnswerAt === undefined) shown.show({ lastAnswerAt });
    },

    /**
     * Saves a call. It is on disk when the promise resolves; sending starts by itself.
     *
     * @param again - true where an open call with the same content is no reason to ask first. @param behind - as of `Enqueued`
     * @throws what `refuse` and `Store.enqueue` throw: then nothing was saved.
     */
    async enqueue(...[call, operator, scans, again = true, behind]: Enqueue): Promise<QueuedCall> {
      let queued: QueuedCall;
      try {
        await ports.refuse?.(call, again);
        const enqueued = { call, callId: newId(), operator, scans, again, behind, told: told() };
        queued = await store.enqueue(isPrint(call) ? { ...enqueued, printer: printer() } : enqueued, now());
      } catch (error) {
        ports.onNotSaved?.(error);
        throw error;
      }
      try {
        notePrint(queued);
        shown.changedBySave();
        wakeAll();
        ports.onSaved?.(queued);
      } catch (error) {
        ports.onTrouble(error); // whoever is told of it fails; on disk it is, and nobody is to save it twice
      }
      return queued;
    },

    /** Records a person's decision about a call. @throws IllegalStep where the call has moved on meanwhile. */
    async decide(seq: number, event: Extract<QueueEvent, { operator: string }>): Promise<QueuedCall> {
      const queued = await store.decide(seq, withNow(event, told(), printer()), now(), newId());
      notePrint(queued);
      shown.changed();
      wakeAll();
      return queued;
    },

    /** Sends these calls anew, whose answers say, as the site knows now, that the key was refused. @returns how many stay: see there. */
    async sendAgain(seqs: readonly number[], operator: string): Promise<number> {
      const stay = await store.sendAgain(seqs, operator, now());
      shown.changed();
      wakeAll();
      return stay;
    },

    /** Reads the answers that no rule knew by the rules that the site has now. @param areNew - else only where somebody is to look at one */
    async readAgain(areNew: boolean): Promise<void> {
      if (!areNew && !(await shown.owed()).some(({ kind }) => kind === 'unclear')) return;
      const read = await store.readAgain(ports.judge, now());
      if (read.length > 0) shown.changed();
    },

    ...createLooks(ports, shown),

    /** Keeps what was read about a call beside it. */
    async noteRead(seq: number, answer: ReadEvidence): Promise<void> {
      await store.noteRead(seq, answer);
      shown.changed();
    },

    /** Something may be possible again (network, visibility, a new key, a person's tap): drain without waiting. */
    wake(): void {
      clearAll();
      shown.refresh().catch(ports.onTrouble);
      wakeAll();
    },

    /** Rows were changed beside the outbox: every page shows it, and what may be sent now is sent. */
    rowsChanged(): void {
      shown.changed();
      wakeAll();
    },

    ...readsOf(store),
    noteRepeat: store.noteRepeat,
    owed: shown.owed,
    subscribe: shown.subscribe,
    view: shown.view,
  };
}

/** Takes in that a person has looked at answers, or what became of a label. */
function createLooks({ store, newId }: OutboxPorts, shown: Shown) {
  return {
    /** A person has looked at these answers. */
    async seen(seqs: readonly number[], operator: string): Promise<void> {
      if (!shown.hasUnseen(seqs)) return;
      await store.seen(seqs, { operator, id: newId() });
      shown.changed();
    },

    /** Changes where a label stands. @returns the call after it; `undefined`: it stays as it was */
    async changeLabel(...change: Parameters<Store['changeLabel']>): Promise<QueuedCall | undefined> {
      const changed = await store.changeLabel(...change);
      if (changed) shown.changed();
      return changed;
    },
  };
}

function readsOf({ list, get, since, newest, getMany, attemptsOf, labelsAtPrinters }: Store) {
  return { list, get, since, newest, getMany, attemptsOf, labelsAtPrinters };
}

/** A person's decision, with the time that whoever sends the call anew was told, or the printer that a label is to come out of. */
function withNow<E extends QueueEvent>(event: E, told: Told | undefined, printer: string | undefined): E {
  if (event.kind === 'printNow') return { ...event, printer };
  return event.kind === 'saidNotDone' ? { ...event, told } : event;
}

/** Returns the Unix ms of the service's own last answer; a person's word does not count. */
async function lastAnswerIn(store: Store): Promise<number | undefined> {
  const [last] = await store.list('answered', 1);
  return last?.result?.text === undefined ? undefined : last.changedAt;
}

/** Sends what waits: while this page leads, and when it is woken from here or from another page. */
function createSending(ports: OutboxPorts, shown: Shown) {
  const memory: DrainMemory = { failures: 0, printsFrom: ports.now() };
  const loop = createDrainLoop(ports, shown, memory, { onChange, heard });

  const reachOf = (found: GatewayReach): GatewayReach => (found === 'unreachable' ? (ports.away?.() ?? found) : found);

  /** Shows that a drain has changed a row, or found out whether the gateway is there. */
  function onChange({ gateway: found, settled }: DrainChange): void {
    const gateway = found && reachOf(found);
    if (gateway && gateway !== shown.view().gateway) shown.show({ gateway });
    if (settled?.state === 'answered') shown.showWithRows({ lastAnswerAt: ports.now(), gateway: 'reachable' });
    if (settled) ports.onSettled?.(settled);
    if (!gateway) shown.changed();
  }

  /**
   * Shows what something else than a drain has heard of the gateway. That it is there does not say that it can pass
   * calls on: where it could not, only an answer of the service ends that.
   *
   * @param isAnswer - whether the service itself has answered.
   */
  function heard(found: GatewayReach, isAnswer = false): void {
    const gateway = reachOf(found);
    const before = shown.view().gateway;
    if (isAnswer) shown.show({ gateway, lastAnswerAt: ports.now() });
    else if (gateway !== before && !(gateway === 'reachable' && before === 'cut-off')) shown.show({ gateway });
  }

  function hear(message: unknown): void {
    if (message === channelWords.clear) {
      memory.failures = Math.min(memory.failures, 1);
      memory.clearedAt = ports.now();
    }
    if (message === channelWords.print) memory.noPrints = false;
    if (message === channelWords.wake) loop.wake();
  }
  ports.channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));

  /** Tells it the other pages, and this one. */
  function tellAll(message: (typeof channelWords)['clear' | 'print' | 'wake']): void {
    ports.channel.postMessage(message);
    hear(message);
  }

  return {
    ...loop,
    heard,
    /** Drains now, in this page or in the one that leads. Cheap to call too often. */
    wakeAll: (): void => tellAll(channelWords.wake),
    /** Something may be possible again: what was put off until later is due, in every page. */
    clearAll: (): void => tellAll(channelWords.clear),
    /** A print may be waiting: where no gateway is found it must not stay so. */
    notePrint(queued: QueuedCall): void {
      if (isPrint(queued) && queued.state === 'waiting') tellAll(channelWords.print);
    },
  };
}

const RECOVERY_RETRY_MS = 2_000;
/** A page that does not lead so long after its start, in ms, leaves the sending to another. */
const LEADS_WITHIN_MS = 2_000;

/** Told what a drain changes, and what a look for the gateway has found. */
interface GatewayNews {
  onChange(change: DrainChange): void;
  heard(gateway: GatewayReach): void;
}

/**
 * Drains in this page while it leads: one drain at a time, again while one is wanted, and by a timer after a failure.
 *
 * @returns `start` competes for the lead, and `stop` gives it to another page, where a call that is being sent is finished;
 *   `quiet` begins no more calls and resolves when the one that is being sent from here has ended, and `goOn` ends that;
 *   `ask` looks whether the gateway is there, while nothing waits, or nothing of it may be sent, or another page sends it: else the drain asks by itself, at once
 *   where none was found. A
 *   drain that is wanted meanwhile begins after it, and asks again before it trusts a call to what answered. During a drain
 *   it is put off until that has ended.
 */
function createDrainLoop(ports: OutboxPorts, shown: Shown, memory: DrainMemory, { onChange, heard }: GatewayNews) {
  /**
   * The owner of the claims made here, once those that nobody sends were freed: new with each lead, and after a drain
   * that broke.
   */
  let owner: string | undefined;
  let leader: Leader | undefined;
  let timer: unknown;
  let draining: Promise<void> | undefined;
  let wanted = false;
  /** True where the gateway was to be looked for while a drain or a look was under way. */
  let asked = false;
  let isQuiet = false;
  /** True where a drain has found nothing that may be sent: what waits, waits for a person, and no drain looks for the gateway. */
  let isAtRest = false;
  const maySend = (): boolean => leader?.isLeader() === true && !isQuiet;
  /** Unix ms of the start: who leads is known soon after it, and not before. */
  let startedAt = ports.now();
  const isElsewhere = (): boolean => !maySend() && Math.abs(ports.now() - startedAt) > LEADS_WITHIN_MS;

  async function drainWhileWanted(): Promise<void> {
    let pauseMs: number | undefined;
    try {
      while (wanted && maySend()) {
        wanted = false;
        owner ??= await freeOrphans(ports, shown);
        const drained = await drain({ ...ports, onChange }, memory, owner, maySend);
        pauseMs = drained.kind === 'wait' ? drained.ms : undefined;
        isAtRest = drained.kind === 'idle';
      }
    } catch (error) {
      ports.onTrouble(error);
      owner = undefined;
      pauseMs = RECOVERY_RETRY_MS;
    }
    if (pauseMs !== undefined) timer = ports.setTimeout(wake, pauseMs);
    ended();
  }

  /** Does now what was wanted while a drain or a look was under way. */
  function ended(): void {
    draining = undefined;
    if (wanted) wake();
    if (asked) ask();
    if (!draining && maySend()) ports.onBusy?.(false);
  }

  function ask(): void {
    const { totals, pause, revision } = shown.view();
    if (revision === 0) return; // what waits is not known yet: the drain asks, after it has freed what nobody sends
    asked = draining !== undefined;
    if (asked) return;
    if (pause === undefined && !isElsewhere() && !isAtRest && totals.waiting + totals.sending > 0) {
      if (memory.wasAway) wake(); // it looks before it sends anything, and need not wait for its time
      return;
    }
    draining = probeAtRest(ports, memory)
      .then((gateway) => heard(gateway), ports.onTrouble)
      .then(ended);
  }

  function wake(): void {
    wanted = true;
    ports.clearTimeout(timer as never);
    if (!maySend()) return;
    ports.onBusy?.(true);
    draining ??= drainWhileWanted();
  }

  function start(): void {
    startedAt = ports.now();
    leader ??= lead(ports, () => {
      owner = undefined;
      wake();
    });
  }

  function stop(): void {
    ports.onBusy?.(true);
    leader?.stop();
    leader = undefined;
    ports.clearTimeout(timer as never);
  }

  async function quiet(): Promise<void> {
    isQuiet = true;
    ports.onBusy?.(true);
    await draining;
  }

  function goOn(): void {
    isQuiet = false;
    wake();
  }

  return { start, stop, quiet, goOn, wake, ask };
}

/** Frees the calls that whoever sent before has left marked as being sent. @returns who claims calls from now on. */
async function freeOrphans({ store, now, newId }: OutboxPorts, shown: Shown): Promise<string> {
  const owner = newId();
  if ((await store.recover(owner, now())) > 0) shown.changed();
  return owner;
}
