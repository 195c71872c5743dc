import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import type { Language } from '#contract/languages.ts';
import type { LedgerEntry, LedgerLine, LedgerPart, LedgerPlace } from '#gateway/ledger/ledgerReader.ts';
import { type LedgerWords, calledOf, enteredOf } from '#gateway/pages/pageWords.ts';
import type { KeptDecision } from '#gateway/ledger/ledger.ts';
import { type LedgerView, askerText, callTable, cells, decideForm } from './callTable.ts';
import { choice, escaped, field, pathOfPage, postForm, timeOf } from '#gateway/pages/page.ts';

const LEDGER = pathOfPage('ledger');

/** The search that an address asks for. */
export interface LedgerAsked {
  readonly key?: string;
  readonly state?: string;
  readonly operation?: string;
  /** The number of the handheld whose calls are asked for, or the address. */
  readonly asker?: string;
  /** `2026-11-21` */
  readonly day?: string;
  /** The zone in which it is a day. @defaultValue UTC */
  readonly zone?: string;
}

/** Makes the first view: the unconfirmed calls, the searches, and the newest calls. */
export function ledgerPage(
  asked: LedgerAsked,
  parts: { readonly unconfirmed: readonly LedgerLine[]; readonly isMore: boolean; readonly journal: LedgerPart },
  view: LedgerView,
): string {
  const { texts } = view;
  const { unconfirmed, isMore, journal } = parts;
  const columns = ['operation', 'codes', 'asker', 'worker', 'received', 'age', 'decide', 'key', 'detail'] as const;
  const open =
    unconfirmed.length === 0
      ? `<p>${texts.noneUnconfirmed}</p>`
      : `<p>${texts.unconfirmedHint}${isMore ? ` ${texts.newestOnly({ count: unconfirmed.length })}` : ''}</p>${callTable(columns, unconfirmed, view)}`;
  return `${headOf(asked, view)}<section class="panel"><h2>${texts.unconfirmed}</h2>${open}</section>
${searchForms(asked, view)}
<h2>${texts.journal}</h2>${journalOf(journal, asked, view)}`;
}

/** Names the handheld whose calls alone are shown, with the way to those of all. */
function headOf({ asker }: LedgerAsked, view: LedgerView): string {
  if (asker === undefined) return '';
  return `<p class="headline" translate="no">${escaped(askerText(asker, view))}</p>${backToStart(view.texts)}`;
}

/** Makes the view of what a search found. */
export function foundPage(asked: LedgerAsked, part: LedgerPart, view: LedgerView): string {
  const { texts } = view;
  return `${headOf(asked, view)}<h2>${texts.results}</h2>${journalOf(part, asked, view)}${backToStart(texts)}${searchForms(asked, view)}`;
}

