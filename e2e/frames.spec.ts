import type { Page } from '@playwright/test';
import type { FramesLab, Manner, Noted } from './rig/framesLabPage.ts';
import { labOfRun } from './rig/labsOfRun.ts';
import { expect, inMemory as test } from './rig/test.ts';

let page: Page;

test.beforeEach(async ({ handheld }) => {
  const camera = ['--use-fake-device-for-media-stream=fps=30', '--use-fake-ui-for-media-stream'];
  ({ page } = await handheld.open(camera));
});

/** Opens the page without what it must be without for this test, and waits until the camera runs. */
async function open(
  manner: Manner,
  {
    next,
    without = () => undefined,
    size,
  }: { next?: Manner; without?: () => void; size?: { width: number; height: number } } = {},
): Promise<void> {
  await page.addInitScript(without);
  await page.goto(labOfRun('framesLabPage'));
  await page.waitForFunction(() => 'framesLab' in window);
  await page.evaluate((how) => window.framesLab.open(how.manner, how.next, how.size), { manner, next, size });
}

const decoders = (): Promise<readonly Noted[]> => page.evaluate(() => window.framesLab.decoders);
const told = (): Promise<FramesLab['told']> => page.evaluate(() => window.framesLab.told);
const pictures = (): Promise<number> => page.evaluate(() => window.framesLab.pictures);

async function expectTaken(least: number, ofDecoder = 0): Promise<Noted> {
  await expect
    .poll(async () => (await decoders())[ofDecoder]?.kinds.length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(least);
  const noted = (await decoders())[ofDecoder];
  if (!noted) throw new Error('there is no such decoder');
  return noted;
}

/** Until the camera has given so many more pictures. */
async function morePictures(count: number): Promise<void> {
  const before = await pictures();
  await expect.poll(pictures, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + count);
}

test('every picture is handed over as a VideoFrame, uncopied, and none is left open', async () => {
  await open('answers', { size: { width: 1920, height: 1080 } });
  const { kinds, sizes, timestamps, mostUnderWay } = await expectTaken(20);
  expect(new Set(timestamps).size).toBeGreaterThan(0.8 * timestamps.length); // no picture is looked at over and over
  expect(new Set(kinds)).toEqual(new Set(['VideoFrame']));
  expect(new Set(sizes)).toEqual(new Set(['1920×1080'])); // the worker makes it smaller
  expect(mostUnderWay).toBe(1);
  expect(await told()).toMatchObject({ lost: 0, failed: [] });
  expect((await told()).frames).toBeGreaterThanOrEqual(19);
  await page.evaluate(() => window.framesLab.source?.stop());
  const { opened, closed } = await page.evaluate(() => window.framesLab.frames);
  expect(opened).toBeGreaterThanOrEqual(20);
  expect(closed).toBe(opened);
});

test('a slow decoder gets one frame at a time, and then the newest, not those that passed meanwhile', async () => {
  await open('waits');
  await expectTaken(1);
  await morePictures(12);
  expect(await decoders()).toMatchObject([{ underWay: 1, mostUnderWay: 1, kinds: ['VideoFrame'] }]);
  expect(await page.evaluate(() => window.framesLab.frames)).toEqual({ opened: 1, closed: 0 });

  await page.evaluate(() => window.framesLab.answer());
  const { kinds, timestamps } = await expectTaken(2);
  expect(kinds).toHaveLength(2);
  expect((timestamps[1] ?? 0) - (timestamps[0] ?? 0)).toBeGreaterThan(10 * 33_000);
  expect(await page.evaluate(() => window.framesLab.frames)).toEqual({ opened: 2, closed: 1 });
});

test('after stop nothing is told, not even of the frame that was under way', async () => {
  await open('waits');
  await expectTaken(1);
  await page.evaluate(() => {
    window.framesLab.source?.stop();
    window.framesLab.answer();
  });
  await morePictures(5);
  expect(await told()).toEqual({ frames: 0, lost: 0, failed: [] });
  expect(await decoders()).toMatchObject([{ underWay: 0, kinds: ['VideoFrame'] }]);
  expect(await page.evaluate(() => window.framesLab.frames)).toEqual({ opened: 1, closed: 1 });

  await page.evaluate(() => window.framesLab.source?.start());
  await expectTaken(2);
});

test('nothing is taken while the page is hidden', async () => {
  await open('answers');
  await expectTaken(3);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }));
  await morePictures(2);
  const before = (await decoders())[0]?.kinds.length ?? 0;
  await morePictures(12);
  expect((await decoders())[0]?.kinds).toHaveLength(before);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: false }));
  await expectTaken(before + 3);
});

