import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { labOfRun } from './rig/labsOfRun.ts';
import type { Handheld } from './rig/handheld.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { barcodeVideo } from './rig/video.ts';

let folder: string;
let handheld: Handheld;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanline-video-'));
  await barcodeVideo(join(folder, 'codes.y4m'), [
    'D-1005',
    { encoder: 'interleaved2of5', text: '12345678901231' },
    { encoder: 'gs1-128', text: '(01)04012345123456(10)A1(21)99' },
  ]);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));
test.beforeEach(({ handheld: own }) => void (handheld = own));

const fakeCamera = (): string[] => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${join(folder, 'codes.y4m')}`,
];

/** Opens the lab and counts how often it asks for a stream. */
async function openLab(args: readonly string[], { camera = true, origin = labOfRun() } = {}): Promise<Page> {
  const { context, page } = await handheld.open(args);
  if (camera) await context.grantPermissions(['camera'], { origin });
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) return;
    const ask = devices.getUserMedia.bind(devices);
    Object.assign(window, { asked: 0 });
    devices.getUserMedia = async (constraints) => {
      Object.assign(window, { asked: ((window as { asked?: number }).asked ?? 0) + 1 });
      return ask(constraints);
    };
  });
  await page.goto(origin);
  await page.waitForFunction(() => 'lab' in window);
  return page;
}

const asked = (page: Page): Promise<number | undefined> => page.evaluate(() => (window as { asked?: number }).asked);
const states = (page: Page): Promise<string[]> => page.evaluate(() => window.lab.states);
const startFailure = (page: Page): Promise<string> =>
  page.evaluate(() =>
    window.lab.startCamera().then(
      () => 'started',
      (error: { kind: string }) => error.kind,
    ),
  );

test('each code in the picture is one scan, from one stream, until it is stopped', async () => {
  const page = await openLab(fakeCamera());
  const said: string[] = [];
  page.on('console', (message) => void said.push(message.text()));
  await page.evaluate(() =>
    window.lab.startCamera({ rules: { formats: ['Code128', 'QRCode', 'DataMatrix'], itfLengths: [14] } }),
  );
  await expect.poll(() => page.evaluate(() => window.lab.scans.length), { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  const scans = await page.evaluate(() => window.lab.scans);
  const firstRound = scans.slice(0, 3).sort((a, b) => a.text.localeCompare(b.text));
  expect(firstRound).toMatchObject([
    { text: '010401234512345610A1\u001d2199', symbology: 'GS1-128', source: 'camera' },
    { text: '12345678901231', symbology: 'ITF', source: 'camera' },
    { text: 'D-1005', symbology: 'Code128', source: 'camera' },
  ]);
  expect(await asked(page)).toBe(1);

  const track = await page.evaluateHandle(() => {
    const { srcObject } = document.querySelector('video') ?? {};
    return (srcObject as MediaStream).getVideoTracks()[0];
  });
  await page.evaluate(() => window.lab.camera?.stop());
  expect(await track.evaluate((kept) => kept?.readyState)).toBe('live');
  expect(await page.evaluate(() => document.querySelector('video')?.srcObject)).toBeNull();
  expect(await states(page)).toEqual(['starting', 'ready', 'stopped']);
  await page.evaluate(() => window.lab.startCamera());
  expect(await asked(page)).toBe(1); // kept for whoever looks next
  expect(said).toEqual([]);
});

test('a camera that the system takes comes back within two seconds, once', async () => {
  const page = await openLab(fakeCamera());
  await page.evaluate(() => window.lab.startCamera());
  await page.evaluate(() => {
    const { srcObject } = document.querySelector('video') ?? {};
    const [track] = (srcObject as MediaStream).getVideoTracks();
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pageshow'));
    window.dispatchEvent(new Event('focus'));
  });
  await expect.poll(() => states(page), { timeout: 2_000 }).toEqual(['starting', 'ready', 'starting', 'ready']);
  expect(await asked(page)).toBe(2);
  await expect.poll(() => page.evaluate(() => window.lab.scans.length), { timeout: 15_000 }).toBeGreaterThan(0);
});

test('a track that ends without saying so is noticed', async () => {
  const page = await openLab(fakeCamera());
  await page.evaluate(() => window.lab.startCamera());
  await page.evaluate(() => {
    const { srcObject } = document.querySelector('video') ?? {};
    for (const track of (srcObject as MediaStream).getTracks()) track.stop();
  });
  await expect.poll(() => states(page), { timeout: 4_000 }).toEqual(['starting', 'ready', 'starting', 'ready']);
  expect(await asked(page)).toBe(2);
});

test('a camera that is gone is replaced by another one', async () => {
  const page = await openLab(fakeCamera());
  await page.evaluate(() => window.lab.startCamera({ deviceId: 'gone' }));
  expect(await states(page)).toEqual(['starting', 'ready']);
  await expect.poll(() => page.evaluate(() => window.lab.facts?.deviceId)).toMatch(/^(?!gone).+/u);
});

test('a camera that is refused is said as data', async () => {
  const refused = await openLab(['--use-fake-device-for-media-stream', '--deny-permission-prompts'], { camera: false });
  expect(await startFailure(refused)).toBe('not-allowed');
  expect(await states(refused)).toEqual(['starting']);
  expect(await refused.evaluate(() => window.lab.problems)).toEqual(['not-allowed']);
});

test('a handheld without a camera is said as data', async () => {
  expect(await startFailure(await openLab([]))).toBe('no-camera');
});

test('an address where no camera may be used is said as data', async () => {
  const origin = labOfRun().replace('localhost', 'warehouse.test');
  const insecure = await openLab(['--host-resolver-rules=MAP warehouse.test 127.0.0.1'], { camera: false, origin });
  expect(await startFailure(insecure)).toBe('insecure');
});
