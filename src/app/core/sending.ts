import type { AppView } from './appView.ts';
import { explain, isStorageGone } from '#tasks/task/explain.ts';
import type { KeptHere } from './keptHere.ts';
import { askHello, createPorts, newId } from './ports.ts';
import type { ShownValue } from '#contract/listeners.ts';
import { COPIED } from '#contract/rotation.ts';
import { createLife } from '#device/life.ts';
import { createPause } from '#device/pause.ts';
import { CHANNEL, channelWords } from '#outbox/names.ts';
import { createOutbox } from '#outbox/outbox.ts';
import type { OutboxPorts } from '#outbox/outboxPorts.ts';
import type { Tried } from '#outbox/state/queuedCall.ts';
import { createStore } from '#outbox/store/store.ts';
import type { Vault } from '#device/vault.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';

export interface SendingPorts extends Required<
  Pick<OutboxPorts, 'refuse' | 'onSaved' | 'onNotSaved' | 'onSettled' | 'onTrouble'>
> {
  readonly onSettingsChanged: () => void;
  /** Called when it was noticed, here or elsewhere, that this storage was copied. */
  readonly onCopied: () => void;
}

export type Sending = ReturnType<typeof createSending>;

/** The queue, what it is sent with, and why it may be paused. */
export function createSending(
  { connection, kept, vault, drafts }: KeptHere,
  app: ShownValue<AppView>,
  { onTrouble, onSettingsChanged, onCopied, ...onCalls }: SendingPorts,
) {
  const site = () => app.view().site;
  const lanes = () => site().lanes ?? {};
  const pause = createPause(kept, vault, site);
  const accessKey = createAccessKey(vault, () => site().keyOnGateway);
  const known = { site, apiKey: accessKey.read };
  const channel = new BroadcastChannel(CHANNEL);
  const tellPages = (): void => channel.postMessage(channelWords.settings);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === channelWords.settings) onSettingsChanged();
    if (data === COPIED) onCopied();
  });
  const store = createStore(connection, lanes, drafts.writtenWith);
  const life = createLife({
    keep: kept,
    locks: navigator.locks,
    newId,
    monotonic: () => performance.now(),
    now: Date.now,
    markCopied: () => store.markCopied(),
    onCopied() {
      channel.postMessage(COPIED);
      onCopied();
    },
  });
  const outbox = createOutbox({
    ...createPorts(store, known, channel),
    ...onCalls,
    told: life.told,
    pause: () => pause.code(),
    async keyRefused(why) {
      await pause.keyRefused(why);
      tellPages();
    },
    async probe(): Promise<Tried | undefined> {
      const hello = await life.hello(askHello);
      if (hello && (await pause.heard(hello))) {
        tellPages();
        outbox.wake();
      }
      return hello && { epoch: hello.epoch, at: hello.now };
    },
    onTrouble(error) {
      onTrouble(error);
      if (isStorageGone(error)) app.change({ stage: 'blocked', reason: explain(error) });
      // oxlint-disable-next-line no-console -- nobody can act on it; whoever looks into a handheld finds it here
      else console.error(error); // a full disk, a step that another page took first: the drain tries again by itself
    },
  });
  return { outbox, pause, accessKey, known, lanes, tellPages, told: life.told };
}

/** The access key, opened when a call first needs it, and taken out of what leaves this handheld. @param onGateway - whether the gateway adds it instead */
function createAccessKey(vault: Vault, onGateway: () => boolean) {
  let opened: string | undefined;
  return {
    /** Empty where the gateway adds it, or none was given. */
    read: async (): Promise<string> => (onGateway() ? '' : ((opened ??= await vault.open()) ?? '')),
    forget(): void {
      opened = undefined;
    },
    /** A text without the key, in every form that it is known to take. */
    async takenFrom(text: string): Promise<string> {
      const key = (await vault.open().catch(() => undefined)) ?? '';
      if (key === '') return text;
      return eraseKeyFromText(text, key).split(key).join('•••'); // a key too short for its forms is taken out as it is
    },
  };
}
