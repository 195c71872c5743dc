import type { Page } from '@playwright/test';
import { jpegSize } from '#contract/jpeg.ts';
import { NOTE_LIMITS } from '#contract/note.ts';
import { expectRows, openRevertOff, scanPair, startWithDemo, unfold } from './rig/app.ts';
import { fakeCameras } from './rig/cameras.ts';
import type { Gateway } from './rig/gateway.ts';
import type { Handheld } from './rig/handheld.ts';
import { fakeCameraArgs } from './rig/scene.ts';
import { expect, online, test } from './rig/test.ts';

const PICTURES = '**/gateway/pictures?*';
const NOTES = '**/gateway/notes';

const button = (page: Page) => page.getByRole('button', { name: 'Note or picture' });
const panel = (page: Page) => page.getByRole('region', { name: 'Note or picture' });
const keep = (page: Page) => panel(page).getByRole('button', { name: 'Keep' });
const said = (page: Page) =>
  page.getByRole('status').filter({ hasText: /Kept here|With the supervisor|no room|supervisor does not get/ });

/** Opens a call from its row on the task's own screen. */
const openCall = (page: Page, code: string): Promise<void> =>
  page
    .getByRole('list', { name: 'Outbox' })
    .getByRole('link', { name: new RegExp(code) })
    .click();

/** Saves a pair that is done, and opens its call. */
async function openDone(page: Page, gateway: Gateway): Promise<void> {
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await openCall(page, 'D-1001');
}

/** Opens a handheld with a camera at the page of a call that is done. */
async function openAtDone(handheld: Pick<Handheld, 'open'>, gateway: Gateway) {
  const opened = await handheld.open(fakeCameraArgs);
  await startWithDemo(opened.page, gateway);
  await openDone(opened.page, gateway);
  return opened;
}

/** Takes so many pictures in the open panel. */
async function takePictures(page: Page, many: number): Promise<void> {
  for (let taken = 1; taken <= many; taken += 1) {
    await panel(page)
      .getByRole('button', { name: /^Take picture/ })
      .click();
    await panel(page).getByRole('button', { name: 'Take it' }).click();
    await expect(panel(page).getByRole('img', { name: `Picture ${taken}` })).toBeVisible();
  }
}

/** Has the page look for the gateway now. */
const hello = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

