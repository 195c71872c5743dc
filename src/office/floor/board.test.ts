import { expect, test } from 'vitest';
import type { HandheldReport } from '#wire/report.ts';
import type { EnrolledHandheld } from '#office/ports/gatewayPorts.ts';
import { markupOf } from '#office/pages/markup.ts';
import { pageWords } from '#office/pages/pageWords.ts';
import { boardPage } from './boardPage.tsx';
import { QUIET_MS, boardCounts, boardOf, chosenOf, readBoardAsked } from './board.ts';
import { troubledOn } from './boardNow.ts';
import type { LastWord } from './floor.ts';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const id = '0b5c7f9e-1111-4222-8333-444455556666';
const none: HandheldReport = { id, waiting: 0, person: 0 };

function word(device: number, report: Partial<HandheldReport> = {}, more: Partial<LastWord> = {}): LastWord {
  const known = { name: '', seenAt: NOW, browser: 'Chrome 119', toldAt: NOW, oldestSince: 0, holder: '', heldAt: 0 };
  return { id: `d${device}`, device, ...known, report: { ...none, ...report }, ...more };
}

function enrolledAs(number: number, more: Partial<EnrolledHandheld> = {}): EnrolledHandheld {
  return { number, name: `Dock ${number}`, enrolledAt: 0, seenAt: 0, revokedAt: null, ...more };
}

/** Draws the board. */
const drawn = async (...asked: Parameters<typeof boardPage>): Promise<string> => markupOf(await boardPage(...asked));

const devices = [1, 2, 3, 10].map((number) => enrolledAs(number));
const names = async (
  query: Record<string, string>,
  words: readonly LastWord[],
  site = {},
): Promise<readonly string[]> =>
  (await chosenOf(await boardOf(words, devices, site), readBoardAsked(query), NOW)).part.map(({ name }) => name);

test('whoever needs somebody stands above those whose calls only wait, the oldest first, and the rest follow by name', async () => {
  const words = [
    word(1),
    word(2, { waiting: 4 }, { oldestSince: NOW - 9 * MINUTE }),
    word(3, { person: 1 }, { oldestSince: NOW - 1 * MINUTE }),
    word(10, { person: 1 }, { oldestSince: NOW - 5 * MINUTE }),
  ];
  expect(await names({}, words)).toEqual(['Dock 10', 'Dock 3', 'Dock 2', 'Dock 1']);
  expect(await names({ sort: 'name' }, words)).toEqual(['Dock 1', 'Dock 2', 'Dock 3', 'Dock 10']);
});

test('a call that is under way for a moment moves no row and colours none; a person, a doubt, an old call, a pause and a lost handheld do', async () => {
  const view = { texts: pageWords('en').floor, now: NOW, showsWorkers: true };
  const shownOf = async (words: readonly LastWord[], toCheck?: ReadonlyMap<string, number>) => {
    const page = await drawn(await boardOf(words, devices, {}, toCheck), readBoardAsked({}), view);
    const rows = [...page.matchAll(/<tr([^>]*)><td.*?>(Dock \d+)</g)];
    return rows.map(([, style = '', name = '']) => name + style.replace(/ class="(.*)"/, ' $1'));
  };
  const others = [word(1), word(2), word(3)];
  const calm = ['Dock 1', 'Dock 2', 'Dock 3', 'Dock 10'];
  const young = { oldestSince: NOW - MINUTE + 1 };
  expect(await shownOf([...others, word(10)])).toEqual(calm);
  expect(await shownOf([...others, word(10, { waiting: 1 }, young)])).toEqual(calm);
  for (const [last, style, toCheck] of [
    [word(10, { person: 1 }, young), 'is-bad', undefined],
    [word(10), 'is-bad', new Map([['10', 1]])],
    [word(10, { waiting: 1 }, { oldestSince: NOW - MINUTE }), 'is-check', undefined],
    [word(10, { paused: 'on-hold' }), 'is-check', undefined],
    [word(10, {}, { seenAt: NOW - QUIET_MS }), 'is-check', undefined],
  ] as const)
    expect(await shownOf([...others, last], toCheck)).toEqual([`Dock 10 ${style}`, 'Dock 1', 'Dock 2', 'Dock 3']);
  // Nor among those that wait for somebody: one that has a call under way beside keeps its place.
  const inNeed = [word(1, { person: 1 }), word(2, { person: 1, waiting: 1 }, young)];
  expect((await names({}, inNeed)).slice(0, 2)).toEqual(['Dock 1', 'Dock 2']);
});

