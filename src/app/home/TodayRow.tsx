import { WayRow } from '#app/frame/WayRow.tsx';
import { icons } from '#ui/icons.ts';
import { todayLinkWords } from '#i18n/words/todayLink.ts';
import { useDoneToday } from './DoneToday.tsx';

/** The way to what was done today; none before the first of it. */
export function TodayRow() {
  const many = useDoneToday()?.size ?? 0;
  if (many === 0) return null;
  return (
    <WayRow to="/today" icon={icons.today} title={todayLinkWords().title} note={todayLinkWords().note({ many })} />
  );
}
