import { Suspense, lazy } from 'react';
import type { PinProps } from '#tasks/Pin.tsx';

const Pin = lazy(async () => ({ default: (await import('#tasks/Pin.tsx')).Pin }));

/** Where a task's scan may be kept: a chunk of its own, as the first scan does not wait for it. */
export function PinPlace({ task, run }: PinProps) {
  if (task.keeps === undefined) return null;
  return (
    <Suspense>
      <Pin task={task} run={run} />
    </Suspense>
  );
}
