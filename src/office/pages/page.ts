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
  'shift',
  'printers',
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

/** Returns the address of a call's page. @param key - one of its keys. */
export function callAddress(key: string): string {
  return `${pathOfPage('ledger')}/one?key=${encodeURIComponent(key)}`;
}

/** Returns the address of an account's row in the list of people. */
export function accountPlace(number: number): string {
  return `${pathOfPage('people')}#${accountRow(number)}`;
}

/** Returns the name of that row in its page. */
export function accountRow(number: number): string {
  return `a${number}`;
}

/** Returns the address of a handheld's row in the list of the enrolled ones, which is there however many they are. */
export function devicePlace(number: number): string {
  return `${pathOfPage('devices')}?search=${number}#${deviceRow(number)}`;
}

/** Returns the name of that row in its page. */
export function deviceRow(number: number): string {
  return `d${number}`;
}

/** A page's path, and the page whose link is marked there. */
export interface PagePlace {
  readonly path: string;
  readonly name: PageName;
  /** Puts content into the page; absent: as every page has it. */
  frame?(facts: PageFacts, inside: ReactElement): string;
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

/** Reads the fields `in-…` of an operation, by parameter; a field that was not sent is empty. */
export function enteredIn(operation: OperationName, fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(parametersOf(operation).map((name) => [name, fields[`in-${name}`] ?? '']));
}

/** Returns choices whose texts are their values. */
export function sameNames(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}