/** Waits until the supervisor has what was added, with a hello now and then. */
async function expectTold(page: Page): Promise<void> {
  await expect(async () => {
    await hello(page);
    await expect(said(page)).toContainText('With the supervisor.', { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

/** Reads what the ledger has, as the desk does. */
async function inLedger(gateway: Gateway): Promise<readonly Record<string, string>[]> {
  const reply = await fetch(`${gateway.origin}/gateway/ledger/lines`, { headers: gateway.here() });
  const lines = (await reply.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}

/** The bytes of pictures that lie on the handheld. */
const bytesHere = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('scanline-notes');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const rows = await new Promise<{ jpeg?: ArrayBuffer }[]>((resolve) => {
      const reading = opened.transaction('pictures').objectStore('pictures').getAll();
      reading.addEventListener('success', () => resolve(reading.result as { jpeg?: ArrayBuffer }[]));
    });
    opened.close();
    return rows.reduce((sum, { jpeg }) => sum + (jpeg?.byteLength ?? 0), 0);
  });

test('words and pictures that were added offline survive a battery that dies, are told once, and go to nobody but the supervisor @promise', async ({
  gateway,
  handheld,
}) => {
  const first = await openAtDone(handheld, gateway);
  const address = first.page.url();
  await gateway.stop();
  await button(first.page).click();
  await expect(panel(first.page)).toContainText('Up to 3 small pictures and 300 letters');
  await panel(first.page).getByRole('button', { name: 'Damaged' }).click();
  await panel(first.page).getByRole('button', { name: 'Wet' }).click();
  await takePictures(first.page, 2);
  await keep(first.page).click();
  await expect(said(first.page)).toContainText('Kept here. The supervisor sees it as soon as there is a network.');
  await expect(said(first.page).getByRole('img')).toHaveCount(2);
  await handheld.kill();

  const { page } = await handheld.open(fakeCameraArgs);
  const told: string[] = [];
  page.on('requestfinished', (request) => {
    if (/\/gateway\/(?:notes|pictures)/.test(request.url())) told.push(new URL(request.url()).pathname);
  });
  await page.goto(address);
  await expect(said(page)).toContainText('Damaged, Wet');
  await gateway.start();
  await expectTold(page);
  await expect(said(page)).toContainText('2 pictures');
  expect(await bytesHere(page)).toBe(0);
  await page.reload();
  await expect(said(page)).toContainText('With the supervisor.');
  await hello(page);
  await expect(page.locator('a.status')).toContainText('0 Waiting');
  expect(told.toSorted()).toEqual(['/gateway/notes', '/gateway/pictures', '/gateway/pictures']);

  const [line] = await inLedger(gateway);
  expect(line).toMatchObject({ note: 'Damaged, Wet', pictures: 2 });
  const pictures = (line?.['pictureAddresses'] ?? '').split(' ');
  for (const picture of pictures) {
    const reply = await fetch(gateway.origin + picture, { headers: gateway.here() });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    expect(bytes.byteLength).toBeLessThanOrEqual(NOTE_LIMITS.pictureBytes);
    const { width = 0, height = 0 } = jpegSize(bytes) ?? {};
    expect([width > 0, Math.max(width, height) <= NOTE_LIMITS.longSide]).toEqual([true, true]);
  }
  await page.goto(`${gateway.origin}/gateway/ledger/one?key=${line?.['key']}`);
  const added = page.locator('section', { hasText: 'Added by the worker' });
  await expect(added).toContainText('Damaged, Wet');
  await expect(added.getByRole('img')).toHaveCount(2);
  const widths = () =>
    added.getByRole('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0));
  await expect.poll(widths).toEqual([true, true]);
  await added.getByRole('link', { name: 'Picture 2 of 2: opens large' }).click();
  await expect(page.getByRole('img', { name: 'Picture 2 of 2', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the call' }).click();
  await expect(added).toContainText('Damaged, Wet');
  expect(await gateway.executions('RevertOff')).toHaveLength(1); // the service got the call and nothing more
});

test('a reset says what the supervisor does not have yet, and takes it off the handheld with all else', async ({
  gateway,
  handheld,
}) => {
  const { page } = await openAtDone(handheld, gateway);
  await gateway.stop();
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Damaged' }).click();
  await takePictures(page, 1);
  await keep(page).click();
  await expect(said(page)).toContainText('Kept here.');
  await page.goto(`${gateway.origin}/settings/supervisor`);
  const section = page.getByRole('region', { name: 'Reset this handheld' });
  await unfold(section);
  await section.getByRole('button', { name: 'Reset this handheld' }).click();
  await expect(section).toContainText('2 notes and pictures have not reached the supervisor: they are deleted.');
  await section.getByRole('button', { name: 'Reset now' }).click();
  await expect(page.getByRole('button', { name: 'Use the training values' })).toBeVisible({ timeout: 40_000 });
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'scanline-notes',
  );
});

test('two pages that add to one call at one moment keep the first words and three pictures, and tell each once', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await openAtDone(handheld, gateway);
  const other = await context.newPage();
  await other.goto(page.url());
  await gateway.stop();
  const both = [page, other];
  for (const [index, one] of both.entries()) {
    await one.bringToFront();
    await button(one).click();
    await panel(one)
      .getByRole('button', { name: index === 0 ? 'Damaged' : 'Wet' })
      .click();
    await takePictures(one, 2);
  }
  const taps = await Promise.all(both.map((one) => keep(one).elementHandle()));
  await Promise.all(taps.map((tap) => tap?.evaluate((one) => (one as HTMLElement).click())));
  await Promise.all(both.map((one) => expect(said(one).getByRole('img')).toHaveCount(3)));
  const kept = await said(page).locator('strong').textContent();
  const alerts = async (): Promise<string> =>
    (await Promise.all(both.map((one) => one.getByRole('alert').allTextContents()))).flat().join('');
  await expect.poll(alerts).toContain(`Not kept: “${kept === 'Damaged' ? 'Wet' : 'Damaged'}”.`);
  await expect.poll(alerts).toContain('A call has three pictures: 1 was not kept.');
  await gateway.start();
  await expectTold(other);
  await expect(said(page)).toContainText('With the supervisor.');
  const [line] = await inLedger(gateway);
  expect(line).toMatchObject({ note: expect.stringMatching(/^(?:Damaged|Wet)$/), pictures: 3 });
});

test('where room is short a picture is refused in words before it is taken, and the words, the call and the next call are kept', async ({
  gateway,
  handheld,
}) => {
  const first = await openAtDone(handheld, gateway);
  const address = first.page.url();
  await handheld.close();
  const { context, page } = await handheld.open(fakeCameraArgs); // a browser that has written already has room in hand
  const devtools = await context.newCDPSession(page);
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: gateway.origin });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: gateway.origin, quotaSize: usage + 2 * 1024 * 1024 });
  await page.goto(address);
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Damaged' }).click();
  await panel(page)
    .getByRole('button', { name: /^Take picture/ })
    .click();
  const refused = 'There is no room for pictures on this handheld. The call is kept.';
  await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible();
  await expect(panel(page).locator('video')).toBeHidden();
  await keep(page).click();
  await expect(said(page)).toContainText('Damaged');
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { answered: 2 });
});

online(
  'a picture that finds the storage full when it is kept is refused in words; nothing of the room for calls is let go for it',
  async ({ gateway, handheld }) => {
    const { page } = await openAtDone(handheld, gateway);
    await button(page).click();
    await panel(page).getByLabel('A few words', { exact: true }).last().fill('corner torn');
    await takePictures(page, 1);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...values) {
        if (!('jpeg' in (values[0] as object))) return put.apply(this, values);
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await keep(page).click();
    const refused = 'There is no room for pictures on this handheld. The call is kept.';
    await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible();
    await expect(said(page)).toContainText('corner torn');
    await expect(said(page).getByRole('img')).toHaveCount(0);
    const ballast = await page.evaluate(async () => {
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('scanline');
        opening.addEventListener('success', () => resolve(opening.result));
      });
      return new Promise<boolean>((resolve) => {
        const reading = opened.transaction('kept').objectStore('kept').get('ballast');
        reading.addEventListener('success', () => resolve(reading.result !== undefined));
      });
    });
    expect(ballast).toBe(true);
    await expectTold(page);
    expect((await inLedger(gateway))[0]).toMatchObject({ note: 'corner torn', pictures: 0 });
  },
);

