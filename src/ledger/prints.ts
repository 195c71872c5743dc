import { randomBytes } from 'node:crypto';
import { callOfKey } from '#contract/decision.ts';
import { type KnownBy, type PrintCause, type PrintJob, type PrintState, printIdOf } from '#contract/printJob.ts';
import { type Ledger, PRUNE_MARGIN_MS, RETENTION_MS } from './ledger.ts';
import { type DatabaseRow, type Steps, storable } from './statements.ts';

/** The most rows that are forgotten in one go. */
const AT_ONCE = 200;
/** The jobs that one statement looks up. */
const IDS_AT_ONCE = 20;
/** A handheld that has a label and says nothing for so long, in milliseconds, is waited for no more. */
export const GRANT_QUIET_MS = 120_000;
/** The owner of a job whose printer hangs at a handheld. No gateway has this number. */
const A_HANDHELD = 0;

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
}

/** A job that somebody has taken: by its ticket alone it is sent and settled. */
export interface TakenPrint extends KeptPrint {
  readonly ticket: string;
}

/** A job that is to be made. */
export interface NewPrint extends Pick<KeptPrint, 'call' | 'copy' | 'operation' | 'printer' | 'asker' | 'worker'> {
  /** Present: it is refused from the start. */
  readonly refused?: { readonly cause: PrintCause; readonly detail?: string | undefined };
  /** What keeps it waiting from the start. */
  readonly waitsFor?: PrintCause | undefined;
  readonly labels?: number | undefined;
}

/** The end of a job that was taken. */
export type PrintSettled =
  | { readonly state: 'printed'; readonly knownBy: KnownBy }
  | { readonly state: 'unknown' | 'refused'; readonly cause: PrintCause; readonly detail?: string | undefined };

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
  /** What keeps the printer, as it told whoever asked it last. */
  readonly cause?: PrintCause;
}

const COLUMNS =
  'n, id, call, copy, operation, printer, asker, worker, state, cause, detail, known_by, labels, tries, ticket, sent_at, made_at, settled_at, decided';
const OPEN = `state = 'unknown' and decided is null`;
/** No byte of it has left, whether somebody has set out to send it or not. */
const NOT_BEGUN = `(state = 'queued' or state = 'sending' and sent_at is null)`;
/** The rows that are jobs: what holds a printer for a test label is none. */
const A_JOB = 'copy > 0';

