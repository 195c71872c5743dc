import { expect } from '@playwright/test';
import { moveTo } from '#e2e/rig/inPage.ts';
import type { World } from './world.ts';

/** Calls that a person decides about at one look. */
const AT_ONCE = 2;

/**
 * A person looks at calls of which nobody knows, on the app's screens, and says what is true: done where the service
 * acted, and sent again where it did not. Calls that the service may still act on are left.
 */
export async function lookAfter({ device, upstream, journal, scanning }: World): Promise<void> {
  await scanning.settle();
  if (upstream.inFlight() > 0) return;
  const { rows } = await device.read();
  const unknown = rows.filter(({ state }) => state === 'unconfirmed').slice(0, AT_ONCE);
  if (unknown.length === 0) return;
  const { page } = await device.ready(device.tab(0)?.frozen ? 1 : 0);
  try {
    for (const { seq, marker } of unknown) {
      const wasDone = upstream.executed.some((known) => known.marker === marker);
      await page.evaluate(moveTo, `/queue/${seq}`);
      const done = page.getByRole('button', { name: 'It was done' });
      if (wasDone) {
        await done.dispatchEvent('click');
        await done.waitFor({ state: 'detached' });
      } else {
        await expect(async () => {
          await page.locator('.hold').dispatchEvent('click'); // as a screen reader presses it: once more, after a while
          await done.waitFor({ state: 'detached', timeout: 500 });
        }).toPass({ timeout: 30_000 });
      }
      journal.note('decided', { seq, marker, wasDone });
      await page.locator('a.top-link[href="/queue"]').dispatchEvent('click');
    }
    await page.locator('a.top-link[href="/"]').dispatchEvent('click');
    await page.getByRole('link', { name: /back on shelf/i }).dispatchEvent('click');
  } catch (error) {
    journal.note('not decided', { error: String(error).slice(0, 300) });
  }
}