test('a picture that hangs on its way delays no call: it is given up at once, and told when nothing else is to be sent', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await openAtDone(handheld, gateway);
  const happened: string[] = [];
  await context.route(PICTURES, () => void happened.push('picture')); // never answered
  page.on('requestfailed', (request) => {
    if (request.url().includes('/gateway/pictures')) happened.push('given up');
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/RevertOff')) happened.push('call');
  });
  await button(page).click();
  await takePictures(page, 1);
  await keep(page).click();
  await expect.poll(() => happened).toContain('picture');
  await page.getByRole('link', { name: 'Back on shelf' }).first().click(); // in this page: one that is left gives all up
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  expect(happened).toEqual(['picture']);
  for (const delivery of ['D-1002', 'D-1003', 'D-1004']) await scanPair(page, delivery, 'S-02-A');
  await expectRows(page, { answered: 4 }, 10_000); // a hanging picture has a minute
  expect(happened).toContain('given up');
  expect(happened.indexOf('given up')).toBeLessThan(happened.indexOf('call'));
  await context.unroute(PICTURES);
  await openCall(page, 'D-1001');
  await expectTold(page);
  expect(await gateway.executions('RevertOff')).toHaveLength(4);
});

test('with a gateway of before, which knows of no notes, all of it waits here, and calls go on', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await openAtDone(handheld, gateway);
  let asked = 0;
  for (const path of [NOTES, PICTURES]) {
    await context.route(path, async (route) => {
      asked += 1;
      await route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"code":"refused"}' });
    });
  }
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Damaged' }).click();
  await takePictures(page, 1);
  await keep(page).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(said(page)).toContainText('Kept here.');
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { answered: 2 });
  await openCall(page, 'D-1001');
  await expect(said(page)).toContainText('Kept here.');
  await context.unroute(NOTES);
  await context.unroute(PICTURES);
  await expectTold(page);
  expect((await inLedger(gateway)).find(({ note }) => note)).toMatchObject({ note: 'Damaged', pictures: 1 });
});

