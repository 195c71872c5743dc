import { judge } from '#site/judging.ts';
import { mayUse, unknownSite } from '#site/site.ts';
import { type ShownValue, createShown } from '#contract/listeners.ts';
import type { AppState, DeskAsked, NoticesView } from './core/appState.ts';
import { withAsked } from './core/deskAsked.ts';
import type { AppView } from './core/appView.ts';
import type { DeskAsks } from '#wire/desk.ts';
import { type AnswerCues, createAnswerCues } from './core/answerCues.ts';
import { afterPaint, whenIdle } from './core/clock.ts';
import { keepInTouch } from './core/keepInTouch.ts';
import { type KeptHere, createKeptHere } from './core/keptHere.ts';
import { createLabelsDoor, drawLabels } from './core/labels.ts';
import { createPrinterChoice } from './core/printerChoice.ts';
import { createLookUps } from './core/lookUps.ts';
import { createNotesDoor } from './core/notes.ts';
import { createDoubts } from '#tasks/calls/doubts.ts';
import { createSaving, createSignalledSaves } from '#tasks/calls/saving.ts';
import { type ScreenFound, type StartedScanner, createScanner } from '#tasks/scanner/scanner.ts';
import { newId } from './core/newId.ts';
import { type Sending, createSending } from './core/sending.ts';
import { speakFor } from './core/speakFor.ts';
import { createPeople } from './core/session/people.ts';
import { createReturnDoor } from './core/session/returnDoor.ts';
import { createSetting } from './core/setting.ts';
import { readFirstView } from './core/startUp.ts';
import { type StorageGuard, createStorageGuard } from './core/storage.ts';
import { applyAppearance } from './core/applyAppearance.ts';
import { watchInstall } from './shell/install.ts';
import { lookForServed } from './shell/servedVersion.ts';
import { startShell } from './shell/shell.ts';
import { type Cues, createCues } from '#device/cues.ts';
import { type HandheldSettings, noSettings } from '#device/settings.ts';
import type { Scan } from '#scan/scan.ts';
import { type WedgeProfile, defaultWedgeProfile } from '#scan/wedge/profile.ts';
import type { Handheld } from '#tasks/task/handheld.ts';
import { beginFreshLog } from '#outbox/store/freshLog.ts';
import { likenessOf } from '#tasks/task/codeCheck.ts';
import { type LearntRoles, learnFromDisk, learnLookUp, learnRoles } from '#tasks/task/learntRoles.ts';
import { explain } from '#tasks/task/explain.ts';
import type { Hello } from '#wire/hello.ts';

const firstView: AppView = {
  stage: 'starting',
  site: unknownSite,
  session: {},
  shift: 0,
  hasOwnPin: false,
  isSupervised: false,
  hasKey: false,
};

interface AppParts {
  readonly app: ShownValue<AppView>;
  readonly notices: ShownValue<NoticesView>;
  readonly keptHere: KeptHere;
  readonly sending: Sending;
  readonly storage: StorageGuard;
  readonly cues: Cues;
  readonly answers: AnswerCues;
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
  app.subscribe(() => applyAppearance(app.view().settings)); // before whatever is drawn anew
  const notices = createShown<NoticesView>({ unheard: [], storage: {} });
  const settings = (): HandheldSettings => app.view().settings ?? noSettings;
  const cues = createCues(settings);
  const keptHere = createKeptHere(() => void storage.reopened().then(() => start()));
  const printerChoice = createPrinterChoice({ app, notices, cues, draft: keptHere.drafts.draft });
  const [roles, refused]: [LearntRoles, Set<number>] = [new Map(), new Set()];
  const answers = createAnswersHere(cues, settings, () => sending.outbox);
  const notes = createNotesDoor({ view: () => sending.outbox.view(), onFull: (error) => storage.failed(error) });
  const [noteVersion, answerDesk] = [noteVersions(notices), createDeskAnswers()];
  const sending = createSending(keptHere, app, {
    ...notes.heard,
    refuse: (call, again) => saving.refuse(call, again),
    onSaved(call) {
      storage.took(call);
      saving.told(call);
    },
    onNotSaved(error) {
      keptHere.drafts.note(); // the half that the call has ended stays ended: the screen says what became of it
      storage.failed(error);
    },
    printer: () => printerChoice.view()?.code,
    onSettled(call) {
      storage.took(call);
      labels.settled(call);
      answers.settled(call);
      if (call.result?.verdict === 'refused') refused.add(call.seq);
      learnRoles(roles, call, likenessOf);
    },
    onTrouble: (error) => storage.failed(error),
    onHello(hello) {
      noteVersion(hello);
      answerDesk(hello.desk, parts);
    },
    onCopied: () => void storage.copied().catch(() => undefined), // said at the next start
    onSettingsChanged: () => void setting.rereadSettings().catch(() => undefined), // read again at the next start
  });
  const { outbox, tellPages } = sending;
  const labels = createLabelsDoor(app, outbox, keptHere.kept, sending.told);
  const storage = createStorageGuard(keptHere.kept, outbox, newId, (change) => {
    if ('emptied' in change && change.emptied && !notices.view().emptied) beginAnew();
    notices.change(change);
  });
  /** Forgets the numbers of calls: they are of the storage that was emptied, and the next one begins with the first. */
  function beginAnew(): void {
    refused.clear();
    saving.forget();
    app.change({ shift: app.view().shift + 1 });
  }
  const parts: AppParts = { app, notices, keptHere, sending, storage, cues, answers, settings, roles, refused };
  const saving = createSavingHere(parts);
  const returnDoor = createReturnDoor(notices, cues, () => returning);
  const scanner = createScannerHere(parts, unclaimed, [returnDoor.takeReturn, printerChoice.takeSticker]);
  const { people, setting, returning } = createSettingHere(parts, scanner);
  const start = createStart(parts, scanner, drawn, saving.findUnheard, [
    storage.checkForLoss,
    () => learnFromDisk(roles, outbox, likenessOf),
    setting.refreshSite, // the kept one holds
    () => import('./handover/Emptied.tsx'), // where the storage is emptied its file may be gone too
    notes.start, // nothing of the queue waits for it
    labels.start,
    async () => sending.reportBy((await import('./core/report.ts')).createReport(sending, app, notices)), // nothing is decided by it
  ]);
  const shell = startShellHere(parts, drawn);
  keepInTouch(outbox, setting.refreshSite, cues.unlock, (error) => block(app, error));
  void start();

