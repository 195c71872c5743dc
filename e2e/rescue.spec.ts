import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  openAtRevertOff,
  startAtRevertOff,
} from './rig/app.ts';
import type { FrameRead } from '#scan/decode/frameRead.ts';
import type { Gateway } from './rig/gateway.ts';
import { type Handheld, createBriefHandheld } from './rig/handheld.ts';
import { labOfRun } from './rig/labsOfRun.ts';
import { expect, inMemory as base } from './rig/test.ts';
import { burst, injectText } from './rig/wedge.ts';

/** A second handheld beside the first. */
const test = base.extend<{ other: Handheld }>({
  other: async ({ browsers }, use) => {
    const other = createBriefHandheld(browsers);
    await use(other);
    await other.remove();
  },
});

const pairs = Array.from({ length: 30 }, (_, index) => [`D-${1001 + index}`, `S-0${(index % 7) + 1}-A`] as const);

async function saveWithoutNetwork(page: Page, gateway: Gateway, many: number): Promise<void> {
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  for (const [delivery, shelf] of pairs.slice(0, many)) await scanPair(page, delivery, shelf);
  await expectRows(page, { waiting: many });
}

/** Hands the whole queue over, as a person would. */
async function handOver(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Waiting/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Export or hand over' }).click();
  await page.getByRole('button', { name: /^Hand over \d+ calls?$/ }).click();
  await page
    .getByRole('region', { name: /^Hand over \d+/ })
    .getByRole('button', { name: 'Hand over', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: /^Hand-over / })).toBeVisible();
}

/** Returns what a button downloads, as text. */
async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    /^scanline-(queue|export)-\d{4}-\d\d-\d\d-\d{4}(-calls|-tries)?\.(json|csv)$/,
  );
  return readFile(await download.path(), 'utf8');
}

/** The code that is shown, at the size at which it can be read: a person holds a camera nearer or further away. */
async function decodeShown(page: Page, labPage: Page): Promise<FrameRead | undefined> {
  for (const width of [480, 360, 420, 540, 720]) {
    await page.setViewportSize({ width, height: 1000 });
    const png = await page.locator('.qr svg').screenshot();
    const url = `data:image/png;base64,${png.toString('base64')}`;
    const read = await labPage.evaluate((source) => window.lab.decodePhoto(source), url);
    if (read?.symbology === 'QRCode') return read;
  }
  return undefined;
}

/** Every code of a paused sequence, read from its picture by the decoder that the camera uses. */
async function decodeAll(page: Page, labPage: Page): Promise<readonly string[]> {
  await labPage.goto(labOfRun());
  await labPage.waitForFunction(() => 'lab' in window);
  const codes = new Map<number, string>();
  const place = page.getByText(/^\d+ of \d+$/);
  let looks = 0;
  for (let total = 1; codes.size < total;) {
    looks += 1;
    expect(looks, 'four rounds show every code at four levels').toBeLessThanOrEqual(4 * total + 1);
    const [number = 0, of = 0] = ((await place.textContent()) ?? '').split(' of ').map(Number);
    total = of;
    const read = await decodeShown(page, labPage);
    if (read) codes.set(number, read.text); // one that is missed comes round again, drawn in another way
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(place).toHaveText(`${(number % total) + 1} of ${total}`);
  }
  return [...codes].sort(([one], [two]) => one - two).map(([, text]) => text);
}

