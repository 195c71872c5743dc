import type { AppView } from './appView.ts';
import type { KeptHere } from './keptHere.ts';
import { speakFor } from './speakFor.ts';
import { hasOwnPin } from '#device/ownPin.ts';
import { readSession, shutAtStart } from '#device/session.ts';
import { readHandheldSettings } from '#device/settings.ts';
import { siteAtStart } from '#device/siteAtStart.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { type Keep, createVault } from '#device/vault.ts';
import type { Kept } from '#outbox/store/database.ts';

/** The site's configuration as it was heard last with what was taught here; where none was heard, as the page tells it. */
export function siteHere(keep: Keep): Promise<SiteConfiguration> {
  return siteAtStart(keep, document.documentElement.dataset['gateway']);
}

/** Reads the kept values that the first screen depends on; also leads back to where the worker was interrupted. */
export async function readFirstView({ kept, drafts }: Pick<KeptHere, 'kept' | 'drafts'>): Promise<Partial<AppView>> {
  const first = await readAtOnce(kept);
  const [settings, site, hasKey, session, ownPin, half] = await Promise.all([
    readHandheldSettings(first),
    siteHere(first),
    createVault(first, crypto).has(),
    readSession(first),
    hasOwnPin(first),
    first.read('half'),
  ]);
  await speakFor(settings, site);
  drafts.goBack(half, settings?.userId);
  const isComplete = settings !== undefined && (hasKey || site.keyOnGateway);
  const shut = settings?.userId === '' ? 'signed-out' : shutAtStart(session, site, Date.now());
  const stage = isComplete ? (shut ?? 'ready') : 'first-start';
  return { ...(settings && { settings }), site, hasKey, session, hasOwnPin: ownPin, stage };
}

const FIRST = ['settings', 'site', 'taught-rules', 'access-key', 'session', 'supervisor', 'half'];

/** Reads the first screen's part of the kept values in one go, where each by itself would wait its turn. */
export async function readAtOnce(keep: Pick<Kept, 'read' | 'readAll' | 'write'>): Promise<Keep> {
  const known = await keep.readAll(FIRST);
  return {
    read: async (name) => (known.has(name) ? known.get(name) : keep.read(name)),
    write: keep.write,
  };
}
