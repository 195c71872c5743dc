import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { createKeptPage } from './keptPage.ts';
import { tempDir } from '#main/testing/rig.ts';

const site = (): SiteConfiguration => unknownSite;
const PAGE = '<!doctype html><title>Scanline</title><script>1</script>';

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['x-br, brotli', undefined],
] as const)('“%s” gets the page packed as %s', (accepted, encoding) => {
  using folder = tempDir();
  const path = join(folder.path, 'index.html');
  writeFileSync(path, PAGE);
  const packed = createKeptPage(path, site)()?.packed(accepted);
  expect(packed?.encoding).toBe(encoding);
  const bytes = packed?.bytes ?? Buffer.alloc(0);
  const read = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(read.toString()).toBe(PAGE);
});

test('a page that was built anew is sent as it is now, under another tag and with its own scripts allowed', () => {
  using folder = tempDir();
  const path = join(folder.path, 'index.html');
  const page = createKeptPage(path, site);
  expect(page()).toBeUndefined();
  writeFileSync(path, PAGE);
  const before = page();
  writeFileSync(path, PAGE.replace('1', '22'));
  utimesSync(path, 1, 1);
  const after = page();
  expect(after?.etag).not.toBe(before?.etag);
  expect(after?.packed('').bytes.toString()).toContain('<script>22</script>');
  const policy = "script-src 'self'; style-src 'self'";
  expect(after?.policy(policy)).not.toBe(before?.policy(policy));
});

test('the page says of its gateway what a first start looks like, as it is now, and nothing that is a secret', () => {
  using folder = tempDir();
  const path = join(folder.path, 'index.html');
  writeFileSync(path, '<!doctype html>\n<html lang="en"><title>Scanline</title>');
  let now: SiteConfiguration = { ...unknownSite, demo: { apiKey: 'a"<b>', userId: 'U', warehouseId: '1' } };
  const page = createKeptPage(path, () => now);
  const before = page();
  expect(before?.packed('').bytes.toString()).toContain(
    '<html lang="en" data-gateway="{&quot;keyOnGateway&quot;:false,&quot;demo&quot;:{&quot;apiKey&quot;:&quot;a\\&quot;&lt;b&gt;&quot;,&quot;userId&quot;:&quot;U&quot;,&quot;warehouseId&quot;:&quot;1&quot;}}">',
  );
  now = { ...unknownSite, keyOnGateway: true, languages: ['ru'], name: 'Depot 7', workers: [{ userId: '7' }] };
  expect(page()?.packed('').bytes.toString()).toContain(
    'data-gateway="{&quot;keyOnGateway&quot;:true,&quot;languages&quot;:[&quot;ru&quot;]}"',
  );
  expect(page()?.etag).not.toBe(before?.etag);
});

test('a handheld with a theme gets the page in it, and its tag is another one', () => {
  using folder = tempDir();
  const path = join(folder.path, 'index.html');
  writeFileSync(path, '<!doctype html>\n<html lang="en"><title>Scanline</title>');
  const page = createKeptPage(path, site);
  const dark = page('dark..');
  expect(dark?.packed('').bytes.toString()).toContain('<html lang="en" data-known="" data-theme="dark"');
  expect(dark?.etag).not.toBe(page()?.etag);
  expect(page('dark..')).toBe(dark);
  const other = page('"><script>..')?.packed('').bytes.toString();
  expect(other).toContain('<html lang="en" data-known="" data-gateway'); // nothing of a cookie stands in the page
});
