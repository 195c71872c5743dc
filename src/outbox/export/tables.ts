import { type Attempt, type QueuedCall, type ScanNote, idempotencyKey } from '#outbox/state/queuedCall.ts';
import { cameBy } from './cameBy.ts';

/** The columns of a table by their names, each with what stands in it of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

/** A call with its last try. */
export interface CallAndLastTry extends QueuedCall {
  readonly last: Attempt | undefined;
}

export const callColumns: Columns<CallAndLastTry> = {
  seq: ({ seq }) => String(seq),
  callId: ({ callId }) => callId,
  generation: ({ generation }) => String(generation),
  idempotencyKey,
  operation: ({ operation }) => operation,
  parameters: ({ parameters }) => parameters.map(([name, text]) => `${name}=${text}`).join('\n'),
  scans: ({ scans }) => scans.map(({ text }) => text).join('\n'),
  scannedRaw: ({ scans }) => scans.map(({ text, raw }) => raw ?? text).join('\n'),
  scannedBy: ({ scans }) => scans.map(scannedBy).join('\n'),
  lane: ({ lane }) => lane,
  operator: ({ operator }) => operator,
  state: ({ state }) => state,
  verdict: ({ result }) => result?.verdict,
  answer: ({ result }) => result?.text,
  savedAt: ({ enqueuedAt }) => timeOf(enqueuedAt),
  changedAt: ({ changedAt }) => timeOf(changedAt),
  tries: ({ tries }) => String(tries),
  inDoubt: ({ inDoubt }) => (inDoubt ? 'yes' : 'no'),
  trouble: ({ trouble, handedOver }) => (trouble ?? handedOver?.trouble)?.reason,
  endedBy: ({ endedBy }) => endedBy?.operator,
  endedReason: ({ endedBy }) => endedBy?.reason,
  handedOverAs: ({ handedOver }) => handedOver?.id,
  lastTryAt: ({ last }) => timeOf(last?.startedAt),
  lastTryEndedAt: ({ last }) => timeOf(last?.endedAt),
  lastTryOutcome: ({ last }) => last?.outcome?.kind,
  lastTryText: ({ last }) => wordsOf(last),
};

export const tryColumns: Columns<Attempt> = {
  id: ({ id }) => String(id),
  seq: ({ seq }) => String(seq),
  idempotencyKey: (attempt) => attempt.idempotencyKey,
  token: ({ token }) => token,
  owner: ({ owner }) => owner,
  startedAt: ({ startedAt }) => timeOf(startedAt),
  endedAt: ({ endedAt }) => timeOf(endedAt),
  outcome: ({ outcome }) => outcome?.kind,
  text: wordsOf,
  late: ({ late }) => (late ? 'yes' : 'no'),
};

/** How a scan came, what the code was, and how many repeats of it were held back: `wedge GS1-128 +1`. */
function scannedBy(scan: ScanNote): string {
  const { symbology, repeated } = scan;
  return [cameBy(scan), symbology, repeated && `+${repeated}`].filter(Boolean).join(' ');
}

/** What came of a try, in the words of whoever answered. */
function wordsOf(attempt: Attempt | undefined): string | null | undefined {
  const outcome = attempt?.outcome;
  return outcome?.kind === 'answered' ? outcome.text : outcome?.reason;
}

/** A time as every office program reads it; one that no calendar holds as its number. */
function timeOf(at: number | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
