import { expect, test } from 'vitest';
import { postAs, pageFor, person } from '#main/testing/peopleRig.ts';
import { KEY, PASSWORD, enrolled } from '#main/testing/deviceRig.ts';
import { startWithSite } from '#main/testing/floorRig.ts';

const site = {
  floorShowsWorkers: true,
  workers: [
    { userId: '7', name: 'Ada', badge: ' B-0017 ' },
    { userId: '8', name: 'Ivan', badge: 'B-0018' },
    { userId: '9', name: 'Olga', badge: 'B'.repeat(200) },
  ],
};

/** Starts a gateway with two enrolled handhelds, and what a supervisor does there. */
async function startDocks(asked: object = site) {
  const gateway = await startWithSite(asked, { UPSTREAM_API_KEY: KEY, SUPERVISOR_PASSWORD: PASSWORD });
  for (const name of ['Dock 1', 'Dock 7']) await enrolled(gateway.url, name);
  const sam = await person(gateway, 'Sam', 'supervisor');
  const page = async (address: string, browser = sam) =>
    (await pageFor(gateway, `/gateway/floor${address}`, browser)).html;
  /** Posts the form of a handheld's page as it is shown. */
  const shownForm = async (id: string): Promise<Record<string, string>> => {
    const [, was] = /name="was" value="(\w*)"/.exec(await page(`/one?id=${id}`)) ?? [];
    return was === undefined ? { id } : { id, was };
  };
  const hold = async (fields: Record<string, string>) => postAs(gateway, '/gateway/floor/hold', fields, sam);
  const scan = async (id: string, badge: string) => hold({ ...(await shownForm(id)), badge });
  const leadsTo = async (address: string): Promise<string | null> =>
    (await fetch(`${gateway.url}/gateway/floor${address}`, { headers: sam, redirect: 'manual' })).headers.get(
      'location',
    );
  return { ...gateway, page, leadsTo, shownForm, hold, scan };
}

/** Returns what a board says of who has what, in its words alone. */
function noteOf(html: string): string {
  const [, inside = ''] = /hidden=""><\/p>(.*?)<div class="board-head">/s.exec(html) ?? [];
  return inside
    .replaceAll('</p>', ' ')
    .replace(/<button.*?<\/button>|<.*?>/g, '')
    .trim();
}

const searchOf = (html: string): string => /<input type="search"[^>]*>/.exec(html)?.[0] ?? '';

test('a badge that is scanned on the floor finds the handheld that its owner has, whatever spaces are around it; nobody’s badge is said to have none', async () => {
  await using docks = await startDocks();
  await docks.scan('d2', 'B-0017');
  for (const q of ['B-0017', '%20B-0017%20']) {
    const html = await docks.page(`?q=${q}`);
    expect(noteOf(html)).toBe('Ada (B-0017) has Dock 7.');
    expect(html).toContain('>Dock 7</strong></a></td>');
    expect(html).not.toContain('>Dock 1</strong></a></td>');
    expect(searchOf(html)).toContain(' autofocus=""'); // and is empty: the next scan is no part of this one
    expect(searchOf(html)).not.toContain('value');
  }
  await docks.scan('d1', 'B'.repeat(200)); // a long one is sought whole
  expect(noteOf(await docks.page(`?q=${'B'.repeat(200)}`))).toMatch(/^Olga .* has Dock 1\.$/);
  expect(noteOf(await docks.page('?q=B-0018'))).toBe('Nobody has a handheld with badge B-0018.');
  expect(noteOf(await docks.page('?q=X-99'))).toBe('Nobody has a handheld with badge X-99.');
  const found = await docks.page('?q=dock');
  expect([noteOf(found), searchOf(found)]).toEqual(['', expect.stringContaining('value="dock"')]);
});

test('a label and a badge give a handheld: the label leads to where the badge is awaited, and the floor says who has it', async () => {
  await using docks = await startDocks();
  expect(await docks.leadsTo('?q=%20dock%207')).toBe('/gateway/floor/one?id=d2');
  expect(await docks.page('/one?id=d2')).toMatch(/<input [^>]*autofocus="" [^>]*name="badge"/);
  const given = await docks.scan('d2', ' B-0017 ');
  expect(given.status).toBe(303);
  const there = given.headers.get('location') ?? '';
  expect(there).toBe('/gateway/floor?changed=d2');
  expect(noteOf(await docks.page('?changed=d2'))).toBe('Ada has Dock 7.');
  expect((await docks.scan('d2', 'B-9999')).status).toBe(422);
});

