import { hash } from 'node:crypto';
import { KEY_PARAMETER } from '#contract/call.ts';
import type { CallDecision, CallStands, DecisionWord, TakenDecision } from '#contract/decision.ts';
import type { NoAnswerCause } from '#contract/outcome.ts';
import type { TriedAt } from '#wire/hello.ts';
import type { WireReply } from '#wire/message.ts';
import type { StatementsBeside } from './statements.ts';

/** The states of a call. `received` is also that of one that is proved not to have left. Source: docs/gateway.md. */
export type LedgerState = 'received' | 'dispatching' | 'answered' | 'outcome-unknown';

/** A reply as it is kept, the access key erased; by an older gateway replaced by the marker. Source: `unmaskKey`. */
export interface StoredReply extends WireReply {
  /** The marker in place of the key in the body of an older row; else `null`. */
  readonly marker: string | null;
}

export interface LedgerRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly state: LedgerState;
  /**
   * Present in `dispatching` where another living gateway has the call under way; absent: it is, or was, this one's. In
   * `received`, as `receive` gives it: another asker has entered the call since it was looked up.
   */
  readonly elsewhere?: true;
  /** Names the entering, for `receive` and for `dispatch`; present in `received`. */
  readonly entered?: string;
  /** The service's reply; present in `answered`. */
  readonly reply?: StoredReply;
  /** One sentence on what came back instead; present in `outcome-unknown`. */
  readonly detail?: string;
  /** A person's word, in `outcome-unknown`: nobody knows by the service, and somebody has decided. */
  readonly decided?: CallStands;
}

/**
 * The word for what came in place of an answer, which pages say in the reader's language, and one English sentence with all that is
 * known, for handhelds, logs and IT.
 */
export interface CameInstead {
  /** `stopped`: the gateway did, with the call on its way. `not-kept`: the database took nothing of what came. */
  readonly cause: NoAnswerCause | 'stopped' | 'not-kept';
  readonly detail: string;
}

/** A decision as the ledger is told it. */
export interface ToldDecision extends CallDecision {
  /** For whom it is told: the number of an enrolled handheld, or an address; absent: the desk. */
  readonly asker?: string;
}

/** A decision as the ledger keeps it. */
export interface KeptDecision extends ToldDecision {
  readonly holds: boolean;
  /** Unix ms. */
  readonly saidAt: number;
}

/** The part of a call's row that decisions are about. */
export interface DecidedRow {
  readonly state: LedgerState;
  /** The decision in force; of a key that was closed: that of the key before it. */
  readonly decided: DecisionWord | null;
  /** Decisions that held so far. */
  readonly version: number;
}

/** The facts of a call that people read. Two requests of one call may differ in them. */
export interface LedgerFacts {
  /** For whom it is sent: the number of an enrolled handheld, or an address where no token is asked for. */
  readonly asker?: string;
  /** The worker's id, as the call says it. */
  readonly worker?: string;
  /** Its codes, where the site has them kept. */
  readonly codes?: string;
}

/** A call as a ledger takes it. */
export interface LedgerCall {
  readonly key: string;
  /** Source: `fingerprintOf`. */
  readonly fingerprint: string;
  /** Empty where the request names none. */
  readonly operation: string;
  readonly facts?: LedgerFacts;
  /** Absent from whoever does not say it, such as a first try of an older handheld. */
  readonly tried?: TriedAt;
  /** The ledger's when the key was looked up there: it is entered and dispatched under no other. @defaultValue the one that is now */
  readonly epoch?: string;
  /**
   * The name of the entering that was seen: only where that stands still the call is entered anew, or dispatched.
   * @defaultValue for `receive` that there was no row, for `dispatch` whatever stands there
   */
  readonly entered?: string | undefined;
}

/** The texts, by name, that the gateways of a ledger share beside its calls; none is a secret that opens anything by itself. */
export interface Notes {
  read(name: string): Promise<string | undefined>;
  /** On disk before it resolves. */
  write(name: string, text: string): Promise<void>;
}

/** The place of a gateway at the ledger, for what one alone has under way beside the calls. */
export interface LedgerPlace {
  /** Returns its number: whoever has it is alive, and no two have one. @throws Error while the connection to the database is lost. */
  number(): number;
  /** The time that a gateway may be cut off before what it has under way is left over, in milliseconds. */
  readonly graceMs: number;
  /** Notes that something leaves that must not leave twice: a ledger that lacks the write after this was put back. */
  noteLeft(): void;
}

/** The number of calls in each state that somebody may have to look at. */
export type LedgerCounts = Readonly<Record<'received' | 'dispatching' | 'outcome-unknown', number>>;

/**
 * The gateway's memory of calls, by idempotency key. What `dispatch` and the methods after it change is on disk
 * before their promise resolves. Asynchronous so that several gateways can share one in a database server; one in a
 * file is one gateway's alone.
 */
