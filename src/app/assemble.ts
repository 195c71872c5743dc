import { unknownSite } from '#contract/site.ts';
import { mayUse } from '#contract/siteAllows.ts';
import type { AnswerCues } from '#app/core/answerCues.ts';
import type { Base, NewsView } from '#app/core/base.ts';
import type { BaseView } from '#app/core/baseView.ts';
import { createAccessKey } from '#app/core/accessKey.ts';
import { explain, isStorageGone } from '#app/core/explain.ts';
import { askHello, createPorts, createRead, loadCodecs, newId } from '#app/core/ports.ts';
import { createSaving } from '#app/core/saving.ts';
import { createScanner } from '#app/core/scanner.ts';
import { registerWorker } from '#app/shell/serviceWorker.ts';
import { guardStorageLater } from '#app/core/storageLater.ts';
import { watchInstall } from '#app/shell/install.ts';
import { createHalves } from '#app/core/lastPlace.ts';
import { afterPaint, pageClock, watchPage, whenIdle } from '#app/core/moments.ts';
import { once } from '#app/core/once.ts';
import { createCues } from '#device/cues.ts';
import { createSignalledSaves } from '#device/signalledSaves.ts';
import { createPause } from '#device/pause.ts';
import { hasOwnPin } from '#device/ownPin.ts';
import { readSession, shutAtStart } from '#device/session.ts';
import { readSettings } from '#device/settings.ts';
import { judgedSite, writeTaught } from '#device/taughtRules.ts';
import { siteAtStart } from '#device/siteAtStart.ts';
import { createVault } from '#device/vault.ts';
import { connect, migrations } from '#outbox/store/database.ts';
import { createKept } from '#outbox/store/kept.ts';
import { readAtOnce } from '#app/core/readAtOnce.ts';
import { createOutbox } from '#outbox/outbox.ts';
import { createStore } from '#outbox/store/store.ts';
import { speakFor } from '#app/core/speakFor.ts';
import { wear } from '#app/core/wear.ts';
import type { Scan } from '#scan/scan.ts';
import { defaultWedgeProfile } from '#scan/wedge/wedge.ts';
import { createListeners } from '#tasks/task/listeners.ts';

const DATABASE = 'scanline';
/** Pages and the worker tell each other on it that rows, or what is set on this handheld, have changed. */
const CHANNEL = 'scanline-outbox';
/** How often the gateway is asked for while nothing is sent that would show whether it is there. */
const ASK_EVERY_MS = 30_000;
/** A gateway that was asked just before the network went or came is asked again after this, and not before. */
const TURNED_MS = 1_000;
const SITE_REFRESH_MS = 10 * 60 * 1000;

/**
 * Builds everything once and starts it: storage, settings, the outbox, the scanner, the worker. What the screens see
 * of it is `Base`.
 *
 * @param unclaimed - gets a scan that no screen listens for.
 * @param drawn - resolves once the first screen is there, or cannot be: what it does without waits until then.
 */
