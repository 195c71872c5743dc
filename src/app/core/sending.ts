import type { AppView } from './appView.ts';
import { explain, isStorageGone } from '#tasks/task/explain.ts';
import type { KeptHere } from './keptHere.ts';
import type { ShownValue } from '#contract/listeners.ts';
import { createLife } from '#device/life.ts';
import { createPause } from '#device/pause.ts';
import { CHANNEL, channelWords } from '#outbox/names.ts';
import { type Outbox, createOutbox } from '#outbox/outbox.ts';
import type { OutboxPorts } from '#outbox/outboxPorts.ts';
import { createSender } from '#outbox/sender.ts';
import { createStore } from '#outbox/store/store.ts';
import { createAccessKey } from './accessKey.ts';
import { askHello, sendNow } from './exchange.ts';
import { newId } from './newId.ts';
import type { Hello } from '#wire/hello.ts';
import { createStrangerWatch } from './strangerWatch.ts';

interface SendingPorts extends Required<
  Pick<OutboxPorts, 'refuse' | 'onSaved' | 'onNotSaved' | 'onSettled' | 'onTrouble'>
> {
  readonly onSettingsChanged: () => void;
  /** Returns the code of the printer that labels come out of now. */
  readonly printer: () => string | undefined;
  /** Told when this page begins to send calls, and when it has none to send now. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Called when something was added to a call in another page. */
  readonly onNoted: () => void;
  readonly onHello: (hello: Pick<Hello, 'version' | 'takeUpdate' | 'desk'>) => void;
  /** Called when it was noticed, here or elsewhere, that this storage was copied. */
  readonly onCopied: () => void;
}

export type Sending = ReturnType<typeof createSending>;

/** The queue, what it is sent with, and why it may be paused. */
export function createSending(
  { connection, kept, vault, drafts }: KeptHere,
  app: ShownValue<AppView>,
  { onTrouble, onSettingsChanged, onCopied, onNoted, onHello, ...onCalls }: SendingPorts,
) {
  const site = () => app.view().site;
  const lanes = () => site().lanes ?? {};
  const pause = createPause(kept, vault, site);
  const accessKey = createAccessKey(vault, () => site().keyOnGateway);
  const access = { site, apiKey: accessKey.read };
  const channel = new BroadcastChannel(CHANNEL);
  const tellPages = (): void => channel.postMessage(channelWords.settings);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === channelWords.settings) onSettingsChanged();
    if (data === channelWords.copied) onCopied();
    if (data === channelWords.noted) onNoted();
  });
  const stranger = createStrangerWatch(() => performance.now());
  const store = createStore(connection, lanes, drafts.writtenWith);
  const life = createLife({
    keep: kept,
    locks: navigator.locks,
    newId,
    monotonic: () => performance.now(),
    now: Date.now,
    markCopied: () => store.markCopied(),
    onCopied() {
      channel.postMessage(channelWords.copied);
      onCopied();
    },
  });
  // A version that has gone may lack the file: then what was done stays closed by the ledger alone, and is heard at a call's turn.
  const hearOthers = (): Promise<number | undefined> =>
    import('./hearing.ts').then(
      (hearing) => hearing.hearOthers(connection),
      () => 0,
    );
  let report = async (_heard?: number): Promise<string | undefined> => undefined;
  let heardAt: number | undefined; // the ledger's time
  const sender = createSender({
    store,
    site,
    sendNow: (call, how) => sendNow(access, call, how),
    newId,
    sendTimeoutMs: SEND_TIMEOUT_MS,
    readBeforeTimeoutMs: READ_BEFORE_TIMEOUT_MS,
    hello: () =>
      life.hello(async (rotation) => askHello(rotation, await report(heardAt).catch(() => undefined), stranger.met)),
    pause,
    hearOthers,
    onHello(hello) {
      if (hello.decisions) heardAt = hello.now;
      onHello(hello);
    },
    onPauseChanged: () => outbox.wake(),
    settingsChanged: tellPages,
    rowsChanged: () => outbox.rowsChanged(),
  });
  const outbox: Outbox = createOutbox({
    ...sender,
    ...browserPorts(channel),
    ...onCalls,
    told: life.told,
    away: stranger.away,
    onTrouble(error) {
      onTrouble(error);
      if (isStorageGone(error)) app.change({ stage: 'blocked', reason: explain(error) });
      // oxlint-disable-next-line no-console -- nobody can act on it; whoever looks into a handheld finds it here
      else console.error(error); // a full disk, a step that another page took first: the drain tries again by itself
    },
  });
  return {
    outbox,
    store,
    storageId: life.storageId,
    /** Has each hello take along what this gives. */
    reportBy: (next: typeof report): void => void (report = next),
    pause,
    accessKey,
    access,
    lanes,
    tellPages,
    told: life.told,
  };
}

const SEND_TIMEOUT_MS = 30_000;
/** A call that is saved waits no longer than this for a look at what it is about to change. */
const READ_BEFORE_TIMEOUT_MS = 3_000;

/** The outbox's ports on this page: locks, the channel and timers. */
function browserPorts(channel: BroadcastChannel) {
  return {
    locks: navigator.locks,
    channel,
    setTimeout: (work, ms) => setTimeout(work, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    setInterval: (tick, ms) => setInterval(tick, ms),
    clearInterval: (timer) => clearInterval(timer),
  } satisfies Partial<OutboxPorts>;
}
