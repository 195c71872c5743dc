import { USE_LOCK } from '#outbox/names.ts';
import type { ShellNotices } from '#app/core/appState.ts';
import type { UpdateWaits } from '#wire/report.ts';
import { isInTask } from './inTask.ts';
import { foundAt, updateWaitsFor } from './restingUpdate.ts';
import type { PageUse } from './use.ts';

const LOOK_EVERY_MS = 5_000;
/** Milliseconds after which a version that did not come is tried again, unasked. */
const AGAIN_MS = 10 * 60_000;

/** The words by which a newer version is taken without a tap. */
export interface UpdateWords {
  /** The site's `updates`. */
  readonly updates: () => string | undefined;
  /** A supervisor has asked the handhelds to take it. */
  readonly isAskedFor: () => boolean;
}

interface RestPorts {
  readonly words: UpdateWords;
  readonly use: PageUse;
  /** Takes the version, after which this page is gone; `false`: another window has something begun. */
  readonly take: () => Promise<boolean>;
  readonly report: (change: Pick<ShellNotices, 'updateWaits'>) => void;
}

/**
 * Takes a newer version by itself, now or as soon as no window of this handheld is at work, and says meanwhile what it waits for.
 *
 * @param isAtStart - the page was opened with it, and nobody has touched it since.
 */
export function takeAtRest({ words, use, take, report }: RestPorts, isAtStart: boolean): void {
  let isTaking = false;
  let notBefore = 0;
  let said: UpdateWaits | undefined;
  function say(updateWaits: UpdateWaits): void {
    if (updateWaits !== said) report({ updateWaits });
    said = updateWaits;
  }
  async function look(isFirst: boolean): Promise<void> {
    if (isTaking) return;
    const now = Date.now();
    const waits = updateWaitsFor({
      updates: words.updates(),
      isAskedFor: words.isAskedFor(),
      isBegun: isInTask(),
      isAtStart: isFirst && isAtStart,
      isSeen: document.visibilityState === 'visible',
      isScanning: document.querySelector('video') !== null,
      untouchedMs: use.untouchedMs(),
      foundAt: foundAt(localStorage, now),
      now,
    });
    if (waits) return say(waits);
    if (performance.now() < notBefore) return;
    isTaking = true;
    const isTaken = await navigator.locks.request(
      USE_LOCK,
      { ifAvailable: true },
      async (lock) => lock !== null && take(),
    );
    isTaking = false;
    if (isTaken) notBefore = performance.now() + AGAIN_MS; // this page is still there: it did not come
    else say('task'); // of another window
  }
  const lookAgain = (): void => void look(false);
  setInterval(lookAgain, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', lookAgain);
  void look(true);
}
