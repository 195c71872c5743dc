import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { type DoneSoFar, doneOn } from '#outbox/store/doneToday.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useNow } from '#ui/useNow.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';

/** Count of the calls of whoever is at work that the service accepted since midnight; nothing before the first. */
export function DoneToday() {
  const many = useDoneToday()?.size ?? 0;
  return many > 0 && <>, {homeTasksWords().doneToday({ many })}</>;
}

/** Gives the calls of whoever is at work that the service accepted since midnight, out of the rows on the disk; `undefined`: they are being read. */
export function useDoneToday(): DoneSoFar['calls'] | undefined {
  const { connection } = useAppState().allCalls;
  const operator = useAppView().settings?.userId ?? '';
  const day = new Date(useNow());
  const from = day.setHours(0, 0, 0, 0);
  const to = new Date(from).setDate(day.getDate() + 1);
  const done = useFresh<DoneSoFar>(
    (before) => doneOn(connection, { operator, from, to }, before),
    `${operator} ${from}`,
  );
  return done?.calls;
}
