import type { SettingsEntry } from './appState.ts';
import type { PeoplePorts } from './session/peoplePorts.ts';
import { speakFor } from './speakFor.ts';
import { siteHere } from './startUp.ts';
import type { Pause } from '#device/pause.ts';
import { writeSession } from '#device/session.ts';
import { readHandheldSettings, writeSettings } from '#device/settings.ts';
import { refreshSite } from '#device/siteRefresh.ts';
import { type TaughtRule, writeTaught } from '#device/taughtRules.ts';
import { KEY_PARAMETER, LONGEST_KEY, checkInt, checkText } from '#contract/call.ts';
import { InvalidParameter } from '#contract/errors.ts';

type Shared = Pick<PeoplePorts, 'keep' | 'vault' | 'view' | 'show' | 'askStorage' | 'keyChanged' | 'changed'>;

export interface SettingPorts extends Shared {
  readonly pause: Pause;
  readonly forgetKey: () => void;
  /** Reads again who is signed in here. */
  readonly rereadSession: () => Promise<void>;
  readonly wake: () => void;
  /** Reads the answers again that no rule knew. @param areNew - the rules are others now */
  readonly readAgain: (areNew: boolean) => Promise<void>;
  /** Has the other pages read again what is set here. */
  readonly tellPages: () => void;
}

/**
 * Keeps the settings of this handheld and its site, looks for the site's on the network, and reads both again where
 * another page changed them.
 */
export function createSetting(ports: SettingPorts) {
  const { keep, vault, pause, view, show } = ports;
  return {
    /** Asks the network for the site's configuration, and shows it where it is new. */
    async refreshSite(): Promise<void> {
      await refreshSite(keep, fetch.bind(globalThis));
      const site = await siteHere(keep);
      const isNew = JSON.stringify(site) !== JSON.stringify(view().site);
      if (isNew) {
        void speakFor(view().settings, site);
        show({ site });
      }
      pause.invalidate();
      await ports.readAgain(isNew);
    },

    async rereadSettings(): Promise<void> {
      pause.invalidate();
      ports.forgetKey();
      const [settings, site, hasKey] = await Promise.all([readHandheldSettings(keep), siteHere(keep), vault.has()]);
      const { settings: before, shift } = view();
      const isOther = settings !== undefined && settings.userId !== before?.userId;
      show({ ...(settings && { settings }), site, hasKey, shift: shift + (isOther ? 1 : 0) });
      await speakFor(settings, site); // shown first: a site that is read meanwhile speaks for what is shown
      await ports.rereadSession();
      ports.wake();
    },

    /** Keeps what a supervisor taught of answers and codes. */
    async teach(rules: readonly TaughtRule[]): Promise<void> {
      await writeTaught(keep, rules);
      ports.tellPages();
      show({ site: await siteHere(keep) });
      await ports.readAgain(true);
    },

    /** @throws InvalidParameter naming the field; StorageClosed. */
    async keepEntry(entry: SettingsEntry): Promise<void> {
      const { settings: before, hasKey, site, stage } = view();
      const { settings: entered, apiKey } = checkEntry(entry, !hasKey && !site.keyOnGateway);
      if (apiKey !== '') {
        await vault.put(apiKey);
        await ports.keyChanged();
      }
      const settings = await writeSettings(keep, entered);
      if (before && before.userId !== settings.userId) {
        const session = { before: { userId: before.userId, at: Date.now() } };
        await writeSession(keep, session);
        show({ session, isSupervised: false });
      }
      await speakFor(settings, site);
      if (stage === 'first-start') ports.askStorage();
      show({ settings, hasKey: hasKey || apiKey !== '', stage: 'ready' });
      ports.changed();
    },
  };
}

/** Checks an entry. @param needsKey - there is no key yet. @throws InvalidParameter naming the field */
export function checkEntry({ apiKey: entered, ...entry }: SettingsEntry, needsKey: boolean) {
  const userId = checkText('User id', entry.userId.trim());
  if (userId === '')
    throw new InvalidParameter('userId', 'enter the user id that the service knows you by.', 'user-needed');
  const warehouseId = checkInt('warehouseId', entry.warehouseId);
  const apiKey = entered?.trim() ?? '';
  if (apiKey === '' && needsKey)
    throw new InvalidParameter(KEY_PARAMETER, 'enter the access key of the service.', 'key-needed');
  if (apiKey.length > LONGEST_KEY)
    throw new InvalidParameter(KEY_PARAMETER, `expected a key of at most ${LONGEST_KEY} letters.`, 'key-too-long');
  return { settings: { ...entry, userId, warehouseId }, apiKey };
}