test('a picture that the supervisor’s side does not take is said not to have come, and is still seen here, also after a restart', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await openAtDone(handheld, gateway);
  await context.route(PICTURES, (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"code":"refused"}' }),
  );
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Damaged' }).click();
  await takePictures(page, 1);
  await keep(page).click();
  await expect(said(page)).toContainText('The supervisor does not get all of it.');
  await page.reload();
  await expect(said(page)).toContainText('The supervisor does not get all of it.');
  await expect(said(page).getByRole('img')).toHaveCount(1);
  await expect(said(page)).not.toContainText('With the supervisor');
  expect((await inLedger(gateway))[0]).toMatchObject({ note: 'Damaged', pictures: 0 });
});

test('of a call that is taken back it is said that the supervisor does not get what was added, and nothing more can be', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await openCall(page, 'D-1001');
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Wet' }).click();
  await keep(page).click();
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('button', { name: 'Yes, take it back' }).click();
  await expect(said(page)).toContainText('The call was not sent: the supervisor does not get this.');
  await expect(page.getByRole('button', { name: 'Add a picture' })).toHaveCount(0);
});

test('what was added to a call that waits goes with it, and the supervisor has it once the call has gone', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open(fakeCameraArgs);
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await openCall(page, 'D-1001');
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Wrong count' }).click();
  await takePictures(page, 1);
  await keep(page).click();
  await expect(said(page)).toContainText('Kept here. The supervisor sees it once this call has gone.');
  await gateway.start();
  await expectTold(page);
  expect(await inLedger(gateway)).toMatchObject([{ note: 'Wrong count', pictures: 1 }]);
});

online(
  'a camera that is not allowed is said in words, and the light of one that was open goes out with the panel',
  async ({ gateway, handheld }) => {
    const { page } = await handheld.open();
    await fakeCameras(page, [{ deviceId: 'rear', facing: 'environment' }]);
    await startWithDemo(page, gateway);
    await openDone(page, gateway);
    await button(page).click();
    await page.evaluate(() => window.cameras.fail('NotAllowedError'));
    await panel(page)
      .getByRole('button', { name: /^Take picture/ })
      .click();
    await expect(panel(page).getByRole('alert').filter({ hasText: 'The camera is not allowed here' })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await expect(panel(page).getByRole('button', { name: 'Take it' })).toBeEnabled();
    const live = (): Promise<string[]> => page.evaluate(() => window.cameras.live());
    expect(await live()).toEqual(['rear']);
    await panel(page).getByRole('button', { name: 'Close the camera' }).click();
    await expect.poll(live).toEqual([]);
    await panel(page)
      .getByRole('button', { name: /^Take picture/ })
      .click();
    await expect(panel(page).getByRole('button', { name: 'Take it' })).toBeEnabled();
    await page.goBack();
    await expect.poll(live).toEqual([]);
  },
);
