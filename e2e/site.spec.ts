import { AxeBuilder } from '@axe-core/playwright';
import { expectRows, readyToScan, scanPair, unfold, openWithDemo } from './rig/app.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';

test.use({ worker: 'blocked' });

test('a changed configuration comes by itself, the one before comes back, and one that does not pass changes nothing @promise', async ({
  handheld,
}) => {
  const gateway = await createGateway();
  await gateway.configure({ version: 'autumn' });
  try {
    await gateway.start();
    const page = await openWithDemo(handheld, gateway);
    const section = page.getByRole('region', { name: 'Site configuration' });
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await expect(section).toContainText('autumn');
    await page.getByText('Airport warehouse').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();

    await gateway.configure({ version: 'winter', operationsOff: ['RevertOff'], tasks: ['bag'] });
    const served = async (): Promise<unknown> =>
      ((await (await fetch(`${gateway.origin}/gateway/site`)).json()) as { version: string }).version;
    await expect.poll(served).toBe('winter');
    await page.reload();
    await expect(section).toContainText('winter');
    await expect(page.getByLabel('Airport warehouse')).toBeChecked();
    await page.goto(`${gateway.origin}/`);
    await expect(page.getByRole('link', { name: /^Bag/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /back on shelf/i })).toHaveCount(0);

    await page.goto(`${gateway.origin}/settings/supervisor`);
    await expect(section).toBeVisible();
    expect((await new AxeBuilder({ page }).include('[aria-label="Site configuration"]').analyze()).violations).toEqual(
      [],
    );
    await unfold(section);
    await section.getByRole('button', { name: /Go back to the one before \(version autumn, taken/ }).click();
    await expect(section).toContainText('This is not what the gateway says');
    const asked = page.waitForResponse('**/gateway/site');
    await page.reload();
    await asked;
    await expect(section).toContainText('This is not what the gateway says'); // the gateway still says winter
    await page.goto(`${gateway.origin}/`);
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();

    await page.route('**/gateway/site', (route) => route.fulfill({ json: { version: 'spring', languages: ['xx'] } }));
    await page.goto(`${gateway.origin}/settings/supervisor`);
    await expect(section).toContainText(/languages\[0\]: expected en, .+, not “xx”\./);
    await expect(section).toContainText('autumn');
    await page.unroute('**/gateway/site');
    await gateway.configure({ version: 'summer' });
    await expect.poll(served).toBe('summer');
    await page.reload();
    await expect(section).toContainText('summer');
    await expect(section).not.toContainText('does not pass');
  } finally {
    await gateway.remove();
  }
});

test('training is another app: its faults are ordered on the handheld, and nothing of it is in the real queue', async ({
  handheld,
}) => {
  const gateway = await createGateway({ TRAINING_PORT: '0' });
  try {
    await gateway.start();
    const page = await openWithDemo(handheld, gateway);
    await page.goto(`${gateway.origin}/settings/supervisor`);
    // The stand-in is behind the real port too in this test: a real service shows the link at the same place.
    const { trainingPort } = (await (await fetch(`${gateway.origin}/gateway/site`)).json()) as { trainingPort: number };
    await unfold(page.getByRole('region', { name: 'Training', exact: true }));
    await page.getByRole('link', { name: 'Open the training app' }).click();
    await page.waitForURL(`http://localhost:${trainingPort}/`);
    await page.getByRole('button', { name: 'Use the training values' }).click();
    await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();

    await page.goto(`http://localhost:${trainingPort}/settings/supervisor`);
    const faults = page.getByRole('region', { name: 'Faults for training' });
    await unfold(faults);
    await expect(faults.getByText('Nothing is ordered.')).toBeVisible();
    expect(await faults.getByLabel('What goes wrong').locator('option').count()).toBeGreaterThan(40);
    await faults.getByLabel('What goes wrong').selectOption('Done, but the answer is lost');
    await faults.getByLabel('For').selectOption('RevertOff');
    await faults.getByRole('button', { name: 'Order it' }).click();
    await expect(faults.getByText('Done, but the answer is lost (RevertOff), once')).toBeVisible();
    await faults.getByLabel('What goes wrong').selectOption('bom');
    await faults.getByRole('button', { name: 'Order it' }).click();
    await expect(faults.getByText('begins with a mark that nobody sees (RevertOff), once')).toBeVisible();
    await faults.getByRole('button', { name: 'Clear all' }).click();
    await expect(faults.getByText('Nothing is ordered.')).toBeVisible();
    await faults.getByLabel('What goes wrong').selectOption('Done, but the answer is lost');
    await faults.getByRole('button', { name: 'Order it' }).click();
    await expect(faults.getByText('Done, but the answer is lost (RevertOff), once')).toBeVisible();

    await page.goto(`http://localhost:${trainingPort}/tasks/revert-off`);
    await readyToScan(page);
    await expect(page.getByText('Training', { exact: true }).first()).toBeVisible(); // the banner, on every screen
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { unconfirmed: 1 });

    expect(await gateway.executions()).toEqual([]);
    await page.goto(`${gateway.origin}/queue`);
    await expectRows(page, {});
  } finally {
    await gateway.remove();
  }
});
