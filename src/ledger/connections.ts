import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { type ConnectionLimits, isTooMany, shareOf } from './connectionLimits.ts';
import { connectionOf } from './postgresConnection.ts';
import { within } from './within.ts';

/** The connections of a gateway beside its lease, where its database has as many: those of all its parts together. */
const MOST = 25;

/** The longest that somebody waits for a connection, in milliseconds: as long as for a call that another gateway has under way. */
const WAIT_MS = 20_000;
/** The milliseconds until a database that has none is asked again: the first time, and at most. */
const [AGAIN_FIRST_MS, AGAIN_MOST_MS] = [50, 500];
/** Connections are short for so long after somebody was refused one, or has waited long for one, in milliseconds. */
const SHORT_MS = 60_000;
/** A wait that somebody should know of, in milliseconds. */
const LONG_WAIT_MS = 1_000;
/** The milliseconds after which an idle connection is given back, where there are few for all and where there are enough. */
const [IDLE_FEW_MS, IDLE_MS] = [1_000, 10_000];

/** The longest that their end is waited for, in milliseconds. */
const CLOSE_MS = 15_000;

/** The standing of a gateway's connections to its database. */
export interface ConnectionsStanding {
  /** Those that it may have beside its lease. */
  readonly most: number;
  readonly open: number;
  /** The askers that wait for one. */
  readonly waiting: number;
  /** The connections that the database refused since the start. */
  readonly refused: number;
  /** One sentence where they are short, or were within the last minute. */
  readonly short: string | undefined;
}

/** The connections of one part of the gateway, as many at once as it is allotted. */
export type Connections = ReturnType<Database['allot']>;

/** The connections of a gateway to its PostgreSQL. */
export type Database = ReturnType<typeof openDatabase>;

interface Allotment {
  readonly most: number;
  /** It goes before the others, and they leave it a connection. */
  readonly isFirst: boolean;
  busy: number;
}

/** Opens the connections to a database; each is made when it is needed. @param url - checked. */
export function openDatabase(url: string, mostOpen = MOST) {
  const pool = new Pool({ ...connectionOf(url), max: mostOpen, idleTimeoutMillis: IDLE_MS });
  pool.on('error', () => {}); // an idle connection ended: the next statement makes another
  const places = createPlaces(mostOpen);
  let [limits, refused, asking]: [ConnectionLimits | undefined, number, number] = [undefined, 0, 0];

  /** Gives a connection of an allotment; where the database has none it is asked again. @throws Error where none comes free in time. */
  const take = async (allotment: Allotment): Promise<PoolClient> => {
    const until = performance.now() + WAIT_MS;
    for (let againMs = AGAIN_FIRST_MS; ; againMs = Math.min(againMs * 2, AGAIN_MOST_MS)) {
      await places.take(allotment, until);
      try {
        return await pool.connect();
      } catch (error) {
        places.give(allotment);
        if (!isTooMany(error)) throw error;
      }
      refused += 1;
      places.noteShort();
      places.shareAmong(Math.min(places.most(), Math.max(1, pool.totalCount))); // until the limits are read again
      if (performance.now() + againMs > until) throw noneFree();
      asking += 1;
      await delay(againMs);
      asking -= 1;
    }
  };

  return {
    url,
    /** Allots a part so many connections at once at most. @param isFirst - it goes before the others. */
    allot(most: number, isFirst = false) {
      const allotment: Allotment = { most, isFirst, busy: 0 };
      const connect = async (): Promise<PoolClient> => {
        const client = await take(allotment);
        const release = client.release.bind(client);
        client.on('error', ignore);
        client.release = (error) => {
          client.off('error', ignore);
          release(error);
          places.give(allotment);
        };
        return client;
      };
      return {
        /** Gives a connection for some work, which releases it; with `true` it is ended. */
        connect,
        /** Runs one statement. */
        async query<R extends QueryResultRow>(
          asked: string | QueryConfig,
          values?: unknown[],
        ): Promise<QueryResult<R>> {
          const client = await connect();
          try {
            const result = await client.query<R>(asked, values);
            client.release();
            return result;
          } catch (error) {
            client.release(true);
            throw error;
          }
        },
      };
    },
    /** Takes this gateway's part of the connections that there are. */
    share(read: ConnectionLimits): void {
      limits = read;
      places.shareAmong(Math.min(mostOpen, shareOf(read)));
      pool.options.idleTimeoutMillis = places.most() < mostOpen ? IDLE_FEW_MS : IDLE_MS;
    },
    standing(): ConnectionsStanding {
      const [most, waiting] = [places.most(), places.waiting() + asking];
      const why = limits === undefined ? '' : `: ${limits.said}, and ${limits.gateways} gateway(s) share them`;
      const short = `Calls wait for connections to the database: this gateway may have ${most + 1}${why}.`;
      return { most, open: pool.totalCount, waiting, refused, short: places.isShort() ? short : undefined };
    },
    /** Ends them all; a network that is gone is not waited for. */
    async close(): Promise<void> {
      if (!pool.ending) await within(pool.end(), CLOSE_MS);
    },
  };
}

