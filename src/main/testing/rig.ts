import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The access key of the tests' calls. */
export const RIG_KEY = 'canary-key-8251';

/** Makes a folder that is removed when the test disposes of it. */
export function tempDir(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'scanline-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A server that listens on a port of the loopback. Disposing of it ends its connections too. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Every connection that was made. */
  readonly sockets: ReadonlySet<Socket>;
}

/** Makes a server listen. @param at - 0: any port that is free. */
export async function listening(server: Server, at = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Finds a port where nobody listens. */
export async function freePort(): Promise<number> {
  await using server = await listening(createServer());
  return server.port;
}

/** One request as it arrived at the upstream, whole. The reply is the test's to give. */
export interface RawRequest {
  /** Request line, headers and body, as they came. */
  readonly text: string;
  readonly body: string;
  readonly socket: Socket;
  /** Sends these bytes and ends the connection. */
  reply(text: string): void;
}

export type RawUpstream = Awaited<ReturnType<typeof startUpstream>>;

/**
 * Starts an upstream on bare TCP: every request stands until the test answers it, drops it, or lets it hang. The gateway's
 * own questions at its start are answered without the test, and are not counted.
 *
 * @param answer - given each request at once; absent: the test takes them by `next`.
 * @param port - 0: any.
 * @param wsdl - the description of every group; absent: there is none.
 */
export async function startUpstream(answer?: (request: RawRequest) => void, port = 0, wsdl?: string) {
  const requests: RawRequest[] = [];
  const waiting: ((request: RawRequest) => void)[] = [];
  let taken = 0;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const body = wholeBody(text);
      if (body === undefined) return;
      if (isCheck(text)) {
        connections -= 1;
        socket.end(checkReply(text, wsdl));
        text = '';
        return;
      }
      const request: RawRequest = { text, body, socket, reply: (reply) => void socket.end(reply, 'latin1') };
      text = '';
      requests.push(request);
      answer?.(request);
      const waiter = waiting.shift();
      if (waiter) waiter(requests[taken++] ?? request);
    });
  });
  const open = await listening(server, port);
  return {
    ...open,
    url: new URL(`http://127.0.0.1:${open.port}`),
    /** Every request that came whole. */
    requests: requests as readonly RawRequest[],
    /** Returns the number of connections that were made. */
    connections: (): number => connections,
    /** Waits for the first connection. */
    connected: async (): Promise<Socket> => [...open.sockets][0] ?? ((await once(server, 'connection')) as [Socket])[0],
    /** Waits for the next request that nobody has taken yet. */
    next(): Promise<RawRequest> {
      const ready = requests[taken];
      if (ready) {
        taken += 1;
        return Promise.resolve(ready);
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

const ASKS_WSDL = /^GET \/\w+\.asmx\?WSDL /;

/** Tells whether the gateway asks what the service is: for a WSDL, an empty read, or an operation that no service has. */
function isCheck(text: string): boolean {
  return ASKS_WSDL.test(text) || /apiKey=&code=(?: |$)|<apiKey><\/apiKey><code>|ScanlineProbe/.test(text);
}

/** Answers such a question rightly over HTTP POST and GET, with a WSDL or without: the gateway holds calls until it knows a service. */
function checkReply(text: string, wsdl: string | undefined): string {
  if (ASKS_WSDL.test(text)) return httpReply(wsdl === undefined ? 404 : 200, 'text/xml; charset=utf-8', wsdl ?? '');
  if (!text.includes('ScanlineProbe')) return serviceReply('');
  return httpReply(500, 'text/plain; charset=utf-8', 'ScanlineProbe Web Service method name is not valid.\r\n');
}

/** Returns the body, or `undefined` while more of it is to come. */
function wholeBody(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = Number(/^content-length: (\d+)\r?$/im.exec(text.slice(0, end + 1))?.[1] ?? 0);
  const body = text.slice(end + 4);
  return body.length < length ? undefined : body;
}

/** Writes an HTTP reply. */
export function httpReply(status: number, contentType: string, body: string): string {
  const length = Buffer.byteLength(body);
  const bytes = Buffer.from(body).toString('latin1');
  return `HTTP/1.1 ${status} X\r\nContent-Type: ${contentType}\r\nContent-Length: ${length}\r\n\r\n${bytes}`;
}

/** Writes the service's own answer. */
export function serviceReply(text: string): string {
  const body = `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${text}</string>`;
  return httpReply(200, 'text/xml; charset=utf-8', body);
}

/** A gateway's reply. */
export interface Heard {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The problem's code, where it is one of the gateway's. */
  readonly code: string | undefined;
}

/** Posts RevertOff, or these fields to another path, on a connection of its own. */
export async function post(
  url: string | URL,
  key: string | undefined,
  fields: Readonly<Record<string, string>> = revertOffFields(),
  options: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Heard> {
  const reply = await fetch(new URL(options.path ?? '/PDAAPIV1.asmx/RevertOff', url), {
    method: 'POST',
    headers: { ...(key !== undefined && { 'idempotency-key': key }), connection: 'close', ...options.headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
    ...(options.signal && { signal: options.signal }),
  });
  const text = await reply.text();
  const code = /"code":"([a-z-]+)"/.exec(text)?.[1];
  return { status: reply.status, headers: reply.headers, text, code };
}

/** Returns RevertOff's fields in table order. */
export function revertOffFields(deliveryCode = 'D-1001', apiKey = RIG_KEY): Readonly<Record<string, string>> {
  return { deliveryCode, storeCode: 'S-01-A', apiKey, userID: '7' };
}

/** Characters by the references that React writes for them. */
const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" };

/** Returns a piece of a page with its references read. */
export function textIn(html = ''): string {
  return html.replace(/&(lt|gt|quot|amp|#x27);/g, (_, name: string) => REFERENCES[name] ?? '');
}
