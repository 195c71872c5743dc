import type { Page } from '@playwright/test';
import { sayWhySkipped, startPeer } from './rig/peer.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnStandin } from './rig/standinProcess.ts';
import { isExpression } from '#contract/schema.ts';
import { siteSchema } from '#site/siteSchema.ts';
import { createGateway } from './rig/gateway.ts';
import { expect, test } from './rig/test.ts';

// The pages need none.
test.use({ javaScriptEnabled: false });

const PASSWORD = 'a long password';
const MOST_ACTIONS = 7;
const IN_WORDS: Readonly<Record<number, string>> = { 6: 'six', 7: 'seven' };
const SET_UP_AT = /Set up, .* on (\S+)\n/;

/** Validator that tells whether a file is a site's, by the schema that it names, as an editor sees it. */
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
ajv.addFormat('regex', isExpression);
ajv.addVocabulary(['x-sentences']);
const bySchema = ajv.compile(siteSchema);

/** Acts of a person: a command, a line in a file, an address, a form that is filled in and sent, a press. */
interface Person {
  does(action: string, how: () => Promise<unknown>): Promise<void>;
  readonly done: readonly string[];
}

function person(): Person {
  const done: string[] = [];
  return {
    done,
    async does(action, how) {
      done.push(action);
      await how();
    },
  };
}

/** Expects that IT is told to do so much, and to press these; the line that starts a gateway names each variable that is given here. */
async function isAsDocumented(done: readonly string[], pressed: readonly string[], variables: readonly string[]) {
  const [, guide = ''] = (await readFile('docs/it.md', 'utf8')).split(/^## Connect to the service$/m);
  expect(guide).toContain(`steps 2 to 6 are ${IN_WORDS[done.length]} actions`);
  for (const name of pressed) expect(guide).toContain(`**${name}**`);
  const [start = ''] = /^.* \.\/scanline$/m.exec(guide) ?? [];
  for (const name of variables) expect(start).toContain(`${name}=`);
}

/**
 * From an address, and nothing else that is known of the service, to an answer of it in green: as somebody would who reads
 * what the pages say and does it.
 */
async function toTheFirstGreenAnswer(page: Page, service: URL, key: string, code: string) {
  const env: Record<string, string> = {
    UPSTREAM_URL: service.origin,
    UPSTREAM_API_KEY: key,
    SUPERVISOR_PASSWORD: PASSWORD,
  };
  const documented = Object.keys(env);
  const gateway = await createGateway(env);
  const { does, done } = person();
  const pressed: string[] = [];
  const press = (role: 'link' | 'button', name: string): Promise<void> => {
    pressed.push(name);
    return page.getByRole(role, { name }).click();
  };
  try {
    await does('start the gateway with UPSTREAM_URL', gateway.start);
    await expect.poll(gateway.printed).toMatch(SET_UP_AT);
    const [, address = ''] = SET_UP_AT.exec(gateway.printed()) ?? [];
    await does('open the address that it prints', () => page.goto(address));
    await does('sign in', async () => {
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    });
    const wrong = page.locator('[data-state="wrong"]');
    await expect(wrong).toHaveCount(1);
    await does('have the namespace that the service says taken into use', () => press('button', 'Use'));
    await expect(wrong).toHaveCount(0);
    await does('go on to the next step', () => press('link', 'Next: A real read'));
    await does('ask for a real code', async () => {
      await page.getByLabel('Code code', { exact: true }).fill(code);
      await press('button', 'Ask the service');
    });
    await does('say what the answer means', async () => {
      await page.getByRole('radio', { name: 'the whole text' }).check(); // nobody has seen another yet
      await press('button', 'It means: done');
    });
    await expect(page.locator('[data-verdict="accepted"]')).toHaveText('Done');
    const served = (await (await page.request.get(`${gateway.origin}/gateway/site`)).json()) as {
      answerRules: unknown[];
    };
    expect(served.answerRules[0]).toMatchObject({ verdict: 'accepted' });
    const written: unknown = JSON.parse(await readFile(join(gateway.dataDir, 'site.json'), 'utf8'));
    expect(bySchema(written), JSON.stringify(bySchema.errors)).toBe(true);
    await isAsDocumented(done, pressed, documented);
    return done;
  } finally {
    await gateway.remove();
  }
}

test('from a service of which only the address is known to its first green answer are seven actions at most, and no restart', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'scanline-standin-'));
  await using standin = await spawnStandin(folder);
  const done = await toTheFirstGreenAnswer(page, standin.url, 'demo-key-0001', 'DD-70001');
  expect(done.length, done.join('; ')).toBeLessThanOrEqual(MOST_ACTIONS);
  await rm(folder, { recursive: true, force: true });
});

