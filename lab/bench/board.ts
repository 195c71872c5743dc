import { type Page, chromium } from '@playwright/test';
import { makeCall } from '#contract/call.ts';
import { chromiumArgs, chromiumPath } from '#e2e/rig/chromium.ts';
import { operate } from '#main/testing/operating.ts';
import { KEY, enrolled } from '#main/testing/deviceRig.ts';
import { type GatewayProcess, spawnGateway } from '#main/testing/gatewayProcess.ts';
import { startPostgres } from '#main/testing/postgresRig.ts';
import { tempDir } from '#main/testing/rig.ts';
import { type Handheld, createHandheld } from '#lab/loadFloor/handheld.ts';
import { percentile, print, printGate } from './figures.ts';

const KNOWN = 5_000;
const AT_ONCE = 50;
const TIMES = 20;
const MOST_MS = 300;

/** The board of five thousand handhelds that are enrolled and have told how they stand, two hundred of them with a call to check. */
export async function benchBoard(): Promise<void> {
  await measure('SQLite', {});
  const server = await startPostgres();
  if (typeof server === 'string') return print('board: PostgreSQL', `not measured: ${server}`);
  await using started = server;
  await measure('PostgreSQL', { DATABASE_URL: await started.database() });
}

async function measure(kept: string, env: Readonly<Record<string, string>>): Promise<void> {
  using folder = tempDir();
  const more = { UPSTREAM_API_KEY: KEY, LOG_LEVEL: 'error', REQUESTS_PER_SECOND: '0', DATA_DIR: folder.path };
  await using gateway = await spawnGateway({ ...env, ...more });
  await operate(gateway.url, folder.path);
  const handhelds = await fill(gateway);
  const addresses = { board: '', 'who needs a person': '?show=person', 'a search': '?q=Dock+4999' };
  for (const [what, query] of Object.entries(addresses)) {
    printTimes(`board of ${KNOWN}, ${kept}: ${what}, to its last byte`, await timed(gateway, query));
  }
  const afterNews = await timed(gateway, '', () => sayMore(handhelds));
  printTimes(`board of ${KNOWN}, ${kept}: each tenth has told something new, to its last byte`, afterNews);
  printTimes(`board of ${KNOWN}, ${kept}: painted by Chromium`, await paints(gateway));
}

/** Enrols the handhelds, each of which says how it stands. */
async function fill({ url, here }: GatewayProcess): Promise<readonly Handheld[]> {
  const fault = JSON.stringify({ kind: 'html-200-after', operation: 'RevertOff', times: -1 });
  const headers = { ...here, 'content-type': 'application/json' };
  await fetch(`${url}/gateway/standin/faults`, { method: 'POST', headers, body: fault });
  const handhelds: Handheld[] = [];
  for (let from = 0; from < KNOWN; from += AT_ONCE)
    handhelds.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => enter(url, from + at)))));
  return handhelds;
}

/** Has each tenth handheld save a call more, and tell it. */
async function sayMore(handhelds: readonly Handheld[]): Promise<void> {
  const tenth = handhelds.filter((_, at) => at % 10 === 3);
  for (let from = 0; from < tenth.length; from += AT_ONCE)
    await Promise.all(tenth.slice(from, from + AT_ONCE).map((handheld) => tellOneMore(handheld)));
}

async function tellOneMore(handheld: Handheld): Promise<void> {
  handheld.save(makeCall('RevertOff', { deliveryCode: 'D-1', storeCode: 'S-01-A', userID: '7' }));
  await handheld.hello();
}

async function enter(url: string, at: number): Promise<Handheld> {
  const handheld = createHandheld(() => url, {
    cookie: await enrolled(url, `Dock ${at}`),
    version: '0.2.0-1a2b3c',
    kept: at % 9 !== 0,
    battery: at % 101,
    charging: at % 2 === 0,
    warehouse: '1',
  });
  await handheld.hello();
  if (at % 25 === 0) {
    handheld.save(makeCall('RevertOff', { deliveryCode: `D-${at}`, storeCode: 'S-01-A', userID: '7' }));
    await handheld.sendOne();
  }
  for (let n = 0; n < at % 4; n += 1)
    handheld.save(makeCall('RevertOff', { deliveryCode: `D-${at}-${n}`, storeCode: 'S-01-A', userID: '7' }));
  await handheld.hello();
  return handheld;
}

/** Opens the board in Chromium again and again. @returns the milliseconds until its list is parsed and the page is painted. */
async function paints({ url, here }: GatewayProcess): Promise<readonly number[]> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ args: [...chromiumArgs], ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage({ extraHTTPHeaders: here });
    const times: number[] = [];
    for (let n = 0; n <= TIMES; n += 1) times.push(await painted(page, `${url}/gateway/floor`));
    return times.slice(1); // the first one starts the browser's own parts
  } finally {
    await browser.close();
  }
}

async function painted(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/one?id=d1`); // from another page of the gateway, as people come to it
  await page.goto(address);
  await page.locator('tbody tr').nth(99).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [{ domContentLoadedEventEnd }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    return Math.max(paint?.startTime ?? Number.NaN, domContentLoadedEventEnd);
  });
}

/** Reads the board again and again. @param before - done before each time. @returns the milliseconds to its last byte, without the first. */
async function timed(
  { url, here }: GatewayProcess,
  query: string,
  before = async (): Promise<void> => {},
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n <= TIMES; n += 1) {
    await before();
    const startedAt = performance.now();
    const reply = await fetch(`${url}/gateway/floor${query}`, { headers: here });
    await reply.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times.slice(1); // the first one writes what is new, and compiles the code
}

function printTimes(what: string, times: readonly number[]): void {
  const [median, worst] = [percentile(times, 0.5), Math.max(...times)];
  printGate(what, `median ${median.toFixed(0)}, worst ${worst.toFixed(0)} ms`, `≤ ${MOST_MS} ms`, worst <= MOST_MS);
}
