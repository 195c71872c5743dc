import { unknownSite } from '#contract/site.ts';
import type { AppState } from '#app/core/appState.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import type { TaskRun } from '#tasks/scans/taskRun.ts';
import type { Handheld, Viewed } from '#tasks/task/handheld.ts';

/** Makes a view that is shown and never changes. */
function still<V>(view: V): Viewed<V> {
  return { view: () => view, subscribe: () => () => undefined };
}

/** As much of a handheld as the parts ask for: nothing happens on it. @param needs - how many calls need a person. */
export function stillHandheld({ needs = 0, gateway = 'reachable' }): Handheld {
  const totals = { waiting: 2, sending: 0, asking: 0, unconfirmed: 0, held: needs };
  return {
    outbox: {
      ...still({ totals, unseen: [], unclear: [], revision: 1, gateway }),
      getMany: async () => [],
      list: async () => [],
    },
    scanner: { ...still(''), buffered: () => '', listen: () => () => undefined },
    cues: { play: () => undefined },
    site: () => unknownSite,
    settings: () => ({ userId: '7' }),
  } as unknown as Handheld;
}

/** The app around such a handheld. */
export function stillApp(handheld: Handheld, isDemo = false): AppState {
  const site = isDemo ? { ...unknownSite, demo: {} } : unknownSite;
  const people: Pick<AppState['people'], 'pinLockedMs'> = { pinLockedMs: async () => 0 };
  const notices = still({ unheard: [], storage: {} });
  return { ...still({ site, stage: 'ready' }), handheld, people, notices } as unknown as AppState;
}

/** A scanning task that keeps a shelf, or would. */
export function stillRun(keptScan: 'next' | { readonly text: string } | undefined): TaskRun {
  const view = { keptScan, entries: [], filled: {} };
  return { ...still(view), on: () => ({}) } as unknown as TaskRun;
}

/** A call in this state. */
export function callOf(state: QueuedCall['state'], result?: QueuedCall['result'], text = 'D-1001'): QueuedCall {
  const scans = [text, 'S-01-A'].map((each) => ({ text: each, source: 'wedge', at: 0 }));
  return {
    seq: 7,
    operation: 'RevertOff',
    state,
    result,
    scans,
    parameters: [],
    changedAt: 0,
  } as unknown as QueuedCall;
}
