import type { OperationName } from '#contract/catalogue.ts';
import { goesToPrinter, isLabelDue } from '#outbox/state/label.ts';
import { type QueuedCall, type State, isOpen } from '#outbox/state/queuedCall.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { waitsFor } from './doubts.ts';
import { useFresh } from '#tasks/task/useFresh.ts';

type Calls = readonly QueuedCall[];

/** Tells whether nothing of a call changes any more. */
function isOver(call: QueuedCall): boolean {
  return !isOpen(call.state) && call.state !== 'handed-over' && !isLabelDue(call) && !goesToPrinter(call);
}

/** The rows of these keys as they stand on the disk, newest first. */
export function useCalls(seqs: readonly number[]): Calls {
  const { outbox } = useHandheld();
  const calls = useFresh<Calls>(async (before = []) => {
    const ended = before.filter(isOver);
    const known = new Map(ended.map((call) => [call.seq, call]));
    const rest = seqs.filter((seq) => !known.has(seq));
    const rows = rest.length === 0 ? [] : await outbox.getMany(rest);
    return [...seqs.flatMap((seq) => known.get(seq) ?? []), ...rows].sort((a, b) => b.seq - a.seq);
  }, seqs.join());
  return calls ?? [];
}

/** Returns the number of the call whose decision a waiting one waits for. */
export function useWaitsFor(call: QueuedCall | undefined): number | undefined {
  const doubts = useView(useHandheld().doubts);
  return call && waitsFor(doubts, call);
}

const EARLIER: readonly (readonly [State, number])[] = [
  ['unconfirmed', 20],
  ['held', 20],
  ['sending', 5],
  ['waiting', 20],
  ['asking', 20],
  ['answered', 40],
];
const ANSWERED = 5;

/** Keys of calls of these operations that were there when the screen opened: what is open, and the last answers. */
export function useEarlier(operations: readonly OperationName[]): readonly number[] {
  const { outbox } = useHandheld();
  const seqs = useFresh<readonly number[]>(async (before) => {
    if (before) return before;
    const lists = await Promise.all(EARLIER.map(([state, limit]) => outbox.list(state, limit, 'newest')));
    return lists.flatMap((rows, index) => {
      const found = rows.flatMap(({ operation, seq }) => (operations.includes(operation) ? [seq] : []));
      return EARLIER[index]?.[0] === 'answered' ? found.slice(0, ANSWERED) : found;
    });
  }, operations.join());
  return seqs ?? [];
}

type Lists = Readonly<Partial<Record<State, readonly QueuedCall[]>>>;

/** The rows of the states in `limits`, so many of each at most. */
export function useLists(limits: Readonly<Partial<Record<State, number>>>): Lists {
  const { outbox } = useHandheld();
  const lists = useFresh<Lists>(async () => {
    const wanted = Object.entries(limits) as [State, number][];
    return Object.fromEntries(
      await Promise.all(wanted.map(async ([state, limit]) => [state, await outbox.list(state, limit)] as const)),
    );
  }, JSON.stringify(limits));
  return lists ?? {};
}
