import { begunBy, looseBy } from '#app/core/drafts/begunDraft.ts';
import { draftsOf } from '#app/core/drafts/draftsOf.ts';
import { closeDialogs } from './idleLock.ts';
import type { PeoplePorts } from './peoplePorts.ts';
import { type Session, readSession, writeSession } from '#device/session.ts';
import { writeSettings } from '#device/settings.ts';
import { workerOf } from '#device/workers.ts';
import { isOwn, owedTo } from '#outbox/state/owed.ts';
import { listsBy } from '#tasks/check/checkList.ts';
import { notTakenIn } from '#tasks/intake/notTaken.ts';
import { draftIn, draftName } from '#tasks/task/draft.ts';
import { keptScanIn } from '#tasks/task/keptScan.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { navigate } from '#ui/router.ts';

const MOST_ROWS = 500;

/** @param begin - somebody has said who it is. */
export function createSignIn(ports: PeoplePorts, begin: () => void) {
  const { keep, view, show } = ports;

  async function keepSession(session: Session): Promise<void> {
    await writeSession(keep, session);
    ports.changed();
  }

  /** Tells whether a worker leaves anything open, which he sees before, and the next one after it. */
  async function leaves(userId: string): Promise<boolean> {
    if (begunBy(userId).length > 0 || looseBy(userId).length > 0) return true;
    if ((await listsBy(keep, userId)).length > 0) return true;
    if (owedTo(userId, await ports.outbox.owed()).own.length > 0) return true;
    const lists = await Promise.all(
      (['waiting', 'sending'] as const).map((state) => ports.outbox.list(state, MOST_ROWS)),
    );
    return lists.some((calls) => calls.some((call) => isOwn(userId, call)));
  }

  return {
    leaves,

    /**
     * A badge that was scanned, or an id that was typed.
     *
     * @param isConfirmed - whether the person has said that it is an id, where nobody knows the workers.
     * @returns `unknown`: nobody is known by it, and nothing has changed; `ask`: it may be no id at all; `back`: the
     *   worker is where he was; `started`: another worker begins.
     * @throws InvalidParameter, StorageClosed
     */
    async signIn(
      text: string,
      isTyped: boolean,
      isConfirmed: boolean,
    ): Promise<'unknown' | 'ask' | 'back' | 'started'> {
      const { settings, site, session, shift } = view();
      const worker = workerOf(site.workers, text, isTyped);
      if (!worker || !settings) return 'unknown';
      const { userId, byBadge } = worker;
      const isSame = userId === settings.userId;
      if (!isSame && !site.workers && !isConfirmed) return 'ask';
      const at = Date.now();
      const before = isSame || settings.userId === '' ? session.before : { userId: settings.userId, at };
      const next = { byBadge, seenAt: at, ...(before && { before }) };
      if (!isSame) dropKeptShelves(ports.draftOf, settings.userId);
      const mustSee = !isSame && settings.userId !== '' && (await leaves(settings.userId));
      const nowSet = isSame ? settings : await writeSettings(keep, { ...settings, userId });
      await keepSession(next);
      ports.scanner.dropRepeat(text);
      begin();
      if (!isSame) navigate(mustSee ? '/hand-over' : '/');
      show({
        settings: nowSet,
        session: next,
        stage: 'ready',
        isSupervised: false,
        shift: isSame ? shift : shift + 1,
      });
      return isSame ? 'back' : 'started';
    },

    async signOut(): Promise<void> {
      const session = { ...view().session, isOut: true, byBadge: false };
      closeDialogs();
      dropKeptShelves(ports.draftOf, view().settings?.userId ?? '');
      await keepSession(session);
      show({ session, stage: 'signed-out', isSupervised: false });
    },

    async rereadSession(): Promise<void> {
      const session = await readSession(keep);
      const { stage } = view();
      if (stage !== 'ready' && stage !== 'locked' && stage !== 'signed-out') return show({ session });
      const shut = session.isOut ? 'signed-out' : session.isLocked ? 'locked' : undefined;
      if (!shut) begin();
      return show({ session, stage: shut ?? 'ready' });
    },
  };
}

/** A worker's time at this handheld is over: no shelf is kept for whoever comes. Scans that wait for it are not taken. */
function dropKeptShelves(draftOf: PeoplePorts['draftOf'], userId: string): void {
  for (const { kind, task } of draftsOf(userId).map(draftIn)) {
    if (kind !== 'kept-scan') continue;
    const shelf = draftOf(draftName(kind, task), userId);
    const notTaken = notTakenIn(draftOf(draftName('not-taken', task), userId));
    const keptScan = keptScanIn(shelf.read());
    const waiting = keptScan.kind === 'asked' ? keptScan.waiting : [];
    for (const scan of waiting) notTaken(scan, taskScreenWords().notTaken);
    shelf.write(undefined);
  }
}