export interface Ledger {
  /** Changes when this is not the ledger that it was, also while it is open. Source: docs/gateway.md. */
  readonly epoch: string;
  /**
   * Returns ledger time, Unix ms, recorded before it is told: a told time that is not recorded any more tells that the
   * ledger has lost its tail. Where it cannot be recorded now, the last one that was.
   */
  tell(): Promise<number>;
  /** Returns ledger time to the millisecond. It is not recorded, so it is told to nobody: it orders what gateways write. */
  now(): number;
  /** Returns sure time, Unix ms: ledger time as far as it is borne out. Whatever is forgotten by age is forgotten by it. */
  sure(): number;
  /**
   * Tells whether an unknown key may have been dispatched, by when it was tried. Source: `mayBeForgotten`.
   *
   * @param epoch - from before the key was looked up. @defaultValue the one that is now
   */
  mayHaveForgotten(tried: TriedAt, epoch?: string): Promise<boolean>;
  /** Looks a key up. A call whose gateway is dead is put down as `outcome-unknown` first. */
  find(key: string): Promise<LedgerRow | undefined>;
  /**
   * Enters a call, or gives what stands under its key already. @param at - Unix ms; where that is behind the ledger's
   * time it is entered at that. @throws where its epoch is over: what the key was looked up in is another ledger.
   */
  receive(call: LedgerCall, at: number): Promise<LedgerRow>;
  /**
   * `received` → `dispatching`, for one asker only. @returns whether this asker may send it. @param at - Unix ms.
   * @throws where its epoch is over.
   */
  dispatch(call: LedgerCall, at: number): Promise<boolean>;
  /** `dispatching` → `received`: proved that no byte of it left. */
  release(key: string): Promise<void>;
  /**
   * `dispatching` → `answered`, for whoever dispatched it; also where another gateway took this one for dead meanwhile
   * and called the outcome unknown. Never back. @param at - Unix ms.
   */
  answer(key: string, reply: StoredReply, at: number): Promise<void>;
  /** `dispatching` → `outcome-unknown`. @param evidence - what is shown to IT of the reply. @param at - Unix ms. */
  giveUp(key: string, instead: CameInstead, evidence: StoredReply | undefined, at: number): Promise<void>;
  /** Keeps a person's decision; it changes the call's state only where it was made for the one that is. @param at - Unix ms. */
  decide(decision: ToldDecision, at: number): Promise<TakenDecision>;
  /** Tells what a call is to whoever decides about it. */
  stands(key: string): Promise<CallStands>;
  /**
   * Forgets calls received more than `RETENTION_MS` ago by sure time, a slice at most: whatever else waits comes before the
   * next. @param heard - what another machine's clock showed last, Unix ms. @returns how many; 0: none is left.
   */
  prune(heard?: number): Promise<number>;
  counts(): Promise<LedgerCounts>;
  /** Tells whether this gateway does what one of all that are at work on the ledger has to do. */
  leads(): boolean;
  readonly place: LedgerPlace;
  /** Makes the statements on what lies beside the calls: accounts, sessions, the audit trail. */
  readonly beside: StatementsBeside;
  readonly notes: Notes;
  /** Writes as a call would, but no call. @param at - Unix ms. @throws where it cannot. */
  probe(at: number): Promise<void>;
  close(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The time for which a key is remembered, in milliseconds: longer than a handheld lies in a drawer. Source: docs/gateway.md. */
export const RETENTION_MS = 35 * DAY_MS;

/** Rows stay this much longer than the pruned line says, so that a clock set back by less forgets nothing in silence. */
export const PRUNE_MARGIN_MS = DAY_MS;

/** The line of the log where an epoch begins. */
export const NEW_EPOCH =
  'This is not the ledger that it was (lost, restored or set back): a new epoch begins, and calls that were tried ' +
  'before are not sent again by themselves.';

/** The end of a call whose gateway ended while it was on its way. */
export const CUT_SHORT: CameInstead = {
  cause: 'stopped',
  detail: 'The gateway stopped while the call was on its way.',
};

/** The form of a key. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9._-]{8,100}$/;

/**
 * Hashes what makes two requests the same call: path and parameters, whatever their order, without the access key, which
 * may be changed while a call waits.
 *
 * @param path - the path in the catalogue's own names.
 * @returns SHA-256 in hexadecimal digits.
 */
export function fingerprintOf(path: string, fields: readonly (readonly [name: string, text: string])[]): string {
  const rest = fields.filter(([name]) => name !== KEY_PARAMETER);
  const sorted = rest.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return hash('sha256', JSON.stringify([path, ...sorted]), 'hex');
}

/** Returns the facts as the columns `asker`, `worker` and `codes` have them. */
export function factColumns({ asker, worker, codes }: LedgerFacts = {}): readonly (string | null)[] {
  return [asker, worker, codes].map((fact) => fact ?? null);
}

/** The columns of a call, in either kind of table. */
export const CALL_COLUMNS = `key, fingerprint, state, status, content_type as "contentType", body, marker, detail, decided, version`;

/** A call as `CALL_COLUMNS` give it. */
export type CallRecord = Pick<LedgerRow, 'key' | 'fingerprint' | 'state'> &
  DecidedRow & {
    readonly [Name in keyof StoredReply | 'detail' | 'entered']:
      | (StoredReply & { detail: string; entered: string })[Name]
      | null;
  };

/** Makes the port's row of one of a table. @param elsewhere - another gateway has the call under way. @param decided - a person has. */
export function toRow(found: CallRecord, elsewhere = false, decided?: CallStands): LedgerRow {
  const { key, fingerprint, state, detail, entered } = found;
  const { status, contentType, body, marker } = found;
  const reply = { status: status ?? 0, contentType: contentType ?? '', body: body ?? new Uint8Array(), marker };
  return {
    key,
    fingerprint,
    state,
    ...(elsewhere && { elsewhere: true as const }),
    ...(state === 'received' && entered !== null && { entered }),
    ...(state === 'answered' && { reply }),
    ...(detail !== null && { detail }),
    ...(decided && { decided }),
  };
}

/** Returns the number of calls in each open state. */
export function countsOf(
  rows: readonly { readonly state: keyof LedgerCounts; readonly count: number }[],
): LedgerCounts {
  const counts = { received: 0, dispatching: 0, 'outcome-unknown': 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}
