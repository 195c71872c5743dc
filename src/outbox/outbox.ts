import type { Call } from '#contract/call.ts';
import { channelWords } from './names.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import { createSending } from './sending.ts';
import { createShown } from './shown.ts';
import type { Store } from './store/store.ts';
import type { QueuedCall, ReadAnswer, ScanNote, Told } from '#outbox/state/queuedCall.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The outbox of a page: saves calls, shows what is owed, and drains while this page leads. Framework-free.
 *
 * Draining starts when a call is saved, when somebody calls `wake` (network, visibility, a person), when this page
 * becomes the leader, and by its own timer after a failure; nothing waits for a next scan.
 */
export function createOutbox(ports: OutboxPorts) {
  const { store, now, newId, told = () => undefined } = ports;
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
     * @param again - true where an open call with the same content is no reason to ask first.
     * @throws what `refuse` and `Store.enqueue` throw: then nothing was saved.
     */
    async enqueue(call: Call, operator: string, scans: readonly ScanNote[], again = true): Promise<QueuedCall> {
      try {
        await ports.refuse?.(call, again);
        const queued = await store.enqueue({ call, callId: newId(), operator, scans, again, told: told() }, now());
        notePrint(queued);
        shown.changedBySave();
        wakeAll();
        ports.onSaved?.(queued);
        return queued;
      } catch (error) {
        ports.onNotSaved?.(error);
        throw error;
      }
    },

    /** Records a person's decision about a call. @throws IllegalStep where the call has moved on meanwhile. */
    async decide(seq: number, event: Extract<QueueEvent, { operator: string }>): Promise<QueuedCall> {
      const queued = await store.decide(seq, withTold(event, told()), now());
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

    /** A person has looked at these answers. */
    async seen(seqs: readonly number[]): Promise<void> {
      if (!shown.hasUnseen(seqs)) return;
      await store.seen(seqs);
      shown.changed();
    },

    /** Keeps what was read about a call beside it. */
    async noteRead(seq: number, answer: ReadAnswer): Promise<void> {
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

    noteRepeat: store.noteRepeat,
    list: store.list,
    get: store.get,
    since: store.since,
    newest: store.newest,
    getMany: store.getMany,
    attemptsOf: store.attemptsOf,
    subscribe: shown.subscribe,
    view: shown.view,
  };
}

/** A person's decision, with the time that whoever sends the call anew was told. */
function withTold<E extends QueueEvent>(event: E, told: Told | undefined): E {
  return event.kind === 'saidNotDone' ? { ...event, told } : event;
}

/** Returns the Unix ms of the service's own last answer; a person's word does not count. */
async function lastAnswerIn(store: Store): Promise<number | undefined> {
  const [last] = await store.list('answered', 1);
  return last?.result?.text === undefined ? undefined : last.changedAt;
}
