import { KEY_PARAMETER } from '#contract/call.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { unknownSite } from '#contract/site.ts';
import { checkInt, checkText } from '#contract/values.ts';
import type { Base, BaseEntry, BaseView } from '#app/base.ts';
import { explain, isStorageGone } from '#app/explain.ts';
import { createPorts, createRead, loadCodecs } from '#app/ports.ts';
import { createScanner } from '#app/scanner.ts';
import { registerWorker } from '#app/serviceWorker.ts';
import { watchInstall } from '#app/install.ts';
import { createCues } from '#device/cues.ts';
import { createPause } from '#device/pause.ts';
import { readSettings, writeSettings } from '#device/settings.ts';
import { keptSite, refreshSite } from '#device/siteKeep.ts';
import { createVault } from '#device/vault.ts';
import { createAnswers } from '#outbox/answers.ts';
import { connect } from '#outbox/database.ts';
import { createKept } from '#outbox/kept.ts';
import { lookUp } from '#outbox/liveReads.ts';
import { createOutbox } from '#outbox/outbox.ts';
import type { QueuedCall } from '#outbox/queuedCall.ts';
import { createStore } from '#outbox/store.ts';
import type { Scan } from '#scan/scan.ts';
import type { Draft } from '#tasks/handheld.ts';

const DATABASE = 'scanline';
/** Pages and the worker tell each other on it that rows, or what is set on this handheld, have changed. */
const CHANNEL = 'scanline-outbox';
const ALARM_EVERY_MS = 2_000;
const SITE_REFRESH_MS = 10 * 60 * 1000;

/**
 * Builds everything once and starts it: storage, settings, the outbox, the scanner, the worker. What the screens see
 * of it is `Base`.
 *
 * @param unclaimed - gets a scan that no screen listens for.
 */
export function assemble(unclaimed: (scan: Scan) => void): Base {
  const listeners = new Set<() => void>();
  let view: BaseView = {
    stage: 'starting',
    site: unknownSite,
    hasKey: false,
    canInstall: false,
    updateReady: false,
    offlineReady: false,
  };
  function show(change: Partial<BaseView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  const connection = connect(DATABASE);
  const keep = createKept(connection);
  const vault = createVault(keep, crypto);
  const pause = createPause(keep, vault, () => view.site);
  let apiKey: string | undefined;
  const known = {
    site: () => view.site,
    apiKey: async () => (view.site.keyOnGateway ? '' : ((apiKey ??= await vault.open()) ?? '')),
  };
  const channel = new BroadcastChannel(CHANNEL);
  const read = createRead(known);
  const answers = createAnswers(connection);
  const outbox = createOutbox(
    createPorts(createStore(connection), pause, known, channel, {
      async keyRefused() {
        await pause.keyRefused();
        channel.postMessage('settings');
      },
      settled: createAlarm(() => cues.play('queue')),
      trouble(error) {
        if (isStorageGone(error)) show({ stage: 'blocked', reason: explain(error) });
        // oxlint-disable-next-line no-console -- nobody can act on it; whoever looks into a handheld finds it here
        else console.error(error); // a full disk, a step that another page took first: the drain tries again by itself
      },
    }),
  );
  const cues = createCues(() => view.settings ?? { sound: true, vibration: true });
  const worker = registerWorker((updateReady) =>
    show({ updateReady: view.updateReady || updateReady, offlineReady: worker.controls() }),
  );
  const install = watchInstall((canInstall) => show({ canInstall }));
  const scanner = createScanner(document, () => view.settings?.terminator ?? 'auto', unclaimed);

  async function start(): Promise<void> {
    try {
      const [settings, site, hasKey] = await Promise.all([readSettings(keep), keptSite(keep), vault.has()]);
      show({ ...(settings && { settings }), site, hasKey, offlineReady: worker.controls() });
      const complete = settings !== undefined && (hasKey || site.keyOnGateway);
      show({ stage: complete ? 'ready' : 'first-start' });
      await outbox.start();
    } catch (error) {
      show({ stage: 'blocked', reason: explain(error) });
      return;
    }
    await lookAround();
    await loadCodecs().catch(() => undefined); // into memory before an update takes the old files away
  }

  /** What may be new on the network: the site's configuration. */
  async function lookAround(): Promise<void> {
    const site = await refreshSite(keep, fetch.bind(globalThis));
    if (JSON.stringify(site) !== JSON.stringify(view.site)) show({ site });
    pause.look();
  }

  /** Another page, or the worker, has changed what is set here. */
  async function lookAgain(): Promise<void> {
    pause.look();
    apiKey = undefined;
    const [settings, hasKey] = await Promise.all([readSettings(keep), vault.has()]);
    show({ ...(settings && { settings }), hasKey });
    outbox.wake();
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'settings') void lookAgain().catch(() => undefined); // read again at the next start
  });

  async function keepEntry({ apiKey: entered, ...entry }: BaseEntry): Promise<void> {
    const userId = checkText('User id', entry.userId.trim());
    if (userId === '') throw new InvalidParameter('userId', 'enter the user id that the service knows you by.');
    const warehouseId = checkNamed('warehouseId', () => checkInt('Warehouse', entry.warehouseId));
    const key = entered?.trim() ?? '';
    if (key === '' && !view.hasKey && !view.site.keyOnGateway) {
      throw new InvalidParameter(KEY_PARAMETER, 'enter the access key of the service.');
    }
    if (key !== '') {
      await vault.put(key);
      apiKey = key;
      await pause.keyChanged();
    }
    const settings = await writeSettings(keep, { ...entry, userId, warehouseId });
    pause.look();
    channel.postMessage('settings');
    void navigator.storage?.persist?.().catch(() => false); // asked for; what was granted is shown in the settings
    show({ settings, hasKey: view.hasKey || key !== '', stage: 'ready' });
    outbox.wake();
  }

  watchPage({
    wake: () => outbox.wake(),
    sleep: () => outbox.stop(),
    resume: () => void outbox.start().catch((error: unknown) => show({ stage: 'blocked', reason: explain(error) })),
    tap: () => cues.unlock(),
  });
  setInterval(() => void lookAround(), SITE_REFRESH_MS);
  askWorkerWhenCutOff(outbox, worker.drainLater);
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
      lookUp: (call) =>
        lookUp(
          {
            send: read,
            answers,
            now: Date.now,
            random: Math.random,
            wait: (ms) => new Promise((done) => setTimeout(done, ms)),
          },
          call,
        ),
      draft: (task) => draftOf(`scanline-draft-${task}`),
      explain,
    },
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keep: keepEntry,
    mover: async () => {
      const { createQueueMover } = await import('#app/queueMover.ts');
      return createQueueMover(DATABASE, connection, outbox, () => view.settings?.userId ?? '');
    },
    install,
    update: () => worker.takeUpdate(),
    retry: () => void start(),
  };
}

