import { join } from 'node:path';
import { expectRows, openRevertOff, startWithDemo } from './rig/app.ts';
import { expect, test } from './rig/test.ts';
import { barcodeVideo } from './rig/video.ts';

test('the camera reads a delivery and a shelf, and the call is saved and sent', async ({ gateway, handheld }) => {
  const video = join(gateway.dataDir, 'barcodes.y4m');
  await barcodeVideo(video, ['D-1005', 'S-05-A']);
  const { context, page } = await handheld.open([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]);
  await context.grantPermissions(['camera'], { origin: gateway.origin });
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  await page.getByRole('button', { name: /camera/i }).click();
  await expectRows(page, { answered: 1 });

  const [execution] = await gateway.executions('RevertOff');
  const { deliveryCode, storeCode } = Object.fromEntries(execution?.parameters ?? []);
  expect(new Set([deliveryCode, storeCode])).toEqual(new Set(['D-1005', 'S-05-A']));
});