  return {
    handheld: handheldOf(parts, scanner, setting.teach, labels.ofScreens(printerChoice)),
    view: app.view,
    subscribe: app.subscribe,
    notices,
    remembered: { scrolled: new Map() },
    keep: setting.keepEntry,
    allCalls: allCallsOf(parts, saving),
    notes,
    people,
    at: keptHere.drafts.at,
    async rereadSettings() {
      tellPages();
      await setting.rereadSettings();
    },
    withoutKey: sending.accessKey.takenFrom,
    refreshSite: setting.refreshSite,
    install: watchInstall(notices.change),
    update: async () => (await shell)(),
    acknowledgeUnheard: saving.acknowledge,
    acknowledgeLoss: storage.acknowledge,
    releaseStorage: storage.release,
    acknowledgeCopied: storage.acknowledgeCopied,
    acknowledgeCutOff: scanner.forgetCutOff,
    ...returnDoor,
    acknowledgeDesk: () => notices.change({ deskAsked: undefined }),
    acknowledgePrinter: () => notices.change({ printer: undefined }),
    deskHold: sending.pause.hold,
    retry: () => void start(),
  };
}

function createAnswersHere(cues: Cues, settings: () => HandheldSettings, outbox: () => Sending['outbox']): AnswerCues {
  return createAnswerCues(
    cues,
    () => outbox().view().totals.waiting,
    () => settings().userId,
  );
}

/** Creates the session and the settings of this handheld: each may change the other. */
function createSettingHere({ app, keptHere, sending, storage }: AppParts, scanner: StartedScanner) {
  const { kept, vault, drafts } = keptHere;
  const { outbox, pause, accessKey, tellPages } = sending;
  const common = {
    keep: kept,
    vault,
    view: app.view,
    show: app.change,
    askStorage: () => void storage.ask(),
    async keyChanged() {
      accessKey.forget();
      await pause.keyChanged();
    },
    changed() {
      pause.invalidate();
      tellPages();
      outbox.wake();
    },
  };
  const people = createPeople({
    ...common,
    crypto,
    outbox,
    scanner,
    draftOf: drafts.draft,
    refreshSite: () => setting.refreshSite(),
  });
  const setting = createSetting({
    ...common,
    pause,
    forgetKey: accessKey.forget,
    rereadSession: people.rereadSession,
    wake: outbox.wake,
    readAgain: outbox.readAgain,
    tellPages,
  });
  return { people, setting, returning: { ...common, refreshSite: setting.refreshSite } };
}

function startShellHere({ app, notices, sending }: AppParts, drawn: Promise<unknown>): ReturnType<typeof startShell> {
  const words = {
    updates: () => app.view().site.updates,
    isAskedFor: () => notices.view().updateAskedFor === true,
  };
  const shell = drawn.then(() => startShell(sending.outbox, notices.change, words));
  shell.catch(() => undefined); // an insecure origin or a full disk: the app works, online only
  return shell;
}