test('a board that comes anew by itself is led nowhere: nobody has scanned a label there', async () => {
  await using docks = await startDocks();
  expect(await docks.leadsTo('?q=dock%207')).toContain('/one');
  expect(await docks.leadsTo('?q=dock%207&again=1')).toBeNull();
});

test('who has a handheld already is given another, and it is said which they have too', async () => {
  await using docks = await startDocks();
  await docks.scan('d1', 'B-0017');
  await docks.scan('d2', 'B-0017');
  const html = await docks.page('?changed=d2');
  expect(noteOf(html)).toMatch(/^Ada has Dock 7\.\s+Ada has Dock 1 too\.$/);
  expect(html).toContain('href="/gateway/floor/one?id=d1"');
  expect(await docks.page('/one?id=d2')).toContain('too.');
  expect(noteOf(await docks.page('?q=B-0017'))).toMatch(
    /^Ada \(B-0017\) has Dock 7\.\s+Ada \(B-0017\) has Dock 1 too\.$/,
  );
});

test('a scan of the owner’s badge at the same place gives a handheld back, and another’s hands it on', async () => {
  await using docks = await startDocks();
  const now = async (): Promise<string> => noteOf(await docks.page('?changed=d2'));
  await docks.scan('d2', 'B-0017');
  await docks.scan('d2', 'B-0018');
  expect(await now()).toBe('Ivan has Dock 7.');
  await docks.scan('d2', 'B-0018');
  expect(await now()).toBe('Dock 7 is back.');
});

test('a form that is posted twice counts once, and one that was made before takes nothing from who has it since', async () => {
  await using docks = await startDocks();
  const now = async (): Promise<string> => noteOf(await docks.page('?changed=d2'));
  const free = await docks.shownForm('d2');
  for (const _of of ['Enter', 'Enter again']) await docks.hold({ ...free, badge: 'B-0017' });
  expect(await now()).toBe('Ada has Dock 7.');
  const adas = await docks.shownForm('d2');
  for (const _of of ['Enter', 'Enter again']) await docks.hold({ ...adas, badge: 'B-0017' });
  expect(await now()).toBe('Dock 7 is back.');
  await docks.scan('d2', 'B-0018');
  for (const what of [{ back: '1' }, { badge: 'B-0017' }]) await docks.hold({ ...adas, ...what });
  await docks.hold({ ...free, badge: 'B-0017' });
  expect(await now()).toBe('Ivan has Dock 7.');
  const trail = await (await fetch(`${docks.url}/gateway/audit/lines`, { headers: docks.here })).text();
  expect(trail.match(/handheld-(?:back|checked-out)/g)?.toReversed()).toEqual([
    'handheld-checked-out',
    'handheld-back',
    'handheld-checked-out',
  ]);
});

test('the floor has a figure of those that are handed out, which shows them; without names there is none, and nobody is asked for a badge', async () => {
  await using docks = await startDocks();
  await docks.scan('d2', 'B-0017');
  const [, tile = ''] =
    /<a class="tile row" href="([^"]+)"><span class="headline">1<\/span> handed out</.exec(await docks.page('')) ?? [];
  expect(tile).toBe('/gateway/floor?show=out');
  const out = await docks.page('?show=out');
  expect(out).toContain('>Ada</span> has it</strong> <span class="state age since">· ');
  expect(out).not.toContain('>Dock 1<');

  await using hidden = await startDocks({ ...site, floorShowsWorkers: false });
  const html = await hidden.page('?q=B-0017');
  expect(html).not.toMatch(/handed out|autofocus|Nobody has|Ada|badge/);
  expect(noteOf(await hidden.page('?changed=d2'))).toBe('');
});

test('a viewer finds who has a handheld, and has no button and no field that changes it', async () => {
  await using docks = await startDocks();
  await docks.scan('d2', 'B-0017');
  const vera = await person(docks, 'Vera', 'viewer');
  const html = await docks.page('?q=B-0017', vera);
  expect(noteOf(html)).toBe('Ada (B-0017) has Dock 7.');
  expect(html).not.toMatch(/It is back|autofocus/);
  expect(await docks.page('?q=dock%207', vera)).toContain('>Dock 7</strong></a></td>'); // a search, and no way to a badge
});
