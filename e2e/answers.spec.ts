import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import {
  expectRows,
  openRevertOff,
  readyToScan,
  scanPair,
  startWithDemo,
  unfold,
  openAtRevertOff,
  openWithDemo,
  startAtRevertOff,
} from './rig/app.ts';
import { expect, inMemory as test } from './rig/test.ts';
import { burst } from './rig/wedge.ts';

test.use({ worker: 'blocked', site: { answerRules: [], imageHosts: ['img.example.com'] } });

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const hostile = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<svg onload=window.hacked=1>',
  'javascript:window.hacked=1',
  'data:text/html,<script>window.hacked=1</script>',
  'data:image/svg+xml,<svg onload=window.hacked=1>',
  'https://evil.example/a.png',
  'https://img.example.com@evil.example/a.png',
];

/** Makes the service answer this text to every look-up of a batch, or to another operation. */
async function answering(page: Page, text: string, operation = /GetWbBatchBagPackages/): Promise<void> {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  await page.context().route(operation, (route) =>
    route.fulfill({
      contentType: 'text/xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="utf-8"?><string xmlns="http://tempuri.org/">${escaped}</string>`,
    }),
  );
}

test('an answer is rows, pictures and links of the hosts that the site names; hostile texts stay text', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  const outside: string[] = [];
  page.on('request', (request) => outside.push(new URL(request.url()).hostname));
  await startWithDemo(page, gateway);
  const rows = Array.from({ length: 30 }, (_, index) => ({
    code: `D-${index}`,
    weight: 1.1,
    place: 'A-very-long-place',
  }));
  const answer = {
    hostile,
    link: 'https://img.example.com/report',
    picture: `data:image/png;base64,${pixel}`,
    label: '^XA^FO10,10^FDSHELF 7^FS^XZ',
    rows,
  };
  await answering(page, JSON.stringify(answer).replaceAll('1.1,', '1.10,'));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${gateway.origin}/tasks/batch`);
  await readyToScan(page);
  await burst(page, 'WB-1');

  const said = page.getByRole('region', { name: 'The service says' });
  for (const text of hostile) await expect(said.getByText(text, { exact: true })).toBeVisible();
  const entries = said.getByRole('region', { name: 'Rows' }).getByRole('listitem');
  await expect(entries).toHaveCount(3); // of more than ten the first ones
  await expect(entries.first()).toContainText('1.10');
  await said.getByRole('button', { name: '27 more' }).click();
  await expect(entries).toHaveCount(30);
  await expect(said.getByRole('figure', { name: 'Label: SHELF 7' })).toBeVisible();
  const link = said.locator('a:not(.card-more)');
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(said.getByRole('img', { name: 'Picture of the answer' })).toHaveCount(1);
  await said.getByText('All that the service said').click();
  await expect(said.locator('pre').last()).toContainText('"weight":1.10');

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(new Set(outside)).toEqual(new Set(['localhost']));
  const reply = await fetch(gateway.origin);
  expect(reply.headers.get('content-security-policy')).toContain("img-src 'self' blob: data: img.example.com;");
});

test('a report of ten lines shows ten lines, on the smallest screen and in its card', async ({ gateway, handheld }) => {
  const page = await openWithDemo(handheld, gateway);
  await page.setViewportSize({ width: 360, height: 640 });
  const lines = Array.from({ length: 10 }, (_, at) => ({ code: `D-${1001 + at}`, state: 'OPEN' }));
  for (const text of [JSON.stringify({ lines }), lines.map(({ code }) => `${code} is open`).join('\n')]) {
    await answering(page, text);
    await page.goto(`${gateway.origin}/tasks/batch`);
    await readyToScan(page);
    await burst(page, 'WB-1');
    const said = page.getByRole('region', { name: 'The service says' });
    for (const { code } of lines) await expect(said.getByText(code).first()).toBeVisible();
    await expect(said.getByRole('button', { name: / more$/ })).toHaveCount(0);
    await page.context().unroute(/GetWbBatchBagPackages/);
  }
});

for (const [name, open] of [
  ['lists', '['],
  ['objects', '{"a":'],
  ['elements', '<a>'],
] as const) {
  test(`an answer of 100,000 ${name} in each other stands on its call's page as the text that it is`, async ({
    gateway,
    handheld,
  }) => {
    const page = await openWithDemo(handheld, gateway);
    await answering(page, open.repeat(100_000), /RevertOff/);
    await openRevertOff(page, gateway);
    await scanPair(page, 'D-1001', 'S-01-A');
    await expectRows(page, { answered: 1 });
    await page.goto(`${gateway.origin}/queue/1`);
    const said = page.getByRole('region', { name: 'Answer of the service' });
    await expect(said.locator('pre').filter({ hasText: open.repeat(1_000) })).toBeVisible();
    await expect(
      said.getByRole('button', { name: `Show all ${(100_000 * open.length).toLocaleString('en')} letters` }),
    ).toBeVisible();
  });
}

