import { randomBytes } from 'node:crypto';
import type { KnownBy, PrintCause, PrintJob, PrintState } from '#contract/printJob.ts';
import type { Statements, DatabaseRow } from './statements.ts';

/** The jobs that one statement looks up. */
export const IDS_AT_ONCE = 20;
/** The owner of a job whose printer hangs at a handheld. No gateway has this number. */
export const A_HANDHELD = 0;

/** A job as the ledger keeps it. */
export interface KeptPrint extends PrintJob {
  /** The number of its row: the newer, the higher. */
  readonly n: number;
  /** For whom it is: the number of an enrolled handheld, or an address. */
  readonly asker: string;
  /** The worker's id. */
  readonly worker: string;
  /** Times that somebody set out to send it. */
  readonly tries: number;
  /** Unix ms: from then on bytes of it may be at its printer. */
  readonly sentAt?: number;
  /** The codes of its call, where the ledger keeps them and a list of jobs is read. */
  readonly codes?: string;
}

/** A job that somebody has taken: by its ticket alone it is sent and settled. */
export interface TakenPrint extends KeptPrint {
  readonly ticket: string;
}

/** A job that is to be made. */
export interface NewPrint extends Pick<KeptPrint, 'call' | 'copy' | 'operation' | 'printer' | 'asker' | 'worker'> {
  /** Present: it is refused from the start. */
  readonly refused?: { readonly cause: PrintCause; readonly detail?: string | undefined };
  /** `true`: it may have been made before, and nobody knows what came of that. */
  readonly isUnknown?: boolean | undefined;
  /** The cause that keeps it waiting from the start. */
  readonly waitsFor?: PrintCause | undefined;
  readonly labels?: number | undefined;
}

/** The end of a job that was taken. */
export type PrintSettled =
  | { readonly state: 'printed'; readonly knownBy: KnownBy }
  | { readonly state: 'unknown' | 'refused'; readonly cause: PrintCause; readonly detail?: string | undefined };

/** The facts of another copy that are not those of the one before. */
export type AnotherCopy = Partial<Pick<NewPrint, 'printer' | 'asker' | 'worker' | 'waitsFor'>>;

/** The jobs that are wanted; a field that is absent is no matter. */
export interface PrintsWanted {
  readonly printer?: string | undefined;
  /** `open`: of which nobody knows and nobody has decided. */
  readonly state?: Exclude<PrintState, 'unknown'> | 'open' | undefined;
  readonly call?: string | undefined;
  /** Made at this time or after, and before that one; Unix ms. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** The number of a row: only what is older. */
  readonly before?: number | undefined;
}

/** The jobs of a printer that somebody waits for. */
export interface PrintCounts {
  readonly queued: number;
  readonly sending: number;
  /** Nobody knows, and nobody has decided. */
  readonly unknown: number;
  /** Unix ms: since when the oldest of the queued ones waits. */
  readonly waitsSince?: number;
  /** The cause that keeps the printer, as it told whoever asked it last. */
  readonly cause?: PrintCause;
}

const COLUMNS =
  'n, id, call, copy, operation, printer, asker, worker, state, cause, detail, known_by, labels, tries, ticket, sent_at, made_at, settled_at, decided';
const OPEN = `state = 'unknown' and decided is null`;
/** No byte of it has left, whether somebody has set out to send it or not. */
const NOT_BEGUN = `(state = 'queued' or state = 'sending' and sent_at is null)`;
/** The rows that are jobs: what holds a printer for a test label is none. */
const A_JOB = 'copy > 0';