async function takeOverFile(page: Page, text: string): Promise<void> {
  await page.getByLabel('Choose the file').setInputFiles({
    name: 'queue.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
}

test('30 calls saved without a network go to another handheld by file, once however often it is read, and only that one sends them', async ({
  gateway,
  handheld,
  other,
}) => {
  const { page: b } = await other.open();
  await startWithDemo(b, gateway);
  const { page: a } = await handheld.open();
  await saveWithoutNetwork(a, gateway, 30);
  await handOver(a);
  await expectRows(a, { 'handed-over': 30 });
  const file = await downloaded(a, 'Save the file');
  expect(file).not.toContain('demo-key');

  await b.goto(`${gateway.origin}/rescue/take`);
  await takeOverFile(b, file);
  await expect(b.getByText('30 calls taken over.')).toBeVisible();
  await takeOverFile(b, file);
  await expect(b.getByText('30 calls were here already. Nothing was added.')).toBeVisible();
  await expectRows(b, { waiting: 30 });

  await gateway.start();
  await expectRows(b, { answered: 30 });
  // It sends what is saved on it now, and still none of those it gave away.
  await openRevertOff(a, gateway);
  await scanPair(a, 'D-1031', 'S-01-A');
  await expectRows(a, { 'handed-over': 30, answered: 1 });
  const executed = (await gateway.executions('RevertOff')).map(
    ({ parameters }) => Object.fromEntries(parameters)['deliveryCode'],
  );
  expect(executed).toEqual([...pairs.map(([delivery]) => delivery), 'D-1031']);
  await a.goto(`${gateway.origin}/queue`);
  await expect(a.getByRole('region', { name: 'Finished' }).getByRole('heading').first()).toHaveText('Finished 30');
  await expect(a.getByRole('link', { name: /0 Waiting/ })).toBeVisible();

  await takeOverFile(b, file);
  await expect(b.getByText('30 calls were here already. Nothing was added.')).toBeVisible();
  await expectRows(b, { answered: 30 });

  // Taken back by a mistake: both have sent them then, under one key, and the ledger let each through once.
  await a.goto(`${gateway.origin}/rescue`);
  await a.getByRole('button', { name: 'Take back' }).click();
  await a.getByRole('region', { name: 'Take back 30 calls?' }).getByRole('button', { name: 'Take back' }).click();
  await expectRows(a, { answered: 31 });
  expect(await gateway.executions('RevertOff')).toHaveLength(31);
});

test('the same by the codes on the screen, read in any order, twice, and with a bad read between @night', async ({
  gateway,
  handheld,
  other,
  page: labPage,
}) => {
  const { page: b } = await other.open();
  await startWithDemo(b, gateway);
  const { page: a } = await handheld.open();
  await saveWithoutNetwork(a, gateway, 30);
  await handOver(a);
  await a.getByRole('button', { name: 'Show the codes' }).click();
  await a.getByRole('button', { name: 'Pause' }).click();
  const codes = await decodeAll(a, labPage);
  expect(codes.length).toBeGreaterThan(2);

  await b.goto(`${gateway.origin}/rescue/take`);
  await readyToScan(b);
  await burst(b, (codes[1] ?? '').replace(/.$/, '0'));
  await expect(b.getByText('That code was not read whole. Scan it again.')).toBeVisible();
  await burst(b, 'D-1001');
  await expect(b.getByText('That is no code of a hand-over.')).toBeVisible();
  for (const code of [...codes.slice(1).reverse(), codes[2] ?? '']) await burst(b, code);
  await expect(b.getByText(`Code 3 was read already. ${codes.length - 1} of ${codes.length} read.`)).toBeVisible();
  await burst(b, codes[0] ?? '');
  await expect(b.getByText('30 calls taken over.')).toBeVisible();
  // A scanner that puts each in at once. The one that was typed just now comes last: else it is one scan of two outputs.
  for (const code of [...codes.slice(1), ...codes.slice(0, 1)]) await injectText(b, `${code}\n`);
  await expect(b.getByText('30 calls were here already. Nothing was added.')).toBeVisible();
  await expectRows(b, { waiting: 30 });

  await gateway.start();
  await expectRows(b, { answered: 30 });
  await expectRows(a, { 'handed-over': 30 });
  expect(await gateway.executions('RevertOff')).toHaveLength(30);
});

test('a hand-over that nobody took over is taken back on a word, and sent from here in its order', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await saveWithoutNetwork(page, gateway, 3);
  await handOver(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  const question = page.getByRole('region', { name: 'Take back 3 calls?' });
  await expect(question).toContainText('Only if the other handheld did not take them over.');
  await expectRows(page, { 'handed-over': 3 });
  await question.getByRole('button', { name: 'Take back' }).click();
  await expectRows(page, { waiting: 3 });
  await expect(page.getByText('Nothing is handed over here by that name.')).toBeVisible();
  await gateway.start();
  await expectRows(page, { answered: 3 });
  const executed = (await gateway.executions('RevertOff')).map(
    ({ parameters }) => Object.fromEntries(parameters)['deliveryCode'],
  );
  expect(executed).toEqual(['D-1001', 'D-1002', 'D-1003']);
});

test('a queue is not handed over while one of its calls is being sent', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 20_000 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { sending: 1, waiting: 1 });
  await page.goto(`${gateway.origin}/rescue`);
  await page.getByRole('button', { name: 'Hand over 2 calls' }).click();
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByText(/^1 call is being sent now\. Wait a moment/)).toBeVisible();
});

test('a file that is no whole queue is refused with one sentence, and nothing is written', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await saveWithoutNetwork(page, gateway, 2);
  await handOver(page);
  const file = await downloaded(page, 'Save the file');
  await page.goto(`${gateway.origin}/rescue/take`);
  for (const [bad, sentence] of [
    ['no queue at all', 'This is not a queue of Scanline.'],
    [file.slice(0, -40), 'The queue breaks off in the middle: copy the file again.'],
    [file.replace('D-1001', 'D-1009'), 'The queue was changed or damaged on the way: hand it over again.'],
  ] as const) {
    await takeOverFile(page, bad);
    await expect(page.getByText(sentence)).toBeVisible();
    await expectRows(page, { 'handed-over': 2 });
  }
});

function attemptsOnDisk(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const counting = opening.result.transaction('attempts').objectStore('attempts').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    return counting.result;
  });
}

test('the exports hold every row and every try, and no access key @promise', async ({ gateway, handheld }) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await scanPair(page, 'NO-SUCH', 'S-02-A');
  await expectRows(page, { answered: 2 });
  await gateway.stop();
  await scanPair(page, 'D-1003', 'S-03-A');
  await expectRows(page, { answered: 2, waiting: 1 });
  await handOver(page);
  await page.goto(`${gateway.origin}/rescue`);
  const onDisk = await attemptsOnDisk(page);
  const everything = await downloaded(page, 'All (JSON)');
  const calls = await downloaded(page, 'Calls (CSV)');
  const tries = await downloaded(page, 'Tries (CSV)');
  const read = JSON.parse(everything) as { calls: { state: string }[]; attempts: unknown[] };
  expect(read.calls.map(({ state }) => state)).toEqual(['answered', 'answered', 'handed-over']);
  expect(onDisk).toBeGreaterThanOrEqual(2); // the third call may have been tried before the gateway was missed
  expect(read.attempts).toHaveLength(onDisk);
  expect(calls.trimEnd().split('\r\n')).toHaveLength(4);
  expect(tries.trimEnd().split('\r\n')).toHaveLength(1 + onDisk);
  for (const text of [everything, calls, tries]) expect(text).not.toContain('demo-key');
});

test('what was saved can be exported where a newer Scanline has changed the storage and this one may not write', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await saveWithoutNetwork(page, gateway, 2);
  await page.evaluate(async () => {
    const opening = indexedDB.open('scanline', 99);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    opening.result.close();
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Scanning is off' })).toBeVisible();
  await page.getByRole('button', { name: 'Export what was saved' }).click();
  const read = JSON.parse(await downloaded(page, 'All (JSON)')) as { calls: unknown[] };
  expect(read.calls).toHaveLength(2);
});
