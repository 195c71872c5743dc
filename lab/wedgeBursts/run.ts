import { openAtRevertOff } from '#e2e/rig/app.ts';
import { scansOnDisk, slowDown } from '#e2e/rig/early.ts';
import type { Gateway } from '#e2e/rig/gateway.ts';
import type { Handheld } from '#e2e/rig/handheld.ts';
import { burst } from '#e2e/rig/wedge.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';

export interface BurstRun {
  readonly bursts: number;
  readonly seed: number;
  /** Factor by which the page's main thread is slower. */
  readonly slowness: number;
}

/** Fate of every burst, read from the rows on the disk. */
export interface BurstReport {
  readonly fired: number;
  readonly keys: number;
  /** Codes that are in no row. */
  readonly lost: readonly string[];
  /** Scans in rows that were never fired: two codes in one, or a part of one. */
  readonly garbled: readonly string[];
  /** Codes that are in more than one row. */
  readonly twice: readonly string[];
  readonly isInOrder: boolean;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-./+ ';
/** Time that the disk and the gateway of a slow machine may take after the last key. */
const SETTLE_MS = 240_000;

/**
 * Fires bursts of random codes at the real app, a key each 4 to 8 ms as a laser types, one burst right behind the
 * other, with no regard to what the page does meanwhile. Two bursts make one call of Back on shelf, from the keys to
 * the row in IndexedDB, while the calls are sent.
 */
export async function runBursts(
  { bursts, seed, slowness }: BurstRun,
  gateway: Gateway,
  handheld: Handheld,
): Promise<BurstReport> {
  const random = randomOf(seed);
  const codes = Array.from({ length: bursts - (bursts % 2) }, (_, index) => codeOf(random, index));
  const page = await openAtRevertOff(handheld, gateway);
  await slowDown(page, slowness);
  for (const code of codes) {
    await burst(page, code, { terminator: random.pick(['Enter', 'Enter', 'Tab']), gapMs: () => random.whole(4, 8) });
  }
  const found = await settled(() => scansOnDisk(page), codes.length);
  const wanted = new Set(codes);
  const counts = new Map<string, number>();
  for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return {
    fired: codes.length,
    keys: codes.reduce((sum, code) => sum + code.length + 1, 0),
    lost: codes.filter((code) => !counts.has(code)),
    garbled: found.filter((text) => !wanted.has(text)),
    twice: [...counts].filter(([, count]) => count > 1).map(([text]) => text),
    isInOrder: found.every((text, index) => text === codes[index]),
  };
}

export function isWhole({ lost, garbled, twice, isInOrder }: BurstReport): boolean {
  return lost.length + garbled.length + twice.length === 0 && isInOrder;
}

/** 6 to 24 characters of every kind, one like no other by its number in front. */
function codeOf(random: Random, index: number): string {
  const letters = Array.from({ length: random.whole(1, 18) }, () =>
    LETTERS.charAt(random.whole(0, LETTERS.length - 1)),
  );
  return `${String(index).padStart(5, '0')}${letters.join('')}x`;
}

/** Reads until so many are there, or no more come. */
async function settled(read: () => Promise<readonly string[]>, count: number): Promise<readonly string[]> {
  const endAt = Date.now() + SETTLE_MS;
  let found = await read();
  for (let still = 0; found.length < count && still < 10 && Date.now() < endAt;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const next = await read();
    still = next.length === found.length ? still + 1 : 0;
    found = next;
  }
  return found;
}
