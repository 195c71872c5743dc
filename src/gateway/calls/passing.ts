import { Agent } from 'node:http';
import { problemAnswer, type Answer, unknownAnswer } from '#gateway/http/answer.ts';
import { NotReached, type UpstreamRequest, exchange, reach } from '#gateway/upstream/forward.ts';
import { reasonWith } from '#gateway/upstream/signIn.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import { MAX_REPLY_BYTES } from '#wire/classify.ts';
import { type SendPorts, TOO_LARGE, forDevice, read } from './sendOnce.ts';
import { withoutOwnKey } from './keyMask.ts';

/** An idle connection is closed after so long, in milliseconds: sooner than a service closes it under a request. */
const IDLE_MS = 4_000;

export type Passing = ReturnType<typeof createPassing>;

/** Requests that are no calls of the ledger, passed on as they come. */
export function createPassing(ports: SendPorts) {
  const kept = createKeptConnections(ports);
  const running = new Set<Promise<unknown>>();
  return {
    pass(request: UpstreamRequest | SpokenCall): Promise<Answer> {
      const run = passOnce(ports, kept, request);
      running.add(run);
      return run.finally(() => running.delete(run));
    },
    running: (): number => running.size,
    /** Resolves when the running ones have ended, and closes their connections. */
    async end(): Promise<void> {
      await Promise.allSettled(running);
      kept.destroy();
    },
  };
}

/** Connections that Node's agent keeps from one request to the next. It closes one on which bytes come while nothing is asked. */
function createKeptConnections({ upstream, upstreamTimeoutMs, upstreamTls }: SendPorts): Agent {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  agent.createConnection = (_options, done) => {
    reach(upstream, upstreamTimeoutMs, upstreamTls).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}

/**
 * Sends a request once, unledgered, on a connection that is kept from the last one where there is one: nobody keeps a
 * book on it that a lost answer would leave open. A call that was put into another binding is answered as over HTTP POST.
 */
async function passOnce(ports: SendPorts, kept: Agent, passed: UpstreamRequest | SpokenCall): Promise<Answer> {
  const { upstream, upstreamTimeoutMs, upstreamApiKey, names, budget } = ports;
  let release: (() => void) | undefined;
  let answer: Answer | undefined;
  try {
    const spoken = 'binding' in passed ? passed : undefined;
    const request = 'binding' in passed ? passed.request : passed;
    const sentAt = performance.now();
    const came = await exchange(kept, upstream, request, upstreamTimeoutMs, budget);
    const serviceMs = performance.now() - sentAt;
    release = came.giveBack;
    if (release) await budget?.ownTurn();
    ports.metrics?.serviceTook(spoken?.operation ?? 'other', serviceMs);
    ports.reachability?.heard(came);
    if (came.kind === 'broken') {
      ports.metrics?.serviceFailed(came.cause);
      return { ...unknownAnswer(came.reason), serviceMs };
    }
    const word = spoken && read(spoken, came.reply, names);
    if (word && word.kind !== 'answered' && word.kind !== 'rejected')
      return unknownAnswer(reasonWith(word.reason, came));
    const reply = spoken && word ? forDevice(spoken, came.reply, word, names) : came.reply;
    const { status, contentType, body } = upstreamApiKey ? withoutOwnKey(reply, upstreamApiKey, names, word) : reply;
    if (spoken && body.byteLength > MAX_REPLY_BYTES) return { ...unknownAnswer(TOO_LARGE), serviceMs };
    answer = { status, contentType, body, headers: {}, serviceMs, ...(release && { release }) };
    return answer;
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    ports.metrics?.serviceFailed('not-reached');
    ports.reachability?.failed(error.message);
    return problemAnswer('not-forwarded', error.message, { retryAfterS: 5 });
  } finally {
    if (!answer) release?.();
  }
}