/** The verdicts of the answered calls, the oldest first, read from the database. */
function verdicts(page: Page): Promise<readonly (string | undefined)[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('scanline');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction('calls').objectStore('calls').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    return (all.result as { result?: { verdict: string } }[]).map(({ result }) => result?.verdict);
  });
}

test('an answer that no rule knows is never green; taught from the history, the same is known from then on, also from a file @promise', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await expect(page.getByText('Not understood').first()).toBeVisible();

  await page.goto(`${gateway.origin}/queue/1`);
  await page.getByRole('button', { name: 'Teach what this answer means' }).click();
  const panel = page.getByRole('region', { name: 'What does this answer mean?' });
  await panel.getByText('Done', { exact: true }).click();
  await panel.getByText('a piece of it', { exact: true }).click();
  await panel.getByRole('button', { name: 'OK', exact: true }).click();
  await panel.getByRole('button', { name: ':', exact: true }).first().click();
  await expect(panel.getByLabel('The piece, as it has to stand in an answer')).toHaveValue('OK:');
  await expect(panel.getByText('would read 1 answer as done')).toBeVisible();
  await panel.getByRole('button', { name: 'Keep this rule' }).click();
  await expect(page.getByText('Kept.', { exact: false })).toBeVisible();

  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1002', 'S-02-A');
  await expectRows(page, { answered: 2 });
  expect(await verdicts(page)).toEqual(['accepted', 'accepted']);

  await page.goto(`${gateway.origin}/queue/2`);
  await page.getByRole('button', { name: 'Teach what this answer means' }).click();
  await expect(panel.getByText('A rule of this handheld reads it as “Done”: it holds “OK:”.')).toBeVisible();
  await panel.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('button', { name: 'Teach what this answer means' })).toBeVisible();

  await page.goto(`${gateway.origin}/settings/supervisor`);
  const rules = page.getByRole('region', { name: 'Rules of this handheld' });
  await unfold(rules);
  const saving = page.waitForEvent('download');
  await rules.getByRole('button', { name: 'Save as a file for site.json' }).click();
  const file = await (await saving).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    answerRules: [{ operation: 'RevertOff', contains: 'OK:', verdict: 'accepted' }],
  });
  await rules.getByRole('button', { name: 'Remove' }).click();
  await expect(rules.getByText('None yet', { exact: false })).toBeVisible();
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1003', 'S-03-A');
  await expectRows(page, { answered: 3 });
  expect(await verdicts(page)).toEqual(['accepted', 'accepted', 'unclassified']);

  await page.goto(`${gateway.origin}/settings/supervisor`);
  await unfold(rules);
  await rules
    .locator('input[type=file]')
    .setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: await readFile(file) });
  await expect(rules.getByText('1 rule taken.')).toBeVisible();
  await openRevertOff(page, gateway);
  await scanPair(page, 'D-1004', 'S-04-A');
  await expectRows(page, { answered: 4 });
  expect(await verdicts(page)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
});

test('a rule that was taught wrongly is removed at the answer that it reads, and another one is made', async ({
  gateway,
  handheld,
}) => {
  const page = await openAtRevertOff(handheld, gateway);
  await scanPair(page, 'D-1001', 'S-01-A');
  await expectRows(page, { answered: 1 });
  await page.goto(`${gateway.origin}/queue/1`);
  const teach = page.getByRole('button', { name: 'Teach what this answer means' });
  const panel = page.getByRole('region', { name: 'What does this answer mean?' });
  for (const meaning of ['Not done', 'Done']) {
    await teach.click();
    await panel.getByText(meaning, { exact: true }).click();
    await panel.getByText('the whole text', { exact: true }).click();
    await panel.getByRole('button', { name: 'Keep this rule' }).click();
    await expect(page.getByText('Kept.', { exact: false })).toBeVisible();
    if (meaning === 'Done') break;
    await teach.click();
    await panel.getByRole('button', { name: 'Remove that rule' }).click();
    await expect(panel.getByText('Choose what it means and what tells.')).toBeVisible();
    await panel.getByRole('button', { name: 'No rule' }).click();
  }
  await page.goto(`${gateway.origin}/settings/supervisor`);
  const rules = page.getByRole('region', { name: 'Rules of this handheld' });
  await unfold(rules);
  await expect(rules.getByRole('listitem')).toHaveText([/Back on shelf: Done/]);
});

