import { type AddressInfo, type Socket, connect } from 'node:net';
import { type Asked, PAGE, headLength, portal, redirect, replyOf, wholeRequest } from './bytes.ts';
import { close, inTurn, listen } from './sockets.ts';

/** Fault of the network in one call, named by where it breaks. */
export type NetFault =
  | 'net-cut-before'
  | 'net-cut-mid-request'
  | 'net-cut-after-request'
  | 'net-cut-reply-head'
  | 'net-cut-reply-body'
  | 'net-reply-hangs'
  | 'net-portal-for-call'
  | 'net-portal-after-call'
  | 'net-redirect-for-call'
  | 'net-502-for-call';

/** State of the network for a while. */
export type NetMode = 'refused' | 'reset' | 'black-hole' | 'portal' | 'redirect' | 'stalls' | 'replies-withheld';

export interface Proxy {
  readonly origin: string;
  /** Sets how the network is from now on; absent: sound. Connections that hang are cut. */
  set(mode?: NetMode): Promise<void>;
  /** Applies a fault to the next call that comes. @param part - from 0 to 1: where inside the phase it breaks. */
  next(fault: NetFault, part: number): void;
  waiting(): number;
  clear(): void;
  /** Calls that were answered out of the ledger, by marker. */
  readonly replayed: ReadonlySet<string>;
  /** Times that each idempotency key was posted. */
  readonly posts: ReadonlyMap<string, number>;
  /** Holds back every probe until so many of them wait. */
  holdProbes(count: number): void;
  stop(): Promise<void>;
}

export interface ProxyPorts {
  /** Port of the gateway. */
  readonly target: number;
  readonly struck: (fault: NetFault, marker: string) => void;
  /** From 0 to 1: the length of a stall. */
  readonly random: () => number;
}

interface Cut {
  readonly fault: NetFault;
  readonly part: number;
}

const HANGS_MS = 1_500;
const STALL_MS = 300;

/**
 * The network between the handhelds and the gateway, on one port for the life of a run: the app's origin. It reads
 * requests whole, so that it can break one at a chosen place.
 */
