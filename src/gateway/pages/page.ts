import type { FastifyReply } from 'fastify';
import { escaped, field, postForm, timeOf } from './pageParts.ts';
import { type Language, languageAttribute } from '#contract/languages.ts';
import { themeIn, themedPage } from '#contract/theme.ts';
import type { Expiring } from '#gateway/edge/expiry.ts';
import { type PageWords, pageWords } from './pageWords.ts';

/** A page of the gateway for people, by its last name in the address. */
export type PageName = keyof PageWords['shared']['pages'];

export const STYLE_PATH = '/gateway/style.css';
export const VIEWER_TIME_PATH = '/gateway/viewer-time.js';
export const SIGN_IN_PATH = '/gateway/sign-in';
export const SIGN_OUT_PATH = '/gateway/sign-out';

/** What every page knows of who looks at it. Source: `supervisorRoutes.ts`. */
export interface PageFacts {
  readonly language: Language;
  /** One sentence on what is wrong. */
  readonly problem?: string;
  /** A text that could not be written, for whoever puts it into its place by hand. */
  readonly unwritten?: string | undefined;
  /** What was entered was kept. */
  readonly isKept?: boolean;
  readonly isSignedIn: boolean;
  /** Certificates that end soon, or have ended. */
  readonly ending: readonly (Expiring & { readonly isOver: boolean })[];
}

/** What was posted cannot be taken. The message is one sentence. */
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

/**
 * A whole page with the ways to the other pages. It is whole without its script, which shows times where the viewer is.
 *
 * @param current - the page it is; absent: the sign-in, which leads nowhere.
 * @param inside - HTML; what comes from elsewhere in it is `escaped`.
 * @param isWide - a table needs the room of a desktop.
 */
export function framed(
  { language, problem, isSignedIn, ending }: PageFacts,
  { current, title, isWide }: { readonly current?: PageName; readonly title: string; readonly isWide?: boolean },
  inside: string,
): string {
  const texts = pageWords('shared', language);
  const said = problem === undefined ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>`;
  const notices = current ? ending.map((one) => `<p class="problem">${endingNotice(texts, one)}</p>`).join('') : '';
  const next = current ? pathOfPage(current) : '';
  const out = isSignedIn ? postForm(SIGN_OUT_PATH, { next }, `<button>${texts.signOut}</button>`) : '';
  return `<!doctype html>
<html lang="${languageAttribute(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><title>${escaped(title)} · Scanline</title>
<link rel="stylesheet" href="${STYLE_PATH}"><script src="${VIEWER_TIME_PATH}" defer></script></head>
<body${isWide ? ' class="wide"' : ''}><header class="top"><div class="top-row"><h1>${escaped(title)}</h1>${out}</div>${current ? navigation(texts, current) : ''}</header>
<main>${said}${notices}${inside}</main></body></html>
`;
}

/** @param next - the page that was asked for: a path of ours, with its query. */
export function signInPage(facts: PageFacts, next: string): string {
  const texts = pageWords('shared', facts.language);
  const password = { type: 'password', autocomplete: 'current-password', required: true };
  const inside = `${field(texts.password, 'password', password)}<button class="primary">${texts.signIn}</button>`;
  return framed(
    facts,
    { title: texts.signIn },
    `<p>${texts.signInHint}</p>${postForm(SIGN_IN_PATH, { next }, inside)}`,
  );
}

function endingNotice(texts: PageWords['shared'], { owner, isOver, expiresAt }: PageFacts['ending'][number]): string {
  const when = timeOf(expiresAt);
  if (owner === 'own') return isOver ? texts.ownCertificateOver({ when }) : texts.ownCertificateEnds({ when });
  return isOver ? texts.serviceCertificateOver({ when }) : texts.serviceCertificateEnds({ when });
}

function navigation(texts: PageWords['shared'], current: PageName): string {
  const links = (Object.keys(texts.pages) as PageName[]).map((name) => {
    const here = name === current ? ' aria-current="page"' : '';
    return `<a href="${pathOfPage(name)}"${here}>${texts.pages[name]}</a>`;
  });
  return `<nav aria-label="${texts.navigation}">${links.join('')}</nav>`;
}

/** As the handheld looks that asks for it, and with a referrer for this site: without one a browser keeps the origin of a form to itself, and it would be refused. */
export function replyWithPage(reply: FastifyReply, page: string): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' };
  return reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(themedPage(page, themeIn(reply.request.headers.cookie)));
}
