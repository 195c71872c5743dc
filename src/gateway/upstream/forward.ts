import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type Socket, connect, isIP } from 'node:net';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import type { NoAnswerCause } from '#contract/outcome.ts';
import { collectBytes } from '#http/body.ts';
import type { ReplyBudget } from './replyBudget.ts';
import type { UpstreamTls } from './upstreamTls.ts';
import { whyNotReached } from './whyNotReached.ts';
import { MAX_REPLY_BYTES } from '#wire/classify.ts';
import type { WireReply, WireRequest } from '#wire/message.ts';
import { attempt } from '#contract/attempt.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** The longest head of a reply, in bytes of its names and values. */
const MAX_HEAD_BYTES = 16 * 1024;
const SWITCHING_PROTOCOLS = 101;

/** A request as it goes upstream; its body may be bytes as they came. The path is below the upstream's base path. */
export type UpstreamRequest = Omit<WireRequest, 'body'> & { readonly body?: string | Uint8Array };

/** The end of a request: a whole reply, or whatever came instead, with the part that did come. */
export type Exchange = {
  /** For whoever is done with a large one: what it takes of the budget is free again. */
  readonly giveBack?: () => void;
} & (
  | {
      readonly kind: 'reply';
      readonly reply: WireReply;
      readonly headers: IncomingMessage['headers'];
      /** By its Date, Unix ms. */
      readonly saidAt?: number;
      /** Source: `signInAsked`. */
      readonly signIn?: string;
      /** Source: `sentOnTo`. */
      readonly sentTo?: string;
    }
  | {
      readonly kind: 'broken';
      readonly cause: NoAnswerCause;
      readonly reason: string;
      /** Something came back, be it nothing that can be read: somebody is there. */
      readonly isThere?: true;
      readonly part?: WireReply;
    }
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
 * @param tls - how TLS is spoken; absent: as with anybody.
 * @throws NotReached
 */
export async function reach(url: URL, timeoutMs: number, tls?: UpstreamTls): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const servername = isIP(host) === 0 ? host : '';
  const socket = secure
    ? connectTls({ host, port, servername, ALPNProtocols: ['http/1.1'], ...tls?.options() }).setNoDelay(true)
    : connect({ host, port, noDelay: true });
  socket.on('error', () => {}); // also an error between here and the request must not end the process
  // Before Node's own listener, which closes a connection whose certificate it refuses: an expired one is told too.
  socket.prependOnceListener('secure', () => tls?.met(socket as TLSSocket));
  const limitMs = Math.min(timeoutMs, CONNECT_TIMEOUT_MS);
  const late = AbortSignal.timeout(limitMs);
  try {
    await once(socket, secure ? 'secureConnect' : 'connect', { signal: late });
    return socket;
  } catch (error) {
    socket.destroy();
    const why = late.aborted
      ? `no connection within ${seconds(limitMs)}`
      : whyNotReached(error, host, tls?.trust ?? {});
    throw new NotReached(`The service was not reached: ${why}.`, { cause: error });
  }
}

/** Tells whether the connection stands with both sides open: if not, nothing has been and nothing will be sent on it. */
export function stands(socket: Socket): boolean {
  return socket.readyState === 'open';
}

/**
 * The place where an exchange is. `asked`: the request leaves, and no head of a reply has come. `answering`: its body comes. `breaking`:
 * it is given up, and what came is taken as evidence. It may have run in each of them: only a `NotReached` never left.
 */
type Phase = 'asked' | 'answering' | 'breaking' | 'over';

/**
 * Sends one request on a connection from `reach`, once, and waits for the whole reply. No redirect is followed and
 * nothing is repeated. From the first byte on, whatever fails is an outcome.
 *
 * @param way - a connection, which is closed in any case, and the service is told so; or an agent that has some.
 * @param timeoutMs - until the reply is whole; what it waits for the budget is not the service's time.
 * @param budget - what replies may take; absent: any number of bytes.
 * @throws NotReached where the agent has to connect, and cannot.
 */
