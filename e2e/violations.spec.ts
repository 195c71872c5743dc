import type { Page } from '@playwright/test';
import { startWithDemo } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';

const strict = {
  'content-type': 'text/javascript',
  'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'",
};

/** Loads a picture from a host that no site names, and waits until the browser has refused it. */
async function askForAStrangersPicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const picture = new Image();
    const refused = new Promise((resolve) => picture.addEventListener('error', resolve));
    picture.src = 'https://stranger.example/x.png';
    await refused;
  });
}

test('whoever breaks the policy on purpose is noticed: a page, its style, its markup, a worker and the service worker', async ({
  gateway,
  handheld,
  violations,
}) => {
  violations.onPurpose(/img-src forbids https:\/\/stranger\.example/);
  violations.onPurpose(/style-src-attr forbids inline/);
  violations.onPurpose(/require-trusted-types-for forbids trusted-types-sink Element insertAdjacentHTML/);
  violations.onPurpose(/./); // the console tells the same a second time, in words of its own
  const { context, page } = await handheld.open();
  await context.route('**/worker.js*', (route) =>
    route.fulfill({
      headers: strict,
      body: "try { setTimeout('1') } catch {} fetch('https://stranger.example/').catch(() => globalThis.postMessage?.(1));",
    }),
  );
  await startWithDemo(page, gateway);
  await askForAStrangersPicture(page);
  await page.evaluate(async () => {
    document.body.setAttribute('style', 'color: red');
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>x</b>');
    } catch {
      // as it should
    }
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): URL } };
    };
    const policy = trustedTypes.createPolicy('scan-worker', { createScriptURL: (url: string) => url });
    const worker = new Worker(policy.createScriptURL('/worker.js?dedicated'));
    await new Promise((resolve) => worker.addEventListener('message', resolve));
    const scope = { scope: '/elsewhere/' };
    await navigator.serviceWorker.register(policy.createScriptURL('/worker.js?service'), scope);
  });
  for (const said of [
    /worker\.js\?dedicated: Connecting to 'https:\/\/stranger\.example/,
    /worker\.js\?dedicated: .*TrustedScript/,
    /worker\.js\?service: Connecting to 'https:\/\/stranger\.example/,
  ]) {
    await expect.poll(violations.seen).toContainEqual(expect.stringMatching(said));
  }
});

test.fail('a test whose page breaks the policy fails without a word of its own', async ({ gateway, page }) => {
  await page.goto(gateway.origin);
  await expect(page.getByRole('button', { name: 'Use the training values' })).toBeVisible();
  await askForAStrangersPicture(page);
});
