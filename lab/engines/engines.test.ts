import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeCameras } from '#e2e/rig/cameras.ts';
import { withChangingApp } from '#e2e/rig/changingApp.ts';
import { type Gateway, createGateway } from '#e2e/rig/gateway.ts';
import { type Engine, call } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { missing } from '#e2e/rig/programs.ts';
import { firstStart, press, readyToScan, scanPair, expectShown, expectRows, expectTrue } from './steps.ts';
import { openWebKit } from './webkit.ts';

/** It needs a build and browsers: `npm run lab -- engines`. */
const isAsked = process.env['LAB'] === 'engines';
const TEST_MS = 60_000;

const engines = [
  { name: 'Firefox', lacks: missing('firefox'), launch: openFirefox },
  { name: 'WebKitGTK', lacks: missing('webkit'), launch: openWebKit },
];
for (const { name, lacks } of engines) {
  if (isAsked && lacks.length > 0) process.stderr.write(`${name} is not tested: there is no ${lacks.join(', no ')}.\n`);
}

/** Features that the app uses and an engine may lack, as Diagnostics names them, and whether it does, by the engine's own word. */
const features = {
  Vibration: `!('vibrate' in navigator)`,
  'Background Sync': `!('SyncManager' in window)`,
  'Barcode Detector': `!('BarcodeDetector' in window)`,
  Camera: `!navigator.mediaDevices?.getUserMedia`,
  'Screen Wake Lock': `!('wakeLock' in navigator)`,
  'Sharing of files': `!('canShare' in navigator)`,
  'Lasting storage': `!navigator.storage?.persist`,
  'Offer to install': `!('onbeforeinstallprompt' in window)`,
};

for (const { name, lacks, launch } of engines) {
  describe.skipIf(!isAsked || lacks.length > 0)(`in ${name}`, () => {
    let engine: Engine;
    let gateway: Gateway; // each is an origin of its own, and with it a first start

    beforeAll(async () => {
      engine = await launch();
      process.stdout.write(`${engine.version}\n`);
    }, TEST_MS);
    afterAll(() => (engine as Engine | undefined)?.close()); // it may not have started
    beforeEach(async () => {
      gateway = await createGateway();
      await gateway.start();
    });
    afterEach(() => gateway.remove());

    const executed = async (): Promise<(string | undefined)[]> => {
      const executions = await gateway.executions('RevertOff');
      return executions.map(({ parameters }) => Object.fromEntries(parameters)['deliveryCode']);
    };

    test(
      'the first start leads to a pair, which a laser types and the service answers',
      { timeout: TEST_MS },
      async () => {
        await firstStart(engine, gateway);
        await press(engine, 'a', 'Back on shelf');
        await readyToScan(engine);
        await scanPair(engine, 'D-1001', 'S-01-A');
        await expectShown(engine, 'D-1001 → S-01-A Done');
        await expectRows(engine, { answered: 1 });
        expect(await executed()).toEqual(['D-1001']);
      },
    );

    test(
      'without network it starts anew and saves; with it again, each pair is executed once',
      { timeout: TEST_MS },
      async () => {
        await firstStart(engine, gateway);
        await press(engine, 'a', 'Back on shelf');
        await readyToScan(engine);
        await scanPair(engine, 'D-1001', 'S-01-A');
        await expectRows(engine, { answered: 1 });
        await gateway.kill();
        await engine.reload();
        await readyToScan(engine);
        await scanPair(engine, 'D-1002', 'S-02-A');
        await expectRows(engine, { answered: 1, waiting: 1 });
        await expectShown(engine, 'Offline');
        await expectShown(engine, /\b1 waiting/i);
        await gateway.start();
        await expectRows(engine, { answered: 2 });
        expect(await executed()).toEqual(['D-1001', 'D-1002']);
      },
    );

    test('a newer version is offered, and one tap brings it', { timeout: TEST_MS }, async () => {
      await withChangingApp(async (app) => {
        await firstStart(engine, app.gateway);
        await app.setWorker(app.worker.replace(/postMessage\(`[\d.]+\+[0-9a-f]{7}`\)/, 'postMessage(`newer`)'));
        await engine.reload();
        await expectShown(engine, 'A new version', '.notice');
        await engine.read('window.isOld = true');
        await press(engine, '.notice button', 'Take it now');
        await expectTrue(engine, 'window.isOld === undefined');
        await expectShown(engine, 'Back on shelf');
        expect(await engine.read('document.querySelectorAll(".notice").length')).toBe(0);
        await expectShown(engine, 'Online'); // WebKit keeps a page that is left while it starts, and with it its lock on the storage
        await engine.open(`${app.gateway.origin}/diagnostics`);
        await expectShown(engine, 'Version of the worker newer');
      });
    });

    test('the camera of this engine shows its picture', { timeout: TEST_MS }, async () => {
      await firstStart(engine, gateway);
      await press(engine, 'a', 'Back on shelf');
      await press(engine, 'button', 'Camera');
      await expectShown(engine, 'Hold the red line across the code');
      const video = 'document.querySelector("video")';
      await expectTrue(engine, `${video}.videoWidth > 0 && ${video}.currentTime > 0.5`);
    });

    test('a delivery and a shelf are read from a camera’s picture', { timeout: TEST_MS }, async () => {
      await firstStart(engine, gateway);
      await press(engine, 'a', 'Back on shelf');
      const page = { addInitScript: <A>(script: (given: A) => void, given: A) => call(engine, script, given) };
      await fakeCameras(page, [{ deviceId: 'rear', facing: 'environment', code: 'D-1005' }], ['S-05-A']);
      await press(engine, 'button', 'Camera');
      await expectShown(engine, 'Scan the shelf');
      await engine.read('cameras.show("S-05-A")');
      await expectRows(engine, { answered: 1 });
      expect(await executed()).toEqual(['D-1005']);
    });

    test('Diagnostics says what this engine lacks, and nothing else', { timeout: TEST_MS }, async () => {
      await firstStart(engine, gateway);
      await engine.open(`${gateway.origin}/diagnostics`);
      await expectShown(engine, 'What this browser lacks');
      const section = `[...document.querySelectorAll('section')].find((one) => one.innerText.startsWith('What this browser lacks'))`;
      const said = await engine.read<string[]>(`[...${section}.querySelectorAll('dt')].map((one) => one.innerText)`);
      const lacking = Object.entries(features).map(async ([feature, lacksIt]) =>
        (await engine.read(lacksIt)) ? feature : '',
      );
      process.stdout.write(`${engine.version} lacks ${said.join(', ')}\n`);
      expect(said).toEqual((await Promise.all(lacking)).filter(Boolean));
      expect(said).toEqual(expect.arrayContaining(['Vibration', 'Background Sync']));
    });
  });
}
