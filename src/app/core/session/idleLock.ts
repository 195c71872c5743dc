import { type Moment, between, momentNow } from '#device/moment.ts';
import { idleMs, readSession, writeSession } from '#device/session.ts';
import type { PeoplePorts } from './peoplePorts.ts';

/** The least time between two notes of when somebody was last there. */
const NOTE_EVERY_MS = 20_000;

/** Locks the handheld where nobody was there for as long as the site allows. */
export function createIdleLock({ keep, view, show, changed }: Pick<PeoplePorts, 'keep' | 'view' | 'show' | 'changed'>) {
  let last: Moment = momentNow();
  let notedAt = Number.NEGATIVE_INFINITY;

  function isIdle(): boolean {
    const limit = idleMs(view().site);
    return limit > 0 && view().stage === 'ready' && between(last, momentNow()) >= limit;
  }

  /** Locks at once, and then looks whether another page of this browser was at work meanwhile. */
  async function lockWhereIdle(): Promise<void> {
    if (!isIdle()) return;
    const session = { ...view().session, isLocked: true };
    closeDialogs();
    show({ session, stage: 'locked', isSupervised: false });
    const { seenAt = 0 } = await readSession(keep);
    const away = Date.now() - seenAt;
    if (seenAt > last.wall + NOTE_EVERY_MS && away >= 0 && away < idleMs(view().site)) {
      touched();
      show({ session: { ...session, isLocked: false }, stage: 'ready' });
      return;
    }
    await writeSession(keep, session);
    changed();
  }

  /** Somebody is there. What comes after too long a time is no sign of the one who was there before. */
  function touched(): void {
    if (isIdle()) return void lockWhereIdle().catch(() => undefined);
    last = momentNow();
    if (idleMs(view().site) === 0 || view().stage !== 'ready' || last.page - notedAt < NOTE_EVERY_MS) return undefined;
    notedAt = last.page;
    return void keep.note('session', { ...view().session, seenAt: last.wall }).catch(() => undefined);
  }

  return {
    lockWhereIdle,
    touched,
    begin(): void {
      last = momentNow();
    },
  };
}

/** A dialog is over everything, also over the one that asks who it is; what belongs to a screen comes back with it. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
}