export function assemble(unclaimed: (scan: Scan) => void, drawn: Promise<unknown>): Base {
  const [tell, subscribe] = createListeners();
  let view: BaseView = {
    stage: 'starting',
    site: unknownSite,
    session: {},
    shift: 0,
    hasOwnPin: false,
    isPinFresh: false,
    hasKey: false,
  };
  function show(change: Partial<BaseView>): void {
    view = { ...view, ...change };
    if (change.settings) wear(change.settings);
    tell();
  }
  const [tellNews, followNews] = createListeners();
  let news: NewsView = { unheard: [], storage: {} };
  function report(change: Partial<NewsView>): void {
    news = { ...news, ...change };
    tellNews();
  }

  let opened = 0;
  const connection = connect(DATABASE, migrations, () => {
    opened += 1;
    if (opened === 1) return;
    storage.reopened();
    void start(); // the browser had closed it: what is there now may be an empty one
  });
  const keep = createKept(connection);
  const vault = createVault(keep, crypto);
  const halves = createHalves(keep);
  const pause = createPause(keep, vault, () => view.site);
  const accessKey = createAccessKey(vault, () => view.site.keyOnGateway);
  const known = { site: () => view.site, apiKey: accessKey.read };
  const lanes = () => view.site.lanes ?? {};
  const channel = new BroadcastChannel(CHANNEL);
  const outbox = createOutbox(
    createPorts(createStore(connection, lanes, halves.beside), pause, known, channel, {
      async keyRefused(why) {
        await pause.keyRefused(why);
        channel.postMessage('settings');
      },
      async hello(hello) {
        if (!(await pause.heard(hello))) return;
        channel.postMessage('settings');
        outbox.wake();
      },
      settled: (queued) => withAnswerCues((answerCues) => answerCues.settled(queued)),
      trouble(error) {
        storage.failed(error);
        if (isStorageGone(error)) show({ stage: 'blocked', reason: explain(error) });
        // oxlint-disable-next-line no-console -- nobody can act on it; whoever looks into a handheld finds it here
        else console.error(error); // a full disk, a step that another page took first: the drain tries again by itself
      },
    }),
  );
  const storage = guardStorageLater(async () => {
    const { createStorageGuard } = await import('#app/core/storage.ts');
    return createStorageGuard(keep, outbox, newId, report);
  });
  const heard = createSignalledSaves(keep, (work, ms) => setTimeout(work, ms));
  addEventListener('pagehide', heard.flush);
  const saving = createSaving({
    outbox,
    operator: () => view.settings?.userId ?? '',
    isOn: (operation) => mayUse(view.site, operation),
    heard,
    onUnheard: (unheard) => {
      if (unheard.length > 0 || news.unheard.length > 0) report({ unheard });
    },
    onSaved({ seq }) {
      storage.saved(seq);
      withAnswerCues((answerCues) => answerCues.saved(seq));
    },
    onFailed(error) {
      halves.note(); // the half that the call has ended stays ended: the screen says what became of it
      storage.failed(error);
    },
  });
  const cues = createCues(() => view.settings ?? { sound: true, vibration: true });
  /** With the first call that is saved or answered: a start does without. */
  const loadAnswerCues = once(async () => {
    const { createAnswerCues } = await import('#app/core/answerCues.ts');
    return createAnswerCues({ ...cues, waiting: () => outbox.view().totals.waiting, ...pageClock });
  });
  function withAnswerCues(use: (answerCues: AnswerCues) => void): void {
    loadAnswerCues().then(use, () => undefined); // not to be had now: the screen says it, and the next tries again
  }
  const update = registerWorker(drawn, report, outbox);
  const install = watchInstall(report);
  const scanner = createScanner(
    document,
    () => ({
      ...defaultWedgeProfile,
      ...view.settings?.wedge,
      ...(view.settings && { terminator: view.settings.terminator }),
    }),
    () => view.stage === 'ready',
    unclaimed,
    (cutOff) => {
      report({ cutOff });
      if (cutOff) cues.play('wrong');
    },
  );

  async function start(): Promise<void> {
    try {
      const first = await readAtOnce(keep);
      const [settings, site, hasKey, session, ownPin, half] = await Promise.all([
        readSettings(first),
        siteAtStart(first, document.documentElement.dataset['gateway']),
        createVault(first, crypto).has(),
        readSession(first),
        hasOwnPin(first),
        first.read('half'),
      ]);
      await speakFor(settings, site);
      const complete = settings !== undefined && (hasKey || site.keyOnGateway);
      halves.goBack(half, settings?.userId);
      const shut = settings?.userId === '' ? 'signed-out' : shutAtStart(session, site, Date.now());
      const stage = complete ? (shut ?? 'ready') : 'first-start';
      show({ ...(settings && { settings }), site, hasKey, session, hasOwnPin: ownPin, stage });
      scanner.start();
      await drawn;
      afterPaint(() => void cues.prepare());
      await outbox.start();
      outbox.ask();
      if (opened === 1) await saving.look();
    } catch (error) {
      await speakFor(view.settings, view.site);
      show({ stage: 'blocked', reason: explain(error) });
      scanner.start();
      return;
    }
    await whenIdle([
      storage.look, // first, as until then a handheld that dies twice is not covered
      loadPeople, // it locks by itself; tried again when somebody signs in
      lookAround, // the kept one holds
      loadCodecs, // into memory before an update takes the old files away
    ]);
  }

  const loadAsking = once(async () => {
    const { createAsking } = await import('#app/core/asking.ts');
    return createAsking(createRead(known), connection, outbox, askHello);
  });
  const askStorage = (): void => void storage.ask();
  const loadPeople = once(async () => {
    const { createPeople } = await import('#app/core/people.ts');
    return createPeople({
      keep,
      vault,
      crypto,
      outbox,
      scanner,
      view: () => view,
      show,
      draftOf: halves.draft,
      async keyChanged() {
        accessKey.forget();
        await pause.keyChanged();
      },
      changed() {
        pause.invalidate();
        channel.postMessage('settings');
        outbox.wake();
      },
      askStorage,
    });
  });

  const loadSetting = once(async () => {
    const { createSetting } = await import('#app/core/setting.ts');
    return createSetting({
      keep,
      vault,
      pause,
      channel,
      accessKey,
      view: () => view,
      show,
      people: loadPeople,
      wake: outbox.wake,
      askStorage,
    });
  });
  const lookAround = async (): Promise<void> => (await loadSetting()).lookAround();
  const lookAgain = async (): Promise<void> => (await loadSetting()).lookAgain();
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'settings') void lookAgain().catch(() => undefined); // read again at the next start
  });

  watchPage({
    wake() {
      outbox.wake();
      outbox.ask();
    },
    turned: () => void setTimeout(outbox.ask, TURNED_MS), // not only with the next look
    sleep: () => outbox.stop(),
    resume: () => void outbox.start().catch((error: unknown) => show({ stage: 'blocked', reason: explain(error) })),
    tap: () => cues.unlock(),
  });
  setInterval(() => void lookAround().catch(() => undefined), SITE_REFRESH_MS);
  setInterval(() => {
    if (document.visibilityState === 'visible') outbox.ask();
  }, ASK_EVERY_MS);
  void start();

  return {
    handheld: {
      outbox,
      scanner,
      cues,
      settings: () =>
        view.settings ?? {
          userId: '',
          warehouseId: '',
          terminator: 'auto',
          sound: true,
          vibration: true,
          holdSending: false,
        },
      site: () => view.site,
      lookUp: async (call) => (await loadAsking()).lookUp(call),
      save: saving.save,
      awaited: (seq) => withAnswerCues((answerCues) => answerCues.saved(seq)),
      async teach(rules) {
        await writeTaught(keep, rules);
        channel.postMessage('settings');
        show({ site: await judgedSite(keep) });
      },
      answersOf: async (operation) => (await loadAsking()).answersOf(operation),
      draft: (task) => halves.draft(task, view.settings?.userId ?? ''),
      kept: keep,
      explain,
    },
    view: () => view,
    subscribe,
    news: { view: () => news, subscribe: followNews },
    keep: async (entry) => (await loadSetting()).keepEntry(entry),
    mover: async () => {
      const { createQueueMover } = await import('#app/core/queueMover.ts');
      return createQueueMover(DATABASE, connection, outbox, {
        operator: () => view.settings?.userId ?? '',
        lanes,
        async onTaken() {
          const newest = await outbox.newest();
          if (news.unheard.length === 0) heard.note(newest);
          storage.saved(newest);
        },
      });
    },
    people: loadPeople,
    at: halves.at,
    journal: async () => (await import('#app/core/journal.ts')).createJournal(connection, outbox),
    async lookAgain() {
      channel.postMessage('settings');
      await lookAgain();
    },
    withoutKey: async (text) => (await import('#app/core/eraseKey.ts')).eraseKey(text, vault),
    askSite: lookAround,
    install,
    update,
    acknowledgeUnheard: saving.acknowledge,
    acknowledgeLoss: storage.acknowledge,
    acknowledgeCutOff: scanner.forgetCutOff,
    retry: () => void start(),
  };
}
