import { Suspense } from 'react';
import { useFloor } from './floor.ts';
import { isShort } from '#device/storageFacts.ts';
import { useView } from '#tasks/task/handheld.ts';
import { part } from '#ui/part.ts';

/** A chunk of its own: most days nothing is to be said. */
const Notices = part(() => import('./Notices.tsx'), 'Notices');

/** The notices of this handheld, where there are any. */
export function NoticesWhereDue() {
  const { base } = useFloor();
  const { loss, unheard, storage, cutOff } = useView(base.news);
  const { totals, gateway } = useView(base.handheld.outbox);
  const asks = totals.asking > 0 && gateway === 'reachable';
  if (!asks && !loss && !cutOff && unheard.length === 0 && !isShort(storage)) return null;
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  );
}
