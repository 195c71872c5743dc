import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A request as it went by. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Empty where there was none. */
  readonly key: string;
  /** Unix ms. */
  readonly at: number;
}

/** The network between a handheld and a gateway: it hears every request, and breaks when it is told to. */
export interface Proxy {
  /** Address at which the handheld finds the gateway behind it. */
  readonly origin: string;
  readonly seen: readonly Seen[];
  /** Resets every connection, and each new one, until `mend`. */
  cut(): void;
  mend(): void;
  /** Passes the next call on whole, and then ends or resets the handheld's connection without an answer. */
  swallowNext(how: 'end' | 'reset'): void;
  close(): Promise<void>;
}

/** @param target - the gateway's origin. */
export async function createProxy(target: string): Promise<Proxy> {
  const port = Number(new URL(target).port);
  const seen: Seen[] = [];
  const clients = new Set<Socket>();
  let isCut = false;
  let swallow: 'end' | 'reset' | undefined;

  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const gateway = connect(port, '127.0.0.1');
    gateway.on('error', () => client.destroy());
    gateway.on('data', (chunk) => client.writable && client.write(chunk));
    gateway.on('end', () => client.end());
    clients.add(client);
    client.on('close', () => {
      clients.delete(client);
      gateway.end();
    });
    let text = '';
    client.on('data', (chunk) => {
      gateway.write(chunk);
      text += chunk.toString('latin1');
      for (let one = readRequest(text); one; one = readRequest(text)) {
        text = text.slice(one.length);
        seen.push(one.seen);
        if (one.seen.key === '' || !swallow) continue;
        if (swallow === 'end') client.end();
        else client.resetAndDestroy();
        swallow = undefined;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    cut() {
      isCut = true;
      for (const client of clients) client.resetAndDestroy();
    },
    mend() {
      isCut = false;
    },
    swallowNext(how) {
      swallow = how;
    },
    async close() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The first request in `text`, where it is whole. Source: RFC 9112. */
function readRequest(text: string): { readonly seen: Seen; readonly length: number } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  const [method = '', path = ''] = head.split(' ', 2);
  const header = (name: string): string => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const length = end + 4 + Number(header('content-length') || 0);
  if (text.length < length) return undefined;
  return { seen: { method, path, key: header('idempotency-key'), at: Date.now() }, length };
}
