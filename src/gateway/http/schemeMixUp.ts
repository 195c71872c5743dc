import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** What OpenSSL says of bytes that are no TLS: an https:// address before a port where plain HTTP is spoken. */
const NO_TLS = /wrong version number|packet length too long/i;

/** Said in place of OpenSSL's words. */
export const NO_TLS_THERE = 'there is no TLS at its port: is http:// meant, or another port';
export const TLS_THERE = 'TLS is spoken at its port: https:// is meant';

/** Whether an error of a TLS connection, or its cause, says that the other side speaks none. */
export function saysNoTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return NO_TLS.test(error.message) || saysNoTls(error.cause);
}

const LOOK_TIMEOUT_MS = 3_000;

/** What is wrong with an address where a request failed: one sentence without its end; `undefined`: something else. */
export async function mixUpAt(url: URL, error: unknown): Promise<string | undefined> {
  if (url.protocol === 'https:') return saysNoTls(error) ? NO_TLS_THERE : undefined;
  return (await speaksTls(url, LOOK_TIMEOUT_MS)) ? TLS_THERE : undefined;
}

/** Whether TLS is spoken at an http:// address. Its certificate plays no part: nothing is sent. Never throws. */
export async function speaksTls({ hostname, port }: URL, timeoutMs: number): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port: Number(port) || 80, servername, rejectUnauthorized: false });
  socket.on('error', () => {}); // `once` tells of it
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