test('what ended not understood, because nobody knew the words for a refused key, is sent by one tap once the site knows them, and runs once @promise', async ({
  gateway,
  handheld,
}) => {
  const { page } = await handheld.open();
  await page.goto(gateway.origin);
  await page.getByLabel('Access key').fill('the-key-of-last-year');
  await page.getByLabel('User id').fill('7');
  await page.getByText('Main warehouse').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('link', { name: /back on shelf/i })).toBeVisible();
  await openRevertOff(page, gateway);
  const pairs = ['D-1001', 'D-1002', 'D-1003'];
  for (const [at, delivery] of pairs.entries()) await scanPair(page, delivery, `S-0${at + 1}-A`);
  await expectRows(page, { answered: 3 });
  expect(await verdicts(page)).toEqual(pairs.map(() => 'unclassified'));
  const needsYou = page.getByRole('region', { name: 'Needs you', exact: true });
  const again = needsYou.getByRole('button', { name: 'Send 3 again' });
  await page.goto(`${gateway.origin}/queue`);
  await expect(needsYou.getByRole('button', { name: 'I have looked at these' })).toBeVisible();
  await expect(again).toHaveCount(0);

  await gateway.stop();
  const refused = { contains: 'apiKey is not valid', verdict: 'key-refused' };
  await gateway.configure({ answerRules: [refused, { contains: 'OK:', verdict: 'accepted' }] });
  await gateway.start();
  await page.reload();
  await again.click(); // the key is still the old one: they wait, and none is lost
  await expectRows(page, { waiting: 3 });
  await expect(needsYou).toHaveCount(0);
  await expect(page.getByText(/enter a new one in Settings/)).toBeVisible();
  const before = (await gateway.executions('RevertOff')).length;
  await page.goto(`${gateway.origin}/settings/supervisor`);
  await page.getByLabel('New access key').fill('demo-key-0001');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectRows(page, { answered: 3 });
  expect(await verdicts(page)).toEqual(pairs.map(() => 'accepted'));
  const ran = (await gateway.executions('RevertOff')).slice(before);
  expect(ran.map(({ parameters }) => Object.fromEntries(parameters)['deliveryCode'])).toEqual(pairs);
});

test('an answer that no rule knew is read by the site’s new rule on a handheld that nobody touches, over a restart too, and what it refuses is put to a person', async ({
  gateway,
  handheld,
}) => {
  await gateway.configure({ answerRules: [] });
  const { page } = await handheld.open();
  await startAtRevertOff(page, gateway);
  for (const delivery of ['D-1001', 'D-9999']) await scanPair(page, delivery, 'S-01-A');
  await expectRows(page, { answered: 2 });
  expect(await verdicts(page)).toEqual(['unclassified', 'unclassified']);
  await page.clock.install();
  await page.goto(gateway.origin);
  const needsYou = page.getByRole('link', { name: /needs? you/i }).first();
  await expect(needsYou).toContainText('2');

  const teach = async (rules: readonly object[]): Promise<void> => {
    await gateway.stop();
    await gateway.configure({ answerRules: rules });
    await gateway.start();
  };
  await teach([{ contains: 'OK:', verdict: 'accepted' }]);
  await page.clock.fastForward('10:30');
  await expect.poll(() => verdicts(page)).toEqual(['accepted', 'unclassified']);
  await expect(needsYou).toContainText('1');

  await teach(
    [
      { matches: '^(OK|ERR)', verdict: 'accepted' },
      { matches: '^ERR', verdict: 'refused' },
    ].toReversed(),
  );
  await page.reload();
  await expect.poll(() => verdicts(page)).toEqual(['accepted', 'refused']);
  await page.goto(`${gateway.origin}/queue`);
  await expect(page.getByRole('region', { name: 'Needs you', exact: true })).toContainText('D-9999');
});

test('an unclassified answer looks the same in the band, the lists and on its own screen: no other state’s colour', async ({
  gateway,
  handheld,
}) => {
  const page = await openWithDemo(handheld, gateway);
  await page.goto(`${gateway.origin}/tasks/bag`);
  await readyToScan(page);
  await burst(page, 'BAG-2001', { terminator: 'Enter' });
  await expect(page.getByRole('region', { name: 'The service says' })).toContainText('5001');
  await page.getByLabel('Weight').fill('1.25');
  await page.getByRole('button', { name: /^Complete / }).click();
  const seen = new Map<string, { readonly icon: string | null; readonly color: string }>();
  async function see(name: string, place: string, word: string): Promise<void> {
    const found = page.locator(`${place}:visible`, { hasText: word }).first();
    await expect(found).toBeVisible();
    seen.set(
      name,
      await found.evaluate((element) => ({
        icon: element.querySelector('path')?.getAttribute('d') ?? null,
        color: getComputedStyle(element).color,
      })),
    );
  }
  await see('band', '.said', 'Not understood');
  await page.goto(`${gateway.origin}/queue?state=all`);
  await see('all calls', '.state', 'Not understood');
  await page.goto(`${gateway.origin}/queue/1`);
  await see('call', '.standing .state', 'Not understood');
  const [first] = seen.values();
  expect([...seen.values()].filter(({ icon, color }) => icon !== first?.icon || color !== first.color)).toEqual([]);
});
