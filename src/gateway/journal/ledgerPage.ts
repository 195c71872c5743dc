import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import type { LedgerEntry, LedgerLine, LedgerPlace } from '#gateway/ledger/ledgerReader.ts';
import { type LedgerWords, pageWords } from '#gateway/pages/pageWords.ts';
import { askerText } from './askerText.ts';
import { type PageFacts, framed, pathOfPage } from '#gateway/pages/page.ts';
import { choice, escaped, field, postForm, sameNames, table } from '#gateway/pages/pageParts.ts';
import { timeOf } from '#gateway/pages/pageTime.ts';

const LEDGER = pathOfPage('ledger');

/** What was asked for in the address, as it was written. */
export interface LedgerAsked {
  readonly key?: string;
  readonly state?: string;
  readonly operation?: string;
  /** `2026-11-21` */
  readonly day?: string;
}

/** What a page says beside the ledger's own words. */
export interface LedgerView {
  /** Unix ms. */
  readonly now: number;
  /** The names of the enrolled handhelds, by their numbers. */
  readonly names: ReadonlyMap<string, string>;
}

/** A page of calls, and where the next one begins. */
export interface LedgerPart {
  readonly lines: readonly LedgerLine[];
  readonly next?: LedgerPlace;
  /** There was no time to fill it. */
  readonly isCut?: boolean;
}

/** The first view: what nobody has settled, the searches, and the newest calls. */
export function ledgerPage(
  facts: PageFacts,
  asked: LedgerAsked,
  parts: { readonly unconfirmed: readonly LedgerLine[]; readonly isMore: boolean; readonly journal: LedgerPart },
  view: LedgerView,
): string {
  const texts = pageWords('ledger', facts.language);
  const { unconfirmed, isMore, journal } = parts;
  const columns = ['age', 'received', 'asker', 'operation', 'key', 'detail'] as const;
  const open =
    unconfirmed.length === 0
      ? `<p>${texts.noneUnconfirmed}</p>`
      : `<p>${texts.unconfirmedHint}${isMore ? ` ${texts.newestOnly({ count: unconfirmed.length })}` : ''}</p>${callTable(texts, columns, unconfirmed, view)}`;
  return framedWide(
    facts,
    `<section class="panel"><h2>${texts.unconfirmed}</h2>${open}</section>
${searchForms(texts, asked)}
<h2>${texts.journal}</h2>${journalOf(texts, journal, asked, view)}`,
  );
}

/** What a search found. */
export function foundPage(facts: PageFacts, asked: LedgerAsked, part: LedgerPart, view: LedgerView): string {
  const texts = pageWords('ledger', facts.language);
  return framedWide(
    facts,
    `<h2>${texts.results}</h2>${journalOf(texts, part, asked, view)}${back(texts)}${searchForms(texts, asked)}`,
  );
}

