import { type Owed, owedTo } from '#outbox/state/owed.ts';
import { workerName } from '#device/workers.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useAppState } from './useAppState.ts';

interface OwedHere {
  readonly own: readonly Owed[];
  readonly others: readonly { readonly operator: string; readonly who: string; readonly owed: readonly Owed[] }[];
}

/** Returns what needs whoever is at work, and what needs others, by name. */
export function useOwed(): OwedHere {
  const appState = useAppState();
  const { settings, site } = useView(appState);
  const { own, others } = owedTo(settings?.userId ?? '', useView(appState.handheld.outbox).owed);
  return { own, others: others.map((one) => ({ ...one, who: workerName(site.workers, one.operator) })) };
}
