import { drain } from '#outbox/drainer.ts';
import type { DrainChange, DrainMemory, DrainPorts, Drained } from '#outbox/drainPorts.ts';
import type { Tried } from '#outbox/state/queuedCall.ts';
import type { Store } from '#outbox/store/store.ts';
import { RIG_TIME, freshStore, revertOffCall, saveAs } from './storeRig.ts';

interface Sent {
  seq: number;
  key: string;
  tried: Tried | undefined;
}

/** A drainer with everything around it made by hand; `sent` and `changes` say what it did. */
interface DrainStage {
  store: Store;
  sent: Sent[];
  changes: DrainChange[];
  memory: DrainMemory;
  ports: DrainPorts;
  /** Lets this much time go by. */
  later(ms: number): void;
  drain(keepGoing?: () => boolean): Promise<Drained>;
  seqs(): number[];
}

/** Makes a drainer on a fresh store, its ports those that are given, else ones at which all goes well. */
export function createDrainStage(given: Pick<DrainPorts, 'probe' | 'send'> & Partial<DrainPorts>): DrainStage {
  const store = freshStore();
  const sent: Sent[] = [];
  const changes: DrainChange[] = [];
  const memory: DrainMemory = { failures: 0 };
  let now = RIG_TIME;
  let ids = 0;
  const ports: DrainPorts = {
    store,
    judge: (_, text) => (text === 'key?' ? 'key-refused' : text === 'OK' ? 'accepted' : 'unclassified'),
    pause: () => Promise.resolve(undefined),
    keyRefused: () => Promise.resolve(),
    now: () => now,
    random: () => 1,
    newId: () => `id-${(ids += 1)}`,
    onChange: (seen) => changes.push(seen),
    ...given,
    send: (queued, key, tried) => {
      sent.push({ seq: queued.seq, key, tried });
      return given.send(queued, key, tried);
    },
  };
  return {
    store,
    sent,
    changes,
    memory,
    ports,
    later: (ms) => (now += ms),
    drain: (keepGoing = () => true) => drain(ports, memory, 'page-1', keepGoing),
    seqs: () => sent.map(({ seq }) => seq),
  };
}

let ids = 0;
/** Enqueues one call for each letter, in that lane. */
export async function enqueue({ store }: Pick<DrainStage, 'store'>, lanes: string): Promise<void> {
  for (const lane of lanes) await saveAs(`call-${(ids += 1)}`, revertOffCall(lane), store);
}
