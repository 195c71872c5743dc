import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import type { LedgerLine, LedgerPart } from '#ledger/ledgerReader.ts';
import { type LedgerWords, calledOf, enteredOf } from '#office/pages/pageWords.ts';
import { type LedgerView, askerText, callTable, saidNote } from './callTable.ts';
import { KEEPS_CODES, type LedgerAsked, placeText } from './ledgerAsked.ts';
import { asItIs, choice, escaped, field, pathOfPage, postForm } from '#office/pages/page.ts';

const LEDGER = pathOfPage('ledger');

/** The calls that a page shows. */
export interface LedgerParts {
  readonly found: LedgerPart;
  /** Those that nobody has settled; absent in a search. */
  readonly open?: readonly LedgerLine[];
  /** There are more open ones. */
  readonly isMore?: boolean;
  /** The call that was decided just now: it keeps its place among the open ones. */
  readonly said?: LedgerLine | undefined;
  /** The search's own form led here, and stands open. */
  readonly isByForm?: boolean;
}

/** Makes the list of calls: at first those that nobody has settled and the newest of all, in a search what it found. */
export function ledgerPage(asked: LedgerAsked, parts: LedgerParts, view: LedgerView): string {
  const { found, open, isMore, said, isByForm = false } = parts;
  const { texts } = view;
  const forms = searchForms(asked, view, open ? isByForm : Object.keys(asked).length > 0);
  const above = open && open.length > 0 ? withSaid(open, said) : [];
  const list = listOf(open ? texts.journal : texts.results, found, asked, view, above);
  if (!open) return `${headOf(asked, view)}${list}${backToStart(texts)}${forms}`;
  const columns = ['operation', 'codes', 'asker', 'decide', 'worker', 'received', 'age', 'key', 'detail'] as const;
  const newest = isMore ? `<p class="hint">${texts.newestOnly({ count: open.length })}</p>` : '';
  const toCheck =
    open.length === 0
      ? `<p>${texts.noneUnconfirmed}</p>${asked.asker === undefined ? '' : toFloor(texts)}`
      : `<details class="hint"><summary>${texts.unconfirmedHint}</summary><p>${texts.decidingHint}</p></details>${newest}${callTable(columns, above, view)}`;
  return `${saidNote(said, view)}${headOf(asked, view)}<section class="panel${said ? ' just-said' : ''}"><h2>${texts.unconfirmed}</h2>${toCheck}</section>
${asked.asker === undefined ? '' : backToStart(texts)}${forms}${list}`;
}

/** Puts the call that was decided just now where it stood, so that no other takes its place under a finger. */
function withSaid(open: readonly LedgerLine[], said: LedgerLine | undefined): readonly LedgerLine[] {
  if (!said || open.some(({ key }) => key === said.key)) return open;
  const { receivedAt, key } = said;
  const at = open.findIndex(
    (line) => line.receivedAt < receivedAt || (line.receivedAt === receivedAt && line.key < key),
  );
  return open.toSpliced(at === -1 ? open.length : at, 0, said);
}

function toFloor(texts: LedgerWords): string {
  return `<p><a class="button button-primary" href="${pathOfPage('floor')}">${texts.toFloor}</a></p>`;
}

/** Names the handheld whose calls alone are shown. */
function headOf({ asker }: LedgerAsked, view: LedgerView): string {
  if (asker === undefined) return '';
  return `<p class="headline" translate="no">${escaped(askerText(asker, view))}</p>`;
}

/** Makes the form in which all codes of one call are entered, with the calls that it found. @param entered - by parameter. */
export function codePage(
  operation: OperationName,
  entered: Readonly<Record<string, string>>,
  found: LedgerPart | undefined,
  view: LedgerView,
): string {
  const { texts, language } = view;
  const fields = operationOf(operation).parameters.filter(([name]) => name !== KEY_PARAMETER);
  const inputs = fields.map(([name, type]) =>
    field(enteredOf(name, language), `in-${name}`, {
      inputmode: { string: undefined, int: 'numeric', decimal: 'decimal' }[type],
      autocomplete: 'off',
      value: entered[name] ?? '',
    }),
  );
  const { day = '', zone = '' } = entered;
  const codes = Object.fromEntries(fields.map(([name]) => [`in-${name}`, entered[name] ?? '']));
  const again = { by: operation, ...codes, day, zone };
  const older = found?.next && { ...again, before: placeText(found.next) };
  const olderForm = older ? postForm(LEDGER, older, `<button class="button">${texts.older}</button>`) : '';
  const results = found ? `<h2>${texts.results}</h2>${tableOf(found, view)}${olderForm}` : '';
  const search = `<div class="fields">${inputs.join('')}${dayField(texts.dayBack, day)}</div><button class="button button-primary">${texts.search}</button>`;
  return `${results}<h2>${texts.byCode}: ${escaped(calledOf(operation, language) ?? operation)}</h2><p>${texts.byCodeHint}</p>
${postForm(LEDGER, { by: operation }, search)}${backToStart(texts)}`;
}

