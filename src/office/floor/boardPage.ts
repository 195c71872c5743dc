import type { PageWords } from '#office/pages/pageWords.ts';
import {
  AGAIN,
  SCAN_FIELD_SCRIPT,
  asItIs,
  choice,
  devicePlace,
  escaped,
  field,
  pathOfPage,
  postForm,
  table,
  timeOf,
  type Cell,
} from '#office/pages/page.ts';
import {
  type BoardAsked,
  type BoardEntry,
  type Holder,
  LONGEST_SOUGHT,
  MOMENT_MS,
  QUIET_MS,
  boardCounts,
  boardSorts,
  chosenOf,
  needOf,
  newestVersion,
  openOn,
} from './board.ts';
import { badgeNote, changedNote, holdPart, linkTo, handheldName } from './checkOut.ts';

const FLOOR = pathOfPage('floor');
/** The entries of one page: more are a tap away. */
const SHOWN = 100;
/** A battery at or below this is shown as one that ends soon, in percent. */
const LOW_BATTERY = 20;
const TILES = ['person', 'waiting', 'quiet', 'out', 'all'] as const;

type FloorWords = PageWords['floor'];

/** The words and the time with which the board is shown. */
export interface FloorView {
  readonly texts: FloorWords;
  /** Unix ms. */
  readonly now: number;
  /** The site says `floorShowsWorkers`. */
  readonly showsWorkers: boolean;
  /** The viewer may give handhelds out. */
  readonly mayHold?: boolean;
  /** The person whom the text means that is searched for. */
  readonly holder?: Holder | undefined;
  /** The handheld that was given, or came back, just now. */
  readonly changed?: string | undefined;
}

/** Makes the board: what needs somebody in a few figures, and a row for each handheld. Its script puts a newer list in its place. */
export async function boardPage(entries: readonly BoardEntry[], asked: BoardAsked, view: FloorView): Promise<string> {
  const { texts, now, showsWorkers, mayHold = false, holder, changed = '' } = view;
  const counts = boardCounts(entries, now);
  const shown = TILES.filter((show) => show !== 'out' || showsWorkers);
  const tiles = shown.map((show) => {
    const mood =
      counts[show] === 0 ? '' : ({ person: ' is-bad', waiting: ' is-check', quiet: ' is-check' }[show as string] ?? '');
    const current = asked.show === show ? ' aria-current="true"' : '';
    return `<a class="tile row${mood}" href="${addressOf({ ...asked, show, from: 0 })}"${current}><span class="headline">${counts[show]}</span> ${texts.tiles[show]}</a>`;
  });
  const { part, many } = await chosenOf(entries, asked, now, holder, SHOWN);
  const more =
    many > asked.from + SHOWN
      ? `<p><a class="button" href="${addressOf({ ...asked, from: asked.from + SHOWN })}">${texts.more({ many: many - asked.from - SHOWN })}</a></p>`
      : '';
  const list =
    part.length === 0
      ? `<p>${entries.length === 0 ? texts.none : texts.noneFound}</p>`
      : boardTable(part, view, marksAmong(entries, view));
  const { q, show, sort } = asked;
  const isFound = many > 0 || show !== 'all';
  const said =
    q === ''
      ? changedNote(changed, entries, texts, mayHold)
      : badgeNote({ q, holder, isFound }, entries, texts, mayHold);
  const note = showsWorkers ? said : '';
  const sought = showsWorkers ? texts.search : texts.searchName;
  // What a scan is answered with leaves the field to the next one.
  const search = `<input type="search" name="q"${note === '' ? ` value="${escaped(q)}"` : ''} maxlength="${LONGEST_SOUGHT}" autocomplete="off" aria-label="${sought}" placeholder="${sought}"${mayHold ? ` autofocus>${SCAN_FIELD_SCRIPT}` : '>'}`;
  const order = choice(texts.sort, 'sort', sortNames(texts), { chosen: sort });
  return `<p id="stale" class="note said-repeat" role="status" data-in-seconds="${texts.stale({ age: texts.ages.seconds({ seconds: '#' }) })}" data-in-minutes="${texts.stale({ age: texts.ages.minutes({ minutes: '#' }) })}" hidden></p>${note}
<div class="board-head"><nav class="tiles" aria-label="${texts.filters}" data-live>${tiles.join('')}</nav>
<form class="finder" method="get" action="${FLOOR}">${search}<input type="hidden" name="show" value="${show}">
<details class="panel"${sort === 'trouble' ? '' : ' open'}><summary class="button">${texts.sort}</summary>${order}
<button class="button button-primary">${texts.doFind}</button></details></form></div>
<div data-live>${list}${more}</div>`;
}

