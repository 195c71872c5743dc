import type { QueuedCall, State } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';

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
