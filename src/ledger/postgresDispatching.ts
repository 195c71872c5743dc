import type { GatewayLease } from './gatewayLease.ts';
import { type CameInstead, type Ledger, type StoredReply, CUT_SHORT, factColumns } from './ledger.ts';
import type { LedgerWrite, RetryQueue } from './retryQueue.ts';
import { type Run, type Statement, dispatchName } from './postgresCalls.ts';
import { storable } from './statements.ts';

export interface DispatchingParts {
  readonly run: Run;
  readonly lease: GatewayLease;
  /** Calls that this gateway has under way: key by ticket. */
  readonly running: Map<number, string>;
  readonly retryQueue: RetryQueue;
  /** @param unixMs - when it is dispatched. */
  readonly nextTicket: (unixMs: number) => number;
}

const REFUSED: CameInstead = { cause: 'not-kept', detail: 'The database refused to keep what came.' };

/** The way of a call from `received` to its end, for the gateway that dispatches it. */
export type Dispatching = Pick<Ledger, 'dispatch' | 'release' | 'answer' | 'giveUp'>;

export function createDispatching({ run, lease, running, retryQueue, nextTicket }: DispatchingParts): Dispatching {
  /** The tickets of `running` that are known to be written. */
  const tickets = new Map<string, number>();
  const forget = (key: string, ticket: number): void => {
    tickets.delete(key);
    running.delete(ticket);
  };
  const write =
    (statement: Statement, values: readonly unknown[]): LedgerWrite =>
    async () =>
      (await run(statement, [...values])).count > 0;

  const settle = async (
    key: string,
    state: 'answered' | 'outcome-unknown',
    at: number,
    reply: StoredReply | undefined,
    instead?: CameInstead,
  ): Promise<void> => {
    const ticket = tickets.get(key);
    if (ticket === undefined) return;
    const contentType = reply ? storable(reply.contentType) : null;
    const said = [reply?.status ?? null, contentType, reply?.body ?? null, reply?.marker ?? null];
    const values = [key, ticket, state, at, ...said, instead ? storable(instead.detail) : null, instead?.cause ?? null];
    const unkept = [key, ticket, 'outcome-unknown', at, null, null, null, null, REFUSED.detail, REFUSED.cause];
    const writeEnd = unlessRefused(write('settle', values), write('settle', unkept));
    try {
      await retryQueue.writeOrQueue(dispatchName(key, ticket), writeEnd);
    } finally {
      forget(key, ticket);
    }
  };

  return {
    async dispatch({ key, facts, epoch = lease.epoch(), entered = '' }, at) {
      const owner = lease.owner();
      const ticket = nextTicket(at);
      running.set(ticket, key); // from here on, so that nobody here takes the row for another gateway's
      try {
        const { rows } = await run('dispatch', [key, at, owner, ticket, epoch, entered, ...factColumns(facts)]);
        const came = rows[0] as { leased: boolean; in_epoch: boolean; taken: boolean } | undefined;
        if (came?.taken === true) {
          tickets.set(key, ticket);
          lease.note(ticket);
          return true;
        }
        running.delete(ticket);
        if (came?.leased === true && came.in_epoch) return false;
      } catch (error) {
        // It may have been done all the same. Nothing of the call has left, and nothing will: it is to be undone.
        running.delete(ticket);
        retryQueue.add(dispatchName(key, ticket), write('release', [key, ticket]));
        throw error;
      }
      void lease.refresh();
      throw new Error('this gateway has lost its place at the database');
    },

    async release(key) {
      const ticket = tickets.get(key);
      if (ticket === undefined) return;
      // What cannot be undone now is undone when the database is back.
      await retryQueue.writeOrQueue(dispatchName(key, ticket), write('release', [key, ticket])).catch(() => {});
      forget(key, ticket);
    },

    answer: (key, reply, at) => settle(key, 'answered', at, reply),
    giveUp: (key, instead, evidence, at) => settle(key, 'outcome-unknown', at, evidence, instead),
  };
}

/** Writes the other one where the database refuses the first. */
function unlessRefused(write: LedgerWrite, other: LedgerWrite): LedgerWrite {
  return async () => {
    try {
      return await write();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return other();
    }
  };
}

/** Tells whether the database refuses these values, and will each time. Source: appendix A of PostgreSQL's manual. */
function isRefusal(error: unknown): boolean {
  return /^(22|23|54)/.test(String((error as { readonly code?: unknown }).code));
}

export type Lost = ReturnType<typeof createLost>;

/**
 * Creates the part that ends calls whose gateway has lost its lease: it is dead, or cut off for a moment, as every gateway
 * is when a database restarts. Remembers since when this gateway has seen each call without an owner.
 *
 * @param now - Unix ms.
 * @param graceMs - how long a gateway may be cut off before its calls are of unknown outcome.
 */
export function createLost(run: Run, now: () => number, log: (line: string) => void, graceMs: number) {
  const since = new Map<string, number>();
  const endOne = async (key: string, ticket: number): Promise<boolean> => {
    const { count } = await run('endOwnerless', [key, ticket, now(), CUT_SHORT.detail, CUT_SHORT.cause]);
    since.delete(dispatchName(key, ticket));
    return count > 0;
  };
  const isOver = (name: string): boolean => {
    const first = since.get(name) ?? performance.now();
    since.set(name, first);
    return performance.now() - first >= graceMs;
  };

  return {
    /** Tells whether the call's gateway is at work, or may be. Where not, the call is now of unknown outcome, or was settled. */
    async isAlive(key: string, ticket: number, ownerless: boolean): Promise<boolean> {
      if (!ownerless) {
        since.delete(dispatchName(key, ticket));
        return true;
      }
      if (!isOver(dispatchName(key, ticket))) return true;
      await endOne(key, ticket);
      return false;
    },
    /** Ends the calls of dead gateways. @param atOnce - nobody else is at work: nothing is waited for. */
    async end(atOnce: boolean): Promise<void> {
      const rows = (await run('ownerless')).rows as readonly { key: string; ticket: string }[];
      const seen = new Set(rows.map(({ key, ticket }) => dispatchName(key, ticket)));
      for (const name of since.keys()) if (!seen.has(name)) since.delete(name);
      let ended = 0;
      for (const { key, ticket } of rows) {
        if ((atOnce || isOver(dispatchName(key, ticket))) && (await endOne(key, Number(ticket)))) ended += 1;
      }
      if (ended > 0) log(`${ended} call(s) were on their way when a gateway stopped. Their outcome is unknown.`);
    },
  };
}
