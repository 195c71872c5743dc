import type { DeskHold } from '#contract/deskHold.ts';
import { once } from '#contract/once.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { readHandheldSettings } from '#device/settings.ts';
import type { Keep, Vault } from '#device/vault.ts';

/**
 * Reason for which nothing is sent: a person holds it, here or at the desk, there is no key, the service refused the one there is, or the gateway, which
 * has it, does not know this handheld.
 */
export type PauseCode = 'on-hold' | 'desk-hold' | 'no-key' | Refusal;

/** The one that was refused: the access key by the service, or this handheld by the gateway. */
export type Refusal = 'key-refused' | 'not-enrolled';

const NAME = 'key-refused';
const HELD = 'desk-hold';
/** Milliseconds by which a clock may be set back before a hold that was heard is no more believed. */
const CLOCK_SLACK_MS = 60_000;

/** A hold as it was heard, with this handheld's own times, Unix ms, by which it ends also where no gateway is there. */
interface HeardHold extends DeskHold {
  readonly heardAt: number;
  readonly endsAt: number;
}

/** The part of a hello that says whether this handheld may send. */
export interface HeardHello {
  readonly enrolled?: boolean;
  readonly keyGeneration?: string;
  /** The ledger's time, Unix ms. */
  readonly now?: number;
  /** Absent: the gateway knows nothing of holds, and what was heard stands until its end. */
  readonly desk?: { readonly hold?: DeskHold };
}

/** The note of a refusal; `true`: of a key that has no generation, as it is this handheld's own. */
type Noted = true | 'not-enrolled' | { readonly generation: string } | undefined;

export type Pause = ReturnType<typeof createPause>;

/** Decides whether calls may be sent now. The refused key is remembered over restarts, and forgotten with a new key. */
export function createPause(keep: Keep, vault: Vault, site: () => SiteConfiguration, now: () => number = Date.now) {
  let code = once(read);
  /** The gateway's key that a call is tried with now. */
  let generation: string | undefined;

  async function read(): Promise<PauseCode | undefined> {
    const [settings, refused, hasKey, held] = await Promise.all([
      readHandheldSettings(keep),
      keep.read(NAME),
      vault.has(),
      hold(),
    ]);
    if (settings?.holdSending) return 'on-hold';
    if (held) return 'desk-hold';
    if (refused !== undefined) return refused === 'not-enrolled' ? refused : 'key-refused';
    return hasKey || site().keyOnGateway ? undefined : 'no-key';
  }

  /** Returns the hold of the desk that stands now, by this handheld's clock: one that was set back ends it, and makes it last no longer. */
  async function hold(): Promise<DeskHold | undefined> {
    const held = (await keep.read(HELD)) as HeardHold | undefined;
    return held && now() < held.endsAt && now() >= held.heardAt - CLOCK_SLACK_MS ? held : undefined;
  }

  /** Takes in what a hello says of a hold. @returns whether that changes it. */
  async function heardHold({ desk, now: told = 0 }: HeardHello): Promise<boolean> {
    if (!desk) return false;
    const before = (await keep.read(HELD)) as HeardHold | undefined;
    const said = desk.hold;
    if (!said && !before) return false;
    const heard = said && { ...said, heardAt: now(), endsAt: now() + said.until - told };
    const isSame = before?.by === said?.by && before?.why === said?.why && before?.until === said?.until;
    if (isSame && Math.abs((before?.endsAt ?? 0) - (heard?.endsAt ?? 0)) < CLOCK_SLACK_MS) return standsAnew();
    await keep.write(HELD, heard satisfies HeardHold | undefined);
    invalidate();
    return true;
  }

  /** Has a hold count again that a clock which was set back, and is right again, had ended. @returns whether there was one */
  async function standsAnew(): Promise<boolean> {
    if ((await code()) !== undefined || !(await hold())) return false;
    invalidate();
    return true;
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
    /** Read from the disk once, and again after `invalidate` and at the end of a hold: it is asked before every call. */
    async code(): Promise<PauseCode | undefined> {
      const known = await code();
      if (known !== 'desk-hold' || (await hold())) return known;
      invalidate();
      return code();
    },
    hold,
    invalidate,
    keyRefused: (why: Refusal): Promise<void> =>
      write(why === 'not-enrolled' ? why : generation === undefined || { generation }),
    /** The gateway says whether it knows this handheld, which key it holds, and whether the desk holds it. @returns whether that changes the pause. */
    async heard(hello: HeardHello): Promise<boolean> {
      const { enrolled, keyGeneration } = hello;
      const isHoldNew = await heardHold(hello);
      generation = keyGeneration;
      const noted = (await keep.read(NAME)) as Noted;
      const isOver = noted === 'not-enrolled' || isOfAnotherKey(noted, keyGeneration);
      const next = enrolled === false ? 'not-enrolled' : isOver ? undefined : noted;
      if (next !== noted) await write(next);
      return isHoldNew || next !== noted;
    },
    keyChanged: (): Promise<void> => write(undefined),
  };
}

function isOfAnotherKey(noted: Noted, generation: string | undefined): boolean {
  if (generation === undefined) return false;
  return typeof noted === 'object' ? noted.generation !== generation : noted === true;
}
