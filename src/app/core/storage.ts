import type { NoticesView } from './appState.ts';
import { createCanary } from '#device/canary.ts';
import { createBallast, readStorageFacts } from '#device/storageFacts.ts';
import type { Keep } from '#device/vault.ts';
import { COPIED } from '#contract/rotation.ts';
import { openCalls } from '#outbox/openCalls.ts';
import { createOpenCopies } from '#outbox/openCopies.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';

export type StorageGuard = ReturnType<typeof createStorageGuard>;

const TELL_EVERY_MS = 10 * 60 * 1000;

/** Watches the storage under the app. @param onChange - gets what is new */
export function createStorageGuard(
  keep: Keep,
  outbox: Outbox,
  newId: () => string,
  onChange: (change: Pick<NoticesView, 'loss' | 'emptied' | 'copiedAt'> | Pick<NoticesView, 'storage'>) => void,
) {
  const canary = createCanary(keep, localStorage, Date.now, newId);
  const copies = createOpenCopies(outbox.list, (work, ms) => setTimeout(work, ms));
  const ballast = createBallast(keep, crypto);
  const copied = createCopiesNotice(keep, (copiedAt) => onChange({ copiedAt }));
  const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';
  const open = (): number => openCalls(outbox.view().totals);

  let hasFailed = false;
  let newest = 0;
  let uncounted = 0;
  let wasReopened = false;

  async function tell(): Promise<void> {
    onChange({ storage: { ...(await readStorageFacts(navigator.storage)), isFull: hasFailed } });
  }

  async function forget(): Promise<void> {
    try {
      newest = await outbox.newest();
      await canary.acknowledge(newest, open());
      copies.goOn();
      wasReopened = false;
    } finally {
      onChange({ loss: undefined, emptied: undefined });
    }
  }

  /** @returns whether it looked at what is there now. */
  async function lookForLoss(): Promise<boolean> {
    newest = await outbox.newest();
    const loss = await canary.check(newest);
    if (loss === 'overtaken') return false; // whoever opened it anew looks as well
    if (outbox.view().revision > 0) canary.note(newest, open()); // the counts came before it: else they do it
    if (!loss) copies.goOn();
    onChange({ loss, emptied: loss && wasReopened ? copies.all() : undefined });
    return true;
  }

  let counted = 0;
  outbox.subscribe(() => {
    const { revision } = outbox.view();
    if (revision === counted) return; // something else than the counts is new
    counted = revision;
    uncounted = 0;
    canary.note(newest, open());
    copies.changed();
  });
  setInterval(() => void tell(), TELL_EVERY_MS);
  return {
    /** The browser has closed the storage under this page: says first whether what is there now is the same one. */
    async reopened(): Promise<void> {
      wasReopened = true;
      canary.hold();
      copies.hold();
      await lookForLoss().catch(() => undefined); // looked for again at the end of the start, where there is one
    },
    async checkForLoss(): Promise<void> {
      if (!(await lookForLoss())) return;
      await copied.copied();
      await tell();
      await ballast.load().catch(() => undefined); // no room for it now: tried at the next start
    },
    async ask(): Promise<void> {
      await navigator.storage?.persist?.().catch(() => false);
      await tell();
    },
    /** A call was saved or settled by this page. */
    took: (call: QueuedCall): void => copies.took(call),
    saved(seq: number): void {
      newest = Math.max(newest, seq);
      uncounted += 1;
      canary.note(newest, open() + uncounted);
      if (!hasFailed) return;
      hasFailed = false;
      void tell();
    },
    /** Something could not be written: lets go of the ballast where that was for want of room. */
    failed(error: unknown): void {
      if (!isFull(error)) return;
      hasFailed = true;
      ballast.drop().catch(() => undefined); // the storage does not even let go: the next failure tries again
      void tell();
    },
    ...copied,
    release: canary.release,
    /** Ends the notice of a loss, as a person has read it. Where that cannot be noted it is shown again at the next start. */
    acknowledge: (): void => void forget().catch(() => undefined),
  };
}

/** Shows that the storage was copied, until a person has read it. @param onChange - gets when it was noticed, Unix ms */
function createCopiesNotice(keep: Keep, onChange: (at: number | undefined) => void) {
  return {
    async copied(): Promise<void> {
      const at = await keep.read(COPIED);
      if (typeof at === 'number') onChange(at);
    },
    acknowledgeCopied(): void {
      onChange(undefined);
      keep.write(COPIED, undefined).catch(() => undefined); // shown again at the next start
    },
  };
}