/** Returns the address at which a part of the board comes anew by itself. */
export function addressAgain(asked: BoardAsked): string {
  return plainAddressOf(asked, { [AGAIN]: '1' });
}

function sortNames(texts: FloorWords): Readonly<Record<string, string>> {
  return Object.fromEntries(boardSorts.map((sort) => [sort, texts.sorts[sort]]));
}

/** Returns the address of a part of the board, as HTML. @param more - members of the query beside. */
function addressOf(asked: BoardAsked, more?: Readonly<Record<string, string>>): string {
  return escaped(plainAddressOf(asked, more));
}

function plainAddressOf({ q, show, sort, from }: BoardAsked, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(show !== 'all' && { show }),
    ...(sort !== 'trouble' && { sort }),
    ...(from > 0 && { from: String(from) }),
    ...more,
  }).toString();
  return query === '' ? FLOOR : `${FLOOR}?${query}`;
}

type Column = keyof FloorWords['columns'];

/** The columns of the board, whatever stands in them: none moves as another empties. */
const columns = ['name', 'person', 'waiting', 'toCheck', 'oldest', 'seen', 'who', 'battery', 'marks'] as const;

/** The lines of a handheld's page. */
const factNames = [
  'person',
  'waiting',
  'toCheck',
  'oldest',
  'paused',
  'seen',
  'told',
  'who',
  'battery',
  'kept',
  'app',
  'warehouse',
] as const;

/** The columns whose figure stands before its word on a narrow screen. */
const figures: ReadonlySet<Column> = new Set(['person', 'waiting', 'toCheck']);

/** The columns of so few words that they are not broken. */
const short: ReadonlySet<Column> = new Set(['oldest', 'seen']);

function boardTable(entries: readonly BoardEntry[], view: FloorView, marksOf: MarksOf): string {
  const shown = columns.filter((column) => column !== 'who' || view.showsWorkers);
  const rows = entries.map((entry) =>
    shown.map((column): Cell => {
      const html = column === 'marks' ? marksOf(entry) : floorCells[column](entry, view);
      const more = {
        class: short.has(column) && 'age',
        'data-figure': figures.has(column),
        'data-seen': column === 'seen',
        'data-who': column === 'who',
        'data-calm': isCalm(column, entry, view.now),
      };
      return { html, tag: { ...((column === 'name' || column === 'marks') && { 'data-name': false }), ...more } };
    }),
  );
  return table(
    shown.map((column) => view.texts.columns[column]),
    rows,
    { style: 'board', rowTags: entries.map((entry) => ({ class: moods[needOf(entry, view.now)] })) },
  );
}

/** Tells whether a cell says nothing that anybody has to look at: a narrow screen leaves it out. */
function isCalm(column: Column, entry: BoardEntry, now: number): boolean {
  return (column === 'battery' && !isLow(entry)) || (column === 'oldest' && needOf(entry, now) === 2);
}

type MarksOf = (entry: BoardEntry) => string;

