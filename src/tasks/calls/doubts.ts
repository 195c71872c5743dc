import type { OperationName } from '#contract/catalogue.ts';
import { createShown } from '#contract/listeners.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';

/** Calls that are looked at, of each state: far more than anybody leaves undecided. */
const MOST = 200;

type Row = Pick<QueuedCall, 'seq' | 'lane' | 'operation' | 'scans' | 'state'>;

/** Absent: they were not read yet. */
type Undecided = readonly Row[] | undefined;

/** Knows the calls that need a person's decision: what comes after one of them in its lane waits for it. */
export function createDoubts({ list, view: outbox, subscribe: onChange }: Pick<Outbox, 'list' | 'view' | 'subscribe'>) {
  const { view, subscribe, show } = createShown<readonly QueuedCall[] | undefined>(undefined);
  let seen = Number.NaN;

  async function read(): Promise<void> {
    const { totals, revision } = outbox();
    if (seen === revision) return;
    seen = revision;
    const isNone = totals.unconfirmed === 0 && totals.held === 0;
    if (isNone && view()?.length === 0) return;
    const rows = isNone ? [] : await Promise.all([list('unconfirmed', MOST), list('held', MOST)]);
    if (seen === revision) show(rows.flat().filter((row) => !isPrint(row)));
  }
  onChange(() => void read().catch(() => undefined)); // the disk asks where a call is saved

  return { view, subscribe };
}

/** Returns the call that a code’s next one of these operations would wait for. */
export function doubtOf(doubts: Undecided, operations: readonly OperationName[], code: string): number | undefined {
  return doubts?.find(({ operation, scans }) => operations.includes(operation) && scans[0]?.text === code)?.seq;
}

/** Returns the call whose decision a waiting one waits for. */
export function waitsFor(doubts: Undecided, { lane, seq, state }: Row): number | undefined {
  if (state !== 'waiting') return undefined;
  return doubts?.find((one) => one.lane === lane && one.seq < seq)?.seq;
}

/** Returns how many calls wait for decisions, and the first call that is to be decided about; nothing where none waits so. */
export function behindOf(
  doubts: Undecided,
  waiting: readonly Row[],
): { readonly many: number; readonly seq: number } | undefined {
  const seqs = waiting.flatMap((call) => waitsFor(doubts, call) ?? []);
  return seqs.length === 0 ? undefined : { many: seqs.length, seq: Math.min(...seqs) };
}