test('a long board shows the first hundred, and how many more there are, with the way to them', async () => {
  const words = Array.from({ length: 250 }, (_, at) => word(at + 1));
  const view = { texts: pageWords('en').floor, now: NOW, showsWorkers: true };
  const page = async (from: string): Promise<string> =>
    await drawn(
      await boardOf(
        words,
        words.map(({ device }) => enrolledAs(device)),
        {},
      ),
      readBoardAsked({ from }),
      view,
    );
  const rows = (html: string): readonly (string | undefined)[] =>
    [...html.matchAll(/>(Dock \d+)</g)].map(([, name]) => name);
  expect(rows(await page('0'))).toEqual(Array.from({ length: 100 }, (_, at) => `Dock ${at + 1}`));
  expect(await page('0')).toMatch(/href="[^"]*from=100">150 more</);
  expect(rows(await page('200'))).toHaveLength(50);
  expect(await page('200')).not.toContain('more</a>');
});

test.each([
  ['en', 1, 'needs a person'],
  ['en', 3, 'need a person'],
  ['ru', 1, 'ждёт человека'],
  ['ru', 3, 'ждут человека'],
  ['ru', 5, 'ждут человека'],
] as const)('a figure has its word in the form that fits it: %s, %i %s', async (language, many, expected) => {
  const view = { texts: pageWords(language).floor, now: NOW, showsWorkers: true };
  const entries = await boardOf([word(1, { person: many })], devices, {});
  expect(await drawn(entries, readBoardAsked({}), view)).toContain(`>${many}</strong><span class="word"> ${expected}<`);
});

test('each filter shows as many as its figure says, and a search finds by name, worker, warehouse and version', async () => {
  const words = [
    word(1, { paused: 'on-hold' }),
    word(2, { waiting: 1, version: '0.2.0-abc' }),
    word(3, { person: 2, worker: '7', warehouse: '4' }, { seenAt: NOW - QUIET_MS, holder: '7' }),
  ];
  const site = {
    floorShowsWorkers: true,
    workers: [{ userId: '7', name: 'Ada Moreno' }],
    warehouses: [{ id: '4', name: 'North' }],
  };
  const counts = boardCounts(await boardOf(words, devices, site), NOW);
  expect(counts).toEqual({ all: 4, person: 1, waiting: 1, quiet: 2, paused: 1, out: 1 }); // no. 10 never said a word
  for (const show of ['all', 'person', 'waiting', 'quiet', 'paused', 'out'] as const)
    expect(await names({ show }, words, site)).toHaveLength(counts[show]);
  for (const q of ['dock 3', 'ada', 'NORTH']) expect(await names({ q }, words, site)).toEqual(['Dock 3']);
  expect(await names({ q: '-abc' }, words, site)).toEqual(['Dock 2']);
});

test('a worker’s name is nowhere, and finds nothing, where the site does not show workers', async () => {
  const words = [word(1, { worker: '7' }, { holder: '7' })];
  const site = { workers: [{ userId: '7', name: 'Ada Moreno' }] };
  expect((await boardOf(words, devices, site))[0]).toMatchObject({ worker: '', holderName: '' });
  expect(await names({ q: 'ada' }, words, site)).toEqual([]);
});

test('a lost handheld that was revoked stays with what waits on it, and one on which nothing waits goes', async () => {
  const gone = [enrolledAs(1, { revokedAt: NOW }), enrolledAs(2, { revokedAt: NOW })];
  const entries = await boardOf([word(1, { waiting: 2 }, { seenAt: NOW - 9 * QUIET_MS }), word(2)], gone, {});
  expect(entries.map(({ name, report }) => [name, report?.waiting])).toEqual([['Dock 1', 2]]);
});

test('a revoked handheld counts as one that needs a person while something is open on it, and as nothing else: no network ends that', async () => {
  const gone = [1, 2, 3, 4].map((number) => enrolledAs(number, { revokedAt: NOW - MINUTE }));
  const lost = { seenAt: NOW - 9 * QUIET_MS, toldAt: NOW - 9 * QUIET_MS };
  const words = [
    word(1, { waiting: 2, paused: 'on-hold' }, lost),
    word(2, { person: 2, doubts: 2 }, lost),
    word(3, { person: 1, doubts: 1 }, lost),
    word(4, { person: 2, doubts: 1 }, lost),
  ];
  const said = (says: 'done' | 'not-done') => ({ says, saidAt: NOW - MINUTE });
  // Nobody there says what is next after "not done".
  const decided = new Map([
    ['2', [said('done'), said('not-done')]],
    ['4', [said('done')]],
  ]);
  const entries = await boardOf(words, gone, {}, new Map([['3', 1]]), decided);
  expect(entries.map(({ name, person }) => [name, person])).toEqual([
    ['Dock 1', 0],
    ['Dock 3', 1],
    ['Dock 4', 1],
  ]);
  expect(boardCounts(entries, NOW)).toEqual({ all: 3, person: 3, waiting: 0, quiet: 0, paused: 0, out: 0 });
});

