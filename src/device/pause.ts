import { once } from '#contract/once.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { readHandheldSettings } from '#device/settings.ts';
import type { Keep, Vault } from '#device/vault.ts';

/**
 * Reason for which nothing is sent: a person holds it, there is no key, the service refused the one there is, or the gateway, which
 * has it, does not know this handheld.
 */
export type PauseCode = 'on-hold' | 'no-key' | Refusal;

/** The one that was refused: the access key by the service, or this handheld by the gateway. */
export type Refusal = 'key-refused' | 'not-enrolled';

const NAME = 'key-refused';

/** The note of a refusal; `true`: of a key that has no generation, as it is this handheld's own. */
type Noted = true | 'not-enrolled' | { readonly generation: string } | undefined;

export type Pause = ReturnType<typeof createPause>;

/** Decides whether calls may be sent now. The refused key is remembered over restarts, and forgotten with a new key. */
export function createPause(keep: Keep, vault: Vault, site: () => SiteConfiguration) {
  let code = once(read);
  /** The gateway's key that a call is tried with now. */
  let generation: string | undefined;

  async function read(): Promise<PauseCode | undefined> {
    const [settings, refused, hasKey] = await Promise.all([readHandheldSettings(keep), keep.read(NAME), vault.has()]);
    if (settings?.holdSending) return 'on-hold';
    if (refused !== undefined) return refused === 'not-enrolled' ? refused : 'key-refused';
    return hasKey || site().keyOnGateway ? undefined : 'no-key';
  }

  async function write(value: Noted): Promise<void> {
    await keep.write(NAME, value);
    invalidate();
  }

  /** Forgets the code: something that it depends on may have changed, here or on another page. */
  function invalidate(): void {
    code = once(read);
  }

  return {
    /** Read from the disk once, and again after `invalidate`: it is asked before every call. */
    code: (): Promise<PauseCode | undefined> => code(),
    invalidate,
    keyRefused: (why: Refusal): Promise<void> =>
      write(why === 'not-enrolled' ? why : generation === undefined || { generation }),
    /** The gateway says whether it knows this handheld, and which key it holds. @returns whether that changes the pause. */
    async heard(hello: { readonly enrolled?: boolean; readonly keyGeneration?: string }): Promise<boolean> {
      const { enrolled, keyGeneration } = hello;
      generation = keyGeneration;
      const noted = (await keep.read(NAME)) as Noted;
      const isOver = noted === 'not-enrolled' || isOfAnotherKey(noted, keyGeneration);
      const now = enrolled === false ? 'not-enrolled' : isOver ? undefined : noted;
      if (now === noted) return false;
      await write(now);
      return true;
    },
    keyChanged: (): Promise<void> => write(undefined),
  };
}

function isOfAnotherKey(noted: Noted, generation: string | undefined): boolean {
  if (generation === undefined) return false;
  return typeof noted === 'object' ? noted.generation !== generation : noted === true;
}
