import { setImmediate } from 'node:timers/promises';
import type { LedgerState } from './ledger.ts';

/** A call as the ledger page lists it. Times are Unix ms. */
export interface LedgerLine {
  readonly key: string;
  /** Empty where the request named none. */
  readonly operation: string;
  readonly state: LedgerState;
  readonly fingerprint: string;
  readonly receivedAt: number;
  readonly dispatchedAt?: number;
  readonly settledAt?: number;
  /** HTTP status of the service's reply, or of what came instead. */
  readonly status?: number;
  /** One sentence on what came instead of an answer. */
  readonly detail?: string;
  /** For whom it was sent last: the number of an enrolled handheld, or an address where no token is asked for. */
  readonly asker?: string;
}

/** A call with what came back, its beginning, without the access key. */
export interface LedgerEntry extends LedgerLine {
  readonly contentType?: string;
  readonly body?: string;
}

/** A place in the ledger, from the newest call to the oldest. */
export interface LedgerPlace {
  readonly receivedAt: number;
  readonly key: string;
}

/** Which calls are wanted; what is absent is no matter. */
export interface LedgerWish {
  readonly state?: LedgerState | undefined;
  readonly operation?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** Received at this time or after, Unix ms. */
  readonly from?: number | undefined;
}

/**
 * Reads the ledger for people, on a connection of its own that can write nothing. What it asks for is found by an index
 * and is little, so that calls do not wait for it.
 */
export interface LedgerReader {
  /** Calls whose key begins so, at most twenty. */
  byKey(beginning: string): Promise<readonly LedgerLine[]>;
  /** One call, by its whole key. */
  entry(key: string): Promise<LedgerEntry | undefined>;
  /** The newest calls of unknown outcome. */
  unconfirmed(limit: number): Promise<readonly LedgerLine[]>;
  /** The next calls, the newest first, that came before a place and not before `from`, Unix ms. */
  stretch(before: LedgerPlace, from: number, limit: number): Promise<readonly LedgerLine[]>;
  close(): Promise<void>;
}

/** How much of a body is shown, in bytes. */
const SHOWN_BYTES = 2048;

const ROWS = 50;
const STRETCH = 250;
const MOST_MS = 1_500;

/**
 * Goes back through the ledger for the next calls that are wanted. It looks at a few hundred at a time and lets calls
 * pass in between; after a second or two it gives what it has, and where to go on.
 *
 * @returns `next`: where to go on; absent at the end. `isCut`: there was no time to fill the page.
 */
export async function walkBack(
  reader: LedgerReader,
  { from = 0, ...wish }: LedgerWish,
  before: LedgerPlace,
  mostMs = MOST_MS,
): Promise<{ readonly lines: readonly LedgerLine[]; readonly next?: LedgerPlace; readonly isCut: boolean }> {
  const until = performance.now() + mostMs;
  const isWanted = (line: LedgerLine): boolean =>
    (['state', 'operation', 'fingerprint'] as const).every((name) => [undefined, line[name]].includes(wish[name]));
  const isAny = Object.values(wish).every((value) => value === undefined);
  const size = isAny ? ROWS + 1 : STRETCH;
  const lines: LedgerLine[] = [];
  for (let place = before; ;) {
    const looked = await reader.stretch(place, from, size);
    for (const line of looked) {
      if (isWanted(line)) lines.push(line);
      place = { receivedAt: line.receivedAt, key: line.key };
      if (lines.length === ROWS) return { lines, next: place, isCut: false };
    }
    if (looked.length < size) return { lines, isCut: false };
    if (performance.now() > until) return { lines, next: place, isCut: true };
    await setImmediate();
  }
}

/** A body as text for a page: its beginning, with what stands for the key shown as such. */
export function shownBody(body: Uint8Array, marker: string | null): string {
  const text = Buffer.from(body.subarray(0, SHOWN_BYTES)).toString('utf8');
  return marker === null ? text : text.replaceAll(new RegExp(`${marker}[0-9]`, 'g'), '‹apiKey›');
}
