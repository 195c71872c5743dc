import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expectRows, scanPair, startWithDemo, openAtRevertOff } from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';

/** Another program under the gateway's address. */
async function startStranger(origin: string) {
  const server = createServer((_, reply) =>
    reply.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>'),
  );
  await once(server.listen(Number(new URL(origin).port)), 'listening');
  return async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
}

test('a program that answers in the gateway’s place is said after a minute, with what to do; the queue is taken to a new address, and each call is done once', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await gateway.stop();
  const end = await startStranger(gateway.origin);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { waiting: 1 });
  await page.clock.install();
  await expect(page.locator('.top').getByText('Offline: all is kept.')).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'Something else answers at localhost' });
  await page.clock.runFor(40_000);
  await expect(notice).toBeHidden();
  await page.clock.runFor(40_000);
  await expect(notice).toContainText('tell IT');
  await expect(page.getByText('Wrong address: all is kept.')).toBeVisible();

  await notice.locator('summary').click();
  await notice.getByRole('link', { name: 'Export or hand over' }).click();
  await page.getByRole('button', { name: 'Hand over 1 call' }).click();
  await page
    .getByRole('region', { name: /^Hand over 1/ })
    .getByRole('button', { name: 'Hand over', exact: true })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const file = await readFile(await download.path());

  await end();
  await gateway.start();
  await page.clock.runFor(10_000);
  await expect(notice).toBeHidden(); // where the gateway is back, it is known again
  const there = await page.context().newPage();
  const moved = { origin: gateway.origin.replace('localhost', '127.0.0.1') };
  await startWithDemo(there, moved);
  await there.goto(`${moved.origin}/rescue/take`);
  await there
    .locator('input[type=file]')
    .setInputFiles({ name: 'queue.json', mimeType: 'application/json', buffer: file });
  await expectRows(there, { answered: 1 });
  expect(await gateway.executions('RevertOff')).toHaveLength(1);
});
