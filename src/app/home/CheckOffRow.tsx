import { useEffect, useState } from 'react';
import { WayRow } from '#app/frame/WayRow.tsx';
import { type CheckList, tally, titleOf } from '#tasks/check/checkList.ts';
import { readLists } from '#tasks/check/keptLists.ts';
import { useKeeping } from '#tasks/task/handheld.ts';
import { words } from '#i18n/words.ts';
import { laterIcons } from '#ui/laterIcons.ts';

/** The way back to the list that is being checked off. */
export function CheckOffRow() {
  const { kept } = useKeeping();
  const [list, setList] = useState<CheckList>();
  useEffect(() => {
    void readLists(kept).then(
      ([first]) => setList(first),
      () => undefined, // its screen says what is wrong with the storage
    );
  }, [kept]);
  if (!list) return null;
  const stands = words('checkOff').ofMany({ found: tally(list).found, many: list.entries.length });
  return (
    <WayRow
      to="/tasks/check-off"
      icon={laterIcons.checkOff}
      title={`${words('checkOff').title}: ${titleOf(list)}`}
      note={words('homeTasks').due({ texts: stands })}
      mood="begun"
    />
  );
}
