import type { Role } from '#http/rights/roles.ts';
import type { GatewayHere } from './appRig.ts';
import { away } from './deviceRig.ts';
import { type Heard, post } from './rig.ts';
import { textIn } from './rig.ts';

/** The password of everybody whom a test makes. */
export const OWN_PASSWORD = 'correct horse battery';

/** The headers of somebody's browser. */
export type Browser = Readonly<Record<string, string>>;

/** Posts a form of the gateway's pages. */
export function postAs(
  { url }: Pick<GatewayHere, 'url'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  browser: Browser = {},
): Promise<Heard> {
  return post(url, undefined, fields, { path, headers: { ...away, ...browser } });
}

/** Makes an account as IT. @returns the code of the link that sets its password. */
export async function newLink(
  gateway: Pick<GatewayHere, 'url' | 'here'>,
  name: string,
  role: Role,
  by: Browser = gateway.here,
): Promise<string> {
  const { status, text } = await postAs(gateway, '/gateway/people', { name, role }, by);
  const [, code] = /link\?code=([\w-]{22})/.exec(textIn(text)) ?? [];
  if (code === undefined) throw new Error(`there is no link: ${status}`);
  return code;
}

/** Signs somebody in. @returns their browser. */
export async function signInAs(
  gateway: Pick<GatewayHere, 'url'>,
  name: string,
  browser: Browser = {},
): Promise<Browser> {
  const heard = await postAs(gateway, '/gateway/sign-in', { name, password: OWN_PASSWORD }, browser);
  return { ...away, cookie: cookieIn(heard) };
}

/** Makes an account with a password, and signs it in. @returns the browser. */
export async function person(gateway: Pick<GatewayHere, 'url' | 'here'>, name: string, role: Role): Promise<Browser> {
  const code = await newLink(gateway, name, role);
  await postAs(gateway, '/gateway/sign-in/link', { code, password: OWN_PASSWORD, again: OWN_PASSWORD });
  return signInAs(gateway, name);
}

/** Returns the session's cookie that a reply gives; empty: none. */
export function cookieIn({ headers }: Pick<Heard, 'headers'>): string {
  const given = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return given.find((cookie) => cookie.startsWith('scanline-supervisor=')) ?? '';
}

/** Reads a page. */
export async function pageFor(
  { url }: Pick<GatewayHere, 'url'>,
  path: string,
  browser: Browser,
): Promise<{ readonly status: number; readonly html: string }> {
  const reply = await fetch(url + path, { headers: browser, redirect: 'manual' });
  return { status: reply.status, html: textIn(await reply.text()) };
}
