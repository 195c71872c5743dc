import { useMemo } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import { createQueueMover } from './queueMover.ts';

/** Gives what exports the queue and hands it over. */
export function useQueueMover() {
  const { allCalls } = useAppState();
  return useMemo(() => createQueueMover(allCalls), [allCalls]);
}