/** Makes what does what the desk asks of this handheld, one hello after the other. A version that has gone may lack the file: then the next one does it. */
function createDeskAnswers(): (asks: DeskAsks | undefined, parts: AppParts) => void {
  let isAnswering = false;
  return (asks, { app, notices, keptHere, sending }) => {
    if (isAnswering || !(asks?.send ?? asks?.report)) return;
    isAnswering = true;
    const ports = {
      keep: keptHere.kept,
      connection: keptHere.connection,
      view: app.view,
      withoutKey: sending.accessKey.takenFrom,
      pause: () => sending.outbox.view().pause,
      storageId: sending.storageId,
      sendNow: sending.outbox.wake,
      tell: (asked: DeskAsked) => notices.change({ deskAsked: withAsked(notices.view().deskAsked, asked) }),
    };
    import('./diagnostics/answerDesk.ts')
      .then((desk) => desk.answerDesk(asks, ports))
      .catch(() => undefined) // the next hello asks again
      .finally(() => (isAnswering = false));
  };
}

/** Notes of each hello whether a supervisor has asked for the newest version, and looks for one that is served and is not here. */
function noteVersions(notices: AppParts['notices']): (hello: Pick<Hello, 'version' | 'takeUpdate'>) => void {
  const noteServed = lookForServed();
  return ({ version, takeUpdate }) => {
    if (takeUpdate !== notices.view().updateAskedFor) notices.change({ updateAskedFor: takeUpdate });
    noteServed(version);
  };
}

function createSavingHere({ app, notices, keptHere, sending, storage, answers }: AppParts) {
  const signalledSaves = createSignalledSaves(keptHere.kept, (work, ms) => setTimeout(work, ms));
  addEventListener('pagehide', signalledSaves.flush);
  const saving = createSaving({
    outbox: sending.outbox,
    isOn: (operation) => mayUse(app.view().site, operation),
    signalledSaves,
    onUnheard(unheard) {
      if (unheard.length > 0 || notices.view().unheard.length > 0) notices.change({ unheard });
    },
    onSaved({ seq }) {
      storage.saved(seq);
      answers.saved(seq);
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

function allCallsOf(
  { keptHere, sending, settings }: AppParts,
  saving: ReturnType<typeof createSavingHere>,
): AppState['allCalls'] {
  return {
    connection: keptHere.connection,
    outbox: sending.outbox,
    lanes: sending.lanes,
    operator: () => settings().userId,
    lastTold: sending.told,
    told: saving.told,
    refuseJustAnswered: saving.refuseJustAnswered,
    onTaken: saving.taken,
  };
}

function createScannerHere(
  { app, notices, cues }: AppParts,
  unclaimed: (scan: Scan) => void,
  takers: readonly ((text: string, screen: ScreenFound | undefined) => boolean)[],
): StartedScanner {
  const aside = ({ text }: Scan, screen: ScreenFound | undefined) => takers.some((take) => take(text, screen));
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
  const tellUnclaimed = (scan: Scan, isKept: boolean): void => {
    unclaimed(scan);
    if (!isKept) notices.change({ unclaimed: { text: scan.text } });
  };
  const onCutOff = (cutOff: readonly string[] | undefined): void => {
    notices.change({ cutOff });
    if (cutOff) cues.play('wrong');
  };
  return createScanner(document, profile, isOpening, tellUnclaimed, onCutOff, aside);
}

function block(app: AppParts['app'], error: unknown): void {
  app.change({ stage: 'blocked', reason: explain(error) });
}

/** @param canWait - what is done when the page has nothing better to do, one after the other. */
function createStart(
  { app, keptHere, sending, cues }: AppParts,
  scanner: StartedScanner,
  drawn: Promise<unknown>,
  findUnheard: () => Promise<void>,
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
      if (keptHere.isFirstOpening()) await findUnheard();
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
  { app, keptHere, sending, cues, answers, settings, roles, refused }: AppParts,
  scanner: StartedScanner,
  teach: Handheld['teach'],
  printers: Handheld['printers'],
): Handheld {
  const { connection, kept, drafts } = keptHere;
  const { access, outbox } = sending;
  const lookUps = createLookUps(access, connection, outbox, (call, text) =>
    learnLookUp(roles, call, judge(app.view().site, call.operation, text), likenessOf),
  );
  return {
    ...lookUps,
    outbox,
    doubts: createDoubts(outbox),
    scanner,
    cues,
    settings,
    site: () => app.view().site,
    save: (call, scans, again, behind) => outbox.enqueue(call, settings().userId, scans, again, behind),
    awaited: answers.saved,
    teach,
    rolesOf: (text) => roles.get(text) ?? [],
    isRefused: (seq) => refused.has(seq),
    drawLabels,
    printers,
    draft: (task) => drafts.draft(task, settings().userId),
    kept,
  };
}