test('a camera that gives no more pictures is told, again and again, and one that gives some is not', async () => {
  await open('answers');
  await morePictures(60);
  expect((await told()).lost).toBe(0);
  await page.evaluate(() => window.framesLab.endCamera());
  await expect.poll(async () => (await told()).lost, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
});

test('a decoder that fails is replaced once', async () => {
  await open('throws', { next: 'answers' });
  await expectTaken(5, 1);
  expect(await decoders()).toMatchObject([
    { isClosed: true, isDead: true, kinds: ['VideoFrame'] },
    { isClosed: false },
  ]);
  expect((await told()).failed).toEqual([]);
  // The first has not read a single frame: it may be the frame's kind.
  expect(new Set((await decoders())[1]?.kinds)).toEqual(new Set(['ImageData']));
});

test('a decoder that fell after it had read goes on with the same frames', async () => {
  await open('answers', { next: 'answers' });
  await expectTaken(3);
  await page.evaluate(() => {
    const [first] = window.framesLab.decoders;
    if (first) first.manner = 'throws';
  });
  expect((await expectTaken(3, 1)).kinds[0]).toBe('VideoFrame');
});

test('a decoder that fails, and the one in its place too, is told, and nothing more is taken', async () => {
  await open('throws', { next: 'throws' });
  await expect.poll(async () => (await told()).failed).toEqual(['it fell']);
  await morePictures(5);
  expect(await decoders()).toHaveLength(2);
  expect((await decoders())[1]?.kinds).toHaveLength(1);
  expect(await told()).toEqual({ frames: 0, lost: 0, failed: ['it fell'] });
  await page.evaluate(async () => {
    window.framesLab.source?.close();
    await window.framesLab.source?.start(); // a person tries again
  });
  expect((await expectTaken(1, 2)).kinds[0]).toBe('VideoFrame');
});

test('a decoder that never answers is replaced', async () => {
  await open('is silent', { next: 'answers' });
  await expectTaken(3, 1);
  expect(await decoders()).toMatchObject([{ isDead: true, kinds: ['VideoFrame'] }, { isDead: false }]);
});

test('a worker that hangs is ended, and another one looks on', async () => {
  await open('is real', {
    next: 'is real',
    without: () => {
      const workers = { made: 0, ended: 0 };
      Object.assign(window, { workers });
      const Real = window.Worker;
      window.Worker = class extends Real {
        readonly number = (workers.made += 1);
        override postMessage(message: { kind: string }, transfer: never): void {
          if (this.number > 1 || message.kind !== 'frame') super.postMessage(message, transfer);
        }
        override terminate(): void {
          workers.ended += 1;
          super.terminate();
        }
      };
    },
  });
  await expect.poll(async () => (await told()).frames, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  expect(await page.evaluate(() => (window as { workers?: object }).workers)).toEqual({ made: 2, ended: 1 });
  expect((await told()).failed).toEqual([]);
});

test('without VideoFrame pictures are handed over as bitmaps', async () => {
  await open('answers', {
    without: () => Reflect.deleteProperty(window, 'VideoFrame'),
    size: { width: 1920, height: 1080 },
  });
  const { kinds, sizes } = await expectTaken(3);
  expect([...new Set(kinds), ...new Set(sizes)]).toEqual(['ImageBitmap', '1280×720']);
});

test('where making a VideoFrame fails, pictures are handed over as bitmaps', async () => {
  await open('answers', {
    without: () => {
      Object.assign(window, {
        VideoFrame: function refused() {
          throw new DOMException('not here', 'NotSupportedError');
        },
      });
    },
  });
  expect((await expectTaken(3)).kinds[0]).toBe('ImageBitmap');
});

test('where a worker cannot draw, it gets plain pixels, made smaller', async () => {
  await open('answers', {
    without: () => Reflect.deleteProperty(window, 'OffscreenCanvas'),
    size: { width: 1920, height: 1080 },
  });
  const { kinds, sizes } = await expectTaken(3);
  expect([...new Set(kinds), ...new Set(sizes)]).toEqual(['ImageData', '1280×720']);
});

test('where the browser does not tell of pictures, they are counted', async () => {
  await open('answers', {
    without: () => Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback'),
  });
  await expectTaken(10);
  expect((await told()).lost).toBe(0);
});
