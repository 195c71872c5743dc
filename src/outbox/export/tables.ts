import { type Attempt, type QueuedCall, type ScanNote, idempotencyKey } from '#outbox/state/queuedCall.ts';
import { cameBy } from './cameBy.ts';

/** The columns of a table of calls. */
export const CALL_HEAD = [
  'seq',
  'callId',
  'generation',
  'idempotencyKey',
  'operation',
  'parameters',
  'scans',
  'scannedRaw',
  'scannedBy',
  'lane',
  'operator',
  'state',
  'verdict',
  'answer',
  'savedAt',
  'changedAt',
  'tries',
  'inDoubt',
  'trouble',
  'endedBy',
  'endedReason',
  'handedOverAs',
  'lastTryAt',
  'lastTryEndedAt',
  'lastTryOutcome',
  'lastTryText',
] as const;

/** A call as a line of that table. @param last - its last try */
export function callLine(call: QueuedCall, last: Attempt | undefined): readonly string[] {
  const { seq, callId, generation, operation, parameters, scans, lane, operator, state, result } = call;
  return [
    String(seq),
    callId,
    String(generation),
    idempotencyKey(call),
    operation,
    parameters.map(([name, text]) => `${name}=${text}`).join('\n'),
    scans.map(({ text }) => text).join('\n'),
    scans.map(({ text, raw }) => raw ?? text).join('\n'),
    scans.map(scannedBy).join('\n'),
    lane,
    operator,
    state,
    result?.verdict ?? '',
    result?.text ?? '',
    timeOf(call.enqueuedAt),
    timeOf(call.changedAt),
    String(call.tries),
    call.inDoubt ? 'yes' : 'no',
    (call.trouble ?? call.handedOver?.trouble)?.reason ?? '',
    call.endedBy?.operator ?? '',
    call.endedBy?.reason ?? '',
    call.handedOver?.id ?? '',
    ...outcomeOf(last),
  ];
}

/** How a scan came, what the code was, and how many repeats of it were held back: `wedge GS1-128 +1`. */
function scannedBy(scan: ScanNote): string {
  const { symbology, repeated } = scan;
  return [cameBy(scan), symbology, repeated && `+${repeated}`].filter(Boolean).join(' ');
}

/** The columns of a table of tries. */
export const TRY_HEAD = [
  'id',
  'seq',
  'idempotencyKey',
  'token',
  'owner',
  'startedAt',
  'endedAt',
  'outcome',
  'text',
  'late',
] as const;

/** A try as a line of that table. */
export function tryLine(attempt: Attempt): readonly string[] {
  const { id, seq, token, owner, late } = attempt;
  const line = [String(id), String(seq), attempt.idempotencyKey, token, owner, ...outcomeOf(attempt)];
  return [...line, late ? 'yes' : 'no'];
}

/** When it began and ended, what came of it, and in which words. */
function outcomeOf(attempt: Attempt | undefined): readonly string[] {
  if (!attempt) return ['', '', '', ''];
  const { startedAt, endedAt, outcome } = attempt;
  const text = outcome?.kind === 'answered' ? outcome.text : outcome?.reason;
  return [timeOf(startedAt), endedAt === undefined ? '' : timeOf(endedAt), outcome?.kind ?? '', text ?? ''];
}

/** A time as every office program reads it; one that no calendar holds as its number. */
function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}