/** Makes what marks a handheld by what is not as it is elsewhere on the floor, as HTML; all of it stands on its own page. */
function marksAmong(all: readonly BoardEntry[], view: FloorView): MarksOf {
  const { texts } = view;
  const newest = newestVersion(all);
  const hasWarehouses = new Set(all.map(({ warehouse }) => warehouse).filter(Boolean)).size > 1;
  return (entry) => {
    const { report, toldAt } = entry;
    const { version = newest } = report ?? {};
    const told = floorCells.told(entry, view);
    const attention = (text: string): string => `<strong class="says-attention">${text}</strong>`;
    const marks = {
      paused: report?.paused ? attention(texts.pauses[report.paused]) : '',
      told: told === '' || toldAt === 0 ? told : `${texts.columns.told}: ${told}`,
      kept: report?.kept === false ? attention(texts.mayBeCleared) : '',
      app: version === newest ? '' : attention(texts.otherVersion({ version: asItIs(version) })),
      warehouse: hasWarehouses ? floorCells.warehouse(entry, view) : '',
    };
    const said = Object.entries(marks).filter(([, html]) => html !== '');
    return said.map(([name, html]) => `<span data-mark="${name}">${html}</span>`).join(' ');
  };
}

/** The styles of handhelds by how soon they need somebody. */
const moods = ['is-bad', 'is-check', undefined] as const;

/** The cells of a handheld by column, as HTML; empty where nothing is to be said. */
const floorCells: Readonly<Record<Exclude<Column, 'marks'>, (entry: BoardEntry, view: FloorView) => string>> = {
  name: (entry, { texts }) => linkTo(entry, texts) + (entry.revokedAt === 0 ? '' : ` ${texts.revoked}`),
  person: ({ id, person }, { texts }) => {
    const said = figure(person, 'said-wrong', texts.figures.person);
    return said && `<a href="${FLOOR}/one?id=${id}">${said}</a>`;
  },
  waiting: ({ report }, { texts }) => figure(report?.waiting, 'said-repeat', texts.figures.waiting),
  toCheck: ({ device, toCheck }, { texts }) =>
    toCheck === 0
      ? ''
      : `<a href="${pathOfPage('ledger')}?asker=${device}">${figure(toCheck, 'said-repeat', texts.figures.toCheck)}</a>`,
  oldest: (entry, view) => (openOn(entry) > 0 && entry.oldestSince > 0 ? agoIn(view, entry.oldestSince) : ''),
  paused: ({ report }, { texts }) => (report?.paused ? texts.pauses[report.paused] : ''),
  seen: ({ seenAt }, view) => {
    if (seenAt === 0) return view.texts.never;
    const said = agoIn(view, seenAt);
    return view.now - seenAt >= QUIET_MS ? `<strong class="says-attention">${said}</strong>` : said;
  },
  // said where it was there since, and said nothing of how it stands
  told({ toldAt, seenAt }, view) {
    if (toldAt === 0) return view.texts.nothingTold;
    return seenAt - toldAt < MOMENT_MS ? '' : agoIn(view, toldAt);
  },
  // who has it is asked for it, whoever is signed in there
  who({ worker, holderName, heldAt }, view) {
    const { texts } = view;
    if (holderName === '') return worker && asItIs(worker);
    const held = `<strong>${texts.heldBy({ name: asItIs(holderName) })}</strong> <span class="state age since">· ${agoIn(view, heldAt)}</span>`;
    if (worker === '' || worker === holderName) return held;
    return `${held}<br><span class="state">${texts.signedIn({ name: asItIs(worker) })}</span>`;
  },
  battery(entry, { texts }) {
    const { report } = entry;
    if (report?.battery === undefined) return '';
    const percent = `${report.battery} %${report.charging ? ` ${texts.charging}` : ''}`;
    return isLow(entry) ? `<strong class="says-attention">${percent}</strong>` : percent;
  },
  kept: ({ report }, { texts }) =>
    report?.kept === false ? `<strong class="says-attention">${texts.notKept}</strong>` : '',
  app({ report, browser }) {
    const said = [report?.version ?? '', browser].filter((text) => text !== '').join(' · ');
    return said && `<span translate="no">${escaped(said)}</span>`;
  },
  warehouse: ({ warehouse }) => warehouse && `<span translate="no">${escaped(warehouse)}</span>`,
};

/** Tells whether a battery ends soon. */
function isLow({ report }: Pick<BoardEntry, 'report'>): boolean {
  return report?.battery !== undefined && report.battery <= LOW_BATTERY && !report.charging;
}

