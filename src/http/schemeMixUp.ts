import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** OpenSSL's words for bytes that are no TLS, such as plain HTTP behind an https:// address. */
const NO_TLS = /wrong version number|packet length too long/i;

/** The reason that is told in place of OpenSSL's words. */
export const NO_TLS_THERE = 'there is no TLS at its port: is http:// meant, or another port';
/** The reason where an http:// address leads to TLS. */
export const TLS_THERE = 'TLS is spoken at its port: https:// is meant';

/** Tells whether an error, or its cause, means that the other side speaks no TLS. */
export function saysNoTls(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return NO_TLS.test(error.message) || saysNoTls(error.cause);
}

const LOOK_TIMEOUT_MS = 3_000;

/** Finds out whether a request failed for a wrong scheme. @returns one sentence without its full stop, or `undefined`. */
export async function mixUpAt(url: URL, error: unknown): Promise<string | undefined> {
  if (url.protocol === 'https:') return saysNoTls(error) ? NO_TLS_THERE : undefined;
  return (await speaksTls(url, LOOK_TIMEOUT_MS)) ? TLS_THERE : undefined;
}

/** Tells whether TLS is spoken at an http:// address. Any certificate will do, as nothing is sent. Never throws. */
export async function speaksTls({ hostname, port }: URL, timeoutMs: number): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port: Number(port) || 80, servername, rejectUnauthorized: false });
  socket.on('error', () => {}); // `once` throws it
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
