import { describe, expect, test } from 'vitest';
import { unknownSite } from '#site/site.ts';
import { createMemoryKeep } from '#device/testing/keepRig.ts';
import { keptSite } from '#device/siteKeep.ts';
import { refreshSite, rollBackSite, siteNotes } from '#device/siteRefresh.ts';

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

describe('a configuration that was taken before', () => {
  const version = (name: string, more: object = {}) => answering(JSON.stringify({ version: name, ...more }));

  test('is kept beside the one that holds, with the time of both', async () => {
    const keep = createMemoryKeep();
    const first = await refreshSite(keep, version('1'), 1_000);
    expect(await siteNotes(keep)).toEqual({ takenAt: 1_000 }); // nothing is before the first
    await refreshSite(keep, version('1'), 1_500); // the same again is no change
    await refreshSite(keep, version('2'), 2_000);
    expect(await siteNotes(keep)).toEqual({ takenAt: 2_000, before: { site: first, takenAt: 1_000 } });
  });

  test('comes back when a person says so, and holds until the gateway says another one', async () => {
    const keep = createMemoryKeep();
    await refreshSite(keep, version('1'), 1_000);
    await refreshSite(keep, version('2', { typedOff: ['RevertOff'] }), 2_000);
    expect(await rollBackSite(keep, 3_000)).toMatchObject({ version: '1' });
    const still = await refreshSite(keep, version('2', { typedOff: ['RevertOff'] }), 4_000);
    expect(still.version).toBe('1');
    expect(still.typedOff).toBeUndefined();
    expect((await keptSite(keep)).version).toBe('1');
    expect((await refreshSite(keep, version('2', { typedOff: [] }), 5_000)).typedOff).toEqual([]); // it was put right
    expect((await refreshSite(keep, version('3'), 6_000)).version).toBe('3');
  });

  test('and a second step goes forward again, to what the gateway says', async () => {
    const keep = createMemoryKeep();
    await refreshSite(keep, version('1'), 1_000);
    await refreshSite(keep, version('2'), 2_000);
    await rollBackSite(keep, 3_000);
    expect((await rollBackSite(keep, 4_000)).version).toBe('2');
    expect((await siteNotes(keep)).left).toBeUndefined();
    expect((await refreshSite(keep, version('3'), 5_000)).version).toBe('3');
  });

  test.each([{ trainingPort: 8090 }, { keylessAnswer: 'ERR: no key' }])(
    'does not take back what the gateway alone decides, nor what it says no more: %o',
    async (said) => {
      const keep = createMemoryKeep();
      const older = { namespace: 'urn:old', partnerOperation: 'GetReportDataOld' };
      const newer = { namespace: 'urn:new', partnerOperation: 'GetReportDataNew', keyOnGateway: true };
      await refreshSite(keep, version('1', { ...older, ...said }), 1_000);
      await refreshSite(keep, version('2', newer), 2_000);
      expect(await rollBackSite(keep, 3_000)).toEqual({ ...unknownSite, version: '1', ...newer });
      await refreshSite(keep, version('3', { ...newer, ...said }), 4_000);
      expect(await rollBackSite(keep, 5_000)).toEqual({ ...unknownSite, version: '1', ...newer, ...said });
    },
  );

  test('is not there before a second one was taken', async () => {
    const keep = createMemoryKeep();
    await refreshSite(keep, version('1'), 1_000);
    await expect(rollBackSite(keep, 2_000)).rejects.toThrow(RangeError);
  });
});

test('what does not pass is told with its reason and its first time, until a good one comes', async () => {
  const keep = createMemoryKeep();
  const bad = answering('{"version":"2","languages":["xx"]}');
  await refreshSite(keep, answering('{"version":"1"}'), 1_000);
  await refreshSite(keep, bad, 2_000);
  await refreshSite(keep, bad, 3_000);
  const why = expect.stringMatching(/^languages\[0\]: expected en, .+, not “xx”\.$/) as string;
  expect((await siteNotes(keep)).refused).toEqual({ why, at: 2_000 });
  await refreshSite(keep, () => Promise.reject(new TypeError('no network')), 4_000);
  await refreshSite(keep, answering('<html>'), 5_000); // a portal's page is no configuration that does not pass
  expect((await siteNotes(keep)).refused).toEqual({ why, at: 2_000 });
  await refreshSite(keep, answering('{"version":"1"}'), 6_000);
  expect(await siteNotes(keep)).toEqual({ takenAt: 1_000 });
});
