import type { Socket } from 'node:net';
import { reach } from './forward.ts';

/** What connecting needs. */
export interface EarlyPorts {
  readonly upstream: URL;
  readonly upstreamTimeoutMs: number;
}

/** Connections that are being made for calls which the ledger is taking in, by key: one for all askers of a key. */
export interface EarlyConnections {
  has(key: string): boolean;
  get(key: string): Promise<Socket> | undefined;
  /** Connects while the ledger takes the call in. */
  begin(key: string): Promise<Socket>;
  /** For whoever sends the call: it is theirs from now on. */
  take(key: string): Promise<Socket> | undefined;
  /** Closes what `begin` gave, where nobody has taken it. */
  drop(key: string, connection: Promise<Socket>): void;
}

export function createEarlyConnections({ upstream, upstreamTimeoutMs }: EarlyPorts): EarlyConnections {
  const early = new Map<string, Promise<Socket>>();
  const take = (key: string): Promise<Socket> | undefined => {
    const connection = early.get(key);
    early.delete(key);
    return connection;
  };
  return {
    has: (key) => early.has(key),
    get: (key) => early.get(key),
    begin(key) {
      const connection = reach(upstream, upstreamTimeoutMs);
      connection.catch(ignore); // whoever takes it hears of it
      early.set(key, connection);
      return connection;
    },
    take,
    drop(key, connection) {
      if (early.get(key) === connection) take(key)?.then((own) => void own.destroy(), ignore);
    },
  };
}

function ignore(): void {}
