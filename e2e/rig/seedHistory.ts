import type { Page } from '@playwright/test';

const BATCH = 10_000;

/**
 * Puts calls of a long time into the outbox's database as the app would have written them: answered RevertOff calls of two
 * workers, one an hour, every hundredth refused and every five hundredth held. The page must be on the app's origin.
 */
export async function seedHistory(page: Page, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += BATCH) {
    await page.evaluate(seedBatch, { from, count: Math.min(BATCH, rows - from + 1), rows });
  }
}

/** Runs in the page. */
async function seedBatch({ from, count, rows }: { from: number; count: number; rows: number }): Promise<void> {
  const opening = indexedDB.open('scanline');
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', reject);
  });
  const tx = opening.result.transaction(['calls', 'totals'], 'readwrite', { durability: 'relaxed' });
  const done = new Promise((resolve, reject) => {
    tx.addEventListener('complete', resolve);
    tx.addEventListener('abort', () => reject(tx.error ?? new Error('the seed was aborted')));
  });
  const end = Date.now();
  const counts: Record<string, number> = {};
  for (let index = from; index < from + count; index += 1) {
    const [delivery, shelf, operator] = [`D-${index}`, `S-${index % 90}`, index % 2 === 0 ? '8' : '7'];
    const at = end - (rows - index) * 3_600_000;
    const isHeld = index % 500 === 0;
    const isRefused = !isHeld && index % 100 === 0;
    const state = isHeld ? 'held' : 'answered';
    counts[state] = (counts[state] ?? 0) + 1;
    tx.objectStore('calls').add({
      callId: `seed-${index}`,
      generation: 1,
      operation: 'RevertOff',
      parameters: [
        ['deliveryCode', delivery],
        ['storeCode', shelf],
        ['userID', operator],
      ],
      lane: `deliveryCode:${delivery}`,
      operator,
      scans: [delivery, shelf].map((text) => ({ text, source: 'wedge', at })),
      enqueuedAt: at,
      changedAt: at,
      state,
      tries: 1,
      inDoubt: false,
      notBefore: 0,
      intent: JSON.stringify(['RevertOff', delivery, shelf, operator]),
      ...(isHeld
        ? { open: 1, head: 1, trouble: { code: 'rejected', reason: 'HTTP 500.' } }
        : { result: { text: isRefused ? 'ERR' : 'OK', verdict: isRefused ? 'refused' : 'accepted' } }),
    });
  }
  const totals = tx.objectStore('totals').get('calls');
  totals.addEventListener('success', () => {
    const after = { ...totals.result };
    for (const [state, many] of Object.entries(counts)) after[state] = (after[state] ?? 0) + many;
    tx.objectStore('totals').put(after, 'calls');
  });
  await done;
  opening.result.close();
}

/** Puts a CompleteBag and the AgainOpenBag of the same bag into the database, both waiting. */
export async function seedPair(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const tx = opening.result.transaction(['calls', 'totals'], 'readwrite');
    const done = new Promise((resolve) => tx.addEventListener('complete', resolve));
    for (const operation of ['CompleteBag', 'AgainOpenBag']) {
      const parameters = [['logTransferDtlID', '555']];
      if (operation === 'CompleteBag') parameters.push(['userID', '7'], ['sWeight', '1.2'], ['WarehouseID', '3']);
      const at = Date.now();
      tx.objectStore('calls').add({
        callId: `pair-${operation}`,
        generation: 1,
        operation,
        parameters,
        lane: 'logTransferDtlID:555',
        operator: '7',
        scans: [],
        enqueuedAt: at,
        changedAt: at,
        state: 'waiting',
        tries: 0,
        inDoubt: false,
        notBefore: 0,
        intent: operation,
        open: 1,
        ...(operation === 'CompleteBag' && { head: 1 }),
      });
    }
    const totals = tx.objectStore('totals').get('calls');
    totals.addEventListener('success', () =>
      tx.objectStore('totals').put({ ...totals.result, waiting: totals.result.waiting + 2 }, 'calls'),
    );
    await done;
    opening.result.close();
  });
}

/** Puts refused calls into the database that nobody has looked at, all of one reason. */
export async function seedRefusals(page: Page, many: number): Promise<void> {
  await page.evaluate(async (count) => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const tx = opening.result.transaction(['calls', 'totals'], 'readwrite');
    const done = new Promise((resolve) => tx.addEventListener('complete', resolve));
    for (let index = 1; index <= count; index += 1) {
      const at = Date.now();
      tx.objectStore('calls').add({
        callId: `refused-${index}`,
        generation: 1,
        operation: 'RevertOff',
        parameters: [
          ['deliveryCode', `D-${9000 + index}`],
          ['storeCode', 'S-01-A'],
          ['userID', '7'],
        ],
        lane: `deliveryCode:D-${9000 + index}`,
        operator: '7',
        scans: [],
        enqueuedAt: at,
        changedAt: at,
        state: 'answered',
        tries: 1,
        inDoubt: false,
        notBefore: 0,
        intent: `refused-${index}`,
        result: { text: `ERR: delivery D-${9000 + index} is unknown`, verdict: 'refused' },
      });
    }
    const seqs = Array.from({ length: count }, (_, index) => index + 1);
    tx.objectStore('totals').put({ unseen: seqs, unclear: [] }, 'refusals');
    const totals = tx.objectStore('totals').get('calls');
    totals.addEventListener('success', () =>
      tx.objectStore('totals').put({ ...totals.result, answered: count }, 'calls'),
    );
    await done;
    opening.result.close();
  }, many);
}

/** Runs in the page: the first call is taken for sending, as another page takes it, and nobody is told. */
export async function claimCall(): Promise<void> {
  const opening = indexedDB.open('scanline');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const tx = opening.result.transaction(['calls', 'totals'], 'readwrite');
  const done = new Promise((resolve) => tx.addEventListener('complete', resolve));
  const call = tx.objectStore('calls').get(1);
  call.addEventListener('success', () => {
    const claim = { owner: 'another page', token: 'token', at: Date.now() };
    tx.objectStore('calls').put({ ...call.result, state: 'sending', claim });
  });
  const totals = tx.objectStore('totals').get('calls');
  totals.addEventListener('success', () => {
    tx.objectStore('totals').put({ ...totals.result, waiting: 0, sending: 1 }, 'calls');
  });
  await done;
  opening.result.close();
}
