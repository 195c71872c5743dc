import { type HandheldReport, type UpdateWaits, encodeReport } from '#wire/report.ts';
import type { ShownValue } from '#contract/listeners.ts';
import { openCalls } from '#outbox/openCalls.ts';
import type { OutboxView } from '#outbox/outboxPorts.ts';
import { seqsOf } from '#outbox/state/owed.ts';
import type { Store } from '#outbox/store/store.ts';
import type { NoticesView } from './appState.ts';
import type { AppView } from './appView.ts';

/** The version of this build, put in by Vite. */
declare const __VERSION__: string;

/** The facts of this handheld that a report is made of. The access key, codes and answers are not among them. */
export interface ReportFacts {
  readonly id: string;
  /** As the report has it; absent: this page has heard of none yet. */
  readonly heard?: number | undefined;
  readonly queue: Pick<OutboxView, 'totals' | 'owed' | 'pause'>;
  readonly oldest?: { readonly seq: number; readonly seenForMs: number } | undefined;
  readonly version: string;
  readonly update?: UpdateWaits | undefined;
  readonly isPersisted: boolean | undefined;
  readonly battery: { readonly level: number; readonly charging: boolean } | undefined;
  readonly warehouse: string;
  /** Empty where the site does not show workers, or nobody is at work. */
  readonly worker: string;
}

/** Makes the report that a hello takes along. What would be out of its bounds is left out. */
export function reportOf(facts: ReportFacts): HandheldReport {
  const { id, heard, queue, oldest, version, update, isPersisted, battery, warehouse, worker } = facts;
  return {
    id,
    waiting: queue.totals.waiting + queue.totals.sending,
    person: queue.owed.length,
    doubts: queue.totals.unconfirmed,
    ...(heard !== undefined && { heard }),
    ...(oldest && { oldest: oldest.seq, oldestS: Math.floor(oldest.seenForMs / 1_000) }),
    ...(queue.pause !== undefined && { paused: pausedBy(queue.pause) }),
    version,
    ...(update && { update }),
    ...(isPersisted !== undefined && { kept: isPersisted }),
    ...(battery && { battery: Math.round(100 * battery.level), charging: battery.charging }),
    ...(/^\d{1,10}$/.test(warehouse) && { warehouse }),
    ...(/^[^\p{Cc}]{1,60}$/u.test(worker) && { worker }),
  };
}

/** Returns the reason as gateways of before know it too: to them a hold of the desk is a hold. */
function pausedBy(pause: string): NonNullable<HandheldReport['paused']> {
  return pause === 'desk-hold' ? 'on-hold' : (pause as NonNullable<HandheldReport['paused']>);
}

/** The battery as Chromium tells of it. Source: Battery Status API, W3C. */
interface WithBattery {
  getBattery?(): Promise<ReportFacts['battery']>;
}

/** The parts of the page that are asked for a report. */
interface ReportSources {
  readonly storageId: () => string | undefined;
  readonly store: Pick<Store, 'oldestOpen'>;
  readonly outbox: { readonly view: () => OutboxView };
}

/** Makes what looks at this handheld for its next report, as its header has it. It gives none before the storage has a name. */
export function createReport(
  { storageId, store, outbox }: ReportSources,
  app: Pick<ShownValue<AppView>, 'view'>,
  notices: Pick<ShownValue<NoticesView>, 'view'>,
) {
  let first: { readonly seq: number; readonly at: number } | undefined;
  return async (heard?: number): Promise<string | undefined> => {
    const id = storageId();
    if (id === undefined) return undefined;
    const shown = outbox.view();
    const seqs = [...seqsOf(shown.owed, 'refused').slice(0, 1), ...seqsOf(shown.owed, 'unclear').slice(0, 1)];
    const open = openCalls(shown.totals) > 0 ? await store.oldestOpen() : undefined;
    if (open !== undefined) seqs.push(open);
    const now = performance.now();
    const seq = Math.min(...seqs);
    if (first?.seq !== seq) first = seqs.length > 0 ? { seq, at: now } : undefined;
    const { settings, site, stage } = app.view();
    const report = reportOf({
      id,
      heard,
      queue: shown,
      oldest: first && { seq, seenForMs: now - first.at },
      version: __VERSION__,
      update: notices.view().updateWaits,
      isPersisted: await navigator.storage?.persisted?.(),
      battery: await (navigator as WithBattery).getBattery?.().catch(() => undefined),
      warehouse: settings?.warehouseId ?? '',
      worker: site.floorShowsWorkers && stage === 'ready' ? (settings?.userId ?? '') : '',
    });
    return encodeReport(report);
  };
}
