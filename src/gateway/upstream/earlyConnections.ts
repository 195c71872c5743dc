import { type Connection, connectTo } from './connection.ts';
import type { ReplyBudget } from './replyBudget.ts';
import type { Sender } from './sender.ts';

/** With so many calls under way the sender's thread is worth its messages. */
const BUSY = 4;

/** What connecting needs. */
export interface EarlyPorts {
  readonly upstream: URL;
  readonly upstreamTimeoutMs: number;
  /** Sends the calls of a gateway that has many at once. */
  readonly sender?: Sender;
  /** What replies may take of the memory; absent: any number of bytes. */
  readonly budget?: ReplyBudget;
}

/** Connections that are being made for calls which the ledger is taking in, by key: one for all askers of a key. */
export interface EarlyConnections {
  has(key: string): boolean;
  get(key: string): Promise<Connection> | undefined;
  /** Connects while the ledger takes the call in. @param running - how many calls run. */
  begin(key: string, running: number): Promise<Connection>;
  /** For whoever sends the call: it is theirs from now on. */
  take(key: string): Promise<Connection> | undefined;
  /** Closes what `begin` gave, where nobody has taken it. */
  drop(key: string, connection: Promise<Connection>): void;
}

export function createEarlyConnections({
  sender,
  upstream,
  upstreamTimeoutMs: limitMs,
  budget,
}: EarlyPorts): EarlyConnections {
  const early = new Map<string, Promise<Connection>>();
  const take = (key: string): Promise<Connection> | undefined => {
    const connection = early.get(key);
    early.delete(key);
    return connection;
  };
  return {
    has: (key) => early.has(key),
    get: (key) => early.get(key),
    begin(key, running) {
      // A call that has the gateway to itself goes faster without.
      const isBusy = running + early.size >= BUSY;
      const connection = isBusy && sender?.isReady() ? sender.connect(limitMs) : connectTo(upstream, limitMs, budget);
      connection.catch(ignore); // whoever takes it hears of it
      early.set(key, connection);
      return connection;
    },
    take,
    drop(key, connection) {
      if (early.get(key) === connection) take(key)?.then((own) => own.drop(), ignore);
    },
  };
}

function ignore(): void {}
