import { Socket, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NoAnswerCause } from '#contract/outcome.ts';
import type { Held, Lease, ReplyBudget } from './replyBudget.ts';
import { type Progress, createReplyReader } from './replyReader.ts';
import { NO_TLS_THERE, saysNoTls } from '#gateway/http/schemeMixUp.ts';
import { atTurnEnd } from '#gateway/http/turnEnd.ts';
import type { WireReply } from '#wire/message.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** How often it is looked whether a reply that waits for the budget may be read on, in milliseconds. */
const BUDGET_POLL_MS = 10;

/** A request as it goes upstream. `headers` has lower-case names; the path is below the upstream's base path. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** What came of a request: a whole reply, or whatever came instead, with the part that did come. */
export type Exchange = {
  /** What it takes of the budget, for whoever is done with it to give back. */
  readonly held?: Held;
} & (
  | { readonly kind: 'reply'; readonly reply: WireReply }
  | { readonly kind: 'broken'; readonly cause: NoAnswerCause; readonly reason: string; readonly part?: WireReply }
);

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
    ? connectTls({ host, port, servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] }).setNoDelay(true)
    : connectTcp(host, port);
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

function connectTcp(host: string, port: number): Socket {
  const socket = new Socket();
  atTurnEnd(() => {
    if (!socket.destroyed) socket.connect({ host, port, noDelay: true });
  });
  return socket;
}

/** Whether the connection still stands with both sides open: if not, nothing has been and nothing will be sent on it. */
export function stands(socket: Socket): boolean {
  return socket.readyState === 'open';
}

/**
 * Sends one request on a connection from `reach`, once, and waits for the whole reply. No redirect is followed and
 * nothing is repeated. From the first byte on, whatever fails is an outcome.
 *
 * @param timeoutMs - until the reply is whole; what it waits for the budget is not the service's time.
 * @param keep - given the connection where it can carry another request; absent: it is closed in any case, and the
 *   service is told so.
 * @param budget - what replies may take; absent: any number of bytes.
 */
export async function exchange(
  socket: Socket,
  url: URL,
  request: UpstreamRequest,
  timeoutMs: number,
  keep?: (socket: Socket) => void,
  budget?: ReplyBudget,
): Promise<Exchange> {
  const bytes = encodeRequest(url, request, keep === undefined);
  return new Promise((resolve) => {
    const reader = createReplyReader();
    const lease = budget?.lease();
    let finished = false;
    let until = performance.now() + timeoutMs;
    let waiting: NodeJS.Timeout | undefined;
    const finish = (result: Exchange): void => {
      finished = true;
      clearTimeout(timer);
      clearInterval(waiting);
      socket.off('data', take).off('end', ended).off('close', brokenOff).off('error', brokenOff);
      if (keep && result.kind === 'reply' && reader.isReusable()) keep(socket);
      else atTurnEnd(() => socket.destroy());
      const held = lease?.held();
      resolve(held ? { ...result, held } : result);
    };
    const broken = (cause: NoAnswerCause, reason: string): void => {
      const part = reader.part();
      finish({ kind: 'broken', cause, reason, ...(part && { part }) });
    };
    const brokenOff = (): void => {
      if (!reader.part()) broken('no-reply', 'The service closed the connection without an answer.');
      else broken('cut-off', "The service's answer broke off before its end.");
    };
    const come = (progress: Progress): void => {
      const reply = progress === 'whole' ? reader.part() : undefined;
      if (reply) finish({ kind: 'reply', reply });
      else if (progress === 'too-large') broken('too-large', "The service's answer was too large to be one.");
      else if (progress === 'upgrade') broken('status', 'The service asked for another protocol.');
      else if (progress !== 'more') brokenOff();
    };
    const take = (chunk: Buffer): void => {
      lease?.add(chunk.byteLength);
      come(reader.take(chunk));
      if (!finished && lease && !lease.mayGoOn()) waitForBudget(lease);
    };
    const waitForBudget = (own: Lease): void => {
      const leftMs = until - performance.now();
      clearTimeout(timer);
      socket.pause();
      waiting = setInterval(() => {
        if (!own.mayGoOn()) return;
        clearInterval(waiting);
        until = performance.now() + leftMs;
        timer = setTimeout(timedOut, leftMs);
        socket.resume();
      }, BUDGET_POLL_MS);
    };
    const ended = (): void => come(reader.end());
    const timedOut = (): void => broken('timed-out', `The service did not answer within ${seconds(timeoutMs)}.`);
    let timer = setTimeout(timedOut, timeoutMs);
    socket.on('data', take).on('end', ended).on('close', brokenOff).on('error', brokenOff);
    atTurnEnd(() => socket.write(bytes));
  });
}

/** The bytes of a request, head and body. @throws Error where a header or the path could be read as more than one. */
function encodeRequest(url: URL, { method, path, headers, body }: UpstreamRequest, close: boolean): Buffer {
  const target = url.pathname.replace(/\/+$/, '') + path;
  if (/[^\x21-\xff]/.test(target)) throw new Error('the path of a request has characters that it cannot have');
  const all = {
    host: url.host,
    ...headers,
    ...(body && { 'content-length': String(body.byteLength) }),
    connection: close ? 'close' : 'keep-alive',
  };
  let head = `${method} ${target} HTTP/1.1\r\n`;
  for (const [name, value] of Object.entries(all)) {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new Error(`the header ${name} has characters that it cannot have`);
    head += `${name}: ${value}\r\n`;
  }
  const start = Buffer.from(`${head}\r\n`, 'latin1');
  return body ? Buffer.concat([start, body]) : start;
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
  if (saysNoTls(error)) return NO_TLS_THERE;
  return IN_WORDS[code] ?? message.replace(/\s+/g, ' ');
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
