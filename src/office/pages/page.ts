import type { FastifyReply } from 'fastify';
import type { ReactElement } from 'react';
import type { Language } from '#contract/languages.ts';
import { appearanceIn, withAppearance } from '#contract/appearance.ts';
import type { Expiring } from '#http/edge/expiry.ts';
import type { PageWords } from './pageWords.ts';
import { parametersOf } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';

/** A page of the gateway, by the last name in its address. */
export type PageName = keyof PageWords['shared']['pages'];

/** The pages in the order of their links: first what a supervisor needs in a shift. */
export const pageNames = [
  'floor',
  'ledger',
  'devices',
  'provision',
  'setup',
  'people',
  'audit',
] as const satisfies PageName[];

export const STYLE_PATH = '/gateway/style.css';
export const VIEWER_TIME_PATH = '/gateway/viewer-time.js';
export const SIGN_IN_PATH = '/gateway/sign-in';
export const SIGN_OUT_PATH = '/gateway/sign-out';
/** The way to the provider of the sign-in. */
export const PROVIDER_PATH = `${SIGN_IN_PATH}/provider`;
/** The place where a link sets a password. */
export const LINK_PATH = `${SIGN_IN_PATH}/link`;

/** The script that copies a text at a press. */
export const COPY_SCRIPT_PATH = '/gateway/copy.js';
/** The script that keeps a page as things are now. */
export const LIVE_SCRIPT_PATH = '/gateway/live.js';
/** The script that gives a scan to the field that waits. */
export const SCAN_FIELD_SCRIPT_PATH = '/gateway/scan-field.js';
/** Its place in a page, beside a field that has the focus. */
export const SCAN_FIELD_SCRIPT = `<script src="${SCAN_FIELD_SCRIPT_PATH}" defer></script>`;
/** The member of an address at which a page comes anew by itself: that is no use of a session. */
export const AGAIN = 'again';

/** The facts that every page has of who looks at it. Source: `guard.ts`. */
export interface PageFacts {
  readonly language: Language;
  /** The pages' messages in it. */
  readonly words: PageWords;
  /** One sentence on what is wrong. */
  readonly problem?: string;
  /** A file's text that could not be written, for whoever puts it in place by hand. */
  readonly unwritten?: string | undefined;
  /** `true`: a form was kept. */
  readonly isKept?: boolean;
  /** The name and role of whoever is signed in; absent: nobody is. */
  readonly signedIn?: string | undefined;
  /** The pages that they may see. */
  readonly pages: readonly PageName[];
  /** Certificates that end soon, or have ended. */
  readonly ending: readonly (Expiring & { readonly isOver: boolean })[];
  /** The address at which the page comes anew by itself, which has `AGAIN`; absent: it does not. */
  readonly again?: string;
}

/** A form that cannot be taken. The message is one sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** Source: `PageFacts.unwritten`. */
  readonly text: string | undefined;
  constructor(message: string, text?: string, options?: ErrorOptions) {
    super(message, options);
    this.text = text;
  }
}

export function pathOfPage(name: PageName): string {
  return `/gateway/${name}`;
}

/** Returns the address of a handheld's row in the list of the enrolled ones. */
export function devicePlace(number: number): string {
  return `${pathOfPage('devices')}#${deviceRow(number)}`;
}

/** Returns the name of that row in its page. */
export function deviceRow(number: number): string {
  return `d${number}`;
}

/** The content of a page; a text is HTML. */
export type PageInside = string | ReactElement;

/** A page's path, and the page whose link is marked there. */
export interface PagePlace {
  readonly path: string;
  readonly name: PageName;
  /** Puts content into the page; absent: as every page has it. */
  frame?(facts: PageFacts, inside: PageInside): string;
}

/** Returns a page's place, or that of a form's address below it. */
export function pagePlace(name: PageName, below = ''): PagePlace {
  return { path: pathOfPage(name) + below, name };
}

