import { expect, test } from 'vitest';
import { unknownSite } from '#contract/site.ts';
import { createMemoryKeep } from '#device/keepRig.ts';
import { keptSite, refreshSite } from '#device/siteKeep.ts';

const codes = { deliveryCode: { pattern: 'D-\\d{4}', example: 'D-1001' } };
const answering =
  (body: string, status = 200) =>
  () =>
    Promise.resolve(new Response(body, { status }));

test('what the gateway says is kept, and is there without it', async () => {
  const keep = createMemoryKeep();
  const site = await refreshSite(keep, answering(JSON.stringify({ name: 'North hall', codes })));
  expect(site).toEqual({ ...unknownSite, name: 'North hall', codes });
  expect(await refreshSite(keep, () => Promise.reject(new TypeError('no network')))).toEqual(site);
  expect(await keptSite(keep)).toEqual(site);
});

test.each([
  ['a pattern that is none', JSON.stringify({ codes: { deliveryCode: { pattern: '(', example: '' } } }), 200],
  [
    'a pattern that may take too long',
    JSON.stringify({ codes: { deliveryCode: { pattern: '(a+)+', example: 'a' } } }),
    200,
  ],
  ['a format that nobody reads', '{"scanning":{"formats":["Code12"]}}', 200],
  ['a page of HTML', '<html>', 200],
  ['an error', '{}', 503],
])('after %s the last good one holds', async (_, body, status) => {
  const keep = createMemoryKeep();
  const good = await refreshSite(keep, answering(JSON.stringify({ codes })));
  expect(await refreshSite(keep, answering(body, status))).toEqual(good);
  expect(await keptSite(keep)).toEqual(good);
});

test('what an older build kept is completed, and nothing kept is a site of which nothing is known', async () => {
  const keep = createMemoryKeep();
  expect(await keptSite(keep)).toEqual(unknownSite);
  const { supervisors: _later, ...older } = { ...unknownSite, name: 'North hall' };
  await keep.write('site', older);
  expect(await keptSite(keep)).toEqual({ ...unknownSite, name: 'North hall' });
});