/** Returns the statements on the jobs, by name. */
export function printStatements(table: (name: string) => string, _locking: string, ownerless: string) {
  const [prints, calls] = [table('prints'), table('calls')];
  const ids = Array.from({ length: IDS_AT_ONCE }, (_, index) => `$${index + 1}`).join(', ');
  const codes = `(select codes from ${calls} where key = ${prints}.call) as codes`;
  // A later copy is made where somebody has said that the one before it is lost.
  const follows = `cast($3 as bigint) = 1 or exists (
      select id from ${prints} where id = $11 and state = 'unknown' and decided = 'lost')`;
  return {
    // Forgotten when the newest row of its call is.
    add: `insert into ${prints} (id, call, copy, operation, printer, asker, worker, state, cause, detail, labels, made_at, settled_at, call_at)
      select $1, $2, cast($3 as bigint), $4, $5, $6, $7, $8, $9, $10, cast($14 as bigint), cast($12 as bigint),
        case when $8 <> 'queued' then cast($12 as bigint) end,
        coalesce((select max(received_at) from ${calls} where key = $13 or key > $13 || '.g' and key < $13 || '.g~'), cast($12 as bigint))
      where ${follows} on conflict do nothing`,
    operation: `select operation from ${calls} where key = $1`,
    one: `select ${COLUMNS} from ${prints} where id = $1`,
    some: `select ${COLUMNS} from ${prints} where id in (${ids})`,
    take: `update ${prints} set state = 'sending', owner = $2, ticket = $3, sent_at = null, tries = tries + 1
      where state = 'queued' and id = (select id from ${prints} where printer = $1 and state = 'queued' order by n limit 1)
        and not exists (select id from ${prints} where printer = $1 and state = 'sending')
      returning ${COLUMNS}`,
    // A handheld may do what it likes with a label that it has: its first byte has left when it gets it. Only its own labels keep their
    // order: those of one that is away would hold up everybody else's.
    grant: `update ${prints} set state = 'sending', owner = ${A_HANDHELD}, ticket = $2, cause = null, detail = null,
        labels = cast($4 as bigint), sent_at = $3, heard_at = $3, tries = tries + 1
      where id = $1 and state = 'queued' and not exists (
        select id from ${prints} as older where older.printer = ${prints}.printer and (older.state = 'sending'
          or older.state = 'queued' and older.n < ${prints}.n and older.asker = ${prints}.asker))
      returning ${COLUMNS}`,
    heard: `update ${prints} set heard_at = $3, cause = $4 where id = $1 and ticket = $2 and state = 'sending'`,
    leaves: `update ${prints} set sent_at = coalesce(sent_at, cast($3 as bigint)), tries = tries + cast($4 as bigint), cause = null, detail = null
      where id = $1 and ticket = $2 and state = 'sending'`,
    waits: `update ${prints} set cause = $3 where id = $1 and ticket = $2 and state = 'sending'`,
    // Only what never left, but where a handheld says so, whose first byte was counted before it had any.
    keptBack: `update ${prints} set state = 'queued', owner = null, ticket = null, sent_at = null, cause = $3, detail = $4
      where id = $1 and ticket = $2 and state = 'sending' and (sent_at is null or owner = ${A_HANDHELD})`,
    // Also where somebody took its sender for dead meanwhile, and nobody has decided: that it came out is the truth.
    printed: `update ${prints} set state = 'printed', known_by = $3, settled_at = $4, cause = null, detail = null
      where id = $1 and ticket = $2 and (state = 'sending' or ${OPEN})`,
    ended: `update ${prints} set state = $3, settled_at = $4, cause = $5, detail = $6
      where id = $1 and ticket = $2 and state = 'sending'`,
    labels: `update ${prints} set labels = cast($3 as bigint) where id = $1 and ticket = $2 and state = 'sending'`,
    hold: `insert into ${prints} (id, call, copy, operation, printer, asker, worker, state, owner, ticket, made_at, call_at)
      values ($1, '', 0, '', $2, '', '', 'sending', $3, $1, cast($4 as bigint), cast($4 as bigint)) on conflict do nothing`,
    letGo: `delete from ${prints} where id = $1 and copy = 0`,
    under: `select id, copy, owner, ticket, sent_at, heard_at, case when owner <> ${A_HANDHELD} then ${ownerless} end as ownerless
      from ${prints} where state = 'sending'`,
    own: `update ${prints} set owner = $3 where id = $1 and ticket = $2 and state = 'sending'`,
    cutShort: `update ${prints} set state = 'unknown', cause = 'stopped', settled_at = $3
      where id = $1 and ticket = $2 and state = 'sending' and sent_at is not null`,
    backToQueue: `update ${prints} set state = 'queued', owner = null, ticket = null
      where id = $1 and ticket = $2 and state = 'sending' and sent_at is null`,
    quiet: `update ${prints} set state = 'unknown', cause = 'stopped', settled_at = $3
      where id = $1 and ticket = $2 and state = 'sending' and owner = ${A_HANDHELD} and heard_at < $4`,
    cameOut: `update ${prints} set state = 'printed', known_by = 'person', decided_by = $2, cause = null, detail = null where id = $1 and ${OPEN}`,
    lost: `update ${prints} set decided = 'lost', decided_by = $2 where id = $1 and ${OPEN}`,
    takeBack: `update ${prints} set state = 'refused', cause = 'taken-back', detail = null, owner = null, ticket = null, decided_by = $2, settled_at = $3
      where id = $1 and ${NOT_BEGUN}`,
    move: `update ${prints} set state = 'queued', printer = $3, cause = $4, detail = null, labels = null, owner = null, ticket = null, decided_by = $2
      where id = $1 and ${NOT_BEGUN}`,
    refuse: `update ${prints} set state = 'refused', cause = $2, detail = $3, settled_at = $4 where id = $1 and state = 'queued'`,
    list: `select ${COLUMNS}, ${codes} from ${prints}
      where ${A_JOB} and n < $1 and ($2 = '' or printer = $2) and ($3 = '' or state = $3 or $3 = 'queued' and ${NOT_BEGUN}) and ($4 = '' or call = $4) and made_at >= $5 and made_at < $6
      order by n desc limit $7`,
    listOpen: `select ${COLUMNS}, ${codes} from ${prints}
      where ${A_JOB} and n < $1 and ($2 = '' or printer = $2) and ${OPEN} and ($3 = '' or call = $3) and made_at >= $4 and made_at < $5
      order by n desc limit $6`,
    counts: `select printer, case when ${NOT_BEGUN} then 'queued' else state end as stands, count(*) as many, min(made_at) as since, max(cause) as cause from ${prints}
      where ${A_JOB} and (state in ('queued', 'sending') or ${OPEN}) group by printer, stands`,
    waiting: `select distinct printer from ${prints} where state = 'queued'`,
    printedSince: `select printer, sum(coalesce(labels, 1)) as many from ${prints} where state = 'printed' and settled_at >= $1 group by printer`,
    forget: `delete from ${prints} where n in (select n from ${prints} where call_at < $1 limit $2)`,
  };
}

