import type { IncomingMessage } from 'node:http';

/** Names by which programs on the machine itself ask. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** A name or an address, and maybe a port. Source: RFC 9110, section 7.2. */
const HOST = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** What balancers and Prometheus ask by the gateway's address, and what tells a page of another name nothing. */
const FOR_CHECKS = /^\/gateway\/(?:health(?:\/(?:live|ready))?|metrics)(?:\?|$)/;

/**
 * What is wrong with the host that a request names, or `undefined`. One that is said once more in the request line is
 * another one for whoever reads the other place.
 *
 * @param allowed - ALLOWED_HOSTS in lower case; absent: any name.
 */
export function wrongHost(
  { headers, httpVersion, url = '' }: IncomingMessage,
  allowed: readonly string[] | undefined,
): { readonly status: number; readonly detail: string } | undefined {
  if (!url.startsWith('/')) return { status: 400, detail: 'The address must be a path.' };
  const { host = '' } = headers;
  // Programs that look whether the gateway is there, of HTTP 1.0, name none.
  if (host === '' && httpVersion === '1.0' && !allowed) return undefined;
  const name = HOST.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return { status: 400, detail: 'Host: it cannot be read.' };
  if (!allowed || allowed.includes(name) || OWN_NAMES.includes(name) || FOR_CHECKS.test(url)) return undefined;
  return { status: 421, detail: 'The gateway is not known by this name.' };
}
