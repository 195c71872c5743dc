import { joined } from '#contract/bytes.ts';
import { type Call, withAccessKey } from '#contract/call.ts';
import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import { MAX_REPLY_BYTES, classify, noAnswer } from '#wire/classify.ts';
import { LAST_TRIED_HEADER, TRIED_HEADER, type TriedAt, encodeTried } from '#wire/hello.ts';
import { httpPost } from '#wire/httpForm.ts';
import type { WireNames } from '#wire/names.ts';
import { eraseKeyFromText } from '#wire/keyForms.ts';
import { visibleHeader, visibleLines } from '#wire/visibleLines.ts';

export interface SendOptions {
  /** Absent for a read, which the ledger does not keep. */
  readonly idempotencyKey?: string;
  /** Time at which the key was first tried, which may be now: the browser sends a POST again by itself. */
  readonly tried?: TriedAt;
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
  sending: SendOptions,
): Promise<Outcome> {
  const sent = { operation: call.operation, parameters: withAccessKey(call, apiKey) };
  const request = httpPost.encodeCall(sent.operation, sent.parameters, names);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), sending.timeoutMs);
  let reply: Response | undefined;
  const chunks: Uint8Array[] = [];
  const lost = (cause: NoAnswerCause, reason: string): Outcome =>
    withEvidence(noAnswer(cause, reason), reply, joined(chunks), apiKey);
  try {
    reply = await fetch(request.path, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(sending.idempotencyKey !== undefined && { 'idempotency-key': sending.idempotencyKey }),
        ...(sending.tried && { [TRIED_HEADER]: encodeTried(sending.tried) }),
        ...(sending.tried?.last && { [LAST_TRIED_HEADER]: String(sending.tried.last) }),
      },
      body: request.body,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    });
    if (reply.type === 'opaqueredirect') return noAnswer('redirected', 'The network answered with a redirect.');
    if (!(await readBody(reply, MAX_REPLY_BYTES, chunks))) {
      abort.abort();
      return lost('too-large', 'The reply was too large to be an answer.');
    }
    const body = joined(chunks);
    const wire = { status: reply.status, contentType: reply.headers.get('content-type') ?? '', body };
    const outcome = classify(wire, names, sent, reply.headers.get('retry-after') ?? undefined);
    return withEvidence(outcome, reply, body, apiKey);
  } catch {
    if (abort.signal.aborted) return lost('timed-out', `No answer within ${Math.round(sending.timeoutMs / 1000)} s.`);
    return reply
      ? lost('cut-off', 'The connection broke in the middle of the reply.')
      : lost('no-reply', 'The connection broke before a reply.');
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the body into `chunks`, which hold what came wherever it breaks off. @returns false past `limit` bytes. */
async function readBody(reply: Response, limit: number, chunks: Uint8Array[]): Promise<boolean> {
  if (!reply.body) {
    chunks.push(new Uint8Array(await reply.arrayBuffer()));
    return true;
  }
  let length = 0;
  const reader = reply.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > limit) return false;
    chunks.push(part.value);
  }
  return true;
}

/** Returns the outcome without the key; what is no answer, with what can be seen of what came in its place. */
function withEvidence(outcome: Outcome, reply: Response | undefined, body: Uint8Array, apiKey: string): Outcome {
  const clean = withoutKey(outcome, apiKey);
  if (clean.kind !== 'no-answer' || !reply) return clean;
  const type = reply.headers.get('content-type') ?? '';
  const evidence = {
    status: reply.status,
    contentType: visibleHeader(type, apiKey),
    body: visibleLines(type, body, apiKey),
    bytes: body.byteLength,
  };
  return { ...clean, evidence };
}

/** Returns the same outcome with the key erased in each of its four forms, so that an echo is stored nowhere (P6). */
export function withoutKey<Some extends Outcome>(outcome: Some, apiKey: string): Some {
  if (outcome.kind === 'answered')
    return outcome.text === null ? outcome : { ...outcome, text: eraseKeyFromText(outcome.text, apiKey) };
  return { ...outcome, reason: eraseKeyFromText(outcome.reason, apiKey) };
}
