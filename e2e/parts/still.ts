import { unknownSite } from '#site/site.ts';
import type { AppState } from '#app/core/appState.ts';
import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import type { Owed } from '#outbox/state/owed.ts';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import type { ScansRun } from '#tasks/scans/scansRun.ts';
import type { Handheld, Viewed } from '#tasks/task/handheld.ts';
import { type KeptScan, staying } from '#tasks/task/keptScan.ts';

/** Makes a view that is shown and never changes. */
function still<V>(view: V): Viewed<V> {
  return { view: () => view, subscribe: () => () => undefined };
}

/** As much of a handheld as the parts ask for: nothing happens on it. @param needs - how many calls need a person. */
export function stillHandheld({ needs = 0, gateway = 'reachable' }): Handheld {
  const totals = { waiting: 2, sending: 0, asking: 0, unconfirmed: 0, held: needs };
  const owed = Array.from({ length: needs }, (_, seq): Owed => ({ seq, operator: '', kind: 'held' }));
  return {
    outbox: {
      ...still({ totals, owed, revision: 1, gateway }),
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

export interface StillRun {
  readonly kept?: string;
  readonly filled?: Readonly<Record<string, string>>;
  readonly saved?: readonly string[];
}

const note = (text: string): ScanNote => ({ text, source: 'wedge', at: Date.now() });

function keptScanOf(kept: string | undefined): KeptScan {
  if (kept === undefined) return { kind: 'none' };
  return kept === 'next' ? { kind: 'next' } : staying({ scan: note(kept), usedAt: Date.now() });
}

/** A run of Back on shelf: with a kept shelf, or half of a pair, or a pair that was saved. */
export function stillRun({ kept, filled = {}, saved }: StillRun = {}): ScansRun {
  const { steps } = revertOff;
  const view = {
    steps,
    step: steps.find(({ parameter }) => filled[parameter] === undefined),
    filled: Object.fromEntries(Object.entries(filled).map(([name, text]) => [name, note(text)])),
    keptScan: keptScanOf(kept),
    entries: saved ? [{ id: 1, saving: 'saved', seq: 1, scans: saved.map(note) }] : [],
    notice: saved && { tone: 'saved', text: '', call: { seq: 1, what: '' } },
  };
  return { ...still(view), on: () => ({}) } as unknown as ScansRun;
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