/** Sounds where the service refused a call, or nobody knows about one: once in a while, however many a replay brings. */
function createAlarm(sound: () => void): (queued: QueuedCall) => void {
  let soundedAt = Number.NEGATIVE_INFINITY;
  return ({ state, result }) => {
    const isBad = state === 'unconfirmed' || state === 'held' || result?.verdict === 'refused';
    if (!isBad || performance.now() - soundedAt < ALARM_EVERY_MS) return;
    soundedAt = performance.now();
    sound();
  };
}

/** The same refusal under the name of the entry's field. */
function checkNamed(field: string, check: () => string): string {
  try {
    return check();
  } catch (error) {
    throw error instanceof InvalidParameter
      ? new InvalidParameter(field, error.message.replace(/^[^:]*: /, ''))
      : error;
  }
}

/** The moments at which sending may be possible again, or must not be assumed to go on. */
function watchPage(on: { wake(): void; sleep(): void; resume(): void; tap(): void }): void {
  addEventListener('online', on.wake);
  addEventListener('pageshow', on.wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') on.wake();
  });
  document.addEventListener('freeze', on.sleep); // a frozen page would keep the drain lock
  document.addEventListener('resume', on.resume);
  addEventListener('pointerdown', on.tap, { capture: true, passive: true });
  addEventListener('keydown', on.tap, { capture: true, passive: true });
}

/** Asks for one drain by the worker each time calls are waiting and the gateway cannot be reached. */
function askWorkerWhenCutOff(outbox: Base['handheld']['outbox'], drainLater: () => void): void {
  let asked = false;
  outbox.subscribe(() => {
    const { totals, gateway } = outbox.view();
    const cutOff = gateway === 'unreachable' && totals.waiting > 0;
    if (cutOff && !asked) drainLater();
    asked = cutOff;
  });
}

function draftOf(name: string): Draft {
  return {
    watch(onChange) {
      const listener = ({ key }: StorageEvent): void => {
        if (key === name) onChange(); // fired for what another page wrote
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
    read: () => localStorage.getItem(name) ?? undefined,
    write(text) {
      try {
        if (text === undefined) localStorage.removeItem(name);
        else localStorage.setItem(name, text);
      } catch {
        // no room: half a task is then kept on the screen only
      }
    },
  };
}
