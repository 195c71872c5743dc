import type { FastifyReply } from 'fastify';
import { type Language, languageAttribute } from '#contract/languages.ts';
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

/** The pages whose links are behind “More”, so that the others stand in one line on a phone. */
const SELDOM: ReadonlySet<PageName> = new Set(['provision', 'setup', 'people', 'audit']);

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
  /** The address, as HTML, at which the page comes anew by itself, which has `AGAIN`; absent: it does not. */
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

/** A page's path and its frame. */
export interface PagePlace {
  readonly path: string;
  /** Puts HTML into the page. */
  frame(facts: PageFacts, inside: string): string;
}

/** Returns a page's place, or that of a form's address below it. */
export function pagePlace(name: PageName, below = ''): PagePlace {
  return { path: pathOfPage(name) + below, frame: (facts, inside) => framed(facts, name, inside) };
}

/**
 * Makes a whole page with links to the others. It works without its scripts: times in the viewer's zone, and what is now.
 *
 * @param current - its name; `undefined`: the sign-in, which has no links.
 * @param inside - HTML, in which every foreign text is `escaped`.
 * @param otherTitle - the title in place of the page's own.
 */
export function framed(
  { language, words, problem, signedIn, pages, ending, again }: PageFacts,
  current: PageName | undefined,
  inside: string,
  otherTitle?: string,
): string {
  const texts = words.shared;
  const title = escaped(otherTitle ?? (current ? texts.pages[current] : texts.signIn));
  const said = problem === undefined ? '' : `<p class="note said-wrong" role="alert">${escaped(problem)}</p>`;
  const notices = current
    ? ending.map((one) => `<p class="note said-wrong">${endingNotice(texts, one)}</p>`).join('')
    : '';
  const next = current ? pathOfPage(current) : '';
  const out = postForm(SIGN_OUT_PATH, { next }, `<button>${texts.signOut}</button>`);
  const me =
    signedIn === undefined ? '' : `<div class="me"><p class="who" translate="no">${escaped(signedIn)}</p>${out}</div>`;
  const isTab = current !== undefined && otherTitle === undefined && !SELDOM.has(current); // its link says the same
  const live = again === undefined ? '' : liveHead(again);
  return `<!doctype html>
<html lang="${languageAttribute(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><title>${title} · Scanline</title>
<link rel="stylesheet" href="${STYLE_PATH}"><script src="${VIEWER_TIME_PATH}" defer></script>${live}</head>
<body${current ? ' class="wide"' : ''}><header class="top"><div class="top-row"><h1${isTab ? ' class="is-tab"' : ''}>${title}</h1>${navigation(texts, pages, current, me)}${me}</div></header>
<main>${said}${notices}${inside}</main></body></html>
`;
}

/** Makes what keeps a page as things are now: the script, or without it the page anew after 30 seconds. @param again - HTML. */
function liveHead(again: string): string {
  return `<script src="${LIVE_SCRIPT_PATH}" data-again="${again}" defer></script><noscript><meta http-equiv="refresh" content="30;url=${again}"></noscript>`;
}

/**
 * Makes the sign-in. @param next - the page that was asked for: a path of ours, with its query.
 *
 * @param providerHost - where else one signs in; absent: nowhere.
 * @param readyFor - the name of whoever has just set their password.
 */
export function signInPage(facts: PageFacts, next: string, providerHost?: string, readyFor?: string): string {
  const texts = facts.words.shared;
  const password = { type: 'password', autocomplete: 'current-password', required: true };
  const name = field(texts.name, 'name', { autocomplete: 'username', maxlength: 60, value: readyFor });
  const isSet = readyFor === undefined ? '' : `<p class="note said-saved" role="status">${texts.passwordIsSet}</p>`;
  const inside = `${name}${field(texts.password, 'password', password)}<button class="button button-primary">${texts.signIn}</button>`;
  const query = new URLSearchParams({ next });
  const elsewhere =
    providerHost === undefined
      ? ''
      : `<p><a class="button button-primary" href="${PROVIDER_PATH}?${escaped(query.toString())}">${texts.signInAt({ host: escaped(providerHost) })}</a></p>`;
  return framed(
    facts,
    undefined,
    `${isSet}${elsewhere}<p>${texts.signInHint}</p>${postForm(SIGN_IN_PATH, { next }, inside)}`,
  );
}

/** Makes the page on which a link sets a password of so many letters or more. @param link - absent: it is over. */
export function linkPage(
  facts: PageFacts,
  link?: { readonly code: string; readonly name: string; readonly letters: number },
): string {
  const { people, shared } = facts.words;
  if (!link) return framed(facts, undefined, '', people.setPassword);
  const { code, name, letters } = link;
  const password = { type: 'password', autocomplete: 'new-password', required: true, minlength: letters };
  const rule = ` <span class="hint">${people.passwordRule({ letters })}</span>`;
  const inside = [
    field(shared.name, 'name', { autocomplete: 'username', value: name, readonly: true }),
    field(people.newPassword + rule, 'password', password),
    field(people.passwordAgain, 'again', password),
    `<button class="button button-primary">${people.setPassword}</button>`,
  ];
  return framed(facts, undefined, postForm(LINK_PATH, { code }, inside.join('')), people.setPassword);
}

/**
 * Makes the page that leads on by itself: a browser sends our `SameSite=Strict` cookie from here, and not along a redirect that
 * another site began.
 *
 * @param next - a path of ours.
 */
export function goOnPage(facts: PageFacts, next: string): string {
  const { goOn } = facts.words.shared;
  const link = `<p><a class="button button-primary" href="${escaped(next)}">${goOn}</a></p>`;
  return framed(facts, undefined, link, goOn).replace(
    '<meta charset="utf-8">',
    () => `<meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${escaped(next)}">`,
  );
}

function endingNotice(texts: PageWords['shared'], { owner, isOver, expiresAt }: PageFacts['ending'][number]): string {
  const when = timeOf(expiresAt);
  if (owner === 'own') return isOver ? texts.ownCertificateOver({ when }) : texts.ownCertificateEnds({ when });
  return isOver ? texts.serviceCertificateOver({ when }) : texts.serviceCertificateEnds({ when });
}

/** Makes the links to the pages. @param me - whoever is signed in, and the way out: on a phone behind “More” too. */
function navigation(
  texts: PageWords['shared'],
  pages: readonly PageName[],
  current: PageName | undefined,
  me: string,
): string {
  const link = (name: PageName): string =>
    `<a href="${pathOfPage(name)}"${name === current ? ' aria-current="page"' : ''}>${texts.pages[name]}</a>`;
  const [often, seldom] = [false, true].map((is) =>
    pages
      .filter((name) => SELDOM.has(name) === is)
      .map(link)
      .join(''),
  );
  const here = current !== undefined && SELDOM.has(current) ? ' aria-current="true"' : '';
  const more = `<details class="more${seldom ? '' : ' of-phones'}"><summary${here}>${texts.more}</summary><div>${seldom}${me}</div></details>`;
  return pages.length === 0 ? '' : `<nav aria-label="${texts.navigation}">${often}${seldom || me ? more : ''}</nav>`;
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
