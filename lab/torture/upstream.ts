import type { AddressInfo, Socket } from 'node:net';
import { PAGE, replyOf, wholeBody } from './bytes.ts';
import { close, listen, sleep } from './sockets.ts';

/** Fault of the service in one call; all but the first three and the refusals come after it has acted. */
export type ServiceFault =
  | 'service-resets-connect'
  | 'service-resets-half-read'
  | 'service-html-instead'
  | 'service-503'
  | 'service-no-method'
  | 'service-late'
  | 'service-too-late'
  | 'service-closes-after'
  | 'service-resets-after'
  | 'service-headers-only'
  | 'service-half-body'
  | 'service-truncated'
  | 'service-slow-reply'
  | 'service-hangs-after'
  | 'service-html-after'
  | 'service-exception-after'
  | 'service-missing-after';

/** One call that the service acted on. */
export interface Executed {
  /** Delivery and shelf: no two scans of a run have the same. */
  readonly marker: string;
  /** Unix ms, on the rig's own clock. */
  readonly at: number;
}

export interface Upstream {
  readonly url: string;
  /** In the order in which the service acted. */
  readonly executed: readonly Executed[];
  /** Calls that have come and are not over: what they will do is not known yet. */
  inFlight(): number;
  /** Applies a fault to the next call that comes, after the ones that wait already. */
  next(fault: ServiceFault): void;
  /** Returns how many faults wait for a call. */
  waiting(): number;
  clear(): void;
  /** Refuses connections until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Events that the rig wants to hear of. */
export interface UpstreamPorts {
  readonly struck: (fault: ServiceFault, marker: string | undefined) => void;
  /** Milliseconds that a sound call takes. */
  readonly takesMs: () => number;
  /** After how long the gateway gives up, in milliseconds. */
  readonly patienceMs: number;
}

const SLOW_MS = 900;

/** The service on bare TCP: it counts what it does, and breaks off where it is told to. */
export async function startUpstream({ struck, takesMs, patienceMs }: UpstreamPorts): Promise<Upstream> {
  const executed: Executed[] = [];
  const faults: ServiceFault[] = [];
  const running = new Set<object>();
  const sockets = new Set<Socket>();

  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (faults[0] === 'service-resets-connect') {
      struck(faults.shift() as ServiceFault, undefined);
      socket.resetAndDestroy();
      return;
    }
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const body = wholeBody(text);
      if (body === undefined) return;
      if (!text.startsWith('POST ') || !text.includes('/RevertOff')) {
        // What a gateway asks to see that this is its service: a read without a code, and an operation that none has.
        const isRead = text.includes('/ExistsDomesticDeliveryCode ');
        const none = replyOf(
          500,
          'text/plain; charset=utf-8',
          'ScanlineProbe Web Service method name is not valid.\r\n',
        );
        socket.end(isRead ? replyOf(200, 'text/xml; charset=utf-8', documentOf('')) : none);
        return;
      }
      const fields = new URLSearchParams(body);
      const marker = `${fields.get('deliveryCode')}|${fields.get('storeCode')}`;
      const fault = faults.shift();
      if (fault) struck(fault, marker);
      const call = {};
      running.add(call);
      void answer(socket, marker, fault).finally(() => running.delete(call));
    });
  }

  /** A real service goes on when whoever asked has gone: nothing here depends on the connection. */
  async function answer(socket: Socket, marker: string, fault: ServiceFault | undefined): Promise<void> {
    const act = (): void => void executed.push({ marker, at: Date.now() });
    const ok = (): string => replyOf(200, 'text/xml; charset=utf-8', documentOf(marker));
    switch (fault) {
      case 'service-resets-connect':
      case 'service-resets-half-read':
        socket.resetAndDestroy();
        return;
      case 'service-html-instead':
        socket.end(replyOf(200, 'text/html; charset=utf-8', PAGE));
        return;
      case 'service-503':
        socket.end(replyOf(503, 'text/html; charset=utf-8', PAGE));
        return;
      case 'service-no-method':
        socket.end(replyOf(500, 'text/plain; charset=utf-8', 'RevertOff Web Service method name is not valid.\r\n'));
        return;
      case 'service-late':
        await sleep(SLOW_MS);
        act();
        socket.end(ok());
        return;
      case 'service-too-late':
        await sleep(patienceMs + 500);
        act();
        socket.end(ok());
        return;
      case undefined:
        await sleep(takesMs());
        act();
        socket.end(ok());
        return;
      case 'service-slow-reply':
        act();
        await sleep(SLOW_MS);
        socket.end(ok());
        return;
      case 'service-hangs-after':
        act();
        await sleep(patienceMs + 1_000);
        socket.destroy();
        return;
      case 'service-closes-after':
        act();
        socket.end();
        return;
      case 'service-resets-after':
        act();
        socket.resetAndDestroy();
        return;
      case 'service-headers-only':
      case 'service-half-body': {
        act();
        const whole = ok();
        const head = whole.indexOf('\r\n\r\n') + 4;
        const end = fault === 'service-headers-only' ? head : Math.floor((head + whole.length) / 2);
        socket.write(whole.slice(0, end), () => socket.destroy());
        return;
      }
      case 'service-truncated':
        act();
        socket.end(replyOf(200, 'text/xml; charset=utf-8', documentOf(marker).slice(0, -12)));
        return;
      case 'service-html-after':
        act();
        socket.end(replyOf(200, 'text/html; charset=utf-8', PAGE));
        return;
      case 'service-missing-after':
        act();
        socket.end(replyOf(500, 'text/plain; charset=utf-8', 'Missing parameter: deliveryCode.\r\n'));
        return;
      case 'service-exception-after':
        act();
        socket.end(replyOf(500, 'text/plain; charset=utf-8', 'System.NullReferenceException: Object reference\r\n'));
        return;
    }
  }

  let server = await listen(serve, 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    executed,
    inFlight: () => running.size,
    next: (fault) => void faults.push(fault),
    waiting: () => faults.length,
    clear: () => void faults.splice(0),
    async down() {
      if (server.listening) await close(server);
    },
    async up() {
      if (!server.listening) server = await listen(serve, port);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await close(server);
    },
  };
}

/** The text that the service answers a call with. */
export function answerTo(marker: string): string {
  return `OK: ${marker}`;
}

function documentOf(marker: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">${answerTo(marker)}</string>`;
}