test('a handheld that was revoked and set up anew stands once, under its new number, with what waits on it', async () => {
  const both = [enrolledAs(1, { revokedAt: NOW - MINUTE }), enrolledAs(2)];
  const words = [word(1, { waiting: 6, person: 1 }, { toldAt: NOW - MINUTE }), word(2, { waiting: 6, person: 1 })];
  expect((await boardOf(words, both, {})).map(({ name }) => name)).toEqual(['Dock 2']);
  const inDoubt = await boardOf(words, both, {}, new Map([['1', 1]])); // its calls of before are found there
  expect(inDoubt.map(({ name, report, toCheck }) => [name, report?.waiting, toCheck])).toEqual([
    ['Dock 1', undefined, 1],
    ['Dock 2', 6, 0],
  ]);
  const other = word(2, { id: id.replace('0b', '1c') });
  expect((await boardOf([words[0] ?? other, other], both, {})).map(({ name }) => name)).toEqual(['Dock 1', 'Dock 2']);
});

test('it was last seen when it last was there, by whichever list knows it later', async () => {
  const seen = await boardOf(
    [word(1, {}, { seenAt: NOW })],
    [enrolledAs(1, { seenAt: NOW - 70_000 }), enrolledAs(2, { seenAt: NOW })],
    {},
  );
  expect(seen.map(({ seenAt }) => seenAt)).toEqual([NOW, NOW]);
});

test('an address that asks for nonsense shows the board', async () => {
  expect(readBoardAsked({ show: 'x', sort: '<b>', from: '-1', q: ' '.repeat(9) })).toEqual({
    q: '',
    show: 'all',
    sort: 'trouble',
    from: 0,
  });
});

test('a handheld of which the ledger has a call to check needs a person, whatever it said last, and stays though it was revoked', async () => {
  const known = [...devices, enrolledAs(12, { revokedAt: NOW })];
  const toCheck = new Map([
    ['3', 1],
    ['12', 2],
    ['10.0.0.9', 4],
  ]);
  const entries = await boardOf([word(1, { waiting: 2 })], known, {}, toCheck);
  expect(boardCounts(entries, NOW)).toMatchObject({ all: 5, person: 2, waiting: 1 });
  const shown = (await chosenOf(entries, readBoardAsked({}), NOW)).part.map(({ name, toCheck: many }) => [name, many]);
  expect(shown.slice(0, 3)).toEqual([
    ['Dock 3', 1],
    ['Dock 12', 2],
    ['Dock 1', 0],
  ]);
});

test.each([
  ['a doubt that is done since', { person: 2, doubts: 1 }, [1], 1],
  ['the same, all that wanted somebody', { person: 1, doubts: 1 }, [1], 0],
  ['done before its last word: it has told it with that', { person: 1, doubts: 1 }, [0, -1], 1],
  ['done before its last word, and after what it had heard by then', { person: 1, doubts: 1, heard: NOW - 9 }, [-8], 0],
  ['done before its last word, which knows it', { person: 1, doubts: 1, heard: NOW - 9 }, [-10], 1],
  ['heard by a clock that is ahead', { person: 1, doubts: 1, heard: NOW + 9 }, [1], 0],
  ['more than it had then: they came after its last word', { person: 3, doubts: 1 }, [1, 2], 2],
  ['told of more doubts than of what wants somebody, which no handheld does', { person: 1, doubts: 3 }, [1, 2], 0],
  ['a word about no doubt that it told of', { person: 2, doubts: 0 }, [1], 2],
  ['an older handheld, which tells no doubts', { person: 2 }, [1], 2],
] as const)('what wants somebody at a handheld: %s', async (_, report, doneAt, person) => {
  const words = doneAt.map((since) => ({ says: 'done', saidAt: NOW + since }) as const);
  const decided = new Map([
    ['1', [...words, { says: 'not-done', saidAt: NOW + 3 } as const]],
    ['2', [{ says: 'done', saidAt: NOW + 3 } as const]],
  ]);
  const entries = await boardOf([word(1, report), word(3, { person: 1, doubts: 1 })], devices, {}, new Map(), decided);
  expect(entries.map((entry) => [entry.name, entry.person])).toEqual([
    ['Dock 1', person],
    ['Dock 2', 0],
    ['Dock 3', 1],
    ['Dock 10', 0],
  ]);
});

