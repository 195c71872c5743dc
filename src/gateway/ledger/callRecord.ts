import type { LedgerCounts, LedgerRow, LedgerState, StoredReply } from './ledger.ts';

/** A call as the tables of both kinds have it. */
export interface CallRecord {
  readonly key: string;
  readonly fingerprint: string;
  readonly state: LedgerState;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly body: Uint8Array | null;
  readonly marker: string | null;
  readonly detail: string | null;
}

/** The row as the port gives it. @param elsewhere - whether another gateway has the call under way. */
export function toRow(found: CallRecord, elsewhere = false): LedgerRow {
  const { key, fingerprint, state, detail } = found;
  const reply = state === 'answered' ? toReply(found) : undefined;
  return {
    key,
    fingerprint,
    state,
    ...(elsewhere && { elsewhere: true as const }),
    ...(reply && { reply }),
    ...(detail !== null && { detail }),
  };
}

function toReply({ status, content_type: contentType, body, marker }: CallRecord): StoredReply {
  return { status: status ?? 0, contentType: contentType ?? '', body: body ?? new Uint8Array(), marker };
}

/** How many calls are in each open state. */
export function countsOf(
  rows: readonly { readonly state: keyof LedgerCounts; readonly count: number }[],
): LedgerCounts {
  const counts = { received: 0, dispatching: 0, 'outcome-unknown': 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}
