import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, problemAnswer } from '#gateway/http/answer.ts';
import type { LedgeredCall } from './callRequest.ts';
import type { LedgerRow } from '#gateway/ledger/ledger.ts';
import type { SendPorts } from './sendOnce.ts';

/** How often a call that runs at another gateway is looked for: soon at first, then so many milliseconds apart. */
const POLL_FIRST_MS = 10;
const POLL_MS = 250;

/** What stands under a call's key, or why the ledger cannot say that nothing does. */
export async function findRow(
  { ledger, log }: SendPorts,
  { key, tried, epoch }: LedgeredCall,
): Promise<LedgerRow | Answer | undefined> {
  try {
    const known = await ledger.find(key);
    if (known || !tried || !(await ledger.mayHaveForgotten(tried, epoch))) return known;
    return problemAnswer('key-expired', 'It was tried before this ledger began or forgot it. It may have run.');
  } catch (error) {
    // It says that this try went no further, and bears no word of the ledger: an earlier one stays as open as it was.
    log.error({ key, err: error }, 'the ledger cannot be read');
    return problemAnswer('not-forwarded', 'The gateway cannot read its ledger.', { retryAfterS: 5 });
  }
}

/**
 * Waits for a call that another gateway has: the ledger is all that the two share, so it is read again. The call is not
 * taken back from there, whatever becomes of it: that gateway may have said already that it was not forwarded.
 *
 * @returns the row once it is settled there; `undefined`: it took too long.
 */
export async function awaitElsewhere(
  { ledger }: SendPorts,
  key: string,
  limitMs: number,
  mayWait: () => boolean,
): Promise<LedgerRow | undefined> {
  const until = performance.now() + limitMs;
  let waitMs = POLL_FIRST_MS;
  while (performance.now() < until && mayWait()) {
    await pause(waitMs);
    const row = await ledger.find(key);
    const isOpen = !row || row.state === 'received' || row.elsewhere === true;
    if (!isOpen) return row;
    waitMs = Math.min(2 * waitMs, POLL_MS);
  }
  return undefined;
}
