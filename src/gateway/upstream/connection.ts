import type { Socket } from 'node:net';
import type { ReplyBudget } from './replyBudget.ts';
import { type Exchange, type UpstreamRequest, encodeRequest, exchangeBytes, reach, stands } from './forward.ts';

/** `not-sent`: the connection did not stand any more, and nothing has left. */
export type Sent = Exchange | { readonly kind: 'not-sent' };

/** A fresh connection to the service, for one request. */
export interface Connection {
  /** Sends it, once, and waits for the whole reply. @param timeoutMs - until the reply is whole. */
  send(request: UpstreamRequest, timeoutMs: number): Promise<Sent>;
  /** Closes it; nothing was sent. */
  drop(): void;
}

/** Opens a fresh connection: see `reach`. @throws NotReached */
export async function connectTo(url: URL, timeoutMs: number, budget?: ReplyBudget): Promise<Connection> {
  const socket = await reach(url, timeoutMs);
  return {
    send: (request, limitMs) => sendOver(socket, encodeRequest(url, request, true), limitMs, budget),
    drop: () => void socket.destroy(),
  };
}

/** Sends the bytes of a request over a connection that still stands. */
export async function sendOver(
  socket: Socket,
  bytes: Uint8Array,
  timeoutMs: number,
  budget?: ReplyBudget,
): Promise<Sent> {
  if (stands(socket)) return exchangeBytes(socket, bytes, timeoutMs, undefined, budget);
  socket.destroy();
  return { kind: 'not-sent' };
}
