import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectRows, readyToScan } from './rig/app.ts';
import { type FakeCamera, fakeCameras } from './rig/cameras.ts';
import { chromiumArgs, chromiumPath } from './rig/chromium.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';
import { expect, test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

const rear: FakeCamera = { deviceId: 'rear', facing: 'environment', code: 'D-1001', hasTorch: true, zoom: 4 };
const far: FakeCamera = { deviceId: 'far', facing: 'environment' };
const selfie: FakeCamera = { deviceId: 'selfie', facing: 'user' };
const codes = ['D-1002', 'D-1003', 'D-1004', 'D-1005', 'D-1006', 'D-1007', 'S-01-A', 'S-02-A', 'S-03-A'];

const executablePath = chromiumPath();
test.use({
  serviceWorkers: 'block', // the files that it would keep are many, and each test has a new browser context
  launchOptions: {
    args: [...chromiumArgs, '--use-fake-device-for-media-stream=device-count=2'],
    ...(executablePath && { executablePath }),
  },
});

let gateway: Gateway;

test.beforeAll(async () => {
  gateway = await createGateway();
  await gateway.start();
});
test.afterAll(() => gateway.remove());

/** The task's screen with its camera open. */
async function openCamera(page: Page, cameras: readonly FakeCamera[], code?: string): Promise<void> {
  await fakeCameras(page, cameras, codes);
  await openTask(page);
  await page.evaluate((held) => window.cameras.show(held), code);
  await pressCamera(page);
}

/** The task's screen on a handheld that starts with it: nothing here needs a service worker. */
async function openTask(page: Page): Promise<void> {
  await page.goto(gateway.origin);
  await page.getByRole('button', { name: 'Use the training values' }).click();
  await page.getByRole('link', { name: /back on shelf/iu }).click();
  await readyToScan(page, 'Back on shelf');
}

async function pressCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camera', exact: true }).click();
}

const panel = (page: Page) => page.getByRole('region', { name: 'Camera' });
const live = (page: Page) => expect.poll(() => page.evaluate(() => window.cameras.live()));
const asked = (page: Page): Promise<number> => page.evaluate(() => window.cameras.asked.length);
const most = (page: Page): Promise<number> => page.evaluate(() => window.cameras.most);

async function expectPicture(page: Page): Promise<void> {
  await expect(panel(page).locator('.camera:not(.is-off)')).toBeVisible();
}

async function expectScan(page: Page, code: string): Promise<void> {
  await page.evaluate((held) => window.cameras.show(held), code);
  await expect(page.getByText(new RegExp(`${code}\\. Now scan the shelf`, 'u'))).toBeVisible();
}

/** Told by what is asked for: a repeat would replace the word about the first scan. */
async function expectNoScan(page: Page): Promise<void> {
  await expect(page.locator('.hero').getByText('Scan the delivery', { exact: true })).toBeVisible();
}

/** Waits until the picture has changed so often. */
async function shownFrames(page: Page, many: number): Promise<void> {
  await page.locator('video').evaluate(
    (video: HTMLVideoElement, left) =>
      new Promise((done) => {
        let frames = 0;
        const count = (): void =>
          void ((frames += 1) < left ? video.requestVideoFrameCallback(count) : done(undefined));
        video.requestVideoFrameCallback(count);
      }),
    many,
  );
}

