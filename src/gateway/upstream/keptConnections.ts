import type { Socket } from 'node:net';
import { stands } from './forward.ts';

/**
 * How long a connection is kept with nothing to do, in milliseconds: far less than any service waits before it closes
 * one itself, so that a request and a close do not cross.
 */
const KEPT_MS = 1_000;
/** How many are kept at most. */
const MOST = 64;

/** Connections to the service that have carried a request and may carry another. */
export interface KeptConnections {
  /** One that still stands; `undefined`: there is none. */
  take(): Socket | undefined;
  keep(socket: Socket): void;
  /** Closes all of them, and every one that is to be kept from now on. */
  close(): void;
}

/** @param keptMs - where not as usual. */
export function createKeptConnections(keptMs = KEPT_MS): KeptConnections {
  let idle: { readonly socket: Socket; readonly end: () => void }[] = [];
  let closed = false;
  return {
    take() {
      for (let last = idle.pop(); last; last = idle.pop()) {
        const { socket, end } = last;
        socket.setTimeout(0);
        socket.off('timeout', end).off('data', end).off('end', end).off('close', end);
        if (stands(socket)) return socket;
        socket.destroy();
      }
      return undefined;
    },
    keep(socket) {
      if (closed || idle.length >= MOST || !stands(socket)) {
        socket.destroy();
        return;
      }
      // Whatever comes now ends it, bytes that nobody asked for too.
      const end = (): void => {
        idle = idle.filter((other) => other.socket !== socket);
        socket.destroy();
      };
      idle.push({ socket, end });
      socket.on('timeout', end).on('data', end).on('end', end).on('close', end);
      socket.setTimeout(keptMs);
      socket.resume();
    },
    close() {
      closed = true;
      for (const { socket } of idle) socket.destroy();
    },
  };
}
