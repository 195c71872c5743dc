import { type CallStands, decisionWords } from '#contract/decision.ts';
import { isObject, jsonIn } from '#contract/json.ts';

/** The problems that the gateway tells of when it has no answer of the service to give. Source: docs/architecture.md. */
export const problems = {
  /** The service was never reached: nothing ran. */
  'not-forwarded': { status: 503, title: 'The call did not reach the service.' },
  'in-progress': { status: 409, title: 'The call is still running.' },
  /** The gateway has too much to do: nothing ran. */
  busy: { status: 429, title: 'The gateway is busy; the call was not forwarded.' },
  'outcome-unknown': { status: 504, title: 'Nobody knows whether the call ran.' },
  'key-expired': { status: 412, title: 'The ledger does not know this call any more; it may have run.' },
  'key-reuse': { status: 422, title: 'This key belongs to a call with other content.' },
  /** Whoever asks has no token that holds: nothing ran. */
  'not-enrolled': { status: 401, title: 'This handheld is not enrolled.' },
  /** The request itself is wrong: nothing ran. */
  refused: { status: 400, title: 'The gateway does not forward this request.' },
} as const;

export type ProblemCode = keyof typeof problems;

/** A problem document. Source: RFC 9457. `code` repeats the end of `type` for readers without a URI at hand. */
export interface ProblemDocument {
  readonly type: string;
  readonly code: ProblemCode;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The ledger was asked about this very key, and nothing was sent under it. Absent: it was not asked. */
  readonly ledger?: typeof NOT_DISPATCHED;
  /** A person's word about the call, where somebody has decided. */
  readonly stands?: CallStands;
}

/** The value of a problem's `ledger` where the ledger was asked. */
export const NOT_DISPATCHED = 'not-dispatched';

const PREFIX = 'urn:scanline:problem:';
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Makes a problem document to send. @param status - where it differs from the code's own, such as 413 for `refused`. */
export function makeProblem(
  code: ProblemCode,
  detail: string,
  status: number = problems[code].status,
): ProblemDocument {
  return { type: `${PREFIX}${code}`, code, title: problems[code].title, status, detail };
}

/** Reads the gateway's problem in a body, or returns `undefined` where it is somebody else's. */
export function readProblem(body: string): ProblemDocument | undefined {
  const value = jsonIn(body);
  if (!isObject(value)) return undefined;
  const { type, detail, status, ledger } = value;
  const stands = standsFrom(value['stands']);
  if (typeof type !== 'string' || !type.startsWith(PREFIX)) return undefined;
  const code = type.slice(PREFIX.length);
  if (!Object.keys(problems).includes(code)) return undefined;
  const known = code as ProblemCode;
  return {
    ...makeProblem(known, typeof detail === 'string' ? detail : ''),
    ...(typeof status === 'number' && { status }),
    ...(ledger === NOT_DISPATCHED && { ledger }),
    ...(stands && { stands }),
  };
}

const states: readonly unknown[] = ['open', 'running', 'answered', ...decisionWords] satisfies CallStands['is'][];

/** Reads what a call is at the ledger; `undefined`: it is not said, or in words that are not known here. */
export function standsFrom(value: unknown): CallStands | undefined {
  if (!isObject(value) || !states.includes(value['is']) || typeof value['version'] !== 'number') return undefined;
  const { is, version, by, why } = value;
  return {
    is: is as CallStands['is'],
    version,
    ...(typeof by === 'string' && { by }),
    ...(typeof why === 'string' && { why }),
  };
}