test.describe('faults', () => {
  test('a track that the system ends is replaced, by one restart however often it is told', async ({ page }) => {
    await openCamera(page, [rear]);
    await expectPicture(page);
    await page.evaluate(() => {
      window.cameras.end();
      for (const type of ['pageshow', 'focus']) dispatchEvent(new Event(type));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expectScan(page, 'D-1001');
    expect([await asked(page), await most(page)]).toEqual([2, 1]);
  });

  test('a track that the system mutes is started anew, and one that comes back by itself is left alone', async ({
    page,
  }) => {
    await page.clock.install();
    await openCamera(page, [rear]);
    await expectPicture(page);
    await page.evaluate(() => {
      window.cameras.mute(true);
      window.cameras.mute(false);
    });
    await page.clock.runFor(800);
    await expectScan(page, 'D-1001');
    expect(await asked(page)).toBe(1);
    await page.evaluate(() => window.cameras.mute(true));
    await expect.poll(() => asked(page)).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectScan(page, 'D-1002');
  });

  test('a camera that is pulled out gives way to the other; without any it is said, and one that is plugged in starts by itself', async ({
    page,
  }) => {
    await openCamera(page, [rear, { ...far, code: 'D-1001' }]);
    await expectPicture(page);
    await page.evaluate(() => window.cameras.pullOut('rear'));
    await live(page).toEqual(['far']);
    await expectScan(page, 'D-1001');
    await page.evaluate(() => window.cameras.pullOut('far'));
    await expect(panel(page).getByRole('alert')).toContainText('no camera that can be used');
    await page.evaluate(() => window.cameras.plugIn('far'));
    await expectPicture(page);
    await expect(panel(page).getByRole('alert')).toBeEmpty();
    expect(await most(page)).toBe(1);
  });

  test('a camera that another app holds is tried again, then said, and comes with one tap', async ({ page }) => {
    await fakeCameras(page, [rear], codes);
    await openTask(page);
    await page.evaluate(() => window.cameras.fail('NotReadableError', 'NotReadableError', 'NotReadableError'));
    await pressCamera(page);
    await expect(panel(page).getByRole('alert')).toContainText('Another app uses the camera');
    expect(await asked(page)).toBe(3);
    await page.evaluate(() => window.cameras.fail('NotReadableError'));
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await expectScan(page, 'D-1001'); // it was let go meanwhile
    expect([await asked(page), await most(page)]).toEqual([5, 1]);
  });

  test('a camera that gives no picture is started anew, then given up and said', async ({ page }) => {
    await page.clock.install();
    await openCamera(page, [rear]);
    await expectPicture(page);
    // It says nothing, and neither do those after it.
    await page.evaluate(() => setInterval(() => window.cameras.mute(true, false), 10));
    await expect(async () => {
      await page.clock.runFor(500);
      await expect(panel(page).getByRole('alert')).toContainText('gives no picture', { timeout: 200 });
    }).toPass();
    expect(await most(page)).toBe(1);
    await live(page).toEqual([]);
  });

  test('a handheld that is turned reads on', async ({ page }) => {
    await openCamera(page, [rear]);
    await expectPicture(page);
    await page.evaluate(() => window.cameras.turn());
    await expect
      .poll(() =>
        page.locator('video').evaluate(({ videoHeight, videoWidth }: HTMLVideoElement) => videoHeight > videoWidth),
      )
      .toBe(true);
    await expectScan(page, 'D-1001');
    expect(await asked(page)).toBe(1);
  });

  test('after a minute in the background it reads again, by one restart; a glance away costs none', async ({
    page,
  }) => {
    await page.clock.install();
    await openCamera(page, [rear]);
    await expectPicture(page);
    await page.evaluate(() => window.cameras.hide(true));
    await page.clock.runFor(5_000);
    await page.evaluate(() => window.cameras.hide(false));
    await expectScan(page, 'D-1001');
    expect(await asked(page)).toBe(1);
    await page.evaluate(() => window.cameras.hide(true));
    await page.clock.runFor(60_000);
    await live(page).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.evaluate(() => window.cameras.show('D-1002')); // before anything is looked at again
    await page.evaluate(() => window.cameras.hide(false));
    await expectScan(page, 'D-1002');
    expect([await asked(page), await most(page)]).toEqual([2, 1]);
  });
});

test.describe('permission', () => {
  test('a camera that was refused is explained, and starts by itself when it is allowed', async ({ page, context }) => {
    const devtools = await context.newCDPSession(page);
    const { browserContextId = '' } = (await devtools.send('Target.getTargetInfo')).targetInfo;
    const set = (setting: 'denied' | 'granted') =>
      devtools.send('Browser.setPermission', {
        origin: gateway.origin,
        permission: { name: 'camera' },
        setting,
        browserContextId,
      });
    await set('denied');
    await openTask(page);
    await pressCamera(page);
    await expect(panel(page).getByRole('alert')).toContainText('not allowed');
    const again = panel(page).getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(panel(page).getByRole('alert')).toContainText('Tried again: still not allowed');
    await again.click();
    await expect(panel(page).getByRole('alert')).toContainText('Tried 2 times: still not allowed');
    await set('granted');
    await expectPicture(page);
    await expect(panel(page).getByRole('alert')).toBeEmpty();
    await set('denied');
    await expect(panel(page).getByRole('alert')).toContainText('not allowed');
    await expect(panel(page).getByRole('alert')).not.toContainText('Tried');
  });
});

test.describe('lenses', () => {
  test.use({ viewport: { width: 360, height: 640 } });
  const lens = async (page: Page): Promise<string | undefined> => page.evaluate(() => window.cameras.live()[0]);
  const reopen = async (page: Page): Promise<void> => {
    await page.reload();
    await readyToScan(page);
    await pressCamera(page);
    await expectPicture(page);
  };

  test('the tools below the picture can be reached under two lines of what was said', async ({ page }) => {
    await openCamera(page, [rear, far], 'D-1002');
    await expect(page.locator('.slot').first()).toContainText('D-1002');
    await burst(page, 'D-1002');
    await expect(page.locator('.said')).toContainText(
      /D-1002 (?:is the delivery already\.|was scanned twice: it counts once\.) Scan the shelf\./,
    );
    const next = panel(page).getByRole('button', { name: 'Next lens' });
    await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    const isOnTop = (): Promise<boolean> =>
      next.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    await expect.poll(isOnTop).toBe(true);
  });

  test('the rear camera comes first, wide enough; the next lens is one tap, is remembered, and one that is gone is replaced', async ({
    page,
  }) => {
    await openCamera(page, [selfie, rear, far]);
    await expectPicture(page);
    expect(await lens(page)).toBe('rear');
    expect(await page.evaluate(() => window.cameras.asked)).toEqual([
      {
        facingMode: { ideal: 'environment' },
        width: { ideal: 1920 },
        height: { ideal: 1080 },
        frameRate: { ideal: 30 },
      },
    ]);
    await reopen(page);
    expect(await page.evaluate(() => window.cameras.asked[0]?.deviceId)).toEqual({ exact: 'rear' }); // the granted one

    await panel(page).getByRole('button', { name: 'Next lens' }).click();
    await live(page).toEqual(['far']);
    await reopen(page);
    expect(await lens(page)).toBe('far');
    expect(await asked(page)).toBe(1);
    await panel(page).getByRole('button', { name: 'Next lens' }).click();
    await live(page).toEqual(['rear']); // the one that looks at the person is never offered
    await panel(page).getByRole('button', { name: 'Next lens' }).click();
    await live(page).toEqual(['far']);

    await fakeCameras(page, [selfie, rear], codes);
    await reopen(page);
    expect(await lens(page)).toBe('rear');
    await expect(panel(page).getByRole('button', { name: 'Next lens' })).toBeHidden();
    await fakeCameras(page, [selfie, rear, far], codes);
    await reopen(page);
    expect(await lens(page)).toBe('far'); // what stood in for it was no choice
  });

  test('the lens that reads a shown code fastest is found, said and remembered', async ({ page }) => {
    await openCamera(page, [{ ...far, deviceId: 'first' }, { ...far, deviceId: 'second' }, rear, far, selfie]);
    await expectPicture(page);
    await panel(page).getByRole('button', { name: 'Options' }).click();
    await panel(page).getByRole('button', { name: 'Find the best lens' }).click();
    await page.evaluate(() => window.cameras.show('D-1001'));
    await panel(page).getByRole('button', { name: 'Start' }).click();
    await expect(panel(page)).toContainText(/Lens 3 of 4 read it fastest, in \d\.\d\ss/u, { timeout: 30_000 });
    await live(page).toEqual(['rear']);
    await shownFrames(page, 45);
    await expectNoScan(page); // a trial is none
    await expect(panel(page).getByRole('button', { name: 'OK' })).toBeInViewport({ ratio: 1 });
    await panel(page).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText(/D-1001\. Now scan the shelf/u)).toBeVisible(); // it is still held there
    await reopen(page);
    expect(await lens(page)).toBe('rear');
  });

  test('a trial that is called off leaves the lens as it was', async ({ page }) => {
    await openCamera(page, [{ ...far, deviceId: 'first' }, rear]);
    await expectPicture(page);
    await panel(page).getByRole('button', { name: 'Options' }).click();
    await panel(page).getByRole('button', { name: 'Find the best lens' }).click();
    await panel(page).getByRole('button', { name: 'Start' }).click();
    await live(page).toEqual(['rear']);
    await panel(page).getByRole('button', { name: 'Cancel' }).click();
    await live(page).toEqual(['first']);
    await reopen(page);
    expect(await lens(page)).toBe('first');
  });
});

test.describe('one stream', () => {
  test('serves ten scans and three screens with one question to the browser', async ({ page }) => {
    await openCamera(page, [rear]);
    for (let pair = 0; pair < 3; pair += 1) {
      await expectScan(page, `D-100${pair + 1}`);
      const shelf = `S-0${pair + 1}-A`;
      await page.evaluate((held) => window.cameras.show(held), shelf);
      // Once a pair is answered, shelves are known.
      const said = pair === 0 ? `D-1001 → shelf ${shelf}` : `D-100${pair + 1} → ${shelf}`;
      await expect(page.getByText(`Done: ${said}`, { exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Close camera' }).click();
    for (const [title, first, second] of [
      ['Bag', 'D-1004', 'D-1005'],
      ['Batch contents', 'D-1006', 'D-1007'],
    ] as const) {
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('link', { name: new RegExp(`^${title}`, 'u') }).click();
      await pressCamera(page);
      for (const code of [first, second]) {
        await page.evaluate((held) => window.cameras.show(held), code);
        await expect(page.locator('.hero').getByText(code)).toBeVisible();
      }
    }
    expect(await asked(page)).toBe(1);
    await live(page).toEqual(['rear']);
  });

  test('that nobody looks at is kept half a minute, is not read, and ends at once where the page is hidden', async ({
    page,
  }) => {
    await page.clock.install();
    await openCamera(page, [rear]);
    await expectPicture(page);
    await page.getByRole('button', { name: 'Close camera' }).click();
    await page.evaluate(() => window.cameras.show('D-1001'));
    await page.clock.runFor(20_000);
    await live(page).toEqual(['rear']);
    await expectNoScan(page);
    await page.clock.runFor(11_000);
    await live(page).toEqual([]);
    await page.evaluate(() => window.cameras.show('D-1002')); // before anything is looked at again
    await pressCamera(page);
    await expectScan(page, 'D-1002');
    await page.getByRole('button', { name: 'Close camera' }).click();
    await page.evaluate(() => window.cameras.hide(true));
    await live(page).toEqual([]);
  });

  test('keeps light and zoom over a restart, and is dark while nobody looks', async ({ page }) => {
    await openCamera(page, [rear]);
    await panel(page).getByRole('button', { name: 'Light on' }).click();
    await panel(page).getByRole('button', { name: 'Zoom 1×' }).click();
    await expect(panel(page).getByRole('button', { name: 'Light off' })).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Zoom 1.5×' })).toBeVisible();
    const set = expect.poll(() => page.evaluate(() => window.cameras.settings('rear')));
    await set.toEqual({ torch: true, zoom: 1.5 });
    await page.evaluate(() => window.cameras.end());
    await expect.poll(() => asked(page)).toBe(2);
    await set.toEqual({ torch: true, zoom: 1.5 });
    await page.getByRole('button', { name: 'Close camera' }).click();
    await set.toMatchObject({ torch: false });
    await pressCamera(page);
    await set.toEqual({ torch: true, zoom: 1.5 });
    expect(await asked(page)).toBe(2);
  });

  test('keeps the screen on while it is looked through, also after the page was away', async ({ page }) => {
    const awake = expect.poll(() => page.evaluate(() => window.cameras.awake()));
    await fakeCameras(page, [rear], codes);
    await openTask(page);
    await awake.toEqual({ asked: 1, held: 1 }); // the task's own
    await pressCamera(page);
    await expectPicture(page);
    await awake.toEqual({ asked: 2, held: 2 });
    await page.evaluate(() => window.cameras.hide(true));
    await awake.toEqual({ asked: 2, held: 0 });
    await page.evaluate(() => window.cameras.hide(false));
    await awake.toEqual({ asked: 4, held: 2 });
    await page.getByRole('button', { name: 'Close camera' }).click();
    await awake.toEqual({ asked: 4, held: 1 });
  });
});

test.describe('what frames lack', () => {
  const light = (page: Page, name: 'Light on' | 'Light off') => panel(page).getByRole('button', { name });
  const set = (page: Page) => expect.poll(() => page.evaluate(() => window.cameras.settings('rear')));

  test('light is added where it is dark, is on for as long as the code is in sight, and is taken back; nothing of it is kept', async ({
    page,
  }) => {
    await openCamera(page, [{ ...rear, isDark: true }], 'D-1001');
    await expect(light(page, 'Light off')).toBeVisible();
    await expectScan(page, 'D-1001');
    await shownFrames(page, 60); // longer than a code is in sight that is read no more
    await expect(panel(page)).toContainText('Hold the red line across the code'); // it is read: nothing lacks
    await set(page).toEqual({ torch: true });
    await page.evaluate(() => window.cameras.show(undefined));
    await expect(light(page, 'Light on')).toBeVisible();
    await set(page).toEqual({ torch: false });
    await page.evaluate(() => window.cameras.end());
    await expect.poll(() => asked(page)).toBe(2);
    await set(page).toEqual({}); // a person's choice would be back
    await expect(light(page, 'Light off')).toBeVisible();
    await page.getByRole('button', { name: 'Close camera' }).click();
    await set(page).toEqual({ torch: false });
    expect(await page.evaluate(() => window.cameras.settings('rear'))).toEqual({ torch: false });
  });

  test('a step of zoom is added where bars are too small, and is taken back where nobody aims', async ({ page }) => {
    await openCamera(page, [{ ...rear, isFar: true }], 'D-1001');
    await set(page).toEqual({ zoom: 1.5 });
    await expect(panel(page).getByRole('button', { name: 'Zoom 1.5×' })).toBeVisible();
    await expectScan(page, 'D-1001');
    await panel(page).getByRole('button', { name: 'Options' }).click();
    await set(page).toEqual({ zoom: 1 });
  });

  test('nothing is added where the camera has no light', async ({ page }) => {
    await openCamera(page, [{ ...rear, isDark: true, hasTorch: false }], 'D-1001');
    await expectPicture(page);
    await expect(panel(page)).toContainText('Too dark. More light, or tap Type.'); // so the person is asked
    await shownFrames(page, 60);
    await set(page).toEqual({});
  });

  test('nothing is added where a person has chosen', async ({ page }) => {
    await openCamera(page, [{ ...rear, isDark: true }], 'D-1001');
    await light(page, 'Light off').click();
    await expect(light(page, 'Light on')).toBeVisible();
    await shownFrames(page, 60);
    await set(page).toEqual({ torch: false });
  });
});

test.describe('modes', () => {
  async function choose(page: Page, mode: string): Promise<void> {
    await panel(page).getByRole('button', { name: 'Options' }).click();
    await panel(page).locator('.choice', { hasText: mode }).click();
    await panel(page).getByRole('button', { name: 'Done' }).click();
  }

  test('one code, then close: remembered, and the scan is taken', async ({ page }) => {
    await openCamera(page, [rear]);
    await choose(page, 'One code');
    await expectScan(page, 'D-1001');
    await expect(panel(page)).toBeHidden();
    await page.reload();
    await readyToScan(page);
    await page.evaluate(() => window.cameras.show('S-01-A'));
    await pressCamera(page);
    await expect(panel(page)).toBeHidden();
    await expect(page.getByText(/^(Saved|Done|Not done|Not understood): D-1001 → shelf S-01-A/)).toBeVisible();
  });

  test('collected codes are each there once, outlive a restart, and flow in order when a person takes them', async ({
    page,
  }) => {
    await openCamera(page, [rear]);
    await choose(page, 'Collect');
    const read = panel(page).locator('.camera-line.code');
    for (const code of ['D-1004', 'D-1002', 'D-1003', 'S-02-A']) {
      await page.evaluate((held) => window.cameras.show(held), code);
      await expect(read).toContainText(code);
    }
    await expect(read).toBeHidden();
    await page.evaluate(() => window.cameras.show('D-1004'));
    await expect(read).toContainText('D-1004 is collected already');
    const list = panel(page).getByRole('listitem');
    await expect(list).toContainText(['D-1004', 'D-1002', 'D-1003', 'S-02-A']);
    await expectNoScan(page);
    await panel(page).getByRole('button', { name: 'Remove D-1002' }).click();
    await page.reload();
    await readyToScan(page);
    await page.evaluate(() => window.cameras.show(undefined));
    await pressCamera(page);
    await expect(list).toContainText(['D-1004', 'D-1003', 'S-02-A']);
    await panel(page).getByRole('button', { name: 'Remove D-1003' }).click();
    await panel(page).getByRole('button', { name: 'Take 2 codes' }).click();
    await expect(page.getByText(/^(Saved|Done): D-1004 → shelf S-02-A/)).toBeVisible();
    await expect(list).toHaveCount(0);
    await expectRows(page, { answered: 1 });
    const [execution] = (await gateway.executions('RevertOff')).slice(-1);
    expect(Object.fromEntries(execution?.parameters ?? [])).toMatchObject({
      deliveryCode: 'D-1004',
      storeCode: 'S-02-A',
    });
  });

  test('each collected code says what it is taken for, the taking stops where one is not taken, and the rest is found again', async ({
    page,
  }) => {
    await openCamera(page, [rear]);
    await page.setViewportSize({ width: 360, height: 640 });
    await expectScan(page, 'D-1001');
    await choose(page, 'Collect');
    const read = panel(page).locator('.camera-line.code');
    for (const code of ['S-03-A', 'D-1005', 'D-1006']) {
      await page.evaluate((held) => window.cameras.show(held), code);
      await expect(read).toContainText(code);
    }
    await expect(read).toBeHidden();
    await page.evaluate(() => window.cameras.show('D-1001'));
    await expect(read).toContainText('D-1001 is the delivery already');
    const list = page.getByRole('region', { name: 'collected' });
    const item = list.getByRole('listitem');
    await expect(item).toContainText([/S-03-A\s*Shelf/u, /D-1005\s*Delivery/u, /D-1006\s*Shelf/u]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(item).toContainText([/S-03-A\s*Delivery/u, /D-1005\s*Shelf/u, /D-1006\s*Delivery/u]);
    await page.evaluate(() => window.cameras.show(undefined));
    await page.getByRole('button', { name: 'Close camera' }).click();
    await expect(list).toContainText('3 codes collected');
    await page.reload();
    await readyToScan(page);
    await burst(page, 'S-03-A');
    await list.getByRole('button', { name: 'Show them' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    }
    await list.getByRole('button', { name: 'Remove D-1005' }).click();
    await list.getByRole('button', { name: 'Remove D-1006' }).click();
    await list.getByRole('button', { name: 'Take 1 code' }).click();
    await expect(list.getByRole('alert')).toContainText('S-03-A is the delivery already. Scan the shelf.');
    await expect(item).toContainText(['S-03-A']);
    await expect(panel(page)).toBeHidden();
  });

  test('a code that stays in the picture is one scan, also over the options, and one more where the mode is changed', async ({
    page,
  }) => {
    await openCamera(page, [rear], 'D-1001');
    await expectScan(page, 'D-1001');
    await shownFrames(page, 30);
    await panel(page).getByRole('button', { name: 'Options' }).click();
    await shownFrames(page, 30);
    await panel(page).getByRole('button', { name: 'Done' }).click();
    await shownFrames(page, 30);
    await expect(page.getByText('Now scan the shelf')).toBeVisible(); // a second one would be told as a repeat
    await choose(page, 'Collect');
    await expect(panel(page).locator('.camera-line.code')).toContainText('D-1001 is the delivery already');
  });

  test('nothing is taken while the options are open; what is held there is taken when they are closed', async ({
    page,
  }) => {
    await openCamera(page, [rear]);
    await expectPicture(page);
    await panel(page).getByRole('button', { name: 'Options' }).click();
    await page.evaluate(() => window.cameras.show('D-1001'));
    await shownFrames(page, 30);
    await expect(panel(page).getByText('nothing is taken').first()).toBeVisible();
    await expectNoScan(page);
    await panel(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/D-1001\. Now scan the shelf/u)).toBeVisible();
  });
});

test('the panel says what it does to everybody, in its states', async ({ page }) => {
  await openCamera(page, [rear, far], 'D-1001');
  await panel(page).getByRole('button', { name: 'Options' }).click();
  const broken = async (): Promise<unknown> =>
    (await new AxeBuilder({ page }).include('section[aria-label="Camera"]').analyze()).violations;
  expect(await broken()).toEqual([]);
  for (const button of await panel(page).getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  }
  await panel(page).getByRole('button', { name: 'Find the best lens' }).click();
  expect(await broken()).toEqual([]);
  await page.evaluate(() => {
    window.cameras.pullOut('rear');
    window.cameras.pullOut('far');
  });
  await expect(panel(page).getByRole('alert')).not.toBeEmpty();
  expect(await broken()).toEqual([]);
});
