import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '#site/readSite.ts';
import { CannotStart } from '#settings/cannotStart.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import { tempDir } from '#main/testing/rig.ts';
import { readSettings } from '#settings/settings.ts';
import { describedSiteSchema } from './siteDescriptions.ts';
import { standinSite } from '#standin/site.ts';
import { openSiteSource } from './siteFile.ts';

function sourceOf(file: string) {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const settings = readSettings({ SITE_CONFIG: file, UPSTREAM_URL: 'http://127.0.0.1:9/' });
  return { lines, source: openSiteSource(settings, standinSite, log) };
}

test('a file that is wrong, gone or half written leaves the last good one, with one line on it', () => {
  using folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, '{"version":"1","name":"North hall"}');
  const { lines, source } = sourceOf(file);
  const good = source.current();
  for (const [text, line] of [
    ['{"version":"2","nam":"x"}', /nam: not known here; .+ The last good one stays\.$/],
    ['{"version":"2","languages":["xx"]}', /languages\[0\]: expected en, .+, not “xx”\. The last good/],
    ['{"version":', /is not a site configuration: .+ The last good one stays\.$/],
  ] as const) {
    writeFileSync(file, text);
    source.reload();
    expect(source.current()).toBe(good);
    expect(lines.pop()).toMatch(line);
  }
  rmSync(file);
  source.reload();
  expect(lines.splice(0)).toEqual([`SITE_CONFIG: ${file} cannot be read (ENOENT). The last good one stays.`]);
  writeFileSync(file, '{"version":"3","name":"North hall"}');
  source.reload();
  source.reload(); // the same again is no news
  expect(source.current()).toMatchObject({ version: '3', name: 'North hall' });
  expect(lines).toEqual(['The site configuration was read again: version 3.']);
  source.close();
});

test('a file that is wrong from the start stops it', () => {
  using folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, '{"tasks":[7]}');
  expect(() => sourceOf(file)).toThrow(
    new CannotStart(`SITE_CONFIG: ${file} is not a site configuration: tasks[0]: expected a text.`),
  );
});

test('a changed file is served without a restart, by itself and by SIGHUP, and its schema beside it', async () => {
  using folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, '{"version":"1"}');
  await using gateway = await spawnGateway({
    DATA_DIR: join(folder.path, 'data'),
    SITE_CONFIG: file,
    LOG_LEVEL: 'info',
  });
  const served = async (): Promise<string | undefined> =>
    readSite(await (await fetch(`${gateway.url}/gateway/site`)).json()).version;
  expect(await served()).toBe('1');
  expect(await (await fetch(`${gateway.url}/gateway/site/schema`)).json()).toEqual(describedSiteSchema());

  writeFileSync(`${file}.new`, '{"version":"2"}');
  renameSync(`${file}.new`, file);
  await gateway.says('version 2');
  expect(await served()).toBe('2');

  writeFileSync(file, '{"version":3}');
  gateway.child.kill('SIGHUP');
  await gateway.says('version: expected a text. The last good one stays.');
  expect(await served()).toBe('2');
  gateway.child.kill('SIGTERM');
  await once(gateway.child, 'close');
});
