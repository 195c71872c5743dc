import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectRows, readyToScan, startAtRevertOff } from './rig/app.ts';
import type { Gateway } from './rig/gateway.ts';
import type { Handheld } from './rig/handheld.ts';
import { expect, test } from './rig/test.ts';
import { barcodeVideo } from './rig/video.ts';

/** The app with the first task open, and a camera that sees a delivery and a shelf in turn. */
async function openWithCamera(gateway: Gateway, handheld: Handheld): Promise<Page> {
  const video = join(gateway.dataDir, 'barcodes.y4m');
  await barcodeVideo(video, ['D-1005', 'S-05-A']);
  const { context, page } = await handheld.open([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  await context.grantPermissions(['camera'], { origin: gateway.origin });
  await startAtRevertOff(page, gateway);
  return page;
}

test('the camera reads a delivery and a shelf, and the call is saved and sent @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithCamera(gateway, handheld);
  await page.getByRole('button', { name: /camera/i }).click();
  await expectRows(page, { answered: 1 });

  const [execution] = await gateway.executions('RevertOff');
  const { deliveryCode, storeCode } = Object.fromEntries(execution?.parameters ?? []);
  expect(new Set([deliveryCode, storeCode])).toEqual(new Set(['D-1005', 'S-05-A']));
});

test('without a network the camera reads all the same: its decoder is on the device, and nothing is asked of others', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithCamera(gateway, handheld);
  const elsewhere: string[] = [];
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== gateway.origin) elsewhere.push(url.href);
  });
  await gateway.kill();
  await page.reload();
  await readyToScan(page);
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: /camera/i }).click();
  await expectRows(page, { waiting: 1 });
  expect(elsewhere).toEqual([]);
  // The page's own policy lets WebAssembly run: the decoder without it was not needed.
  expect(loaded).toContainEqual(expect.stringMatching(/\/zxing_reader-[^/]*\.wasm$/u));
  expect(loaded).not.toContainEqual(expect.stringMatching(/\/scriptReader-/u));
});