export function exchange(
  way: Socket | Agent,
  url: URL,
  request: UpstreamRequest,
  timeoutMs: number,
  budget?: ReplyBudget,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const outgoing = startRequest(way, url, request);
    const lease = budget?.lease();
    const body = collectBytes(MAX_REPLY_BYTES);
    let phase: Phase = 'asked';
    let reply: IncomingMessage | undefined;
    const end = (came: Exchange | NotReached): void => {
      if (phase === 'over') return;
      phase = 'over';
      deadline.end();
      if (came instanceof NotReached) return reject(came);
      if (!(way instanceof Agent)) way.destroy();
      else if (came.kind === 'broken') outgoing.destroy();
      resolve(lease?.isHeld() ? { ...came, giveBack: lease.giveBack } : came);
    };
    const giveUp = (cause: NoAnswerCause, reason: string): void => {
      if (phase === 'breaking' || phase === 'over') return;
      phase = 'breaking';
      reply?.read(); // what has come is evidence
      end(reply ? odd(cause, reason, toWireReply(reply, body.bytes())) : { kind: 'broken', cause, reason });
    };
    const deadline = createDeadline(timeoutMs, () => {
      giveUp('timed-out', `The service did not answer within ${seconds(timeoutMs)}.`);
    });
    const closed = (error?: unknown): void => {
      if (!reply) end(unanswered(error));
      // A whole reply is one, also where more bytes follow: then its own end is still to be told.
      else if (!reply.complete) giveUp('cut-off', "The service's answer broke off before its end.");
    };
    const take = (chunk: Buffer): void => {
      if (phase === 'over') return;
      const tooMuch = body.add(chunk);
      if (tooMuch) return giveUp('too-large', TOO_MUCH[tooMuch]);
      const room = lease?.add(chunk.byteLength);
      if (room) void waitFor(room);
    };
    const waitFor = async (room: Promise<void>): Promise<void> => {
      deadline.pause();
      reply?.pause();
      await room;
      if (phase === 'over') return;
      deadline.goOn();
      reply?.resume();
    };
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > MOST_INTERIM) end(odd('no-reply', 'The service said again and again that its answer will come.'));
    });
    const onHead = (came: IncomingMessage): void => {
      if (phase !== 'asked') return;
      const refused = refusedHead(came);
      if (refused) return end(refused);
      phase = 'answering';
      reply = came;
      came.on('data', take).on('error', closed);
      came.once('end', () => end(whole(came, body.bytes(), url.origin + outgoing.path)));
    };
    outgoing.on('error', closed).on('close', closed).on('response', onHead).on('upgrade', onHead);
    outgoing.end(request.body || undefined); // a GET has an empty one
  });
}

/** The most interim replies (100, 103) before an answer: each is a head to read, and none is counted by its bytes. */
const MOST_INTERIM = 100;

/** The ways to pack that are named; of any other not a letter is passed on. */
const PACKINGS: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress'];

/** Creates a deadline: calls `onEnd` once when `limitMs` have passed, not counting the time for which it was paused. */
function createDeadline(limitMs: number, onEnd: () => void) {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer = setTimeout(onEnd, leftMs);
  return {
    pause(): void {
      clearTimeout(timer);
      leftMs -= performance.now() - startedAt;
    },
    goOn(): void {
      startedAt = performance.now();
      timer = setTimeout(onEnd, leftMs);
    },
    end: (): void => clearTimeout(timer),
  };
}

/** Begins a request. @throws Error where a header or the path could be read as more than one. */
function startRequest(way: Socket | Agent, url: URL, { method, path, headers, body }: UpstreamRequest): ClientRequest {
  const isKept = way instanceof Agent;
  const outgoing = httpRequest({
    ...(isKept ? { agent: way } : { createConnection: () => way }),
    method,
    path: url.pathname.replace(/\/+$/, '') + path,
    headers: {
      host: url.host,
      'accept-encoding': 'identity', // nothing is unpacked here
      ...headers,
      ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
      connection: isKept ? 'keep-alive' : 'close',
    },
    insecureHTTPParser: false,
    maxHeaderSize: MAX_HEAD_BYTES,
  });
  outgoing.maxHeadersCount = 0; // none is left out: the length of a reply is in one of them
  return outgoing;
}

/** Makes the end by something that came and is no reply: somebody is there. @param part - what came of one. */
function odd(cause: NoAnswerCause, reason: string, part?: WireReply): Exchange {
  return { kind: 'broken', cause, reason, isThere: true, ...(part && { part }) };
}

