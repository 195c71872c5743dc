import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { isOpen } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';

/** Rows read before and behind the ones that are seen, and the step in which that window moves. */
const AROUND = 24;

export type Rows = ReadonlyMap<number, QueuedCall>;

/** The rows around what is seen of a long list, each as it stands now; what is far from it is let go. */
export function useRows(keys: readonly number[], first: number, end: number): Rows {
  const { outbox } = useHandheld();
  const from = Math.max(0, Math.floor(first / AROUND) * AROUND - AROUND);
  const wanted = keys.slice(from, Math.ceil(end / AROUND) * AROUND + AROUND);
  const rows = useFresh<Rows>(async (key, before = new Map()) => {
    const seqs = key === '' ? [] : key.split(',').map(Number);
    const known = seqs.flatMap((seq) => before.get(seq) ?? []).filter(isSettled);
    const settled = new Set(known.map(({ seq }) => seq));
    const rest = await outbox.getMany(seqs.filter((seq) => !settled.has(seq)));
    return new Map([...known, ...rest].map((call) => [call.seq, call]));
  }, wanted.join());
  return rows ?? new Map();
}

/** It changes no more: it need not be read again. */
function isSettled({ state }: QueuedCall): boolean {
  return !isOpen(state) && state !== 'handed-over';
}
