import { Suspense } from 'react';
import type { PinProps } from './Pin.tsx';
import { part } from '#ui/part.ts';

const Pin = part(() => import('./Pin.tsx'), 'Pin');

/** Where a task's scan may be kept: a chunk of its own, as the first scan does not wait for it. It has its room before it. */
export function PinPlace({ task, run }: PinProps) {
  if (task.keeps === undefined) return null;
  return (
    <Suspense fallback={<span className="button button-wide room" aria-hidden="true" />}>
      <Pin task={task} run={run} />
    </Suspense>
  );
}
