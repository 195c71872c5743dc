import { mayUse, unknownSite } from '#contract/site.ts';
import { createAnswerSignals, guardStorageLater } from './core/loadedLater.ts';
import { type ShownValue, createShown } from '#contract/listeners.ts';
import { once } from '#contract/once.ts';
import type { AppState, NoticesView } from './core/appState.ts';
import type { AppView } from './core/appView.ts';
import { afterPaint, whenIdle } from './core/clock.ts';
import { keepInTouch } from './core/keepInTouch.ts';
import { type KeptHere, createKeptHere } from './core/keptHere.ts';
import type { LaterParts } from './core/laterParts.ts';
import { loadCodecs, newId } from './core/ports.ts';
import { createSaving } from '#tasks/calls/saving.ts';
import { type StartedScanner, createScanner } from '#tasks/scanner/scanner.ts';
import { type Sending, createSending } from './core/sending.ts';
import { speakFor } from './core/speakFor.ts';
import { readFirstView } from './core/startUp.ts';
import { wear } from './core/wear.ts';
import { watchInstall } from './shell/install.ts';
import { type Cues, createCues } from '#device/cues.ts';
import { type HandheldSettings, noSettings } from '#device/settings.ts';
import { createSignalledSaves } from '#device/signalledSaves.ts';
import type { Scan } from '#scan/scan.ts';
import { type WedgeProfile, defaultWedgeProfile } from '#scan/wedge/profile.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { beginFreshLog } from '#outbox/store/freshLog.ts';
import type { LearntRoles } from '#tasks/task/learntRoles.ts';
import { explain } from '#tasks/task/explain.ts';

const firstView: AppView = {
  stage: 'starting',
  site: unknownSite,
  session: {},
  shift: 0,
  hasOwnPin: false,
  isPinFresh: false,
  hasKey: false,
};

interface Ground {
  readonly app: ShownValue<AppView>;
  readonly notices: ShownValue<NoticesView>;
  readonly keptHere: KeptHere;
  readonly sending: Sending;
  readonly storage: ReturnType<typeof guardStorageLater>;
  readonly cues: Cues;
  readonly answers: ReturnType<typeof createAnswerSignals>;
  readonly settings: () => HandheldSettings;
  readonly roles: LearntRoles;
  readonly refused: Set<number>;
}

/**
 * Builds and starts everything, once. @param unclaimed - gets a scan of no screen. @param drawn - the first screen is
 * there
 */
export function assemble(unclaimed: (scan: Scan) => void, drawn: Promise<unknown>): AppState {
  const app = createShown(firstView);
  app.subscribe(() => wear(app.view().settings)); // before whatever is drawn anew
  const notices = createShown<NoticesView>({ unheard: [], storage: {} });
  const settings = (): HandheldSettings => app.view().settings ?? noSettings;
  const cues = createCues(settings);
  const keptHere = createKeptHere(() => {
    storage.reopened();
    void start();
  });
  const roles: LearntRoles = new Map();
  const refused = new Set<number>();
  const answers = createAnswerSignals(cues, () => sending.outbox.view().totals.waiting);
  const sending = createSending(keptHere, app, {
    onSettled(call) {
      answers.settled(call);
      if (call.result?.verdict === 'refused') refused.add(call.seq);
      later().then(
        ({ learn }) => learn(call),
        () => undefined,
      ); // else at the next start
    },
    onTrouble: (error) => storage.failed(error),
    onCopied: () => void storage.copied().catch(() => undefined), // said at the next start
    onSettingsChanged: () => void reread().catch(() => undefined), // read again at the next start
  });
  const { outbox, tellPages } = sending;
  const storage = guardStorageLater(async () => {
    const { createStorageGuard } = await import('#app/core/storage.ts');
    return createStorageGuard(keptHere.kept, outbox, newId, notices.change);
  });
  const ground: Ground = { app, notices, keptHere, sending, storage, cues, answers, settings, roles, refused };
  const saving = createSavingHere(ground);
  const scanner = createScannerHere(ground, unclaimed);
  const later = once(async () => {
    const { createLaterParts } = await import('#app/core/laterParts.ts');
    return createLaterParts({ app, keptHere, sending, scanner, roles, askStorage: () => void storage.ask(), saving });
  });
  const setting = async () => (await later()).setting();
  const reread = async (): Promise<void> => (await setting()).rereadSettings();
  const refreshSite = async (): Promise<void> => (await setting()).refreshSite();
  const start = createStart(ground, scanner, drawn, saving.look, [
    storage.look,
    async () => (await later()).learnFromDisk(),
    async () => (await later()).people(), // it locks by itself; tried again when somebody signs in
    refreshSite, // the kept one holds
    loadCodecs, // into memory before an update takes the old files away
  ]);
  const shell = drawn.then(() => import('#app/shell/shell.ts')).then((part) => part.startShell(outbox, notices.change));
  shell.catch(() => undefined); // an insecure origin or a full disk: the app works, online only
  const install = watchInstall(notices.change);
  keepInTouch(outbox, refreshSite, cues.unlock, (error) => block(app, error));
  void start();

  return {
    handheld: handheldOf(ground, scanner, saving.save, later),
    view: app.view,
    subscribe: app.subscribe,
    notices,
    remembered: { scrolled: new Map() },
    keep: async (entry) => (await setting()).keepEntry(entry),
    mover: async () => (await later()).mover(),
    people: async () => (await later()).people(),
    at: keptHere.drafts.at,
    journal: async () => (await later()).journal(),
    async rereadSettings() {
      tellPages();
      await reread();
    },
    withoutKey: async (text) => (await later()).withoutKey(text),
    refreshSite,
    install,
    update: async () => (await shell)(),
    acknowledgeUnheard: saving.acknowledge,
    acknowledgeLoss: storage.acknowledge,
    acknowledgeCopied: storage.acknowledgeCopied,
    acknowledgeCutOff: scanner.forgetCutOff,
    retry: () => void start(),
  };
}

