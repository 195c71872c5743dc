import { type IncomingMessage, request as httpRequest } from 'node:http';
import { type Socket, connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NoAnswerCause } from '#contract/outcome.ts';
import { MAX_REPLY_BYTES } from '#wire/classify.ts';
import type { WireReply } from '#wire/message.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** A request as it goes upstream. `headers` has lower-case names; the path is below the upstream's base path. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** What came of a request: a whole reply, or whatever came instead, with the part that did come. */
export type Exchange =
  | { readonly kind: 'reply'; readonly reply: WireReply }
  | { readonly kind: 'broken'; readonly cause: NoAnswerCause; readonly reason: string; readonly part?: WireReply };

/** The upstream was not reached: no byte of the request left. The message is one sentence. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
}

/**
 * Opens a fresh connection: DNS, TCP and, for https, TLS with a verified certificate. Nothing of a request is sent, so
 * whatever fails here is proved not to have run.
 *
 * @param timeoutMs - for all of it; never more than 10 s.
 * @throws NotReached
 */
export async function reach(url: URL, timeoutMs: number): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const socket = secure
    ? connectTls({ host, port, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] })
    : connectTcp({ host, port });
  socket.setNoDelay(true);
  const limitMs = Math.min(timeoutMs, CONNECT_TIMEOUT_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no connection within ${seconds(limitMs)}`)), limitMs);
      // This listener stays: an error between here and the request must not end the process.
      socket.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        reject(error);
      });
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw new NotReached(`The service was not reached: ${describe(error)}.`, { cause: error });
  }
}

/** Whether the connection still stands with both sides open: if not, nothing has been and nothing will be sent on it. */
export function stands(socket: Socket): boolean {
  return socket.readyState === 'open';
}

/**
 * Sends one request on a connection from `reach`, once, and waits for the whole reply. No redirect is followed, nothing
 * is repeated, and the connection is closed after. Never throws: from the first byte on, whatever fails is an outcome.
 *
 * @param timeoutMs - until the reply is whole.
 */
export function exchange(socket: Socket, url: URL, request: UpstreamRequest, timeoutMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: url.pathname.replace(/\/+$/, '') + request.path,
      headers: {
        host: url.host,
        ...request.headers,
        ...(request.body && { 'content-length': String(request.body.byteLength) }),
        connection: 'close',
      },
    });
    const reading = createReading();
    const finish = (result: Exchange): void => {
      clearTimeout(timer);
      resolve(result);
      socket.destroy();
    };
    const broken = (cause: NoAnswerCause, reason: string): void => {
      const part = reading.part();
      finish({ kind: 'broken', cause, reason, ...(part && { part }) });
    };
    const brokenOff = (): void => {
      if (!reading.part()) broken('no-reply', 'The service closed the connection without an answer.');
      else broken('cut-off', "The service's answer broke off before its end.");
    };
    const timer = setTimeout(() => {
      broken('timed-out', `The service did not answer within ${seconds(timeoutMs)}.`);
    }, timeoutMs);
    outgoing.on('error', brokenOff);
    outgoing.on('close', brokenOff); // after a whole reply this comes too late to matter
    outgoing.on('upgrade', () => broken('status', 'The service asked for another protocol.'));
    outgoing.on('response', (incoming) => {
      reading.start(incoming);
      incoming.on('error', brokenOff);
      incoming.on('data', (chunk: Buffer) => {
        if (!reading.take(chunk)) broken('too-large', "The service's answer was too large to be one.");
      });
      incoming.on('end', () => (incoming.complete ? finish({ kind: 'reply', reply: reading.whole() }) : brokenOff()));
    });
    outgoing.end(request.body);
  });
}

/** Collects a reply up to the limit, and has at any time what came so far. */
function createReading() {
  let incoming: IncomingMessage | undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  const whole = (): WireReply => ({
    status: incoming?.statusCode ?? 0,
    contentType: incoming?.headers['content-type'] ?? '',
    body: Buffer.concat(chunks),
  });
  return {
    start(message: IncomingMessage): void {
      incoming = message;
    },
    /** @returns whether the reply is still within the limit. */
    take(chunk: Buffer): boolean {
      length += chunk.byteLength;
      if (length > MAX_REPLY_BYTES) return false;
      chunks.push(chunk);
      return true;
    },
    part: (): WireReply | undefined => (incoming ? whole() : undefined),
    whole,
  };
}

const IN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name was not found',
  EAI_AGAIN: 'its name was not found',
  EHOSTUNREACH: 'there is no way to its address',
  ENETUNREACH: 'there is no way to its address',
};

function describe(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  return IN_WORDS[code] ?? message.replace(/\s+/g, ' ');
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
