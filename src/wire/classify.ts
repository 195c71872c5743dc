import type { NoAnswerCause, Outcome } from '#contract/outcome.ts';
import { type SentCall, refusedBeforeItRan } from '#wire/beforeItRan.ts';
import { decodeMarkup } from '#contract/entities.ts';
import { type WireReply, mediaType } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';
import { PROBLEM_MEDIA_TYPE, problems, readProblem } from '#wire/problem.ts';
import { ForeignDocument, readStringDocument } from '#wire/stringDocument.ts';
import { UnreadEncoding } from '#wire/xml.ts';

/** The largest reply that is read, in bytes; a longer one is no answer. */
export const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/**
 * Classifies a reply in the GET or POST binding. Any bytes give an outcome; nothing is thrown.
 *
 * Only the service's own document is `answered`, and only what the host says of this very call before it runs anything is
 * `rejected`. Whatever is left may have run. Source: docs/architecture.md; `refusedBeforeItRan`.
 *
 * @param sent - absent: no sentence is believed.
 * @param retryAfter - the Retry-After header in seconds, where there was one.
 */
export function classify(reply: WireReply, names: WireNames, sent?: SentCall, retryAfter?: string): Outcome {
  const media = mediaType(reply.contentType);
  const barred = classifyBarred(reply, retryAfter);
  if (barred) return barred;
  if (reply.status === 500 && media === 'text/plain') return classifyPlainText(textOf(reply.body), sent, names);
  const isXml = media === 'text/xml' || media === 'application/xml';
  return classifyAnswer(reply, isXml, () => readStringDocument(reply, names.namespace));
}

/** Classifies what is no answer in any binding: the gateway's own word, too much, a redirect; `undefined` for all else. */
export function classifyBarred(reply: WireReply, retryAfter?: string): Outcome | undefined {
  if (mediaType(reply.contentType) === PROBLEM_MEDIA_TYPE) return classifyProblem(reply, retryAfter);
  if (reply.body.byteLength > MAX_REPLY_BYTES) return noAnswer('too-large', 'The reply was too large to be an answer.');
  if (reply.status >= 300 && reply.status < 400) return noAnswer('redirected', 'The network answered with a redirect.');
  return undefined;
}

/** The content types that are named where something else answered; of any other not a letter is passed on. */
const KNOWN_TYPE =
  /^(?:text\/(?:html|plain|xml|css)|application\/(?:json|xml|soap\+xml|xhtml\+xml|pdf|octet-stream|problem\+json))$/;

/** Classifies a reply that is an answer or none. Not a letter of the reply is in the reason: a handheld is told it. */
export function classifyAnswer(reply: WireReply, isXml: boolean, read: () => string | null): Outcome {
  if (reply.status !== 200) return noAnswer('status', `HTTP ${reply.status} is not an answer of the service.`);
  if (!isXml) {
    const media = mediaType(reply.contentType) || 'no content type';
    const shown = KNOWN_TYPE.test(media) || reply.contentType === '' ? media : 'another content type';
    return noAnswer('not-xml', `Something else answered in the service's place (${shown}).`);
  }
  try {
    return { kind: 'answered', text: read() };
  } catch (error) {
    if (error instanceof UnreadEncoding)
      return noAnswer('malformed', 'The reply is in an encoding that is not read here.');
    return error instanceof ForeignDocument
      ? noAnswer('foreign', `The reply is not the service's: ${error.message}.`)
      : noAnswer('malformed', 'The reply is not whole, or no XML that can be read.');
  }
}

/** Returns an outcome for what never became a reply. */
export function noAnswer(cause: NoAnswerCause, reason: string): Outcome {
  return { kind: 'no-answer', cause, reason };
}

function classifyPlainText(text: string, sent: SentCall | undefined, names: WireNames): Outcome {
  const reason = sent && refusedBeforeItRan(decodeMarkup(text), sent, names);
  return reason === undefined ? mayHaveRun() : { kind: 'rejected', reason };
}

/** The service failed, and nothing proves that it had not acted by then. */
export function mayHaveRun(): Outcome {
  return noAnswer('status', 'The service failed, and may have failed after acting.');
}

function classifyProblem(reply: WireReply, retryAfter: string | undefined): Outcome {
  const problem = readProblem(textOf(reply.body));
  if (!problem) return noAnswer('status', `HTTP ${reply.status} with a problem that is not the gateway's.`);
  const reason = problem.detail || problems[problem.code].title;
  const wait = retryAfterMs(retryAfter);
  const unasked = problem.ledger === undefined && { isUnasked: true as const };
  switch (problem.code) {
    case 'not-forwarded':
    case 'busy':
      return { kind: 'not-forwarded', reason, ...unasked, ...(wait !== undefined && { retryAfterMs: wait }) };
    case 'not-enrolled':
      return { kind: 'not-forwarded', code: problem.code, reason, ...unasked };
    case 'in-progress':
      return { kind: 'in-progress', reason, ...(wait !== undefined && { retryAfterMs: wait }) };
    case 'outcome-unknown':
    case 'key-expired':
    case 'key-reuse':
      return { kind: 'unknown', code: problem.code, reason, ...(problem.stands && { stands: problem.stands }) };
    case 'refused':
      // Said before the ledger was asked it tells nothing of a try before this one, nor of a copy that the browser sent.
      return unasked ? noAnswer('status', reason) : { kind: 'rejected', by: 'gateway', reason };
  }
}

/** Milliseconds of a Retry-After in seconds; a date is left to the queue's own back-off, as clocks differ. */
function retryAfterMs(header: string | undefined): number | undefined {
  return header !== undefined && /^[0-9]{1,6}$/.test(header.trim()) ? Number(header) * 1000 : undefined;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, 64 * 1024));
}