function createSavingHere({ app, notices, keptHere, sending, storage, answers, settings }: Ground) {
  const signalledSaves = createSignalledSaves(keptHere.kept, (work, ms) => setTimeout(work, ms));
  addEventListener('pagehide', signalledSaves.flush);
  const saving = createSaving({
    outbox: sending.outbox,
    operator: () => settings().userId,
    isOn: (operation) => mayUse(app.view().site, operation),
    signalledSaves,
    onUnheard(unheard) {
      if (unheard.length > 0 || notices.view().unheard.length > 0) notices.change({ unheard });
    },
    onSaved({ seq }) {
      storage.saved(seq);
      answers.saved(seq);
    },
    onFailed(error) {
      keptHere.drafts.note(); // the half that the call has ended stays ended: the screen says what became of it
      storage.failed(error);
    },
  });
  return {
    ...saving,
    taken(newest: number): void {
      if (notices.view().unheard.length === 0) signalledSaves.note(newest);
      storage.saved(newest);
    },
  };
}

function createScannerHere({ app, notices, cues }: Ground, unclaimed: (scan: Scan) => void): StartedScanner {
  function profile(): WedgeProfile {
    const { settings, stage } = app.view();
    const isBadge = stage === 'signed-out' || stage === 'locked'; // which may have two digits, and nothing else is asked for
    return {
      ...defaultWedgeProfile,
      ...settings?.wedge,
      ...(settings && { terminator: settings.terminator }),
      ...(isBadge && { minEnded: 1 }),
    };
  }
  const isOpening = (): boolean => app.view().stage === 'ready';
  return createScanner(document, profile, isOpening, unclaimed, (cutOff) => {
    notices.change({ cutOff });
    if (cutOff) cues.play('wrong');
  });
}

function block(app: Ground['app'], error: unknown): void {
  app.change({ stage: 'blocked', reason: explain(error) });
}

/** @param canWait - what is done when the page has nothing better to do, one after the other. */
function createStart(
  { app, keptHere, sending, cues }: Ground,
  scanner: StartedScanner,
  drawn: Promise<unknown>,
  look: () => Promise<void>,
  canWait: readonly (() => Promise<unknown>)[],
): () => Promise<void> {
  return async () => {
    try {
      app.change(await readFirstView(keptHere));
      beginFreshLog().catch(() => undefined); // before anything is written; no room for it: as it was
      scanner.start();
      await drawn;
      afterPaint(() => void cues.prepare());
      await sending.outbox.start();
      sending.outbox.ask();
      if (keptHere.isFirstOpening()) await look();
    } catch (error) {
      await speakFor(app.view().settings, app.view().site);
      block(app, error);
      scanner.start();
      return;
    }
    await whenIdle(canWait);
  };
}

function handheldOf(
  { app, keptHere, sending, cues, answers, settings, roles, refused }: Ground,
  scanner: StartedScanner,
  save: Handheld['save'],
  later: () => Promise<LaterParts>,
): Handheld {
  const { kept, drafts } = keptHere;
  const lookUps = async () => (await later()).lookUps();
  return {
    outbox: sending.outbox,
    scanner,
    cues,
    settings,
    site: () => app.view().site,
    save,
    awaited: answers.saved,
    lookUp: async (call) => (await lookUps()).lookUp(call),
    answersOf: async (operation) => (await lookUps()).answersOf(operation),
    teach: async (rules) => (await later()).teach(rules),
    rolesOf: (text) => roles.get(text) ?? [],
    isRefused: (seq) => refused.has(seq),
    draft: (task) => drafts.draft(task, settings().userId),
    kept,
  };
}
