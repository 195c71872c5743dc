import { expect, test } from 'vitest';
import { type KeptCamera, readCamera, writeCamera } from './cameraKeep.ts';

const keepOf = (value: unknown) => ({ read: async () => value });

test('what is kept comes back', async () => {
  let kept: unknown;
  const camera: KeptCamera = { mode: 'batch', hasCross: true, deviceId: 'abc' };
  await writeCamera({ write: async (_, value) => void (kept = value) }, camera);
  expect(await readCamera(keepOf(kept))).toEqual(camera);
});

test.each([undefined, null, 'batch', { mode: 'other' }, { mode: 'batch2', deviceId: 7, hasCross: 'yes' }])(
  'a camera starts as a new one where %j was kept',
  async (value) => {
    expect(await readCamera(keepOf(value))).toEqual({ mode: 'continuous', hasCross: false });
  },
);

test('a storage that fails stops no camera', async () => {
  const fails = async (): Promise<never> => Promise.reject(new Error('gone'));
  expect(await readCamera({ read: fails })).toEqual({ mode: 'continuous', hasCross: false });
  await expect(writeCamera({ write: fails }, { mode: 'single', hasCross: false })).resolves.toBeUndefined();
});