test('from a genuine ASMX host it takes no more', async ({ page }) => {
  const peer = await startPeer();
  if (typeof peer === 'string') {
    sayWhySkipped(peer);
    test.skip(true, peer);
    return;
  }
  await using host = peer;
  const done = await toTheFirstGreenAnswer(page, host.url, 'some-key-1', 'DD-70001');
  expect(done.length, done.join('; ')).toBeLessThanOrEqual(MOST_ACTIONS);
});

test('from a real answer to the card of a look-up, which is in the site file and in use', async ({ page, gateway }) => {
  await page.goto(`${gateway.origin}/gateway/setup/read?operation=GetLogisticsTransferMst`);
  await page.getByLabel(/ str$/).fill('T-4001');
  await page.getByLabel('Access key').fill('demo-key-0001');
  await page.getByRole('button', { name: 'Ask the service' }).click();
  await page.getByRole('button', { name: 'Make its card' }).click();
  const headline = page.getByRole('region', { name: 'The card' }).locator('.card-headline');
  const place = (name: string) => page.locator(`[name="place:${name}"]`);
  for (const name of ['status', 'openBags']) await place(name).selectOption('in the fold');
  await page.getByRole('button', { name: 'Keep the card' }).click();
  await expect(page.getByRole('alert')).toHaveText('Headline: choose one member at least.');
  await place('toSite').selectOption('headline');
  await page.getByRole('button', { name: 'Show the card' }).click();
  await expect(headline).toHaveText('FRA');
  await page.getByRole('button', { name: 'Keep the card' }).click();
  await expect(page.getByText('Kept, and in use.')).toBeVisible();
  const written: unknown = JSON.parse(await readFile(join(gateway.dataDir, 'site.json'), 'utf8'));
  expect(bySchema(written), JSON.stringify(bySchema.errors)).toBe(true);
  const served = (await (await page.request.get(`${gateway.origin}/gateway/site`)).json()) as {
    cards: readonly { operation: string; headline: readonly string[] }[];
  };
  expect(served.cards).toContainEqual(
    expect.objectContaining({ operation: 'GetLogisticsTransferMst', headline: ['toSite'] }),
  );
});

test('a second tap where “Take out” was takes no rule out, nor does a slip: the way that leaves it is first, and the other apart', async ({
  page,
}) => {
  const gateway = await createGateway();
  await gateway.configure({
    answerRules: [
      { operation: 'RevertOff', matches: '^OK: ', verdict: 'accepted' },
      { operation: 'CompleteBag', matches: '^OK: ', verdict: 'accepted' },
    ],
  });
  await gateway.start();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  const atPace = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
  const rules = page.locator('ol.steps > li');
  const take = page.getByRole('button', { name: 'Take out', exact: true });
  for (const size of [
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${gateway.origin}/gateway/setup/answers`);
    await expect(rules).toHaveCount(2);
    await atPace(0.02); // so that no busy machine decides the test
    await take.last().scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await take.last().boundingBox()) ?? {};
    const tap = (): Promise<void> => page.mouse.click(x + width / 2, y + height / 2);
    await tap();
    const yes = page.getByText('Yes, take it out');
    const no = page.getByRole('link', { name: 'No, leave it' });
    await expect(yes).toBeAttached();
    await expect(yes).toBeHidden(); // a finger that comes twice meets nothing there
    await tap();
    await page.goto(`${gateway.origin}/gateway/setup/answers`);
    await expect(rules).toHaveCount(2);
    await atPace(1);
    await take.first().click();
    await expect(yes).toBeVisible();
    const [left, taken] = [await no.boundingBox(), await yes.boundingBox()];
    expect((taken?.y ?? 0) - ((left?.y ?? 0) + (left?.height ?? 0))).toBeGreaterThanOrEqual(32);
    await expect(no).toHaveClass(/button-primary/);
    await no.click();
    await expect(no).toHaveCount(0);
    await expect(rules).toHaveCount(2);
  }
  await take.first().click();
  await page.getByRole('button', { name: 'Yes, take it out' }).click();
  await expect(rules).toHaveCount(1);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect(rules).toHaveCount(2);
  await gateway.remove();
});
