import { Agent } from 'node:http';
import { reach } from './forward.ts';

/** An idle connection is closed after so long, in milliseconds: sooner than a service closes it under a request. */
const IDLE_MS = 4_000;

/**
 * Connections for requests that are no calls of the ledger, kept from one to the next by Node's agent. It closes one on
 * which bytes come while nothing is asked.
 */
export function createKeptConnections(upstream: URL, timeoutMs: number): Agent {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  agent.createConnection = (_options, done) => {
    reach(upstream, timeoutMs).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}