/** Returns the end of a request whose connection closed or failed before the head of a reply. */
function unanswered(error: unknown): Exchange | NotReached {
  if (error instanceof NotReached) return error; // the agent's: nothing has left
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'HPE_HEADER_OVERFLOW')
    return odd('no-reply', `The head of the service's answer is longer than ${MAX_HEAD_BYTES} bytes.`);
  if (code.startsWith('HPE_')) return odd('no-reply', 'What the service answered is no HTTP.');
  return { kind: 'broken', cause: 'no-reply', reason: 'The service closed the connection without an answer.' };
}

/**
 * Returns the end of a request by a head whose body is not read; `undefined`: it is HTTP/1 and says for certain where the
 * reply ends. Node's parser refuses two lengths, or a length and chunks; a coding that it does not undo it hands on.
 */
function refusedHead({ statusCode, httpVersionMajor, headers }: IncomingMessage): Exchange | undefined {
  if (statusCode === SWITCHING_PROTOCOLS) return odd('status', 'The service asked for another protocol.');
  const coding = headers['transfer-encoding'];
  const isCertain = httpVersionMajor === 1 && (coding === undefined || coding.toLowerCase() === 'chunked');
  return isCertain ? undefined : odd('no-reply', "The service's answer does not say where it ends.");
}

/** Returns the end by a reply whose last byte has come. @param asked - the address asked. */
function whole(came: IncomingMessage, body: Uint8Array, asked: string): Exchange {
  const reply = toWireReply(came, body);
  const packed = came.headers['content-encoding'] ?? 'identity';
  if (packed !== 'identity') {
    const way = PACKINGS.includes(packed) ? packed : 'in another way';
    return odd('malformed', `The service packed its answer (${way}), and was asked not to.`, reply);
  }
  const saidAt = Date.parse(came.headers.date ?? '');
  const more = { ...(!Number.isNaN(saidAt) && { saidAt }), ...signInAsked(came), ...sentOnTo(came, asked) };
  return { kind: 'reply', reply, headers: came.headers, ...more };
}

const TOO_MUCH = {
  'too-large': "The service's answer was too large to be one.",
  'too-many-pieces': "The service's answer came in too many pieces to be one.",
} as const;

function toWireReply({ statusCode = 0, headers }: IncomingMessage, body: Uint8Array): WireReply {
  return { status: statusCode, contentType: headers['content-type'] ?? '', body };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

const SCHEMES = ['Negotiate', 'NTLM', 'Kerberos', 'Digest', 'Basic', 'Bearer'];

/** Returns the ways to sign in that a reply asks for, as in `Negotiate, NTLM`; absent: it is no 401. */
function signInAsked({ statusCode, headers }: IncomingMessage): { readonly signIn?: string } {
  if (statusCode !== 401) return {};
  const asked = (headers['www-authenticate'] ?? '').slice(0, 2_000);
  const named = SCHEMES.filter((scheme) => new RegExp(`\\b${scheme}\\b`, 'i').test(asked));
  return { signIn: named.join(', ') || 'by a way of its own' };
}

/** Returns a sentence on a redirect, without the query of its address; absent: it is none. @param asked - the address asked. */
function sentOnTo({ statusCode = 0, headers }: IncomingMessage, asked: string): { readonly sentTo?: string } {
  if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return {};
  const to = attempt(() => new URL(headers.location ?? '', asked));
  if (!to) return {};
  return {
    sentTo: `HTTP ${statusCode}: the service answers with a redirect to ${(to.origin + to.pathname).slice(0, 200)}`,
  };
}

/** Returns the reason why a reply is no answer: for a 401 or a redirect, what it asks for and what to do. */
export function reasonWith(
  reason: string,
  { signIn, sentTo }: { readonly signIn?: string | undefined; readonly sentTo?: string },
): string {
  if (sentTo !== undefined)
    return `${sentTo}, which the gateway does not follow: UPSTREAM_URL has to name the address that answers itself.`;
  if (signIn === undefined) return reason;
  const what = /Negotiate|NTLM|Kerberos/.test(signIn) ? 'Windows authentication' : 'a sign-in';
  return (
    `HTTP 401: the service asks for ${what} (${signIn}), which the gateway does not have: allow Anonymous ` +
    'Authentication for the three .asmx pages in IIS, to the address of this machine alone, or name a proxy that signs ' +
    'in in UPSTREAM_URL.'
  );
}