/** Makes the view of one call, with what people decided and what came back. */
export function callPage(entry: LedgerEntry, decisions: readonly KeptDecision[], view: LedgerView): string {
  const { texts } = view;
  const columns = [
    'asker',
    'worker',
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
    .map((column) => [texts.columns[column], cells[column](entry, view)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
  const body =
    entry.body === undefined
      ? ''
      : `<h2>${texts.evidence}</h2><p class="hint">${texts.shortened}</p><pre>${escaped(entry.body)}</pre>`;
  const codes = cells.codes(entry, view);
  const head = `<p>${cells.operation(entry, view)}</p>${codes && `<p class="headline">${codes}</p>`}<p class="headline">${cells.state(entry, view)}</p>`;
  return `<section class="panel">${head}<p class="hint">${texts.call} <code>${escaped(entry.key)}</code></p></section><table class="facts"><tbody>${rows.join('')}</tbody></table>${decisionsOf(decisions, view)}${decideForm(entry, view, field(texts.why, 'why', { autocomplete: 'off', maxlength: 500 }))}${body}${backToStart(texts)}`;
}

/** Makes the list of what people decided about a call, in the ledger's order. */
function decisionsOf(decisions: readonly KeptDecision[], { texts, workers }: LedgerView): string {
  if (decisions.length === 0) return '';
  const items = decisions.map(({ says, by, asker, why, holds, saidAt }) => {
    const who = escaped((asker !== undefined && workers.get(by)) || by); // at the desk it is a name already
    const late = holds ? '' : ` (${texts.cameLate})`;
    return `<li>${timeOf(saidAt)} ${who}: <strong>${texts.said[says]}</strong>${why === undefined ? '' : `, ${escaped(why)}`}${late}</li>`;
  });
  return `<h2>${texts.decisions}</h2><ol>${items.join('')}</ol>`;
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
  const results = found ? `<h2>${texts.results}</h2>${listOf(found, view)}${olderForm}` : '';
  const search = `<div class="fields">${inputs.join('')}${dayField(texts.dayBack, day)}</div><button class="button button-primary">${texts.search}</button>`;
  return `${results}<h2>${texts.byCode}: ${operationsIn(language)[operation]}</h2><p>${texts.byCodeHint}</p>
${postForm(LEDGER, { by: operation }, search)}${backToStart(texts)}`;
}

/** Makes the field for a day, in UTC until the page's script names the reader's own zone. */
function dayField(label: string, day = ''): string {
  const named = `${label}<span class="utc"> (UTC)</span>`;
  return `${field(named, 'day', { type: 'date', value: day })}<input type="hidden" name="zone">`;
}

/** Returns every operation's name as it is shown: after the workers' word for it, where there is one. */
function operationsIn(language: Language): Readonly<Record<string, string>> {
  const shown = operationNames.map((name) => {
    const called = calledOf(name, language);
    return [name, called === undefined ? name : `${called} (${name})`];
  });
  return Object.fromEntries(shown) as Readonly<Record<string, string>>;
}

function searchForms(asked: LedgerAsked, { texts, language }: LedgerView): string {
  const operations = operationsIn(language);
  const any = { none: texts.any };
  const fields = [
    field(texts.key, 'key', { autocomplete: 'off', value: asked.key ?? '' }),
    choice(texts.state, 'state', texts.states, { ...any, chosen: asked.state }),
    choice(texts.operation, 'operation', operations, { ...any, chosen: asked.operation }),
    dayField(texts.day, asked.day),
  ];
  const asker = asked.asker === undefined ? '' : `<input type="hidden" name="asker" value="${escaped(asked.asker)}">`;
  return `<details class="panel"${Object.keys(asked).length > 0 ? ' open' : ''}><summary class="button">${texts.find}</summary>
<form method="get" action="${LEDGER}"><div class="fields">${fields.join('')}</div>${asker}
<button class="button button-primary">${texts.search}</button></form></details>
<details class="panel"><summary class="button">${texts.byCode}</summary><p>${texts.byCodeHint}</p>
<form method="get" action="${LEDGER}">${choice(texts.choose, 'by', operations)}
<button class="button button-primary">${texts.next}</button></form></details>`;
}

function journalOf(part: LedgerPart, asked: LedgerAsked, view: LedgerView): string {
  if (part.next === undefined) return listOf(part, view);
  const query = new URLSearchParams({ ...asked, before: placeText(part.next) });
  return `${listOf(part, view)}<p><a class="button" href="${LEDGER}?${escaped(query.toString())}">${view.texts.older}</a></p>`;
}

function listOf({ lines, isCut }: LedgerPart, view: LedgerView): string {
  const { texts } = view;
  const columns = ['operation', 'codes', 'state', 'asker', 'worker', 'received', 'took', 'key', 'detail'] as const;
  const said = lines.length === 0 && isCut !== true ? `<p>${texts.nothing}</p>` : '';
  return `${said}${lines.length === 0 ? '' : callTable(columns, lines, view)}${isCut ? `<p>${texts.cut}</p>` : ''}`;
}

function placeText({ receivedAt, key }: LedgerPlace): string {
  return `${receivedAt}.${key}`;
}

/** Makes the link to the first view. */
export function backToStart(texts: LedgerWords): string {
  return `<p><a class="button" href="${LEDGER}">${texts.all}</a></p>`;
}
