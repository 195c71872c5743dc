import { openRevertOff, startWithDemo } from './rig/app.ts';
import { fakeCameras } from './rig/cameras.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test('one screen tells what a helper asks: scanner, camera, connection, storage, versions; its report has no key, and nothing is saved', async ({
  handheld,
  gateway,
}) => {
  const { page } = await handheld.open();
  await fakeCameras(page, [{ deviceId: 'rear', facing: 'environment', code: 'D-1009' }]);
  await startWithDemo(page, gateway);
  const site = (await (await fetch(`${gateway.origin}/gateway/site`)).json()) as { demo: { apiKey: string } };
  const { apiKey } = site.demo;
  await openRevertOff(page, gateway);
  await burst(page, 'D-1001'); // half a task, which stays as it is

  await page.goto(`${gateway.origin}/settings/supervisor`);
  await page.getByRole('link', { name: 'Diagnostics' }).click();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('App and worker')).toContainText(/activated, it controls this page/);
  const version = await part('App and worker')
    .getByText(/^\d+\.\d+\.\d+\+[0-9a-f]{7}$/)
    .allTextContents();
  expect(version).toHaveLength(2); // the page's and, by its own word, the worker's
  expect(version[0]).toBe(version[1]);
  const hello = (await (await fetch(`${gateway.origin}/gateway/hello?nonce=n1`)).json()) as { version: string };
  expect(hello.version).toBe(version[0]); // what IT sees is what the worker reads out
  await expect(part('Storage')).toContainText(/MB/);
  await expect(part('Calls in the database')).toContainText(/All calls\s*0/);

  await burst(page, '01095', { gapMs: () => 6, terminator: 'Tab' });
  await expect(part('Last scan')).toContainText('01095');
  await expect(part('Last scan')).toContainText(/Ending\s*Tab/);
  await expect(part('Last scan')).toContainText(/Between the keys\s*\d+ to \d+ ms/);

  await page.getByRole('button', { name: 'Open the camera' }).click();
  await expect(part('Camera test').getByText('D-1009', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  await expect(part('Camera test')).toContainText(/ms after the camera was opened/);

  await expect(part('Device')).toContainText(/Network\s*there is one/);
  await expect(page.locator('.gateway-state')).not.toContainText('answer'); // nothing was sent yet
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(part('Connection')).toContainText(/Probe 5\s*[\d.]+ ms/);
  for (const group of ['OrderApiV1', 'WareHouseAPIV1', 'PDAAPIV1']) {
    await expect(part('Connection')).toContainText(
      new RegExp(`${group}\\.asmx\\s*HTTP 200, [\\d,]+ ms: answers, and offers HTTP POST`),
    );
  }
  await expect(page.locator('.gateway-state')).toContainText('Online · heard'); // the service's own, in the test
  await expect(part('App and worker')).toContainText(/Clock, against the gateway\s*[\d,]+ ms (ahead|behind)/);

  // somebody scans the key's own label: it is in no report
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await burst(page, apiKey);
  await expect(part('Last scan')).toContainText(apiKey);
  await page.getByRole('button', { name: 'Copy the report' }).click();
  const report = await page.getByLabel('Report').inputValue();
  expect(report).toContain('Probe 5');
  expect(report).toContain('Mozilla/');
  expect(report).not.toContain(apiKey);

  expect(await gateway.executions()).toEqual([]);
  await page.goto(`${gateway.origin}/tasks/revert-off`);
  await expect(page.getByRole('heading', { name: /Scan the shelf/ })).toBeVisible();
  await expect(page.locator('a.status')).toContainText('0 Waiting');
});