/** The statements on the jobs, as a ledger runs them. */
export type PrintStatements = Omit<Statements<keyof ReturnType<typeof printStatements>>, 'close'>;

/** Returns a job as it is told to handhelds. */
export function toldPrint(job: KeptPrint): PrintJob {
  const { n: _n, asker: _asker, worker: _worker, tries: _tries, sentAt: _sentAt, codes: _codes, ...told } = job;
  return told;
}

/** Draws a ticket that nobody can guess: a handheld shows it for what it was given. */
export function newTicket(): string {
  return randomBytes(16).toString('hex');
}

/** Makes a job that was taken of a row. */
export function toTaken(row: DatabaseRow | undefined): TakenPrint | undefined {
  const kept = toKept(row);
  return kept && { ...kept, ticket: String(row?.['ticket']) };
}

/** Makes a job of a row; the driver of PostgreSQL gives `bigint` as text. */
export function toKept(row: DatabaseRow | undefined): KeptPrint | undefined {
  if (!row) return undefined;
  const { n, id, call, copy, operation, printer, asker, worker, state, tries, made_at } = row;
  const { cause, detail, known_by, labels, sent_at, settled_at, decided, codes } = row;
  return {
    n: Number(n),
    id: String(id),
    call: String(call),
    copy: Number(copy),
    operation: String(operation),
    printer: String(printer),
    asker: String(asker),
    worker: String(worker),
    state: state === 'sending' && sent_at === null ? 'queued' : (state as PrintState),
    tries: Number(tries),
    ...(cause !== null && { cause: cause as PrintCause }),
    ...(detail !== null && { detail: columnText(detail) }),
    ...(known_by !== null && { knownBy: known_by as KnownBy }),
    ...(labels !== null && { labels: Number(labels) }),
    ...(decided !== null && { decided: 'lost' as const }),
    madeAt: Number(made_at),
    ...(sent_at !== null && { sentAt: Number(sent_at) }),
    ...(settled_at !== null && { settledAt: Number(settled_at) }),
    ...(typeof codes === 'string' && { codes }),
  };
}

/** Returns the text of a column; none: empty. */
export function columnText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
