import { hereAt } from './operating.ts';
import { type Heard, post, revertOffFields } from './rig.ts';

/** The access key of a gateway that enrols. */
export const KEY = 'demo-key-0001';
export const PASSWORD = 'a long password';
/** The header that a proxy on this machine adds: the request is from elsewhere. */
export const away = { 'x-forwarded-for': '10.0.0.9' };
export const HOUR = 3_600_000;

/** Asks the gateway for a one-time code. @param by - the headers of whoever asks; absent: whoever runs it. */
export async function newCode(url: string, name = '', by: Record<string, string> = hereAt(url)): Promise<string> {
  const body = JSON.stringify({ name, until: Date.now() + HOUR });
  const headers = { 'content-type': 'application/json', ...by };
  const reply = await fetch(`${url}/gateway/enrol/codes`, { method: 'POST', headers, body });
  return ((await reply.json()) as { code: string }).code;
}

/** Shows a code, as a handheld elsewhere. */
export function enrol(
  url: string,
  code: string,
  headers: Record<string, string> = {},
  attempt = 'a'.repeat(16),
): Promise<Response> {
  return fetch(`${url}/gateway/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...away, ...headers },
    body: JSON.stringify({ code, name: '', attempt }),
  });
}

/** Enrols a handheld. @param by - as in `newCode`. @returns its cookie. */
export async function enrolled(url: string, name = 'Dock 3', by?: Record<string, string>): Promise<string> {
  const reply = await enrol(url, await newCode(url, name, by));
  if (reply.status !== 200) throw new Error(`the handheld was not enrolled: ${reply.status}`);
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Makes a call, as a handheld elsewhere. */
export function call(url: string, key: string | undefined, cookie?: string, apiKey = ''): Promise<Heard> {
  const headers = { ...away, ...(cookie !== undefined && { cookie }) };
  return post(url, key, revertOffFields('D-1001', apiKey), { headers });
}
