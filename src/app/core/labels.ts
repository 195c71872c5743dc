import type { SitePrinter } from '#site/printers.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { QueuedCall, Told } from '#outbox/state/queuedCall.ts';
import { goesToPrinter } from '#outbox/state/label.ts';
import { LABELS_LOCK } from '#outbox/names.ts';
import type { PrintersHere, Viewed } from '#tasks/task/handheld.ts';
import type { Keep } from '#device/vault.ts';
import type { ShownValue } from '#contract/listeners.ts';
import type { AppView } from './appView.ts';
import type { LabelsHere } from './labelsHere.ts';

/** Milliseconds from a change of the queue to the look for labels in it; those of this page's own answers are not waited for. */
const LOOK_AFTER_MS = 250;

/** The queue, as far as labels get to printers by it. */
export type LabelsOutbox = Pick<Outbox, 'labelsAtPrinters' | 'changeLabel' | 'list' | 'get' | 'view' | 'subscribe'>;

/**
 * Creates the way of labels to the printers of the site. It is loaded once a label goes there, or did before this start: no call waits for it. One
 * page of the browser works at a time, and another goes on where that one ends.
 */
export function createLabelsDoor(
  app: Pick<ShownValue<AppView>, 'view'>,
  outbox: LabelsOutbox,
  kept: Keep,
  told: () => Told | undefined,
) {
  const printers = () => app.view().site.printers;
  let loading: Promise<LabelsHere> | undefined;
  let loaded: LabelsHere | undefined;
  let isIn = false;

  function here(): Promise<LabelsHere> {
    loading ??= import('./labelsHere.ts').then(
      ({ createLabelsHere }) => (loaded = createLabelsHere(outbox, printers, kept, told)),
    );
    loading.catch(() => (loading = undefined)); // a version that has gone may lack the file: at the next label
    return loading;
  }

  /** Works until no label goes to a printer any more; a page that does already only looks again. */
  function work(): void {
    if (isIn) return void loaded?.look().catch(() => undefined);
    isIn = true;
    here()
      .then(({ run }) => navigator.locks.request(LABELS_LOCK, run))
      .catch(() => undefined) // its storage, or its file: at the next change
      .finally(() => (isIn = false));
  }

  async function lookForAny(): Promise<void> {
    if ((await outbox.labelsAtPrinters()).length > 0) work();
  }
  let looking: ReturnType<typeof setTimeout> | undefined;
  /** Looks in a moment whether a label goes to a printer, once for all changes of that moment: no scan waits for a look. */
  const look = (): void => {
    if (looking !== undefined || (!isIn && (printers()?.length ?? 0) === 0)) return;
    looking = setTimeout(() => {
      looking = undefined;
      lookForAny().catch(() => undefined);
    }, LOOK_AFTER_MS);
  };

  return {
    /** Looks for labels of before this start, and from then on at each change. */
    async start(): Promise<void> {
      const wake = (): void => loaded?.wake();
      addEventListener('online', wake);
      document.addEventListener('visibilitychange', wake);
      let seen = outbox.view().revision;
      outbox.subscribe(() => {
        if (outbox.view().revision === seen) return;
        seen = outbox.view().revision;
        look();
      });
      await lookForAny();
    },
    /** A call of this page was settled: its label may go to a printer at once. */
    settled(call: QueuedCall): void {
      if (goesToPrinter(call)) work();
    },
    ofScreens: (chosen: Viewed<SitePrinter | undefined> & Pick<PrintersHere, 'choose'>): PrintersHere => ({
      view: chosen.view,
      subscribe: chosen.subscribe,
      choose: chosen.choose,
      standings: async () => (await here().catch(() => undefined))?.standings(),
      async say(seq, word) {
        const labels = await here().catch(() => undefined);
        return labels ? labels.say(seq, word, app.view().settings?.userId ?? '', chosen.view()?.code) : 'away';
      },
      atHand: async () => (await here()).atHand,
    }),
  };
}

/** Has the labels of a ZPL text drawn. @returns `undefined`: nobody draws them now */
export async function drawLabels(zpl: string): Promise<readonly string[] | undefined> {
  const drawing = await import('./labelDrawing.ts').catch(() => undefined); // a version that has gone may lack the file
  return drawing?.drawLabelsNow(zpl);
}
