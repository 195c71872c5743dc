import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** In what way a client is slow. */
export type Slowness = 'silent' | 'headers' | 'body' | 'reading';

/** End of a slow client. */
export interface Cut {
  readonly slowness: Slowness;
  /** Milliseconds until the gateway closed the connection. */
  readonly ms: number;
}

const BODY = 'deliveryCode=D-1001&storeCode=S-01-A&apiKey=demo-key-0001&userID=7';
const CALL = 'POST /PDAAPIV1.asmx/RevertOff HTTP/1.1\r\nHost: localhost\r\n';
const HEAD = `${CALL}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${BODY.length}\r\n\r\n`;

/**
 * One client that dribbles a byte a second, or says nothing, until it is cut off. One that reads slowly asks again and
 * again for the same and takes nothing of it.
 *
 * @param wish - what it asks for and how often, for `reading`: more than the buffers of two systems hold.
 */
export function slowClient(
  origin: string,
  slowness: Slowness,
  wish: { readonly path: string; readonly times: number },
): Promise<Cut> {
  const { port, protocol } = new URL(origin);
  const startedAt = performance.now();
  const at = { host: '127.0.0.1', port: Number(port) };
  const socket = protocol === 'https:' ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
  const wished = `GET ${wish.path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const text = {
    silent: '',
    headers: `${CALL}X-Slow: ${'x'.repeat(1_000)}`,
    body: HEAD + BODY,
    reading: wished.repeat(wish.times),
  }[slowness];
  let sent = { silent: 0, headers: CALL.length, body: HEAD.length, reading: text.length }[slowness];
  socket.write(text.slice(0, sent));
  if (slowness === 'reading') socket.pause();
  else socket.resume();
  const dribble = setInterval(() => {
    // The last byte never goes. One that takes no reply sees the end of its connection by writing on it.
    socket.write(slowness === 'reading' ? wished : text.slice(sent, sent + 1));
    sent = Math.min(sent + 1, text.length - 1);
  }, 1_000);
  return new Promise((resolve) => {
    const cut = (): void => {
      clearInterval(dribble);
      socket.destroy();
      resolve({ slowness, ms: performance.now() - startedAt });
    };
    socket.on('error', cut);
    socket.on('end', cut);
    socket.on('close', cut);
  });
}