/** One call, with what came back. */
export function callPage(facts: PageFacts, entry: LedgerEntry, view: LedgerView): string {
  const texts = pageWords('ledger', facts.language);
  const columns = [
    'operation',
    'state',
    'asker',
    'age',
    'received',
    'sent',
    'settled',
    'took',
    'status',
    'contentType',
    'detail',
  ] as const;
  const rows = columns
    .map((column) => [texts.columns[column], cells[column](entry, texts, view)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  const body =
    entry.body === undefined
      ? ''
      : `<h2>${texts.evidence}</h2><p class="hint">${texts.shortened}</p><pre>${escaped(entry.body)}</pre>`;
  return framedWide(
    facts,
    `<h2>${texts.call} <code>${escaped(entry.key)}</code></h2><table class="facts"><tbody>${rows.join('')}</tbody></table>${body}${back(texts)}`,
  );
}

/** The form in which everything of one call is entered, and the calls that it found. @param entered - by parameter. */
export function codePage(
  facts: PageFacts,
  operation: OperationName,
  entered: Readonly<Record<string, string>>,
  found: LedgerPart | undefined,
  view: LedgerView,
): string {
  const texts = pageWords('ledger', facts.language);
  const fields = operationOf(operation).parameters.filter(([name]) => name !== KEY_PARAMETER);
  const inputs = fields.map(([name, type]) =>
    field(`<span lang="en">${name}</span>`, `in-${name}`, {
      inputmode: { string: undefined, int: 'numeric', decimal: 'decimal' }[type],
      autocomplete: 'off',
      value: entered[name] ?? '',
    }),
  );
  const day = field(texts.dayBack, 'day', { type: 'date', value: entered['day'] ?? '' });
  const again = { by: operation, ...Object.fromEntries(fields.map(([name]) => [`in-${name}`, entered[name] ?? ''])) };
  const older = found?.next && { ...again, before: placeText(found.next) };
  const olderForm = older ? postForm(LEDGER, older, `<button>${texts.older}</button>`) : '';
  const results = found ? `<h2>${texts.results}</h2>${listOf(texts, found, view)}${olderForm}` : '';
  const search = `<div class="fields">${inputs.join('')}${day}</div><button>${texts.search}</button>`;
  return framedWide(
    facts,
    `${results}<h2>${texts.byCode}: ${operation}</h2><p>${texts.byCodeHint}</p>
${postForm(LEDGER, { by: operation }, search)}${back(texts)}`,
  );
}

/** The page that says that there is nothing to show. */
export function noLedgerPage(facts: PageFacts): string {
  return framedWide(facts, back(pageWords('ledger', facts.language)));
}

function framedWide(facts: PageFacts, inside: string): string {
  return framed(
    facts,
    { current: 'ledger', title: pageWords('shared', facts.language).pages.ledger, isWide: true },
    inside,
  );
}

function searchForms(texts: LedgerWords, asked: LedgerAsked): string {
  const any = { none: texts.any };
  const fields = [
    field(texts.key, 'key', { autocomplete: 'off', value: asked.key ?? '' }),
    choice(texts.state, 'state', texts.states, { ...any, chosen: asked.state }),
    choice(texts.operation, 'operation', sameNames(operationNames), { ...any, chosen: asked.operation }),
    field(texts.day, 'day', { type: 'date', value: asked.day ?? '' }),
  ];
  return `<details class="panel"${Object.keys(asked).length > 0 ? ' open' : ''}><summary>${texts.find}</summary>
<form method="get" action="${LEDGER}"><div class="fields">${fields.join('')}</div>
<button>${texts.search}</button></form></details>
<details class="panel"><summary>${texts.byCode}</summary><p>${texts.byCodeHint}</p>
<form method="get" action="${LEDGER}">${choice(texts.choose, 'by', sameNames(operationNames))}
<button>${texts.next}</button></form></details>`;
}

function journalOf(texts: LedgerWords, part: LedgerPart, asked: LedgerAsked, view: LedgerView): string {
  if (part.next === undefined) return listOf(texts, part, view);
  const query = new URLSearchParams({ ...asked, before: placeText(part.next) });
  return `${listOf(texts, part, view)}<p><a class="button" href="${LEDGER}?${escaped(query.toString())}">${texts.older}</a></p>`;
}

function listOf(texts: LedgerWords, { lines, isCut }: LedgerPart, view: LedgerView): string {
  const columns = ['received', 'asker', 'operation', 'state', 'key', 'took', 'detail'] as const;
  const said = lines.length === 0 && isCut !== true ? `<p>${texts.nothing}</p>` : '';
  return `${said}${lines.length === 0 ? '' : callTable(texts, columns, lines, view)}${isCut ? `<p>${texts.cut}</p>` : ''}`;
}

type Column = keyof LedgerWords['columns'];

/** What may be broken anywhere, so that the words beside it need not be. */
const breaks: ReadonlySet<Column> = new Set(['key', 'detail', 'asker']);

function callTable(
  texts: LedgerWords,
  columns: readonly Column[],
  lines: readonly LedgerLine[],
  view: LedgerView,
): string {
  const rows = lines.map((line) =>
    columns.map((column) => ({
      html: cells[column](line, texts, view),
      tag: { 'data-key': column === 'key', 'data-long': breaks.has(column) },
    })),
  );
  const names = columns.map((column) => texts.columns[column]);
  return table(names, rows);
}

/** A cell as HTML; empty where the call has nothing of it. */
const cells: Readonly<Record<Column, (line: LedgerEntry, texts: LedgerWords, view: LedgerView) => string>> = {
  received: (line) => timeText(line.receivedAt),
  sent: (line) => timeText(line.dispatchedAt),
  settled: (line) => timeText(line.settledAt),
  asker: (line, texts, view) => escaped(askerText(texts, line.asker, view.names)),
  age: (line, texts, view) => ageText(texts, view.now - line.receivedAt),
  operation: (line) => escaped(line.operation),
  state: ({ state }, texts) =>
    state === 'outcome-unknown' ? `<strong>${texts.states[state]}</strong>` : texts.states[state],
  key: ({ key }) => `<a href="${LEDGER}?call=${encodeURIComponent(key)}"><code>${escaped(key)}</code></a>`,
  detail: (line) => escaped(line.detail ?? ''),
  took: ({ dispatchedAt, settledAt }) =>
    dispatchedAt === undefined || settledAt === undefined ? '' : `${settledAt - dispatchedAt} ms`,
  status: (line) => String(line.status ?? ''),
  contentType: (line) => escaped(line.contentType ?? ''),
};

function timeText(unixMs: number | undefined): string {
  return unixMs === undefined ? '' : timeOf(unixMs);
}

/** How long ago, in its two largest units. */
function ageText({ units }: LedgerWords, ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const amounts = [
    [Math.floor(s / 86_400), units.d],
    [Math.floor(s / 3_600) % 24, units.h],
    [Math.floor(s / 60) % 60, units.min],
    [s % 60, units.s],
  ] as const;
  const first = amounts.findIndex(([amount]) => amount > 0);
  const shown = first === -1 ? amounts.slice(-1) : amounts.slice(first, first + 2);
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ');
}

function placeText({ receivedAt, key }: LedgerPlace): string {
  return `${receivedAt}.${key}`;
}

function back(texts: LedgerWords): string {
  return `<p><a class="button quiet" href="${LEDGER}">${texts.all}</a></p>`;
}
