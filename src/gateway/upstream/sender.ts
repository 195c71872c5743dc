import { Worker } from 'node:worker_threads';
import type { Connection, Sent } from './connection.ts';
import { NotReached, encodeRequest } from './forward.ts';
import { createReplyBudget } from './replyBudget.ts';
import { atTurnEnd } from '#gateway/http/turnEnd.ts';

/** What the sender's thread is told to do with a connection, by its number. Bytes are texts of one character each. */
export type Order =
  | { readonly do: 'connect'; readonly id: number; readonly timeoutMs: number }
  | { readonly do: 'send'; readonly id: number; readonly bytes: string; readonly timeoutMs: number }
  | { readonly do: 'drop'; readonly id: number };

/** What the thread is begun with. */
export interface SenderData {
  readonly upstream: string;
  /** Of the budget for replies. */
  readonly memory: SharedArrayBuffer;
}

/** What came of it. */
export type News =
  | { readonly id: number; readonly kind: 'connected' }
  | { readonly id: number; readonly kind: 'not-reached'; readonly reason: string }
  | { readonly id: number; readonly kind: 'sent'; readonly sent: Sent };

/** Connections of a thread of its own, so that they cost the thread that answers nothing but a message. */
export interface Sender {
  /** Whether the thread has begun; asking begins it. Until then whoever asks connects by itself. */
  isReady(): boolean;
  /** As `connectTo`. @throws NotReached */
  connect(timeoutMs: number): Promise<Connection>;
  /** Ends the thread; nothing may be under way. */
  close(): Promise<void>;
}

const ENDED = "The gateway's sender ended while the service had the call.";

/**
 * @param upstream - where all connections go.
 * @param log - told when the thread ended by itself.
 * @param budget - what replies may take of the memory, in this thread and in its own.
 */
export function createSender(upstream: URL, log: (line: string) => void, budget = createReplyBudget()): Sender {
  let worker: Worker | undefined;
  let ready = false;
  let closed = false;
  let last = 0;
  let orders: Order[] = [];
  /** Who waits for news of a connection. */
  const waiting = new Map<number, (news: News) => void>();

  const start = (): void => {
    const own = new Worker(new URL('senderThread.ts', import.meta.url), {
      workerData: { upstream: upstream.href, memory: budget.memory } satisfies SenderData,
    });
    worker = own;
    own.unref();
    own.once('online', () => (ready = true));
    own.on('message', (all: readonly News[]) => {
      for (const news of all) waiting.get(news.id)?.(news);
    });
    own.once('error', (error) => log(`The sender failed: ${error.message}`));
    own.once('exit', () => {
      ready = false;
      worker = undefined;
      orders = [];
      const left = [...waiting];
      for (const [id, tell] of left)
        tell({ id, kind: 'sent', sent: { kind: 'broken', cause: 'no-reply', reason: ENDED } });
    });
  };
  const order = (one: Order): void => {
    orders.push(one);
    if (orders.length > 1) return;
    atTurnEnd(() => {
      worker?.postMessage(orders);
      orders = [];
    });
  };
  const newsOf = (id: number): Promise<News> =>
    new Promise((resolve) => {
      waiting.set(id, (news) => {
        waiting.delete(id);
        resolve(news);
      });
    });

  return {
    isReady() {
      if (!worker && !closed) start();
      return ready;
    },
    async connect(timeoutMs) {
      last += 1;
      const id = last;
      order({ do: 'connect', id, timeoutMs });
      const news = await newsOf(id);
      if (news.kind === 'not-reached') throw new NotReached(news.reason);
      if (news.kind === 'sent') throw new NotReached("The service was not reached: the gateway's sender ended.");
      return {
        async send(request, limitMs) {
          if (!worker) return { kind: 'not-sent' };
          const bytes = Buffer.from(encodeRequest(upstream, request, true)).toString('latin1');
          order({ do: 'send', id, bytes, timeoutMs: limitMs });
          const came = await newsOf(id);
          return came.kind === 'sent' ? came.sent : { kind: 'broken', cause: 'no-reply', reason: ENDED };
        },
        drop: () => order({ do: 'drop', id }),
      };
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