/** Makes the field for a day, in UTC until the page's script names the reader's own zone. */
function dayField(label: string, day = ''): string {
  const named = `${label}<span class="utc"> (UTC)</span>`;
  return `${field(named, 'day', { type: 'date', value: day })}<input type="hidden" name="zone">`;
}

/** Returns the tasks that can be searched for, by the workers' words: those in use, those of which there are calls, and the one that is asked for. */
function tasksIn({ language, off }: LedgerView, asked: string | undefined): Readonly<Record<string, string>> {
  const tasks = operationNames.flatMap((name) => {
    const called = calledOf(name, language);
    const isOffered = called !== undefined && !off.has(name);
    return isOffered || name === asked ? [[name, called ?? name] as const] : [];
  });
  return Object.fromEntries(tasks);
}

/** Makes the two searches: by what the ledger says of a call, and by all that was entered for it. */
export function searchForms(asked: LedgerAsked, view: LedgerView, isOpen: boolean): string {
  const { texts, keepsCodes } = view;
  const tasks = tasksIn(view, asked.operation);
  const text = (label: string, name: keyof LedgerAsked): string =>
    field(label, name, { autocomplete: 'off', maxlength: 100, value: asked[name] ?? '' });
  const fields = [
    keepsCodes ? text(texts.code, 'code') : '',
    text(texts.worker, 'worker'),
    text(texts.asker, 'asker'),
    choice(texts.operation, 'operation', tasks, { none: texts.any, chosen: asked.operation }),
    choice(texts.state, 'state', texts.states, { none: texts.any, chosen: asked.state }),
    dayField(texts.day, asked.day),
    text(texts.key, 'key'),
  ];
  const noCodes = keepsCodes ? '' : `<p class="hint">${texts.noCodes({ member: asItIs(KEEPS_CODES) })}</p>`;
  return `<details class="panel"${isOpen ? ' open' : ''}><summary class="button">${texts.find}</summary>
<form method="get" action="${LEDGER}"><div class="fields">${fields.join('')}</div>${noCodes}
<button class="button button-primary">${texts.search}</button></form></details>
<details class="panel"><summary class="button">${texts.byCode}</summary><p>${texts.byCodeHint}</p>
<form method="get" action="${LEDGER}">${choice(texts.choose, 'by', tasks)}
<button class="button button-primary">${texts.next}</button></form></details>`;
}

/** Makes the list of what was found and does not stand above already, with its title where there is any, and with the way to older calls and to the files of all. */
function listOf(
  title: string,
  found: LedgerPart,
  asked: LedgerAsked,
  view: LedgerView,
  above: readonly LedgerLine[],
): string {
  const { texts } = view;
  const way = (path: string, more: Readonly<Record<string, string>>, word: string): string => {
    const query = new URLSearchParams({ ...asked, ...more }).toString();
    return `<a class="button" href="${escaped(query === '' ? path : `${path}?${query}`)}">${word}</a>`;
  };
  const older = found.next ? `<p>${way(LEDGER, { before: placeText(found.next) }, texts.older)}</p>` : '';
  const files = `<p>${way(`${LEDGER}/csv`, {}, texts.csv)} ${way(`${LEDGER}/lines`, {}, texts.jsonLines)}</p>`;
  const lines = found.lines.filter((line) => !above.some(({ key }) => key === line.key));
  const list =
    lines.length === 0 && found.lines.length > 0 ? '' : `<h2>${title}</h2>${tableOf({ ...found, lines }, view)}`;
  return `${list}${older}${found.lines.length === 0 ? '' : files}`;
}

function tableOf({ lines, next, isCut }: LedgerPart, view: LedgerView): string {
  const { texts } = view;
  const columns = ['operation', 'codes', 'state', 'asker', 'worker', 'received', 'took', 'key', 'detail'] as const;
  const many = lines.length;
  const cut = isCut ? `<p>${next ? texts.cut : texts.cutKeys}</p>` : '';
  if (many === 0) return isCut ? cut : `<p>${texts.nothing}</p>`;
  const count = next || isCut ? texts.shownOfMore({ many }) : texts.shownAll({ many });
  return `<p>${count}</p>${callTable(columns, lines, view)}${cut}`;
}

/** Makes the link to the first view. */
export function backToStart(texts: LedgerWords): string {
  return `<p><a class="button" href="${LEDGER}">${texts.all}</a></p>`;
}
