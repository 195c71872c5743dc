import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';

/**
 * Until when a new connection's first request must have come, the handshake before it included: its head, and the whole of
 * it. Below what `npm run lab -- load:slow` lets pass, by what a busy machine adds.
 */
const FIRST = { headMs: 9_000, wholeMs: 16_000 };

/**
 * Over TLS the server's own limits begin after the handshake, which may take as long again and takes longest where many
 * come at once. These begin with the connection and are for its first request; later ones have had no handshake.
 *
 * @param refuse - answers whoever is too slow once TLS stands; the connection is closed in any case.
 */
export function limitFirstRequest(
  server: Server,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void,
  limits = FIRST,
): void {
  /** A connection without TLS and the one in it are two sockets: what they have in common is who and where. */
  const waiting = new Map<string, First>();
  server.on('connection', (raw: Socket) => {
    const name = nameOf(raw);
    const first: First = { startedAt: performance.now(), cut: () => raw.destroy(), timer: undefined };
    first.timer = setTimeout(() => first.cut(), limits.headMs);
    waiting.set(name, first);
    raw.once('close', () => {
      clearTimeout(first.timer);
      if (waiting.get(name) === first) waiting.delete(name);
    });
  });
  server.on('secureConnection', (socket: Socket) => {
    const first = waiting.get(nameOf(socket));
    if (!first) return;
    first.cut = () => {
      refuse(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      socket.destroySoon();
    };
  });
  server.on('request', (request: IncomingMessage) => {
    const name = nameOf(request.socket);
    const first = waiting.get(name);
    if (!first) return;
    waiting.delete(name);
    clearTimeout(first.timer);
    if (request.complete) return;
    const leftMs = limits.wholeMs - (performance.now() - first.startedAt);
    first.timer = setTimeout(() => first.cut(), leftMs);
    // What the service takes for its answer is none of the client's time.
    for (const end of ['end', 'close']) request.once(end, () => clearTimeout(first.timer));
  });
}

interface First {
  readonly startedAt: number;
  cut(): void;
  timer: NodeJS.Timeout | undefined;
}

function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