/** Makes a figure, and its word for where no column has it; empty for 0. */
function figure(many = 0, said: string, word: FloorWords['figures']['person']): string {
  return many === 0 ? '' : `<strong class="check ${said}">${many}</strong><span class="word"> ${word({ many })}</span>`;
}

/** Says how long ago a time was, in the largest unit. A time to come, by another gateway's clock, is now. */
function agoIn({ texts, now }: FloorView, at: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  const { ages } = texts;
  if (seconds < 60) return ages.seconds({ seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return ages.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ages.hours({ hours }) : ages.days({ days: Math.floor(hours / 24) });
}

/** The changes of a handheld that are offered to whoever looks, and the sentences beside. */
export interface HandheldView {
  readonly rename: boolean;
  readonly hold: boolean;
  /** All of the floor: whoever has this one may have others. */
  readonly all?: readonly BoardEntry[];
  /** The ledger has answers of it that are read as refused. */
  readonly hasRefused?: boolean | undefined;
  /** A name that was not taken, to be mended. */
  readonly typedName?: string | undefined;
  readonly isRenamed?: boolean;
}

/**
 * Makes the page of one handheld: its last word, with where what it says is settled, and what whoever looks may change of it.
 */
export function handheldPage(
  entry: BoardEntry,
  view: FloorView,
  { rename: mayRename, hold, all = [], typedName, isRenamed, hasRefused }: HandheldView,
): string {
  const { texts } = view;
  const { report } = entry;
  const more: Partial<Record<(typeof factNames)[number], string>> = {
    person: personHelp(entry, texts, hasRefused),
    ...(report?.paused && { paused: hint(texts.pauseHelp[report.paused]) }),
  };
  const cells = { ...floorCells, person: () => figure(entry.person, 'said-wrong', texts.figures.person) };
  const facts = factNames
    .map((column) => [texts.columns[column], cells[column](entry, view) + (more[column] ?? '')] as const)
    .filter(([, html]) => html !== '')
    .map(([name, html]) => `<tr><th scope="row">${name}</th><td>${html}</td></tr>`);
  const told = entry.toldAt === 0 ? '' : `<p class="hint">${texts.toldAt({ when: timeOf(entry.toldAt) })}</p>`;
  const hidden = { id: entry.id };
  const name = field(texts.columns.name, 'name', {
    value: typedName ?? entry.name,
    maxlength: 60,
    required: true,
    autocomplete: 'off',
  });
  const rename = `<details class="panel"${typedName === undefined ? '' : ' open'}><summary class="button">${texts.rename}</summary>${postForm(`${FLOOR}/rename`, hidden, `${name}<button class="button button-primary">${texts.doRename}</button>`)}</details>`;
  const devices = `<p><a class="button" href="${devicePlace(entry.device)}">${texts.toDevices}</a></p>`;
  const renamed = isRenamed
    ? `<p class="note said-saved" role="status">${texts.renamed({ name: handheldName(entry, texts) })}</p>`
    : '';
  return `${renamed}<p class="headline" translate="no">${handheldName(entry, texts)}</p>${hold ? holdPart(entry, all, texts) : ''}<table class="facts brief"><tbody>${facts.join('')}</tbody></table>${told}
${mayRename ? rename + (entry.device === 0 ? '' : devices) : ''}<p><a class="button" href="${FLOOR}">${texts.back}</a></p>`;
}

/** Says where what needs a person is settled, and what the ledger has of it. */
function personHelp(
  { device, report, person, toCheck, isDecidedSince }: BoardEntry,
  texts: FloorWords,
  hasRefused = false,
): string {
  const decided = report?.person && isDecidedSince ? hint(texts.decidedSince) : '';
  if (person === 0) return decided;
  const query = escaped(new URLSearchParams({ asker: String(device), state: 'refused' }).toString());
  const link = hasRefused ? ` <a href="${pathOfPage('ledger')}?${query}">${texts.refusedThere}</a>` : '';
  const there = toCheck > 0 ? ` ${texts.checkThere}` : '';
  return hint(texts.personHelp + there + link) + decided;
}

function hint(html: string): string {
  return `<p class="hint">${html}</p>`;
}