function statements(table: (name: string) => string, _locking: string, ownerless: string) {
  const [prints, calls] = [table('prints'), table('calls')];
  const ids = Array.from({ length: IDS_AT_ONCE }, (_, index) => `$${index + 1}`).join(', ');
  // A later copy is made where it is settled what became of the one before it, or somebody has said that it is lost.
  const follows = `cast($3 as bigint) = 1 or exists (
      select id from ${prints} where id = $11 and (state in ('printed', 'refused') or state = 'unknown' and decided = 'lost'))`;
  return {
    // Forgotten when the newest row of its call is.
    add: `insert into ${prints} (id, call, copy, operation, printer, asker, worker, state, cause, detail, labels, made_at, settled_at, call_at)
      select $1, $2, cast($3 as bigint), $4, $5, $6, $7, $8, $9, $10, cast($14 as bigint), cast($12 as bigint),
        case $8 when 'refused' then cast($12 as bigint) end,
        coalesce((select max(received_at) from ${calls} where key = $13 or key > $13 || '.g' and key < $13 || '.g~'), cast($12 as bigint))
      where ${follows} on conflict do nothing`,
    operation: `select operation from ${calls} where key = $1`,
    one: `select ${COLUMNS} from ${prints} where id = $1`,
    some: `select ${COLUMNS} from ${prints} where id in (${ids})`,
    ofCall: `select ${COLUMNS} from ${prints} where call = $1 order by copy desc`,
    take: `update ${prints} set state = 'sending', owner = $2, ticket = $3, sent_at = null, tries = tries + 1
      where state = 'queued' and id = (select id from ${prints} where printer = $1 and state = 'queued' order by n limit 1)
        and not exists (select id from ${prints} where printer = $1 and state = 'sending')
      returning ${COLUMNS}`,
    // A handheld may do what it likes with a label that it has: its first byte has left when it gets it.
    grant: `update ${prints} set state = 'sending', owner = ${A_HANDHELD}, ticket = $2, cause = null, detail = null,
        labels = cast($4 as bigint), sent_at = $3, heard_at = $3, tries = tries + 1
      where id = $1 and state = 'queued' and not exists (
        select id from ${prints} as older where older.printer = ${prints}.printer and (older.state = 'sending' or older.state = 'queued' and older.n < ${prints}.n))
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
    move: `update ${prints} set state = 'queued', printer = $3, cause = null, detail = null, labels = null, owner = null, ticket = null, decided_by = $2
      where id = $1 and ${NOT_BEGUN}`,
    refuse: `update ${prints} set state = 'refused', cause = $2, detail = $3, settled_at = $4 where id = $1 and state = 'queued'`,
    list: `select ${COLUMNS} from ${prints}
      where ${A_JOB} and n < $1 and ($2 = '' or printer = $2) and ($3 = '' or state = $3 or $3 = 'queued' and ${NOT_BEGUN}) and ($4 = '' or call = $4) and made_at >= $5 and made_at < $6
      order by n desc limit $7`,
    listOpen: `select ${COLUMNS} from ${prints}
      where ${A_JOB} and n < $1 and ($2 = '' or printer = $2) and ${OPEN} and ($3 = '' or call = $3) and made_at >= $4 and made_at < $5
      order by n desc limit $6`,
    counts: `select printer, case when ${NOT_BEGUN} then 'queued' else state end as stands, count(*) as many, min(made_at) as since, max(cause) as cause from ${prints}
      where ${A_JOB} and (state in ('queued', 'sending') or ${OPEN}) group by printer, stands`,
    waiting: `select distinct printer from ${prints} where state = 'queued'`,
    printedSince: `select printer, sum(coalesce(labels, 1)) as many from ${prints} where state = 'printed' and settled_at >= $1 group by printer`,
    forget: `delete from ${prints} where n in (select n from ${prints} where call_at < $1 limit $2)`,
  };
}

type Name = keyof ReturnType<typeof statements>;

export type Prints = ReturnType<typeof createPrints>;

/**
 * Makes what keeps the jobs that put labels of calls on paper. Each step is on disk when it resolves, and is taken only from the state that it
 * goes out from, by the ticket of whoever has the job: of several gateways one does it. Source: docs/adr/2026-11-30-a-label-comes-out-once.md.
 */
export function createPrints({ beside, now, place }: Pick<Ledger, 'beside' | 'now' | 'place'>) {
  const { run, inTransaction } = beside('prints', statements);
  /** Times since when this gateway has seen jobs without a gateway that has them. */
  const lostSince = new Map<string, number>();

  const one = async (id: string): Promise<KeptPrint | undefined> => toKept((await run('one', id)).rows[0]);
  const isDone = async (...asked: Parameters<typeof run>): Promise<boolean> => (await run(...asked)).count > 0;

  function* adding(job: NewPrint): Steps<Name, KeptPrint | undefined> {
    const { call, copy, refused } = job;
    const [id, before] = [printIdOf(call, copy), printIdOf(call, copy - 1)];
    const what = [job.operation, job.printer, job.asker, storable(job.worker)] as const;
    const state = refused ? 'refused' : 'queued';
    const why = [refused?.cause ?? job.waitsFor ?? null, refused?.detail === undefined ? null : storable(refused.detail)] as const;
    yield ['add', id, call, copy, ...what, state, ...why, before, now(), callOfKey(call).callId, job.labels ?? null];
    return toKept((yield ['one', id]).rows[0]);
  }

  /** Takes the next step of a job that has run out of whoever had it. @returns how it stands then */
  async function endLeftOver(id: string, ticket: string): Promise<PrintState | undefined> {
    if (await isDone('backToQueue', id, ticket)) return 'queued';
    return (await isDone('cutShort', id, ticket, now())) ? 'unknown' : undefined;
  }

  return {
    one,
    /** Returns the operation of a call; empty: the ledger does not have it. */
    operationOf: async (call: string): Promise<string> => String((await run('operation', call)).rows[0]?.['operation'] ?? ''),
    /** Makes a job, once for each copy of a call's label. @returns the job that there is now; `undefined`: nobody has decided on the copy before it. */
    add: (job: NewPrint): Promise<KeptPrint | undefined> => inTransaction(() => adding(job)),
    /** Takes the oldest job that waits for a printer. @param ticket - `newTicket`. @returns `undefined`: there is none, or one is under way. */
    async takeNext(printer: string, ticket: string): Promise<TakenPrint | undefined> {
      try {
        return toTaken((await run('take', printer, place.number(), ticket)).rows[0]);
      } catch (error) {
        if (isTwice(error)) return undefined;
        throw error;
      }
    },
    /** Gives a job out to the handheld that has its printer. @returns `undefined`: one before it waits or is under way, or it is past that. */
    async grant(id: string, labels: number | undefined): Promise<TakenPrint | undefined> {
      try {
        return toTaken((await run('grant', id, newTicket(), now(), labels ?? null)).rows[0]);
      } catch (error) {
        if (isTwice(error)) return undefined;
        throw error;
      }
    },
    /** Notes that a handheld goes on with what it was given. @returns `false`: it is not this ticket's any more. */
    heardOf: (id: string, ticket: string, cause: PrintCause | undefined): Promise<boolean> =>
      isDone('heard', id, ticket, now(), cause ?? null),
    /** Notes that bytes leave from now on. @returns `false`: it is not this ticket's any more, and none may. */
    mayLeave(id: string, ticket: string, isAgain: boolean): Promise<boolean> {
      place.noteLeft();
      return isDone('leaves', id, ticket, now(), isAgain ? 1 : 0);
    },
    /** Notes what keeps the printer that has it. */
    waitsFor: (id: string, ticket: string, cause: PrintCause | undefined): Promise<boolean> =>
      isDone('waits', id, ticket, cause ?? null),
    noteLabels: (id: string, ticket: string, labels: number): Promise<boolean> => isDone('labels', id, ticket, labels),
    /** Holds a printer for what is no job, such as a test label. @param ticket - `newTicket`. @returns `false`: a job of it is under way. */
    hold: (printer: string, ticket: string): Promise<boolean> => isDone('hold', ticket, printer, place.number(), now()),
    letGo: (ticket: string): Promise<boolean> => isDone('letGo', ticket),
    /** Puts back a job of which no byte left. */
    keptBack: (id: string, ticket: string, cause: PrintCause | undefined, detail?: string): Promise<boolean> =>
      isDone('keptBack', id, ticket, cause ?? null, detail === undefined ? null : storable(detail)),
    /** Settles a job that was taken. @returns `false`: somebody has settled it otherwise. */
    settle(id: string, ticket: string, end: PrintSettled): Promise<boolean> {
      if (end.state === 'printed') return isDone('printed', id, ticket, end.knownBy, now());
      const { state, cause, detail } = end;
      return isDone('ended', id, ticket, state, now(), cause, detail === undefined ? null : storable(detail));
    },
    /** Refuses a job that waits. */
    refuse: (id: string, cause: PrintCause, detail?: string): Promise<boolean> =>
      isDone('refuse', id, cause, detail === undefined ? null : storable(detail), now()),

    /**
     * Ends what gateways and handhelds have left over: of which no byte left waits again, of the rest nobody knows.
     *
     * @param mine - tickets that this gateway has under way: it keeps them. @returns ids of those that changed.
     */
    async endLeftOver(mine: ReadonlySet<string>): Promise<readonly string[]> {
      const owner = place.number();
      const changed: string[] = [];
      const seen = new Set<string>();
      for (const row of (await run('under')).rows) {
        const [id, ticket, of] = [String(row['id']), String(row['ticket']), Number(row['owner'])];
        if (of === A_HANDHELD) {
          if (await isDone('quiet', id, ticket, now(), now() - GRANT_QUIET_MS)) changed.push(id);
        } else if (mine.has(ticket)) {
          if (of !== owner) await run('own', id, ticket, owner);
        } else if (of === owner || Boolean(row['ownerless'])) {
          seen.add(ticket);
          const since = lostSince.get(ticket) ?? performance.now();
          lostSince.set(ticket, since);
          if (performance.now() - since < place.graceMs) continue;
          if (Number(row['copy']) === 0) await run('letGo', id);
          else if ((await endLeftOver(id, ticket)) !== undefined) changed.push(id);
        }
      }
      for (const ticket of lostSince.keys()) if (!seen.has(ticket)) lostSince.delete(ticket);
      return changed;
    },

    /** Says that a job of which nobody knows came out. */
    async cameOut(id: string, by: string): Promise<KeptPrint | undefined> {
      return (await isDone('cameOut', id, storable(by))) ? one(id) : undefined;
    },
    /** Asks for another copy of a job that is settled, or of which nobody knows: that one is lost then. Asked twice it is one copy. */
    again: (id: string, by: string, asker: string, printer?: string): Promise<KeptPrint | undefined> =>
      inTransaction(function* () {
        const job = toKept((yield ['one', id]).rows[0]);
        if (!job) return undefined;
        if (job.state === 'unknown' && job.decided === undefined) yield ['lost', id, storable(by)];
        return yield* adding({
          ...job,
          copy: job.copy + 1,
          printer: printer ?? job.printer,
          asker,
          worker: by,
          labels: undefined,
        });
      }),
    /** Takes a job out that has not begun. */
    async takeBack(id: string, by: string): Promise<KeptPrint | undefined> {
      return (await isDone('takeBack', id, storable(by), now())) ? one(id) : undefined;
    },
    /** Has a job that has not begun go to another printer. */
    async move(id: string, by: string, printer: string): Promise<KeptPrint | undefined> {
      return (await isDone('move', id, storable(by), printer)) ? one(id) : undefined;
    },

    /** Returns the jobs of some ids; what the ledger does not have is left out. */
    async byIds(ids: readonly string[]): Promise<readonly KeptPrint[]> {
      const found: KeptPrint[] = [];
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const some = ids.slice(at, at + IDS_AT_ONCE);
        const padded = [...some, ...Array.from({ length: IDS_AT_ONCE - some.length }, () => '')];
        found.push(...(await run('some', ...padded)).rows.flatMap((row) => toKept(row) ?? []));
      }
      return found;
    },
    /** Returns the copies of a call's label, the newest first. */
    ofCall: async (call: string): Promise<readonly KeptPrint[]> =>
      (await run('ofCall', call)).rows.flatMap((row) => toKept(row) ?? []),
    /** Returns the newest jobs that are wanted, at most so many, the newest first. */
    async list(wish: PrintsWanted, limit: number): Promise<readonly KeptPrint[]> {
      const { printer = '', state, call = '', from = 0, until = Number.MAX_SAFE_INTEGER } = wish;
      const before = wish.before ?? Number.MAX_SAFE_INTEGER;
      const { rows } =
        state === 'open'
          ? await run('listOpen', before, printer, call, from, until, limit)
          : await run('list', before, printer, state ?? '', call, from, until, limit);
      return rows.flatMap((row) => toKept(row) ?? []);
    },
    /** Counts the jobs that somebody waits for, by printer. */
    async counts(): Promise<ReadonlyMap<string, PrintCounts>> {
      const counts = new Map<string, PrintCounts>();
      for (const row of (await run('counts')).rows) {
        const [printer, state] = [String(row['printer']), String(row['stands']) as 'queued' | 'sending' | 'unknown'];
        const before = counts.get(printer) ?? { queued: 0, sending: 0, unknown: 0 };
        const since = state === 'queued' && { waitsSince: Number(row['since']) };
        const cause = state !== 'unknown' && row['cause'] !== null && { cause: row['cause'] as PrintCause };
        counts.set(printer, { ...before, [state]: Number(row['many']), ...since, ...cause });
      }
      return counts;
    },
    /** Returns the printers that jobs wait for. */
    waiting: async (): Promise<readonly string[]> => (await run('waiting')).rows.map((row) => String(row['printer'])),
    /** Counts the labels that each printer printed since a time, Unix ms. */
    printedSince: async (since: number): Promise<ReadonlyMap<string, number>> =>
      new Map(
        (await run('printedSince', since)).rows.map((row) => [String(row['printer']), Number(row['many'])] as const),
      ),
    /** Forgets a slice of the jobs of calls that are forgotten. @param sure - sure time, Unix ms. */
    forget: async (sure: number): Promise<number> =>
      (await run('forget', sure - RETENTION_MS - PRUNE_MARGIN_MS, AT_ONCE)).count,
  };
}

/** Returns a job as it is told to handhelds. */
export function toldPrint(job: KeptPrint): PrintJob {
  const { n: _n, asker: _asker, worker: _worker, tries: _tries, sentAt: _sentAt, ...told } = job;
  return told;
}

/** Draws a ticket that nobody can guess: a handheld shows it for what it was given. */
export function newTicket(): string {
  return randomBytes(16).toString('hex');
}

/** Tells whether two jobs of one printer would be under way. Source: PostgreSQL's `unique_violation`; SQLite's `SQLITE_CONSTRAINT_UNIQUE`. */
function isTwice(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === '23505' || errcode === 2067;
}

function toTaken(row: DatabaseRow | undefined): TakenPrint | undefined {
  const kept = toKept(row);
  return kept && { ...kept, ticket: String(row?.['ticket']) };
}

/** Makes a job of a row; the driver of PostgreSQL gives `bigint` as text. */
function toKept(row: DatabaseRow | undefined): KeptPrint | undefined {
  if (!row) return undefined;
  const { n, id, call, copy, operation, printer, asker, worker, state, tries, made_at } = row;
  const { cause, detail, known_by, labels, sent_at, settled_at, decided } = row;
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
    ...(detail !== null && { detail: String(detail) }),
    ...(known_by !== null && { knownBy: known_by as KnownBy }),
    ...(labels !== null && { labels: Number(labels) }),
    ...(decided !== null && { decided: 'lost' as const }),
    madeAt: Number(made_at),
    ...(sent_at !== null && { sentAt: Number(sent_at) }),
    ...(settled_at !== null && { settledAt: Number(settled_at) }),
  };
}