/** A part of a gateway comes to its database by the gateway's connections, or by its own to an address. */
export type DatabasePlace = string | Database;

/** Opens a part's connections, with what closes them: nothing where they are the gateway's. */
export function openAllotment(place: DatabasePlace, most: number) {
  if (typeof place !== 'string') return { ...place.allot(most), close: async (): Promise<void> => {} };
  const database = openDatabase(place, most);
  return { ...database.allot(most), close: database.close };
}

/** The connection ended while somebody has it: the statement that runs, or the next one, tells of it. */
function ignore(): void {}

function noneFree(): Error {
  return new Error(`no connection came free in ${WAIT_MS / 1000} s`);
}

/** Creates the places of connections, and the queue of those who wait for one: calls first, else by when they came. */
function createPlaces(mostOpen: number) {
  let most = mostOpen;
  let [busy, others] = [0, 0];
  let shortUntil = Number.NEGATIVE_INFINITY;
  const waiting = new Set<{ readonly allotment: Allotment; go(): void }>();
  const noteShort = (): void => void (shortUntil = performance.now() + SHORT_MS);
  const hasRoom = ({ busy: own, most: mostOfIt, isFirst }: Allotment): boolean => {
    if (busy >= most || own >= mostOfIt) return false;
    return isFirst || most === 1 || others < most - 1; // what holds the others up takes no call its last one
  };
  const count = (allotment: Allotment, by: number): void => {
    allotment.busy += by;
    busy += by;
    if (!allotment.isFirst) others += by;
  };
  const letIn = (): void => {
    for (const isFirst of [true, false]) {
      for (const waiter of waiting) {
        if (waiter.allotment.isFirst !== isFirst || !hasRoom(waiter.allotment)) continue;
        waiting.delete(waiter);
        count(waiter.allotment, 1);
        waiter.go();
      }
    }
  };
  return {
    most: (): number => most,
    waiting: (): number => waiting.size,
    isShort: (): boolean => performance.now() < shortUntil,
    noteShort,
    shareAmong(share: number): void {
      most = share;
      letIn();
    },
    give(allotment: Allotment): void {
      count(allotment, -1);
      letIn();
    },
    /** Takes a place. @throws Error where none is free until then. */
    async take(allotment: Allotment, until: number): Promise<void> {
      if (hasRoom(allotment)) return count(allotment, 1);
      const since = performance.now();
      const isIn = await new Promise<boolean>((resolve) => {
        const late = setTimeout(() => {
          waiting.delete(waiter);
          resolve(false);
        }, until - since);
        const waiter = {
          allotment,
          go(): void {
            clearTimeout(late);
            resolve(true);
          },
        };
        waiting.add(waiter);
      });
      if (!isIn || (busy >= most && performance.now() - since > LONG_WAIT_MS)) noteShort();
      if (!isIn) throw noneFree();
    },
  };
}
