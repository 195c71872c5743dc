import type { Page } from '@playwright/test';
import { startWithDemo } from '#e2e/rig/app.ts';
import { createGateway } from '#e2e/rig/gateway.ts';
import { createHandheld } from '#e2e/rig/handheld.ts';
import { percentile, printGate } from './figures.ts';
import { type LabWindow, buildLab, openLab } from './outboxLab.ts';
import { seedWaiting } from './seed.ts';

const KILLS = 5;
const SAVING_MS = 400;
const CRASHES = 5;

/** The browser killed while it saves, and the lead when the page that has it crashes or freezes. */
export async function benchCrashes(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    const script = await buildLab();
    const { page: first } = await handheld.open();
    await startWithDemo(first, gateway);
    await seedWaiting(first, gateway, 1_000);

    const reopened: number[] = [];
    let page = first;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await openLab(page, gateway, script);
      await page.evaluate(() => (globalThis as LabWindow).lab.save());
      await new Promise((resolve) => setTimeout(resolve, SAVING_MS)); // in the middle of one save or another
      await handheld.kill();
      ({ page } = await handheld.open());
      await openLab(page, gateway, script);
      const { open, first: fifty } = await page.evaluate(() => (globalThis as LabWindow).lab.open());
      reopened.push(open + fifty);
    }
    const worst = percentile(reopened, 1);
    const seen = `median ${percentile(reopened, 0.5).toFixed(1)}, worst ${worst.toFixed(1)} ms (n = ${KILLS})`;
    printGate('reopen after SIGKILL: open and first 50', seen, '≤ 300 ms', worst <= 300);

    const crashed: number[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) {
      crashed.push(await takeOver(page, openHere, crashIt));
    }
    printGate(
      'lock takeover after a crash',
      `median ${percentile(crashed, 0.5).toFixed(0)}, worst ${percentile(crashed, 1).toFixed(0)} ms (n = ${CRASHES})`,
      '≤ 1 s',
      percentile(crashed, 1) <= 1_000,
    );
    const frozen = await takeOver(page, openHere, freezeIt);
    printGate('lock takeover after a freeze', `${(frozen / 1000).toFixed(1)} s (n = 1)`, '≤ 20 s', frozen <= 20_000);

    async function openHere(one: Page): Promise<void> {
      await openLab(one, gateway, script);
    }
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}

async function crashIt(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined); // the page is gone before it can answer
  return () => Promise.resolve();
}

/**
 * Stops the page where it is, with the lock in its hand. DevTools' own freezing tells the page first, and lets it answer
 * messages in the foreground; a handheld that dozes does neither.
 */
async function freezeIt(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause'); // at its next statement
  return () => devtools.send('Debugger.resume').catch(() => undefined);
}

/** Milliseconds from the end of the page that leads until another page leads. */
async function takeOver(
  beside: Page,
  open: (page: Page) => Promise<void>,
  end: (page: Page) => Promise<() => Promise<unknown>>,
): Promise<number> {
  const context = beside.context();
  const [leader, other] = [await context.newPage(), await context.newPage()];
  for (const page of [leader, other]) {
    await open(page);
    await page.evaluate(() => (globalThis as LabWindow).lab.compete());
    if (page === leader) await page.waitForFunction(() => (globalThis as LabWindow).lab.ledAt !== undefined);
  }
  const endedAt = Date.now();
  const undo = await end(leader);
  await other.waitForFunction(() => (globalThis as LabWindow).lab.ledAt !== undefined, undefined, { polling: 20 });
  const ledAt = await other.evaluate(() => (globalThis as LabWindow).lab.ledAt ?? Number.NaN);
  await undo();
  await Promise.all([leader, other].map((page) => page.close().catch(() => undefined)));
  return ledAt - endedAt;
}
