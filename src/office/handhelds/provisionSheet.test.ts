import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProvision, readProvision } from '#wire/provisioning.ts';
import { startHere } from '#main/testing/appRig.ts';
import { KEY } from '#main/testing/deviceRig.ts';
import { post, tempDir } from '#main/testing/rig.ts';
import { makeProvisionSheet } from './provisionCode.ts';

const page = '/gateway/provision';
const wish = { url: 'https://scanline.example.org', name: 'Dock' };

test('one sheet has a code for each of ten handhelds: each enrols one of them, under its own name, by one passcode', async () => {
  await using gateway = await startHere({ UPSTREAM_API_KEY: KEY, TRUSTED_PROXY: '127.0.0.1' });
  const made = await post(gateway.url, undefined, { ...wish, count: '10' }, { path: page, headers: gateway.here });
  expect(made.text.match(/<svg/g)).toHaveLength(10);
  expect(made.text.match(/class="verbatim"/g)).toHaveLength(1);
  expect(made.text).toContain('<figcaption translate="no">Dock 10</figcaption>');
});

test('each code of a sheet is another, and the one passcode opens them all', async () => {
  let codes = 0;
  const made = await makeProvisionSheet(wish, '3', Date.now(), async (name) =>
    `${name.replace(' ', '-')}-${(codes += 1)}`.padEnd(20, 'x'),
  );
  expect(new Set(made.map(({ text }) => text)).size).toBe(3);
  expect(new Set(made.map(({ passcode }) => passcode)).size).toBe(1);
  const open = async ({ text, passcode }: (typeof made)[number]) =>
    openProvision(await readProvision(text), passcode, wish.url, Date.now());
  const opened = await Promise.all(made.map(open));
  expect(JSON.stringify(opened)).toMatch(/Dock-1-1.*Dock-2-2.*Dock-3-3/);
});

test('more than ten codes, or a count that is none, is refused by name, and uses up no code', async () => {
  for (const count of ['0', '11', '1.5', 'many']) {
    const refused = makeProvisionSheet(wish, count, Date.now(), () => {
      throw new Error('a code was made');
    });
    await expect(refused, count).rejects.toThrow('count: expected a whole number from 1 to 10.');
  }
});

test('where the site names its warehouses one is chosen by its name', async () => {
  using folder = tempDir();
  const file = join(folder.path, 'site.json');
  writeFileSync(file, JSON.stringify({ warehouses: [{ id: '4', name: 'North & co' }] }));
  await using gateway = await startHere({ SITE_CONFIG: file });
  const text = await (await fetch(gateway.url + page, { headers: gateway.here })).text();
  expect(text).toContain(
    '<select name="warehouse"><option value="">as it is</option><option value="4">North &amp; co</option>',
  );
});

test('a name of no handheld stays empty on a sheet, so that each gets the number of its own', async () => {
  const made = await makeProvisionSheet({ ...wish, name: ' ' }, '2', Date.now());
  expect(made.map(({ name }) => name)).toEqual(['', '']);
});
