import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';
import { loadSite, siteWarning } from './siteFile.ts';
import { standinSite } from '#standin/site.ts';

const codes = { deliveryCode: { pattern: 'D-[0-9]{4}', example: 'D-1001', strict: true } };
const read = 'GetSelfDetailList';
const parameters = { selfID: { parameter: 'storeCode' } };
const demo = { apiKey: '', userId: '', warehouseId: '' };
const scanning = { formats: ['Code128', 'ITF'], itfLengths: [14], duplicateWindowMs: 2000 };

function siteOf(text: unknown, env: Readonly<Record<string, string>> = {}) {
  using folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, JSON.stringify(text));
  return loadSite(readSettings({ SITE_CONFIG: file, ...env }), standinSite);
}

test('before the stand-in a file that says only what its codes look like leaves the rest of the training as it is', () => {
  expect(siteOf({ codes, scanning })).toMatchObject({ ...standinSite, codes, scanning });
});

test('the training app has the stand-in’s own, whatever a file says of the service', () => {
  using folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, JSON.stringify({ name: 'North hall', answerRules: [] }));
  expect(loadSite({ ...readSettings({ SITE_CONFIG: file }), isTraining: true }, standinSite)).toEqual(standinSite);
});

test('where no file is named and none is here, the one in DATA_DIR is the site’s, which the set-up writes', () => {
  using folder = tempDir();
  const settings = readSettings({ DATA_DIR: folder.path, UPSTREAM_URL: 'http://127.0.0.1:9/' });
  expect(siteWarning(settings)).toContain('There is no SITE_CONFIG');
  expect(loadSite(settings, standinSite).codes).toBeUndefined();
  writeFileSync(join(folder.path, 'site.json'), JSON.stringify({ codes }));
  expect(loadSite(settings, standinSite).codes).toEqual(codes);
  expect(siteWarning(settings)).toBeUndefined();
});

test('before a real service nothing of the stand-in is taken for the site', () => {
  const site = siteOf({ codes }, { UPSTREAM_URL: 'http://127.0.0.1:9/' });
  expect(site).toMatchObject({ codes, answerRules: [] });
  expect(site.demo).toBeUndefined();
});

test('every member that is read is known, and what the gateway itself gives out may be a file again', () => {
  expect(() => siteOf({ ...loadSite(readSettings({}), standinSite), codes, scanning })).not.toThrow();
});

test.each([
  [{ answerRules: [{ matches: 'a', verdict: 'accepted', operatoin: 'RevertOff' }] }, 'answerRules[0].operatoin'],
  [{ fieldRules: [{ operation: 'RevertOff', field: 'a', json: 'b', x: 1 }] }, 'fieldRules[0].x'],
  [{ readBacks: [{ operation: 'RevertOff', read, parameters, doneIf: '' }] }, 'readBacks[0].doneIf'],
  [{ scanning: { format: [] } }, 'scanning.format'],
  [{ demo: { ...demo, key: '' } }, 'demo.key'],
  [{ fieldRule: [] }, 'fieldRule'],
])('a slip of the pen is named: %j', (site, member) => {
  expect(() => siteOf(site)).toThrow(`${member}: not known here; there are `);
});
