import { expect, test } from '#e2e/rig/test.ts';
import { runBursts } from './run.ts';

// The thousand of it: npm run lab -- wedge:burst
test('sixty bursts at 4 to 8 ms a key on a six times slower page are thirty calls on the disk, none lost or garbled', async ({
  gateway,
  handheld,
}) => {
  expect(await runBursts({ bursts: 60, seed: 60, slowness: 6 }, gateway, handheld)).toMatchObject({
    fired: 60,
    lost: [],
    garbled: [],
    twice: [],
    isInOrder: true,
  });
});
