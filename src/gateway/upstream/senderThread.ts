import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { type Sent, sendOver } from './connection.ts';
import { reach } from './forward.ts';
import { createReplyBudget } from './replyBudget.ts';
import type { News, Order, SenderData } from './sender.ts';
import { atTurnEnd } from '#gateway/http/turnEnd.ts';
import type { WireReply } from '#wire/message.ts';

const data = workerData as SenderData;
const upstream = new URL(data.upstream);
const budget = createReplyBudget(data.memory);
const LARGE_BYTES = 64 * 1024;
const sockets = new Map<number, Socket>();
let all: News[] = [];
/** Large bodies are given away with the message: a copy of each would stand in the memory as well. */
let large: ArrayBuffer[] = [];

/** News of one turn go in one message. */
function tell(news: News): void {
  all.push(news);
  if (all.length > 1) return;
  atTurnEnd(() => {
    parentPort?.postMessage(all, large);
    [all, large] = [[], []];
  });
}

async function connect(id: number, timeoutMs: number): Promise<void> {
  try {
    sockets.set(id, await reach(upstream, timeoutMs));
    tell({ id, kind: 'connected' });
  } catch (error) {
    tell({ id, kind: 'not-reached', reason: (error as Error).message });
  }
}

function take(id: number): Socket | undefined {
  const socket = sockets.get(id);
  sockets.delete(id);
  return socket;
}

async function send(id: number, bytes: string, timeoutMs: number): Promise<void> {
  const socket = take(id);
  const sent = socket ? await sendOver(socket, Buffer.from(bytes, 'latin1'), timeoutMs, budget) : undefined;
  tell({ id, kind: 'sent', sent: sent ? withOwnBytes(sent) : { kind: 'not-sent' } });
}

/** A body is a part of all that was read at once, and a message would take the whole of it along. */
function withOwnBytes(sent: Sent): Sent {
  if (sent.kind === 'reply') return { ...sent, reply: ownBytes(sent.reply) };
  return sent.kind === 'broken' && sent.part ? { ...sent, part: ownBytes(sent.part) } : sent;
}

function ownBytes({ status, contentType, body }: WireReply): WireReply {
  const own = new Uint8Array(body);
  if (own.byteLength > LARGE_BYTES) large.push(own.buffer);
  return { status, contentType, body: own };
}

parentPort?.on('message', (orders: readonly Order[]) => {
  for (const order of orders) {
    if (order.do === 'connect') void connect(order.id, order.timeoutMs);
    else if (order.do === 'send') void send(order.id, order.bytes, order.timeoutMs);
    else take(order.id)?.destroy();
  }
});
