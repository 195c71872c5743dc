import { expect, test } from 'vitest';
import type { SiteConfiguration } from '#site/site.ts';
import { judge } from '#site/judging.ts';
import { readSite } from '#site/readSite.ts';
import { startSetupBefore } from '#main/testing/setupRig.ts';
import { RIG_KEY, post, revertOffFields, serviceReply, tempDir } from '#main/testing/rig.ts';

const CARD = 'data-card="keyless"';
const NO_KEY = 'ERR: apiKey is not valid';
const READ = { operation: 'GetBagDetailByBagCode', 'in-bagCode': 'BAG-1' };
const PRESS = { operation: 'GetBagDetailByBagCode', text: NO_KEY, way: 'whole', everywhere: '1' };

/** Returns a service's words to a read, by whether a key came with it and how often it was asked before. */
type Says = (isKeyed: boolean, asked: number) => string;

async function startBefore(says: Says, env: Readonly<Record<string, string>> = {}) {
  let asked = 0;
  const setup = await startSetupBefore(
    ({ body, socket }) => {
      const isKeyed = new URLSearchParams(body).get('apiKey') === RIG_KEY;
      socket.write(serviceReply(says(isKeyed, (asked += 1)))); // and keeps the connection, as a service does
    },
    { env },
  );
  const served = async (): Promise<SiteConfiguration> => readSite(await setup.served());
  return {
    ...setup,
    read: () => setup.post('/read', READ),
    served,
    /** Returns an answer's verdict on a handheld. */
    verdict: async (text: string) => judge(await served(), 'RevertOff', text),
  };
}

const refusesKeyless: Says = (isKeyed) => (isKeyed ? 'OK: 3 parcels' : NO_KEY);

test('what the service says without a key pauses sending before anybody has said what it means, and is asked about until somebody has', async () => {
  await using setup = await startBefore(refusesKeyless);
  expect(await setup.page('/answers')).not.toContain(CARD);
  expect(await setup.verdict(NO_KEY)).toBe('unclassified');

  expect((await setup.read()).html).toContain(CARD);
  for (const page of ['', '/answers']) expect(await setup.page(page)).toContain(CARD);
  expect(await setup.verdict(NO_KEY)).toBe('key-refused');
  expect(await setup.verdict(`${NO_KEY}.`)).toBe('unclassified'); // nothing but those words

  const { html } = await setup.post('/teach', { ...PRESS, verdict: 'key-refused' });
  expect(html).toContain('Kept, and in use.');
  for (const page of ['', '/answers']) expect(await setup.page(page)).not.toContain(CARD);
  expect(await setup.verdict(NO_KEY)).toBe('key-refused');
});

test('they are no rule of the site: a handheld puts what was taught on it after those', async () => {
  await using setup = await startBefore(refusesKeyless);
  const { answerRules } = await setup.served();
  await setup.read();
  expect(await setup.served()).toMatchObject({ answerRules, keylessAnswer: NO_KEY });
});

test('one press is enough where a call of a handheld was answered in these words before', async () => {
  await using setup = await startBefore(() => NO_KEY);
  await post(setup.gateway.url, 'call-0001', revertOffFields('D-1001', ''));
  const { html } = await setup.post('/teach', { ...PRESS, verdict: 'key-refused' });
  expect(html).toContain('Kept, and in use.');
  expect(await setup.verdict(NO_KEY)).toBe('key-refused');
});

test('whoever says that it means something else is believed', async () => {
  await using setup = await startBefore(refusesKeyless);
  await setup.read();
  await setup.post('/teach', { ...PRESS, verdict: 'refused' });
  expect(await setup.page()).not.toContain(CARD);
  expect(await setup.verdict(NO_KEY)).toBe('refused');
});

test('it is known after a restart', async () => {
  using folder = tempDir();
  const env = { DATA_DIR: folder.path };
  {
    await using setup = await startBefore(refusesKeyless, env);
    await setup.read();
  }
  await using setup = await startBefore(refusesKeyless, env);
  expect(await setup.page()).toContain(CARD);
  expect(await setup.verdict(NO_KEY)).toBe('key-refused');
});

test.each<[string, Says]>([
  ['is the same with the key', () => NO_KEY],
  ['may as well answer a question', (isKeyed) => String(isKeyed)],
  ['differs each time', (_, asked) => `OK: asked ${asked} times`],
])('what %s is no word about the key', async (_, says) => {
  await using setup = await startBefore(says);
  await setup.read();
  expect(await setup.page()).not.toContain(CARD);
  for (const asked of [1, 2, 3]) expect(await setup.verdict(says(false, asked))).toBe('unclassified');
});

test('words that come with the key later are a word about the key no more', async () => {
  let isThere = true;
  await using setup = await startBefore((isKeyed) => (isKeyed && isThere ? 'OK: 3 parcels' : NO_KEY));
  await setup.read();
  expect(await setup.verdict(NO_KEY)).toBe('key-refused');
  isThere = false; // the service refuses a bag that it does not know in the same words
  await setup.read();
  expect(await setup.page()).not.toContain(CARD);
  expect(await setup.verdict(NO_KEY)).toBe('unclassified');
});
