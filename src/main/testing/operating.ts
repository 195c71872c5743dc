import { localHeaders } from '#http/fromHere.ts';
import { post } from './rig.ts';

const operators = new Map<string, Readonly<Record<string, string>>>();

/** Returns the headers of `GatewayHere.here` in appRig.ts, by the gateway's address. */
export function hereAt(url: string): Readonly<Record<string, string>> {
  return operators.get(url) ?? {};
}

/** Makes the headers for whoever runs a gateway, of its token file or its password. */
export async function operate(url: string, dataDir: string, password?: string): Promise<Record<string, string>> {
  const headers = password === undefined ? localHeaders(dataDir) : await signIn(url, password);
  operators.set(url, headers);
  return headers;
}

/** Signs a supervisor in. @returns the cookie of the session. */
export async function signIn(url: string, password: string, headers = {}): Promise<{ readonly cookie: string }> {
  const reply = await post(url, undefined, { password }, { path: '/gateway/sign-in', headers });
  return { cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' };
}
