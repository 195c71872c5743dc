import type { Page } from '@playwright/test';
import { createGateway } from './rig/gateway.ts';
import { expect, inMemory as test } from './rig/test.ts';

const PASSWORD = 'a long password';
const OWN = 'correct horse battery';

/** Makes an account as IT. @returns the field with its link. */
async function makeAccount(page: Page, origin: string, name: string) {
  await page.goto(`${origin}/gateway/people`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Make the account and its link' }).click();
  return page.getByLabel('The link');
}

test('a new person’s link is copied at a press, also by plain http, sets the password, and leads to a sign-in that has the name', async ({
  handheld,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: PASSWORD });
  try {
    await gateway.start();
    const { page } = await handheld.open(['--host-resolver-rules=MAP scanline.test 127.0.0.1']);
    const plain = gateway.origin.replace('localhost', 'scanline.test'); // there a browser has no clipboard for scripts
    const link = await (await makeAccount(page, plain, 'Ada Moreno')).inputValue();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const name = page.locator('main input[name=name]');
    await name.focus();
    await page.keyboard.press('Control+V');
    await expect(name).toHaveValue(link.slice(0, 60));
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.goto(link);
    await expect(page.getByText('10 letters or more')).toBeVisible();
    await page.getByLabel('New password').fill(OWN);
    await page.getByLabel('The same once more').fill(OWN);
    await page.getByRole('button', { name: 'Set your password' }).click();
    await expect(page.getByRole('status')).toHaveText('Your password is set. Sign in with it.');
    await expect(page.getByLabel('Name')).toHaveValue('Ada Moreno');
    await page.getByLabel('Password').fill(OWN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('More', { exact: true }).click();
    await expect(page.getByText('Ada Moreno · Viewer').filter({ visible: true })).toBeVisible();
  } finally {
    await gateway.remove();
  }
});

test('without script the link can be selected and there is no button that does nothing; a slip removes nobody', async ({
  browser,
}) => {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: PASSWORD });
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const atPace = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
  try {
    await devtools.send('Animation.enable');
    await gateway.start();
    const link = await makeAccount(page, gateway.origin, 'Ada Moreno');
    await expect(page.getByText('Copy the link')).toBeHidden();
    await link.focus();
    await expect(link).toHaveJSProperty('readOnly', true);
    await expect(link).toHaveValue(/\/gateway\/sign-in\/link\?code=/);

    await page.getByText('Change', { exact: true }).click();
    const remove = page.locator('summary', { hasText: 'Remove Ada Moreno' });
    const yes = page.getByRole('button', { name: 'Yes, remove Ada Moreno' });
    await atPace(0.02); // so that no busy machine decides the test
    await remove.dblclick(); // a hand that shakes
    await expect(remove).toBeVisible();
    await expect(yes).toHaveCount(0);
    await page.goto(`${gateway.origin}/gateway/people`);
    await atPace(1);
    await page.getByText('Change', { exact: true }).click();
    await remove.click();
    await expect(page.getByText('Ada Moreno is signed out everywhere at once')).toBeVisible();
    await yes.click();
    await expect(page.getByText('Nobody has an account of their own yet.')).toBeVisible();
  } finally {
    await context.close();
    await gateway.remove();
  }
});
