import { expectRows, openRevertOff, scanPair, startWithDemo, startAtRevertOff } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';

const CALLS = 10;

test('two pages on one queue send every call once and keep the order @promise', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  for (let index = 0; index < CALLS; index += 1) await scanPair(page, `D-${5000 + index}`, 'S-01-A');
  await expectRows(page, { waiting: CALLS });
  const other = await context.newPage();
  await openRevertOff(other, gateway);
  await gateway.start();
  await expectRows(page, { answered: CALLS });
  const deliveries = (await gateway.executions('RevertOff')).map(
    ({ parameters }) => Object.fromEntries(parameters)['deliveryCode'],
  );
  expect(deliveries).toEqual(Array.from({ length: CALLS }, (_, index) => `D-${5000 + index}`));
});

test('when the page that drains is closed another one takes over', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startWithDemo(page, gateway);
  const other = await context.newPage();
  await openRevertOff(other, gateway);
  await gateway.stop();
  await scanPair(other, 'D-1001', 'S-01-A');
  await expectRows(other, { waiting: 1 });
  await page.close();
  await gateway.start();
  await expectRows(other, { answered: 1 });
});

test('a page that froze with the lock in its hand is overtaken, and nothing is sent twice', async ({
  gateway,
  handheld,
}) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.fault({ kind: 'delay', operation: 'RevertOff', delayMs: 2_000 });
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { sending: 1 });
  const other = await context.newPage();
  await openRevertOff(other, gateway);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await scanPair(other, 'D-1002', 'S-02-A');
  await expectRows(other, { answered: 2 }, 40_000);
  expect(await gateway.executions('RevertOff')).toHaveLength(2);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await expectRows(page, { answered: 2 });
  expect(await gateway.executions('RevertOff')).toHaveLength(2);
});

test('a sync event drains the queue while no page is open on the app', async ({ gateway, handheld }) => {
  const { context, page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  await gateway.stop();
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  // The page lets go of the lock, as it does when the browser freezes it.
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await gateway.start();
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: gateway.origin,
    registrationId,
    tag: 'scanline-drain',
    lastChance: false,
  });
  await expectRows(page, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});
