import type { Answer } from '#gateway/http/answer.ts';
import { unmaskKey } from './keyMask.ts';
import type { StoredReply } from '#gateway/ledger/ledger.ts';

/** A kept reply for whoever asks now. @param askersKey - stands where the sender's key did. @param how - it came. */
export function replyAnswer(
  { status, contentType, body, marker }: StoredReply,
  askersKey: string,
  how: NonNullable<Answer['how']>,
): Answer {
  return {
    status,
    contentType,
    body: unmaskKey({ body, marker }, askersKey),
    headers: how === 'replayed' || how === 'joined' ? { 'idempotency-replayed': 'true' } : {},
    how,
  };
}
