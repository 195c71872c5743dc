import type { OperationName } from '#contract/catalogue.ts';
import type { Connection } from './database.ts';
import { type QueuedCall, type Result, type State, idempotencyKey, allStates } from '#outbox/state/queuedCall.ts';
import { callsOf, inState } from './rows.ts';

/** The calls that are wanted; what is absent asks for nothing. */
export interface HistoryFilter {
  readonly states?: readonly State[];
  /** Verdicts of answered calls. */
  readonly verdicts?: readonly Result['verdict'][];
  /** A part of a code that was scanned or of a value that is sent, in whatever case; or `#` and the call's number, or how its key at the gateway begins. */
  readonly text?: string;
  /** User id of the worker who made the call, whole. */
  readonly operator?: string;
  readonly operation?: OperationName;
  /** Saved from this Unix ms on, and before that one. */
  readonly from?: number;
  readonly to?: number;
}

export interface SearchedSlice {
  /** Keys of what was found in this slice, the newest first. */
  readonly found: readonly number[];
  readonly looked: number;
  readonly of: number;
}

/** Fewer letters than this are looked for as a code only: a key begins with any of them. */
const KEY_HEAD = 8;
/** Rows read at a time: each slice in a transaction of its own, so that no scan waits for a search. */
const SLICE = 400;

/** The journal as a person reads it: keys of calls, which are numbers, and never all rows at once. */
export function createHistory(connection: Connection) {
  /** Keys of the calls in these states, or of all, the newest first. */
  async function keys(states?: readonly State[]): Promise<readonly number[]> {
    return connection.run(async (database) => {
      if (states === undefined) return (await database.getAllKeys('calls')).reverse();
      const ofState = (state: State) => database.getAllKeysFromIndex('calls', 'byState', inState(state));
      return (await Promise.all(states.map(ofState))).flat().sort((a, b) => b - a);
    });
  }

  /** The rows of a slice of keys, the newest first; where they lie close together, with the ones between them. */
  async function rowsOf(slice: readonly number[]): Promise<readonly QueuedCall[]> {
    const [newest, oldest] = [slice[0] ?? 0, slice[slice.length - 1] ?? 0];
    return connection.run(async (database) => {
      if (newest - oldest >= 2 * slice.length) return callsOf(database, slice);
      return (await database.getAll('calls', IDBKeyRange.bound(oldest, newest))).reverse();
    });
  }

  return {
    keys,

    /** Counts the rows, without a look into them: calls by state, and tries. */
    async counts(): Promise<{ readonly calls: Readonly<Record<State, number>>; readonly attempts: number }> {
      return connection.run(async (database) => {
        const [attempts, ...found] = await Promise.all([
          database.count('attempts'),
          ...allStates.map((state) => database.countFromIndex('calls', 'byState', inState(state))),
        ]);
        const calls = Object.fromEntries(allStates.map((state, index) => [state, found[index] ?? 0]));
        return { calls: calls as Record<State, number>, attempts };
      });
    },

    /** Looks through the rows slice by slice, the newest first. */
    async *search(filter: HistoryFilter): AsyncGenerator<SearchedSlice> {
      const all = await keys(filter.states);
      yield { found: [], looked: 0, of: all.length };
      for (let from = 0; from < all.length; from += SLICE) {
        const rows = await rowsOf(all.slice(from, from + SLICE));
        const found = rows.filter((row) => fits(row, filter)).map(({ seq }) => seq);
        yield { found, looked: Math.min(from + SLICE, all.length), of: all.length };
      }
    },
  };
}

/** Tells whether a filter asks for the call. */
export function fits(call: QueuedCall, filter: HistoryFilter): boolean {
  const { states, verdicts, text = '', operator = '', operation, from, to } = filter;
  if (states && !states.includes(call.state)) return false;
  if (verdicts && (call.state !== 'answered' || !verdicts.includes(call.result?.verdict ?? 'unclassified')))
    return false;
  if (operation !== undefined && call.operation !== operation) return false;
  if (operator.trim() !== '' && call.operator !== operator.trim()) return false;
  if (from !== undefined && call.enqueuedAt < from) return false;
  if (to !== undefined && call.enqueuedAt >= to) return false;
  return holdsText(call, text.trim().toLowerCase());
}

function holdsText(call: QueuedCall, text: string): boolean {
  const { seq, scans, parameters } = call;
  if (text === '' || text === `#${seq}`) return true;
  if (text.length >= KEY_HEAD && idempotencyKey(call).startsWith(text)) return true;
  const codes = scans.flatMap(({ text: taken, raw }) => (raw === undefined ? [taken] : [taken, raw]));
  return [...codes, ...parameters.map(([, value]) => value)].some((code) => code.toLowerCase().includes(text));
}

/** Tells whether the keys of the states answer a filter, without a look into the rows. */
export function isByKeys({ verdicts, text = '', operator = '', operation, from, to }: HistoryFilter): boolean {
  const isBlank = text.trim() === '' && operator.trim() === '';
  return isBlank && verdicts === undefined && operation === undefined && from === undefined && to === undefined;
}
