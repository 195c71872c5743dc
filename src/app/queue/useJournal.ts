import { useMemo } from 'react';
import { useAppState } from '#app/frame/useAppState.ts';
import { type CallJournal, createJournal } from './journal.ts';

/** Gives what looks through all calls. */
export function useJournal(): CallJournal {
  const { allCalls } = useAppState();
  return useMemo(() => createJournal(allCalls), [allCalls]);
}
