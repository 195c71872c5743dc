import { expect, test } from 'vitest';
import { languageTags } from '#contract/languages.ts';
import { markupOf } from '#office/pages/markup.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import { KEY, call, enrolled } from '#main/testing/deviceRig.ts';
import { postAs } from '#main/testing/peopleRig.ts';
import { hello, said, startWithSite } from '#main/testing/floorRig.ts';
import { serviceReply, startUpstream, textIn } from '#main/testing/rig.ts';
import { boardOf } from './board.ts';
import { HandheldPage } from './HandheldPage.tsx';

const NOW = 1_700_000_000_000;
const MAY = { rename: true, hold: true, takeOff: true };

test('what needs a person leads to where it is settled: to the handheld, and to its refused answers where the ledger has some', async () => {
  const answers = ['ERR: none', 'OK'].map((text) => serviceReply(text));
  await using upstream = await startUpstream((request) => request.reply(answers.shift() ?? ''));
  await using gateway = await startWithSite(
    { answerRules: [{ contains: 'ERR', verdict: 'refused' }] },
    { UPSTREAM_URL: upstream.url.href, UPSTREAM_API_KEY: KEY },
  );
  const pageOf = async (address: string): Promise<string> =>
    (await fetch(gateway.url + address, { headers: gateway.here })).text();
  for (const [name, key] of [
    ['Dock 1', 'call-refused'],
    ['Dock 2', 'call-done'],
  ] as const) {
    const dock = await enrolled(gateway.url, name);
    await call(gateway.url, key, dock);
    await hello(gateway.url, said, dock);
  }
  const board = await pageOf('/gateway/floor');
  const links = [...board.matchAll(/<a href="([^"]+)"><strong class="check said-wrong">1</g)].map(
    ([, link = '']) => link,
  );
  expect(links).toEqual(['/gateway/floor/one?id=d1', '/gateway/floor/one?id=d2']);
  const pages = await Promise.all(links.map(pageOf));
  for (const page of pages) {
    expect(page).toContain('It is settled on the handheld (Queue, Needs you)');
    expect(page).not.toContain('What stands under Check it'); // it has none
  }
  const [, there = ''] = /href="([^"]+)">Its refused answers, in the ledger</.exec(pages[0] ?? '') ?? [];
  const found = await pageOf(textIn(there));
  expect(found).toContain('call-ref');
  expect(found).not.toContain('call-done');
  expect(pages[1]).not.toContain('Its refused answers');
});

test('“Revoke, or enrol anew” leads to the row of this handheld, among all', async () => {
  await using gateway = await startWithSite({}, { UPSTREAM_API_KEY: KEY });
  const pageOf = async (address: string): Promise<string> =>
    (await fetch(gateway.url + address, { headers: gateway.here })).text();
  for (const name of ['Dock 1', 'Dock 2', 'Hall 2']) await enrolled(gateway.url, name);
  const [, place, row] = /href="([^"#]+)#([^"]+)">Revoke,/.exec(await pageOf('/gateway/floor/one?id=d2')) ?? [];
  expect(place).toBe('/gateway/devices?search=2');
  const rows = (await pageOf(place ?? '')).split('<tr').filter((one) => one.includes(`id="${row}"`));
  expect(rows).toEqual([expect.stringContaining('Dock 2')]);
});

test('a name that is taken is refused in one sentence, with what was typed left there; a new one is said to be kept', async () => {
  await using gateway = await startWithSite({}, { UPSTREAM_API_KEY: KEY });
  for (const name of ['Dock 1', 'Dock 2']) await enrolled(gateway.url, name);
  const rename = (name: string) => postAs(gateway, '/gateway/floor/rename', { id: 'd2', name }, gateway.here);
  const taken = await rename(' dock 1 ');
  const page = taken.text;
  expect([taken.status, page]).toEqual([422, expect.stringContaining('There is a Dock 1 already (no. 1).')]);
  expect(page).toContain('value=" dock 1 "');
  const kept = await rename('Dock 3');
  expect(kept.status).toBe(303);
  const next = await fetch(gateway.url + kept.headers.get('location'), { headers: gateway.here });
  expect(await next.text()).toContain('Its name is Dock 3 now.');
  expect((await rename('dock 3')).status).toBe(303); // its own, in other letters
});

test.each(['on-hold', 'no-key', 'key-refused', 'not-enrolled'] as const)(
  'the page of a handheld that sends nothing (%s) says why and what to do, in each language',
  async (paused) => {
    const told = { name: 'Dock 1', seenAt: NOW, browser: '', toldAt: NOW, oldestSince: 0, holder: '', heldAt: 0 };
    const words = [{ id: 's1', device: 0, ...told, report: { ...said, waiting: 7, paused } }];
    for (const language of languageTags) {
      const { floor: texts } = pageWords(language);
      const [entry] = await boardOf(words, undefined, {});
      const view = { texts, now: NOW, showsWorkers: true };
      const page = entry && markupOf(<HandheldPage entry={entry} view={view} more={MAY} />);
      expect(page).toContain(`${texts.pauses[paused]}</span></h3><p>${texts.pauseHelp[paused]}</p>`);
    }
  },
);

test('a handheld’s page begins with what is wrong, the worst first, each with what to do, and says where nothing is', async () => {
  const { floor: texts } = pageWords('en');
  const pageOf = async (more: object, toCheck = 0, seenAt = NOW): Promise<string> => {
    const told = { name: 'Dock 1', seenAt, browser: '', toldAt: seenAt, oldestSince: NOW - 3_600_000, holder: '7' };
    const word = { id: 'd1', device: 1, heldAt: 1, ...told, report: { ...said, waiting: 0, person: 0, ...more } };
    const device = { number: 1, name: 'Dock 1', enrolledAt: 1, seenAt, revokedAt: null };
    const [entry] = await boardOf([word], [device], { floorShowsWorkers: true }, new Map([['1', toCheck]]));
    if (!entry) throw new Error('it is not on the board');
    return markupOf(<HandheldPage entry={entry} view={{ texts, now: NOW, showsWorkers: true }} more={MAY} />);
  };
  const wrong = await pageOf({ waiting: 6, person: 2, battery: 9, charging: false, kept: false }, 1, NOW - 3_600_000);
  const parts = wrong.replaceAll(/<[^>]*>/g, '|').split(/\|+/);
  const places = [
    '2',
    texts.personHelp,
    texts.help.toCheck,
    texts.help.quiet,
    texts.help.waiting,
    texts.help.battery,
    texts.help.kept,
    texts.takeBack,
    texts.rest,
  ].map((text) => parts.findIndex((part) => part.startsWith(text)));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(wrong).toContain('href="/gateway/ledger?asker=1"');
  expect(wrong).not.toContain('autofocus'); // the page stays at its top

  const well = await pageOf({ kept: true });
  expect(well).toContain(texts.well);
  expect(well).not.toContain('<ol');
  expect(await pageOf({}, 0, 0)).toContain(texts.help.never);
});