test('a worker’s id of no list of the site turns no line around and has no sign that is not seen', async () => {
  const words = [word(1, { worker: '7\u202E\u200Bdda' }, { holder: '\u20668' })];
  const [entry] = await boardOf(words, [enrolledAs(1)], { floorShowsWorkers: true });
  expect([entry?.worker, entry?.holderName]).toEqual(['7 dda', '8']);
});

test('a row marks what is not as elsewhere on the floor, and its columns stay where they are, whatever stands in them', async () => {
  const view = { texts: pageWords('en').floor, now: NOW, showsWorkers: true };
  const page = async (words: readonly LastWord[]): Promise<string> =>
    await drawn(await boardOf(words, devices, {}), readBoardAsked({}), view);
  const headsOf = (html: string) => [...html.matchAll(/<th [^>]*>(.*?)</g)].map(([, head]) => head);
  const marksOf = (html: string): readonly string[] =>
    [...html.matchAll(/data-mark="\w+">(.*?)<\/span>(?= <span|<\/td>)/g)].map(([, mark = '']) =>
      mark.replace(/<.*?>/g, ''),
    );
  const alike = { version: '0.10.0-abc', kept: true, warehouse: '1' };
  const calm = await page([1, 2, 3, 10].map((number) => word(number, alike)));
  expect(marksOf(calm)).toEqual([]);
  const lively = await page([
    word(1, { ...alike, battery: 5, person: 3, worker: '7' }, { holder: '8' }),
    word(2, { ...alike, version: '0.10.0-xyz' }),
    word(3, { ...alike, version: '0.9.2-abc', kept: false, paused: 'no-key', warehouse: '2' }),
    word(10, alike),
  ]);
  expect(headsOf(lively)).toEqual(headsOf(calm));
  const rows = lively.split('<tr').filter((row) => row.includes('>Dock '));
  expect(rows.map((row) => [/>(Dock \d+)</.exec(row)?.[1], ...marksOf(row)])).toEqual([
    ['Dock 1', '1'],
    ['Dock 3', 'has no access key', 'storage may be cleared', 'version 0.9.2-abc', '2'],
    ['Dock 2', 'version 0.10.0-xyz', '1'],
    ['Dock 10', '1'],
  ]);
});

test('whom to ask for a handheld stands first, with since when, and who is signed in on it below', async () => {
  const site = {
    floorShowsWorkers: true,
    workers: [
      { userId: '7', name: 'Ada' },
      { userId: '8', name: 'Ivan' },
    ],
  };
  const view = { texts: pageWords('en').floor, now: NOW, showsWorkers: true };
  const whoOf = async (worker: string | undefined, holder: string): Promise<string> => {
    const words = [word(1, worker === undefined ? {} : { worker }, { holder, heldAt: NOW - 7_200_000 })];
    const page = await drawn(await boardOf(words, [enrolledAs(1)], site), readBoardAsked({}), view);
    return (/data-who="true">(.*?)<\/td>/.exec(page)?.[1] ?? '').replaceAll('</strong>', '; ').replace(/<.*?>/g, '');
  };
  expect(await whoOf('7', '8')).toBe('Ivan has it;  · 2 h agosigned in: Ada');
  expect(await whoOf('8', '8')).toBe('Ivan has it;  · 2 h ago');
  expect(await whoOf('7', '')).toBe('Ada');
  expect(await whoOf(undefined, '')).toBe('');
});

test('an alert is of handhelds that were not heard with open calls on them, and of those in use whose queue the browser may clear', async () => {
  const HOUR = 60 * MINUTE;
  const words = [
    word(1, { waiting: 1 }, { seenAt: NOW - HOUR }),
    word(2, { person: 1, kept: true }, { seenAt: NOW - HOUR + 1 }),
    word(3, { kept: false }, { seenAt: NOW - HOUR }), // it sleeps, and nothing is open on it
    word(10, { person: 1, kept: false }, { seenAt: NOW - 48 * HOUR }),
    word(11, { waiting: 1, kept: false }, { seenAt: NOW - HOUR }),
  ];
  const entries = await boardOf(words, [...devices, enrolledAs(11, { revokedAt: NOW })], {});
  expect(troubledOn(entries, HOUR, NOW)).toEqual({ silent: ['d1', 'd10'], unkept: ['d3'] });
});
