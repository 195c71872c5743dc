import { readFileSync, writeFileSync } from 'node:fs';
import { expectRows, openRevertOff, startWithDemo } from './rig/app.ts';
import { noteAloud, stopsOf } from './rig/heard.ts';
import { noteHeard } from './rig/scene.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked' });

test('who hears the screen is told once that the network is away, once that it is back, and once what to scan next @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  const heard = await noteAloud(page);
  const said = async (what: RegExp) => (await heard()).filter((text) => what.test(text));

  await burst(page, 'D-1001');
  await expect(page.locator('.prompt')).toHaveText('Scan the shelf');
  await burst(page, 'S-01-A');
  await expectRows(page, { answered: 1 });
  await expect(page.locator('.said-word')).toContainText('Done');
  await expect.poll(() => said(/^scan the delivery/i)).toEqual(['Scan the delivery']);
  expect(await said(/scan the shelf/i)).toEqual(['Scanned: Delivery D-1001. Now scan the shelf.']); // the band says it
  expect(await said(/^Saved/)).toHaveLength(1);
  const all = await heard();
  expect(all.findIndex((text) => text.startsWith('Saved'))).toBeLessThan(all.indexOf('Scan the delivery'));

  await page.context().setOffline(true);
  await expect(page.locator('.gateway-state.is-away')).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(page.locator('.gateway-state.is-away')).toHaveCount(0);
  await expect.poll(() => said(/offline|online/i)).toEqual(['Offline: all is kept.', 'Online again.']);
});

test('of the prompts that follow each other while an answer comes the last one is said', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await expect(page.locator('[data-scan-sink]')).toBeFocused();
  const heard = await noteAloud(page);
  await burst(page, 'BAG-2001');
  await expect(page.locator('.prompt')).toHaveText('Weigh it');
  await expect
    .poll(async () => (await heard()).filter((text) => /^(weigh|scan the)/i.test(text)))
    .toEqual(['Weigh it']);
});

const WAY = 'docs/evidence/heard.md';

test('the way of a screen reader through a pair and a decision is the one that is written down: one scan field, and the queue by its name', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await startWithDemo(page, gateway);
  await openRevertOff(page, gateway);
  const ways: [string, readonly string[]][] = [];
  const note = async (title: string): Promise<void> => void ways.push([title, await stopsOf(page)]);
  await note('Back on shelf, opened');
  await burst(page, 'D-1001');
  await expect(page.locator('.prompt')).toHaveText('Scan the shelf');
  await note('A delivery was scanned');
  await burst(page, 'S-01-A');
  await expect(page.locator('.said-word')).toContainText('Done');
  await expect(page.locator('[role=log]')).toHaveText(''); // what was said is gone
  await expect(page.locator('a.status')).toContainText('0 Waiting');
  await expect(page.locator('header.top')).toContainText('heard just now');
  await note('The pair is saved, and done');
  await gateway.fault({ kind: 'drop-after', operation: 'RevertOff' });
  await burst(page, '00340123456789012345'); // the service has no such delivery: no look-up decides
  await burst(page, 'S-02-B');
  await expectRows(page, { answered: 1, unconfirmed: 1 });
  await noteHeard({ page, gateway }, 1_000);
  await page.goto(`${gateway.origin}/queue/needs`);
  await expect(page.locator('.before-now strong')).toContainText('S-02-B'); // it was looked up
  await note('A decision');

  for (const [title, stops] of ways) {
    expect(
      stops.filter((stop) => stop.startsWith('textbox')),
      title,
    ).toHaveLength(1);
    expect(
      stops.filter((stop) => stop.startsWith('link: Queue: ')),
      title,
    ).toHaveLength(1);
  }
  const [head = ''] = readFileSync(WAY, 'utf8').split('\n## ');
  const written = ways.map(([title, stops]) => `## ${title}\n\n${stops.map((stop) => `1. ${stop}`).join('\n')}\n`);
  const drawn = [`${head.trimEnd()}\n`, ...written].join('\n');
  if (test.info().config.updateSnapshots === 'all') writeFileSync(WAY, drawn);
  expect(readFileSync(WAY, 'utf8')).toBe(drawn);
});
