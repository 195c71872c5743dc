import { openAtRevertOff, openWithDemo, scanPair, startAtRevertOff } from './rig/app.ts';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, test as onDisk, inMemory as test } from './rig/test.ts';

test('the shell, the camera and its decoder are kept for a start without network, and no answer of the service is', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  });
  expect(kept).toContain('/index.html');
  for (const part of [
    /\/assets\/CameraPanel-.*\.js$/,
    /\/assets\/decoderWorker-.*\.js$/,
    /\/assets\/zxing_reader-.*\.wasm$/,
  ])
    expect(kept.filter((path) => part.test(path))).toHaveLength(1);
  expect(kept.filter((path) => path.includes('.asmx') || path.startsWith('/gateway/'))).toEqual([]);
});

test('the access key is nowhere on the handheld in clear text, and in no address', async ({ gateway, handheld }) => {
  const { page } = await handheld.open();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url(), JSON.stringify(request.headers())));
  await startAtRevertOff(page, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expect(page.getByRole('list', { name: 'Outbox' })).toContainText('Done');
  const stored = await page.evaluate(async () => {
    const seen: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      for (const store of opening.result.objectStoreNames) {
        const all = opening.result.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        // the site's demo values are the stand-in's own and public: they are what the one-tap start offers
        const rows = (all.result as { demo?: unknown }[]).map((row) =>
          row !== null && typeof row === 'object' ? { ...row, demo: undefined } : row,
        );
        seen.push(JSON.stringify(rows));
      }
      opening.result.close();
    }
    return seen.join('\n');
  });
  expect(stored).toContain('D-1001');
  expect(stored).not.toContain('demo-key-0001');
  expect(urls.join('\n')).not.toContain('demo-key-0001');
  expect(gateway.printed()).not.toContain('demo-key-0001');
});

onDisk(
  'past the warning of an untrusted certificate the app says that it cannot be kept here, and what helps',
  async ({ handheld }, info) => {
    test.skip(!canCertify, 'openssl is not installed here');
    const { certFile, keyFile } = certify(info.outputPath('.'), 'localhost');
    const gateway = await createGateway({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
    try {
      await gateway.start();
      const { page } = await handheld.open();
      const origin = gateway.origin.replace('http:', 'https:');
      await expect(page.goto(origin)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
      const demo = page.getByRole('button', { name: 'Use the training values' });
      await expect(async () => {
        await page.keyboard.type('thisisunsafe'); // Chromium's own way past its warning, once that listens
        await expect(demo).toBeVisible({ timeout: 3_000 });
      }).toPass();
      await demo.click();
      const advice = 'IT has to install a certificate that this handheld trusts';
      await expect(page.getByText(advice)).toBeVisible({ timeout: 60_000 }); // the worker is asked for when nothing else is to be done
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('link', { name: /^Supervisor/ }).click();
      await expect(page.getByRole('region', { name: 'On the home screen' })).toContainText(advice);
      await expect(page.getByText('not possible: the certificate of this address is not trusted')).toBeVisible();
      await expect(page.getByText('open Scanline once more with network')).toHaveCount(0);
    } finally {
      await gateway.remove();
    }
  },
);

test('the addresses of the gateway’s pages are answered by the gateway in a browser that has opened the app too', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  for (const address of ['/gateway', '/gateway/', '/gateway/floor']) {
    await page.goto(`${gateway.origin}${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Floor');
  }
});
