import { Suspense } from 'react';
import type { KeptScanProps } from './KeptScan.tsx';
import { part } from '#ui/part.ts';

const KeptScan = part(() => import('./KeptScan.tsx'), 'KeptScan');

/** Where a task's scan may be kept: a chunk of its own, as the first scan does not wait for it. It has its room before it. */
export function KeptScanPlace({ task, run }: KeptScanProps) {
  if (task.keeps === undefined) return null;
  return (
    <Suspense fallback={<span className="button button-wide room" aria-hidden="true" />}>
      <KeptScan task={task} run={run} />
    </Suspense>
  );
}
