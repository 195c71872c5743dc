import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';

/**
 * The milliseconds from the beginning of a connection, its handshake included, until its first request must have come:
 * the head, and the whole of it. `npm run lab -- load:slow` lets more pass, by what a busy machine adds.
 */
const FIRST = { headMs: 9_000, wholeMs: 16_000 };

/**
 * Cuts connections over TLS whose first request takes too long. The server's own limits begin after the handshake, which
 * may take as long again; these begin with the connection.
 *
 * @param refuse - answers whoever is too slow once TLS stands; the connection is closed in any case.
 */
export function limitFirstRequest(
  server: Server,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void,
  limits = FIRST,
): void {
  /** The connections by their addresses, which a plain socket and the one of TLS in it have in common. */
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
    // The client's time ends with its request: the service may take long for the answer.
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
