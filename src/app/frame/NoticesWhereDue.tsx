import { Suspense } from 'react';
import { useAppContext } from './appContext.ts';
import { isShort } from '#device/storageFacts.ts';
import { useView } from '#tasks/task/handheld.ts';
import { part } from '#ui/part.ts';

/** A chunk of its own: most days nothing is to be said. */
const Notices = part(() => import('./Notices.tsx'), 'Notices');

/** The notices of this handheld, where there are any. */
export function NoticesWhereDue() {
  const { appState } = useAppContext();
  const { loss, unheard, storage, cutOff } = useView(appState.notices);
  const { totals, gateway } = useView(appState.handheld.outbox);
  const asks = totals.asking > 0 && gateway === 'reachable';
  if (!asks && !loss && !cutOff && unheard.length === 0 && !isShort(storage)) return null;
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  );
}