export async function startProxy({ target, struck, random }: ProxyPorts): Promise<Proxy> {
  const clients = new Set<Socket>();
  const stuck = new Set<Socket>();
  const cuts: Cut[] = [];
  const replayed = new Set<string>();
  const posts = new Map<string, number>();
  let held: { readonly count: number; readonly go: (() => void)[] } | undefined;
  let mode: NetMode | undefined;

  const stallMs = (): number => (mode === 'stalls' ? random() * STALL_MS : 0);

  function serve(client: Socket): void {
    if (mode === 'reset') {
      client.resetAndDestroy();
      return;
    }
    clients.add(client);
    client.setNoDelay(true);
    const [there, back] = [inTurn(), inTurn()];
    let gateway: Socket | undefined;
    let unread = Buffer.alloc(0);
    /** Takes the reply that comes next. */
    let onReply: ((bytes: Buffer) => void) | undefined;
    let asked: Asked | undefined;

    const end = (): void => {
      clients.delete(client);
      stuck.delete(client);
      gateway?.destroy();
    };
    client.on('error', () => undefined);
    client.on('close', end);
    client.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let request = wholeRequest(unread); request; request = wholeRequest(unread)) {
        unread = unread.subarray(request.bytes.length);
        asked = request;
        take(request);
      }
    });

    function take(request: Asked): void {
      if (mode === 'black-hole') {
        stuck.add(client);
        return;
      }
      if (mode === 'portal' || mode === 'redirect') {
        client.end(mode === 'portal' ? portal() : redirect());
        return;
      }
      if (request.isProbe && held) {
        held.go.push(() => pass(request.bytes));
        if (held.go.length < held.count) return;
        const { go } = held;
        held = undefined;
        for (const release of go) release();
        return;
      }
      if (request.key !== undefined) posts.set(request.key, (posts.get(request.key) ?? 0) + 1);
      const cut = request.marker === undefined ? undefined : cuts.shift();
      if (!cut || request.marker === undefined) {
        pass(request.bytes);
        return;
      }
      struck(cut.fault, request.marker);
      strike(cut, request);
    }

    function strike({ fault, part }: Cut, { bytes }: Asked): void {
      const cutAt = (length: number): number => Math.max(1, Math.min(length - 1, Math.floor(part * length)));
      switch (fault) {
        case 'net-cut-before':
          client.resetAndDestroy();
          return;
        case 'net-cut-mid-request':
          pass(bytes.subarray(0, cutAt(bytes.length)), () => {
            client.resetAndDestroy();
            gateway?.resetAndDestroy();
          });
          return;
        case 'net-cut-after-request':
          pass(bytes, () => setTimeout(cutClient, part * 30));
          return;
        case 'net-cut-reply-head':
          onReply = (reply) => client.write(reply.subarray(0, cutAt(headLength(reply))), cutClient);
          break;
        case 'net-cut-reply-body': {
          onReply = (reply) => {
            const head = headLength(reply);
            client.write(reply.subarray(0, head + Math.floor(part * (reply.length - head))), () => {
              if (part < 0.5) client.destroy();
              else cutClient();
            });
          };
          break;
        }
        case 'net-reply-hangs':
          onReply = () => setTimeout(cutClient, HANGS_MS);
          break;
        case 'net-portal-after-call':
          onReply = () => client.end(portal());
          break;
        case 'net-portal-for-call':
          client.end(portal());
          return;
        case 'net-redirect-for-call':
          client.end(redirect());
          return;
        case 'net-502-for-call':
          client.end(replyOf(502, 'text/html', PAGE));
          return;
      }
      pass(bytes);
    }

    /** The handheld's side goes; the gateway is not told, as behind a radio that has lost its cell. */
    function cutClient(): void {
      if (!client.destroyed) client.resetAndDestroy();
    }

    function pass(bytes: Buffer, then?: () => void): void {
      gateway ??= connectGateway();
      there(stallMs(), () => void gateway?.write(bytes, () => then?.()));
    }

    function connectGateway(): Socket {
      const socket = connect({ port: target, host: '127.0.0.1' });
      socket.setNoDelay(true);
      const drop = (): void => {
        if (gateway === socket) gateway = undefined;
        if (mode === 'replies-withheld') stuck.add(client);
        else client.destroy();
      };
      socket.on('error', drop);
      socket.on('close', drop);
      socket.on('data', (chunk: Buffer) => {
        if (asked?.marker !== undefined && /\r\nidempotency-replayed: true\r\n/i.test(chunk.toString('latin1')))
          replayed.add(asked.marker);
        if (mode === 'replies-withheld') {
          stuck.add(client);
          return;
        }
        if (onReply) {
          const use = onReply;
          onReply = () => undefined;
          use(chunk);
          return;
        }
        back(stallMs(), () => void (client.destroyed || client.write(chunk)));
      });
      return socket;
    }
  }

  let server = await listen(serve, 0);
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://localhost:${port}`,
    async set(wanted) {
      mode = wanted;
      if (wanted === 'refused') {
        if (server.listening) await close(server);
        for (const client of clients) client.resetAndDestroy();
        return;
      }
      if (!server.listening) server = await listen(serve, port);
      if (wanted === undefined) for (const client of stuck) client.resetAndDestroy();
      if (wanted === 'reset') for (const client of clients) client.resetAndDestroy();
    },
    next: (fault, part) => void cuts.push({ fault, part }),
    waiting: () => cuts.length,
    clear: () => void cuts.splice(0),
    replayed,
    posts,
    holdProbes(count) {
      held = { count, go: [] };
    },
    async stop() {
      for (const client of clients) client.destroy();
      if (server.listening) await close(server);
    },
  };
}
