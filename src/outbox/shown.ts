import { createListeners } from '#contract/listeners.ts';
import { channelWords } from './names.ts';
import type { OutboxPorts, OutboxView } from './outboxPorts.ts';
import { type Owed, owedKinds, owedOf, seqsOf } from './state/owed.ts';
import type { Store } from '#outbox/store/store.ts';
import { noTotals } from './store/database.ts';

/** The least time between two looks at the disk for what is shown: a replay changes rows far more often. */
const SHOWN_EVERY_MS = 150;
/** The same where many calls wait: a count that runs is read no better for running faster, and drawing it takes its time from the calls. */
const SHOWN_IN_REPLAY_EVERY_MS = 500;
const MANY_WAITING = 20;
/**
 * Milliseconds from a save until the view is read again, and between two reads in a run of saves: reading holds up the
 * next write.
 */
const SHOWN_AFTER_SAVE_MS = 100;
const SHOWN_IN_SAVES_EVERY_MS = 1_000;

export type Shown = ReturnType<typeof createShown>;

/** Creates the view of the outbox that the screens show, read from the disk at the pace in which it can be looked at. */
export function createShown(ports: OutboxPorts) {
  const { store, now } = ports;
  const [tell, subscribe] = createListeners();
  const readOwed = createOwedReader(store);
  let view: OutboxView = { totals: noTotals, owed: [], gateway: 'unknown', revision: 0 };
  let looking: Promise<void> | undefined;
  let isResting = false;
  let stale = false;
  /** True where this page has changed rows since it last told the others. */
  let untold = false;
  let afterSaves: unknown;
  let shownAt = Number.NEGATIVE_INFINITY;

  function show(change: Partial<OutboxView>): void {
    view = { ...view, ...change };
    tell();
  }

  /** Shows what is on the disk: at once, or after the rest that follows each look. */
  function refresh(): Promise<void> {
    stale = true;
    if (isResting) return Promise.resolve();
    looking ??= readRows().finally(() => (looking = undefined));
    return looking;
  }

  async function readRows(): Promise<void> {
    stale = false;
    shownAt = now();
    if (untold) ports.channel.postMessage(channelWords.changed);
    untold = false;
    const [totals, owed, pause] = await Promise.all([store.totals(), readOwed(), ports.pause()]);
    const { pause: _before, ...rest } = view;
    view = rest;
    show({ totals, owed, revision: view.revision + 1, ...(pause !== undefined && { pause }) });
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
  function changed(): void {
    untold = true;
    refresh().catch(ports.onTrouble); // not waited for: while a replay runs, the view is never done
  }

  return {
    view: (): OutboxView => view,
    /** Tells whether nobody has looked at one of these answers. */
    hasUnseen: (seqs: readonly number[]): boolean =>
      seqsOf(view.owed, 'refused', 'unclear').some((seq) => seqs.includes(seq)),
    /** Reads from the disk: the view may lag behind it. */
    owed: readOwed,
    show,
    /** Takes what is shown with the next change of rows, which comes at once. */
    showWithRows(change: Partial<OutboxView>): void {
      view = { ...view, ...change };
    },
    refresh,
    changed,
    /** The same after a save, once no other has come for a moment. */
    changedBySave(): void {
      ports.clearTimeout(afterSaves as never);
      const isOverdue = Math.abs(now() - shownAt) >= SHOWN_IN_SAVES_EVERY_MS && afterSaves !== undefined;
      const read = (): void => {
        afterSaves = undefined;
        changed();
      };
      if (isOverdue) read();
      else afterSaves = ports.setTimeout(read, SHOWN_AFTER_SAVE_MS);
    },
    subscribe,
  };
}

/** Makes what reads the calls that want a person: whose a call is changes never, so each row is read for it once. */
function createOwedReader(store: Pick<Store, 'owed' | 'getMany'>): () => Promise<readonly Owed[]> {
  let operators: ReadonlyMap<number, string> = new Map();
  return async () => {
    const keys = await store.owed();
    const seqs = owedKinds.flatMap((kind) => keys[kind]);
    const rows = await store.getMany(seqs.filter((seq) => !operators.has(seq)));
    const read = new Map(rows.map(({ seq, operator }) => [seq, operator]));
    operators = new Map(seqs.flatMap((seq) => [[seq, operators.get(seq) ?? read.get(seq)] as const]).filter(isKnown));
    return owedOf(keys, operators);
  };
}

function isKnown(one: readonly [number, string | undefined]): one is readonly [number, string] {
  return one[1] !== undefined;
}
