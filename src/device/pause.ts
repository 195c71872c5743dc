import type { SiteConfiguration } from '#contract/site.ts';
import { readSettings } from '#device/settings.ts';
import type { Keep, Vault } from '#device/vault.ts';

/**
 * Why nothing is sent: a person holds it, there is no key, the service refused the one there is, or the gateway, which
 * has it, does not know this handheld.
 */
export type PauseCode = 'on-hold' | 'no-key' | Refusal;

/** Who was refused: the access key by the service, or this handheld by the gateway. */
export type Refusal = 'key-refused' | 'not-enrolled';

const NAME = 'key-refused';

/** Whether calls may be sent now. The refused key is remembered over restarts, and forgotten with a new key. */
export interface Pause {
  /** Read from the disk once, and again after `look`: it is asked before every call. */
  code(): Promise<PauseCode | undefined>;
  /** Something that it depends on may have changed, here or on another page. */
  look(): void;
  keyRefused(why: Refusal): Promise<void>;
  /** The gateway says whether it knows this handheld. @returns whether that was not known. */
  heard(isEnrolled: boolean): Promise<boolean>;
  keyChanged(): Promise<void>;
}

/** @param site - what is known of the site now. */
export function createPause(keep: Keep, vault: Vault, site: () => SiteConfiguration): Pause {
  let known: Promise<PauseCode | undefined> | undefined;

  async function read(): Promise<PauseCode | undefined> {
    const [settings, refused, hasKey] = await Promise.all([readSettings(keep), keep.read(NAME), vault.has()]);
    if (settings?.holdSending) return 'on-hold';
    if (refused !== undefined) return refused === 'not-enrolled' ? refused : 'key-refused';
    return hasKey || site().keyOnGateway ? undefined : 'no-key';
  }

  async function write(value: true | 'not-enrolled' | undefined): Promise<void> {
    await keep.write(NAME, value);
    known = undefined;
  }

  return {
    code() {
      known ??= read().catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    look() {
      known = undefined;
    },
    keyRefused: (why) => write(why === 'not-enrolled' ? why : true),
    async heard(isEnrolled) {
      const wasUnknown = (await keep.read(NAME)) === 'not-enrolled';
      if (wasUnknown !== isEnrolled) return false;
      await write(isEnrolled ? undefined : 'not-enrolled');
      return true;
    },
    keyChanged: () => write(undefined),
  };
}
