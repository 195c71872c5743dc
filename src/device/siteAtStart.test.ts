import { expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import { siteAtStart } from './siteAtStart.ts';

const demo = { apiKey: 'demo-key', userId: 'U', warehouseId: '1' };
const keeping = (site?: unknown) => ({
  read: async (name: string) => (name === 'site' ? site : undefined),
  write: async () => undefined,
});

test.each([
  ['what the page says of a stand-in', JSON.stringify({ keyOnGateway: false, demo }), { demo }],
  ['that the gateway has the key', JSON.stringify({ keyOnGateway: true }), { keyOnGateway: true }],
  ['nothing from a page that does not say', undefined, {}],
  ['nothing from words it can’t read', '{', {}],
  ['the languages it can speak', JSON.stringify({ languages: ['ru', 'xx'] }), { languages: ['ru'] }],
  ['nothing but these', JSON.stringify({ name: 'x', keyOnGateway: 'yes' }), {}],
])('a handheld that has heard nothing takes %s', async (_, told, expected) => {
  expect(await siteAtStart(keeping(), told)).toEqual({ ...unknownSite, ...expected });
});

test('what was heard goes before what the page says', async () => {
  const heard = { name: 'Depot 7' };
  expect(await siteAtStart(keeping(heard), JSON.stringify({ keyOnGateway: true, demo }))).toEqual({
    ...unknownSite,
    ...heard,
  });
});
