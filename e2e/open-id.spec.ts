import { createGateway } from './rig/gateway.ts';
import { startProvider } from './rig/openIdProvider.ts';
import { expect, test } from './rig/test.ts';

test('somebody signs in at the company’s provider, on another site, and is on the page that they asked for; without script too', async ({
  browser,
}) => {
  await using provider = await startProvider({ sam: { name: 'Sam', roles: ['supervisor'] } });
  const gateway = await createGateway(provider.env);
  try {
    await gateway.start();
    provider.serve({ url: gateway.origin });
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${gateway.origin}/gateway/devices`);
      await page.getByRole('link', { name: 'Sign in at' }).click();
      await page.locator('input[name=login]').fill('sam');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'Handhelds' })).toBeVisible();
      await expect(page.getByText('Sam · Supervisor').filter({ visible: true })).toBeVisible();
      expect(page.url()).toBe(`${gateway.origin}/gateway/devices`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('link', { name: 'Sign in at' })).toBeVisible();
      await context.close();
    }
  } finally {
    await gateway.remove();
  }
});
