import type { Page } from '@playwright/test';
import type { Gateway } from '#e2e/rig/gateway.ts';

const BATCH = 2_500;

/**
 * Puts waiting RevertOff calls, each of a delivery of its own, into the outbox's database as the app would have written
 * them, many in a transaction. The page is left on the gateway's origin without the app.
 *
 * @param first - number of the first delivery.
 */
export async function seedWaiting(
  page: Page,
  { origin }: Pick<Gateway, 'origin'>,
  rows: number,
  first = 20_000,
): Promise<void> {
  await page.goto(`${origin}/gateway/health`);
  for (let from = 0; from < rows; from += BATCH) {
    await page.evaluate(seedBatch, { from: first + from, count: Math.min(BATCH, rows - from) });
  }
}

/** Runs in the page. */
async function seedBatch({ from, count }: { from: number; count: number }): Promise<void> {
  const opening = indexedDB.open('scanline');
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', reject);
  });
  const tx = opening.result.transaction(['calls', 'totals'], 'readwrite');
  const done = new Promise((resolve, reject) => {
    tx.addEventListener('complete', resolve);
    tx.addEventListener('abort', () => reject(tx.error ?? new Error('the seed was aborted')));
  });
  const now = Date.now();
  for (let index = from; index < from + count; index += 1) {
    const [delivery, shelf] = [`D-${index}`, `S-${index}`];
    const parameters = [
      ['deliveryCode', delivery],
      ['storeCode', shelf],
      ['userID', '7'],
    ];
    tx.objectStore('calls').add({
      callId: crypto.randomUUID(),
      generation: 1,
      operation: 'RevertOff',
      parameters,
      lane: `deliveryCode:${delivery}`,
      operator: '7',
      scans: [delivery, shelf].map((text) => ({ text, source: 'wedge', at: now })),
      enqueuedAt: now,
      changedAt: now,
      state: 'waiting',
      tries: 0,
      inDoubt: false,
      notBefore: 0,
      intent: JSON.stringify(['RevertOff', delivery, shelf, '7']),
      open: 1,
      head: 1,
    });
  }
  const totals = tx.objectStore('totals').get('calls');
  totals.addEventListener('success', () =>
    tx.objectStore('totals').put({ ...totals.result, waiting: (totals.result?.waiting ?? 0) + count }, 'calls'),
  );
  await done;
  opening.result.close();
}

/** Reads how many calls wait or are being sent, from the counts' one row: reading all rows would be measured too. */
const LEFT = `(async () => {
  const opening = indexedDB.open('scanline');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const totals = opening.result.transaction('totals').objectStore('totals').get('calls');
  await new Promise((resolve) => totals.addEventListener('success', resolve));
  opening.result.close();
  return totals.result.waiting + totals.result.sending;
})()`;

/** Waits until no call waits or is being sent. */
export async function untilDrained(
  page: { evaluate(expression: string): Promise<unknown> },
  timeoutMs = 240_000,
): Promise<void> {
  const endAt = Date.now() + timeoutMs;
  for (;;) {
    const left = await page.evaluate(LEFT).catch(() => 'not started');
    if (left === 0) return;
    if (Date.now() > endAt) throw new Error(`calls are left: ${String(left)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
