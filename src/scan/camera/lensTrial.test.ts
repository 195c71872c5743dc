import { expect, test, vi } from 'vitest';
import { type LensTrialPorts, bestOf, framesInTurn, tryLenses } from './lensTrial.ts';

/** Cameras that read each n-th frame, 0 for never; a frame each 100 ms. */
function camerasThatRead(every: Readonly<Record<string, number>>): LensTrialPorts & { readonly used: string[] } {
  const used: string[] = [];
  let atMs = 0;
  let frames = 0;
  return {
    used,
    async use(deviceId) {
      if (!Object.hasOwn(every, deviceId)) throw new Error('gone');
      used.push(deviceId);
      frames = 0;
    },
    async frame() {
      atMs += 100;
      frames += 1;
      const nth = every[used.at(-1) ?? ''] ?? 0;
      return { isRead: nth > 0 && frames % nth === 0, atMs };
    },
  };
}

const { signal } = new AbortController();

test('the camera that reads soonest wins, and each gets a bounded number of frames', async () => {
  const cameras = camerasThatRead({ far: 0, slow: 5, quick: 1 });
  const results = await tryLenses(['far', 'slow', 'quick'], cameras, () => undefined, signal);
  expect(results).toEqual([
    { deviceId: 'far', frames: 30, reads: 0 },
    { deviceId: 'slow', frames: 15, reads: 3, enoughMs: 1_400 },
    { deviceId: 'quick', frames: 3, reads: 3, enoughMs: 200 },
  ]);
  expect(bestOf(results)?.deviceId).toBe('quick');
});

test('a camera that gives no picture is passed over, and where none reads none wins', async () => {
  const results = await tryLenses(['gone', 'far'], camerasThatRead({ far: 0 }), () => undefined, signal);
  expect(results.map(({ frames }) => frames)).toEqual([0, 30]);
  expect(bestOf(results)).toBeUndefined();
});

test('of two that never read enough, the one that read more wins', () => {
  const [one, two] = [
    { deviceId: 'one', frames: 30, reads: 1 },
    { deviceId: 'two', frames: 30, reads: 2 },
  ];
  expect(bestOf([one, two])).toBe(two);
});

test('a trial that is called off ends at the next frame', async () => {
  const calling = new AbortController();
  const cameras = camerasThatRead({ one: 0, two: 0 });
  const ports = {
    ...cameras,
    async frame() {
      calling.abort();
      return cameras.frame();
    },
  };
  await expect(tryLenses(['one', 'two'], ports, () => undefined, calling.signal)).rejects.toThrow(/abort/iu);
  expect(cameras.used).toEqual(['one']);
});

test('frames come one by one, and one that does not come is not waited for without end', async () => {
  vi.useFakeTimers();
  const frames = framesInTurn();
  frames.put({ isRead: true, atMs: 1 }); // nobody waits
  const next = frames.next();
  frames.put({ isRead: false, atMs: 2 });
  expect(await next).toEqual({ isRead: false, atMs: 2 });
  const missing = frames.next().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await missing).toMatchObject({ kind: 'no-picture' });
  vi.useRealTimers();
});
