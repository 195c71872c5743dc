import { readyToScan } from './rig/app.ts';
import { holdScripts, openToFirstPaint } from './rig/early.ts';
import { expect, test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

/** Files that only the camera, a picture of a label, a look at codes or another language need. */
const LATER = /CameraPanel|decoder|zxing|scriptReader|Printout|qrCode|Diagnostics|\/(?:zh|ru)-/;

test.describe('without a worker, which keeps every part for a start without network', () => {
  test.use({ serviceWorkers: 'block' });

  test('a start asks for nothing that a scan does without; the camera’s part comes when it is opened', async ({
    page,
    gateway,
  }) => {
    await page.goto(gateway.origin);
    await page.getByRole('button', { name: 'Use the training values' }).click();
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await readyToScan(page);
    await page.waitForFunction(() => performance.getEntriesByName('app-ready').length > 0);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => LATER.test(path))).toEqual([]);
    await page.getByRole('button', { name: 'Camera' }).click();
    await expect.poll(() => asked.filter((path) => path.includes('CameraPanel'))).toHaveLength(1);
  });

  test('a screen whose part does not come says so, keeps what is scanned, and can be tried again or left', async ({
    page,
    gateway,
  }) => {
    await page.goto(gateway.origin);
    await page.getByRole('button', { name: 'Use the training values' }).click();
    await page.route(/SettingsScreen-[^/]*\.js$/, (route) => route.abort());
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'This screen cannot be shown' })).toBeVisible();
    await burst(page, 'D-1001');
    await expect(page.getByText('1 scan waits at Home.')).toBeVisible();
    await page.getByRole('button', { name: 'Home' }).click();
    await expect(page.getByRole('link', { name: /back on shelf/i }).first()).toBeVisible();
    await expect(page.getByText('D-1001')).toBeVisible();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'This screen cannot be shown' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  test('the first view is painted from the page alone, before any other file is there', async ({ page, gateway }) => {
    const release = await holdScripts(page, '**/assets/*'); // its styles too
    const asked: string[] = [];
    page.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname));
    await openToFirstPaint(page, `${gateway.origin}/`);
    expect(asked.filter((path) => /\.(?:css|js)$/.test(path))).toEqual([]);
    await expect(page.getByRole('heading', { name: 'Scanline' })).toBeVisible();
    const header = page.locator('header');
    await expect(header).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(page.getByText('Nothing that beeped is lost')).toBeVisible();
    release();
    await page.getByRole('button', { name: 'Use the training values' }).click();
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
    await page.unrouteAll();
    const releaseAgain = await holdScripts(page, '**/assets/*');
    await openToFirstPaint(page, `${gateway.origin}/`);
    await expect(page.getByText('Starting…')).toBeVisible();
    await expect(page.getByText('Nothing that beeped is lost')).toBeHidden(); // who works here knows
    releaseAgain();
  });

  test('the start asks the browser to compile it while it is read', async ({ page, gateway }) => {
    await page.goto(gateway.origin);
    const path = await page.locator('script[type=module]').getAttribute('src');
    const script = await page.request.get(`${gateway.origin}${path}`);
    expect((await script.text()).split('\n')[0]).toBe('//# allFunctionsCalledOnLoad'); // V8 hears it in the first line only
  });

  test('a first start knows its gateway from the page, and nothing moves when the configuration comes', async ({
    page,
    gateway,
  }) => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/gateway/site', async (route) => {
      await held;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.addInitScript(watchShifts);
    await page.goto(gateway.origin);
    await expect(page.getByText('Training', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use the training values' })).toBeVisible();
    expect(asked.filter((path) => /\/FirstStart-/.test(path))).toHaveLength(1);
    answer();
    await page.waitForResponse('**/gateway/site');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate<number>('shifted()')).toBe(0);
  });

  test('what is to be scanned stays where it is from the first moment that it is shown', async ({ page, gateway }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(gateway.origin);
    await page.getByRole('button', { name: 'Use the training values' }).click();
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
    await page.addInitScript(watchShifts);
    await page.goto(`${gateway.origin}/tasks/revert-off`);
    await readyToScan(page);
    await expect(page.getByRole('button', { name: 'Same shelf for all' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate<number>('shifted()')).toBe(0);
  });
});

/** In the page: adds up how far what is shown moves by itself, as the browser counts it. */
function watchShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, {
    shifted: async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame); // it is told of after its frame
      return sum;
    },
  });
}