/**
 * Sends a page in the handheld's appearance. It has a referrer for this site: without one a browser hides the origin of a form,
 * which is then refused.
 */
export function replyWithPage(reply: FastifyReply, page: string): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
  return reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(withAppearance(page, appearanceIn(reply.request.headers.cookie)));
}

/** The attributes of a tag; `true`: the name alone, `false` and `undefined`: nothing. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A cell's HTML, or that with its tag's attributes. */
export type Cell = string | { readonly html: string; readonly tag: Attributes };

/** Makes a field under its label. @param label - HTML. */
export function field(label: string, name: string, attributes: Attributes = {}): string {
  return `<label>${label}<input${tag({ name, ...attributes })}></label>`;
}

/** Makes a field to choose in. @param choices - texts by their values. @param none - the text for no choice. */
export function choice(
  label: string,
  name: string,
  choices: Readonly<Record<string, string>>,
  { none, chosen }: { readonly none?: string; readonly chosen?: string | undefined } = {},
): string {
  const all = [...(none === undefined ? [] : [['', none]]), ...Object.entries(choices)] as const;
  const options = all.map(
    ([value = '', shown = '']) =>
      `<option${tag({ value, selected: value !== '' && value === chosen })}>${escaped(shown)}</option>`,
  );
  return `<label>${label}<select${tag({ name })}>${options.join('')}</select></label>`;
}

/** Reads the fields `in-…` of an operation, by parameter; a field that was not sent is empty. */
export function enteredIn(operation: OperationName, fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(parametersOf(operation).map((name) => [name, fields[`in-${name}`] ?? '']));
}

/** Returns choices whose texts are their values. */
export function sameNames(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}

/** Makes a form that is posted. @param hidden - values that it sends beside its fields. @param inside - HTML. */
export function postForm(action: string, hidden: Readonly<Record<string, string>>, inside: string): string {
  const unseen = Object.entries(hidden).map(([name, value]) => `<input${tag({ type: 'hidden', name, value })}>`);
  return `<form method="post" action="${action}">${unseen.join('')}${inside}</form>`;
}

/**
 * Makes a table. On a narrow screen each row is a card, in which each cell has its column's name.
 *
 * @param more - the name of its style, and the attributes of its rows.
 */
export function table(
  names: readonly string[],
  rows: readonly (readonly Cell[])[],
  more: { readonly style?: string; readonly rowTags?: readonly Attributes[] } = {},
): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map((cells, row) => {
    const inside = cells.map((cell, at) => toCell(cell, names[at] ?? '')).join('');
    return `<tr${tag(more.rowTags?.[row] ?? {})}>${inside}</tr>`;
  });
  return `<table${tag({ class: more.style })}><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function toCell(cell: Cell, name: string): string {
  const { html, tag: more } = typeof cell === 'string' ? { html: cell, tag: {} } : cell;
  return html === '' ? '<td></td>' : `<td${tag({ 'data-name': name, ...more })}>${html}</td>`;
}

/** Puts parts of a page, as HTML, beside each other at a desk and below each other on a phone; one that is empty is left out. */
export function sideBySide(...parts: readonly string[]): string {
  const shown = parts.filter(Boolean).map((part) => `<div>${part}</div>`);
  return `<div class="columns">${shown.join('')}</div>`;
}

/** Escapes a text for HTML, between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Makes HTML of a text that stays as it is in every language, such as a name. */
export function asItIs(text: string): string {
  return `<span translate="no">${escaped(text)}</span>`;
}

function tag(attributes: Attributes): string {
  const said = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== false);
  return said.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`)).join('');
}

/** Shows a time such as `2026-11-22 04:43:09 UTC`, as HTML; `viewerTime.js` moves it to the viewer's zone. @param at - Unix ms. */
export function timeOf(at: number): string {
  const text = new Date(at).toISOString().slice(0, 19);
  return `<time datetime="${text}Z">${text.replace('T', ' ')} UTC</time>`;
}
