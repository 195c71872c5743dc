// What runs in a page: each is sent there as its own text, and knows nothing of this file.

/** Tells whether a scan that comes now may be taken for one that lacks its head. @param ms - how long after the first paint. */
export function isDoubted(ms: number): boolean {
  const [painted] = performance.getEntriesByType('paint');
  const now = new Event('now').timeStamp; // by the clock of events, which no test sets
  if (painted) return now - painted.startTime < ms;
  return document.visibilityState === 'visible' && now < 5_000; // a page behind another one may never be painted
}

/** Goes to another screen of the app, as a tap that leads there does: nothing is loaded anew. */
export function moveTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate')); // the app hears of its own steps, and else of the browser's
}

/** Returns how many calls of each state are on the disk, read from the database and not from the screen. */
export async function rowsByState(): Promise<Record<string, number>> {
  const opening = indexedDB.open('scanline');
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', reject);
  });
  const database = opening.result;
  const all = database.transaction('calls').objectStore('calls').getAll();
  await new Promise((resolve) => all.addEventListener('success', resolve));
  database.close();
  const counts: Record<string, number> = {};
  for (const { state } of all.result as { state: string }[]) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** Returns what the database keeps under a name, as another reader sees it; of bytes only that they are there. */
export async function readKept(name: string): Promise<unknown> {
  const opening = indexedDB.open('scanline');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const reading = opening.result.transaction('kept').objectStore('kept').get(name);
  await new Promise((resolve) => reading.addEventListener('success', resolve));
  opening.result.close();
  return reading.result instanceof ArrayBuffer || ArrayBuffer.isView(reading.result) ? 'bytes' : reading.result;
}
