import { type Call, withKey } from '#contract/call.ts';
import type { Outcome } from '#contract/outcome.ts';
import { MAX_REPLY_BYTES, classify, noAnswer } from '#wire/classify.ts';
import { TRIED_HEADER, type Tried, encodeTried } from '#wire/hello.ts';
import { httpPost } from '#wire/httpPost.ts';
import type { WireNames } from '#wire/names.ts';
import { withoutKey } from '#wire/withoutKey.ts';

/** How a call is sent once. */
export interface Sending {
  /** Absent for a read, which the ledger does not keep. */
  readonly idempotencyKey?: string;
  /** When the key was first tried, on every try but the first. */
  readonly tried?: Tried;
  /** Milliseconds until the reply must be whole. */
  readonly timeoutMs: number;
}

/**
 * Sends a call once over HTTP POST to the gateway on this origin and says what came of it. Never throws: what fails
 * is an outcome. The key is added here and taken out of everything that comes back.
 */
export async function send(
  fetch: typeof globalThis.fetch,
  call: Call,
  apiKey: string,
  names: WireNames,
  sending: Sending,
): Promise<Outcome> {
  const request = httpPost.encodeCall(call.operation, withKey(call, apiKey), names);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), sending.timeoutMs);
  let reply: Response | undefined;
  try {
    reply = await fetch(request.path, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(sending.idempotencyKey !== undefined && { 'idempotency-key': sending.idempotencyKey }),
        ...(sending.tried && { [TRIED_HEADER]: encodeTried(sending.tried) }),
      },
      body: request.body,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    });
    if (reply.type === 'opaqueredirect') return noAnswer('redirected', 'The network answered with a redirect.');
    const body = await readBody(reply, MAX_REPLY_BYTES);
    if (!body) {
      abort.abort();
      return noAnswer('too-large', 'The reply was too large to be an answer.');
    }
    const wire = { status: reply.status, contentType: reply.headers.get('content-type') ?? '', body };
    return withoutKey(classify(wire, names, reply.headers.get('retry-after') ?? undefined), apiKey);
  } catch {
    if (abort.signal.aborted)
      return noAnswer('timed-out', `No answer within ${Math.round(sending.timeoutMs / 1000)} s.`);
    return reply
      ? noAnswer('cut-off', 'The connection broke in the middle of the reply.')
      : noAnswer('no-reply', 'The connection broke before a reply.');
  } finally {
    clearTimeout(timer);
  }
}

/** The body whole, or `undefined` as soon as it is longer than `limit` bytes. */
async function readBody(reply: Response, limit: number): Promise<Uint8Array | undefined> {
  if (!reply.body) return new Uint8Array(await reply.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = reply.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > limit) return undefined;
    chunks.push(part.value);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
