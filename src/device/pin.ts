import type { PinHash } from '#site/site.ts';
import { PIN, type PinRecord } from '#device/ownPin.ts';
import type { Keep } from '#device/vault.ts';

export type PinVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly ms: number };

const ITERATIONS = 310_000;
const PIN_TRIES = 5;
export const SHORTEST_PIN = 4;
const FIRST_LOCK_MS = 60_000;
const LONGEST_LOCK_MS = 60 * 60_000;

/** Returns how long, in ms, the handheld takes no PIN after so many wrong ones: from the fifth on, twice as long each time. */
export function lockAfter(wrong: number): number {
  if (!Number.isFinite(wrong)) return LONGEST_LOCK_MS;
  return wrong < PIN_TRIES ? 0 : Math.min(LONGEST_LOCK_MS, FIRST_LOCK_MS * 2 ** (wrong - PIN_TRIES));
}

/**
 * Asks for the supervisor's PIN: the site's, else the one of this handheld.
 *
 * A try is kept as a wrong one before it is looked at, so that a reload buys none. A lock runs by the page's own clock
 * while Scanline is open, and what is left of it is kept: no clock that is set, and no reload, makes it shorter.
 *
 * @param tick - ms since the page began; never jumps.
 */
export function createPin(keep: Keep, crypto: Crypto, tick: () => number) {
  let last: Promise<unknown> = Promise.resolve();
  let seenTick = tick();

  /** Runs one at a time: two tries at once would count as one. */
  function serially<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  /** Reads the record as it is now, with what has run of the lock taken off. */
  async function readRecord(): Promise<PinRecord> {
    const kept = ((await keep.read(PIN)) as PinRecord | undefined) ?? {};
    const now = tick();
    const { lockedMs = 0 } = kept;
    const passed = now - seenTick;
    seenTick = now;
    if (lockedMs === 0) return kept;
    const left = Number.isFinite(lockedMs) ? Math.max(0, lockedMs - passed) : LONGEST_LOCK_MS;
    const record = { ...kept, lockedMs: left };
    await keep.write(PIN, record);
    return record;
  }

  return {
    /** Ms until a PIN is taken again. To be called now and then while a lock runs: what is left is kept. */
    locked: () => serially(async () => (await readRecord()).lockedMs ?? 0),

    check: (entered: string, site: PinHash | undefined) =>
      serially(async (): Promise<PinVerdict> => {
        const record = await readRecord();
        const { lockedMs = 0, wrong = 0 } = record;
        if (lockedMs > 0) return { kind: 'locked', ms: lockedMs };
        const hash = site ?? record.pin;
        if (!hash) return { kind: 'right' };
        const next = { ...record, wrong: wrong + 1, lockedMs: lockAfter(wrong + 1) };
        await keep.write(PIN, next);
        if ((await stretch(crypto, entered, hash)) === hash.hash) {
          await keep.write(PIN, { ...(record.pin && { pin: record.pin }) });
          return { kind: 'right' };
        }
        seenTick = tick();
        return next.lockedMs > 0
          ? { kind: 'locked', ms: next.lockedMs }
          : { kind: 'wrong', left: PIN_TRIES - next.wrong };
      }),

    /** Keeps another PIN of this handheld; `undefined` takes it away. */
    set: (pin: string | undefined) =>
      serially(async () => {
        const record = await readRecord();
        const { pin: _before, ...rest } = record;
        await keep.write(PIN, { ...rest, ...(pin !== undefined && { pin: await hashPin(crypto, pin) }) });
      }),
  };
}

/** Makes of a PIN what is kept: salted and stretched. */
export async function hashPin(crypto: Crypto, pin: string): Promise<PinHash> {
  const salt = base64(crypto.getRandomValues(new Uint8Array(16)));
  return { salt, iterations: ITERATIONS, hash: await stretch(crypto, pin, { salt, iterations: ITERATIONS }) };
}

/** PBKDF2-SHA-256, 32 bytes, base64. Source: RFC 8018. */
async function stretch(crypto: Crypto, pin: string, { salt, iterations }: Omit<PinHash, 'hash'>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(atob(salt), (one) => one.charCodeAt(0)), iterations },
    key,
    256,
  );
  return base64(new Uint8Array(bits));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
