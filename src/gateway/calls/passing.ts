import { Agent } from 'node:http';
import { KEY_PARAMETER } from '#contract/call.ts';
import { problemAnswer, type HttpAnswer, unknownAnswer } from '#http/answer.ts';
import { NotReached, type UpstreamRequest, exchange, reach, reasonWith } from '#gateway/upstream/forward.ts';
import type { SpokenCall } from '#gateway/upstream/spokenCall.ts';
import { MAX_REPLY_BYTES } from '#wire/classify.ts';
import { type SendPorts, TOO_LARGE, readReply, reasonOf, saidAnew } from './sendOnce.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import type { WireReply } from '#wire/message.ts';

/** The longest that a connection is idle, in milliseconds: a service closes it later, and not under a request. */
const IDLE_MS = 4_000;

export type Passing = ReturnType<typeof createPassing>;

/** Creates what passes on requests that are no calls of the ledger. */
export function createPassing(ports: SendPorts) {
  const kept = createKeptConnections(ports);
  const running = new Set<Promise<unknown>>();
  return {
    pass(request: UpstreamRequest | SpokenCall): Promise<HttpAnswer> {
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

/** Creates the agent that keeps connections from one request to the next. Node closes one on which bytes come while nothing is asked. */
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
async function passOnce(ports: SendPorts, kept: Agent, passed: UpstreamRequest | SpokenCall): Promise<HttpAnswer> {
  const { upstream, upstreamTimeoutMs, upstreamApiKey, names, budget } = ports;
  let release: (() => void) | undefined;
  let answer: HttpAnswer | undefined;
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
    const word = spoken && readReply(spoken, came.reply, names);
    if (word && word.kind !== 'answered' && word.kind !== 'rejected')
      return unknownAnswer(reasonWith(reasonOf(word), { signIn: came.signIn }));
    if (release) await budget?.ownTurn();
    const reply = spoken && word ? saidAnew(word, keyIn(spoken), names) : withoutOwnKey(came.reply, upstreamApiKey);
    const { status, contentType, body } = reply;
    if (spoken && body.byteLength > MAX_REPLY_BYTES) return { ...unknownAnswer(TOO_LARGE), serviceMs };
    answer = { status, contentType, body, headers: {}, serviceMs, ...(release && { release }) };
    return answer;
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    ports.metrics?.serviceFailed('not-reached');
    const why = eraseKeyFromText(error.message, upstreamApiKey ?? '');
    ports.reachability?.failed(why);
    return problemAnswer('not-forwarded', why, { retryAfterS: 5 });
  } finally {
    if (!answer) release?.();
  }
}

/** Returns the access key in a call, the asker's or the gateway's own; empty: it has none. */
function keyIn({ parameters }: SpokenCall): string {
  return parameters.find(([name]) => name.toLowerCase() === KEY_PARAMETER.toLowerCase())?.[1] ?? '';
}

/** Returns a reply as it came but for the gateway's own key, which nobody who asks may see. */
function withoutOwnKey(reply: WireReply, ownKey: string | undefined): WireReply {
  if (ownKey === undefined) return reply;
  const contentType = eraseKeyFromText(reply.contentType, ownKey, '(apiKey)'); // a header is ASCII
  // One character for each byte: any bytes can be looked through, and come out as they went in.
  const source = Buffer.from(reply.body).toString('latin1');
  const clean = eraseKeyFromText(source, ownKey, '(apiKey)', (form) => Buffer.from(form).toString('latin1'));
  return { ...reply, contentType, body: clean === source ? reply.body : Buffer.from(clean, 'latin1') };
}
