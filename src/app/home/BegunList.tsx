import { takeBegun, tally, titleOf } from '#tasks/check/checkList.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { wholeCodes } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { icons } from '#ui/icons.ts';
import { checkOffWords } from '#i18n/words/checkOff.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';

/** The way back to the list that is being checked off; one that is done is begun no more. */
export function BegunList() {
  const { kept } = useHandheld();
  const list = useFresh(() => takeBegun(kept), ''); // its screen says what is wrong with the storage
  if (!list) return null;
  const stands = checkOffWords().ofMany({ found: tally(list).found, many: list.entries.length });
  return (
    <Link href="/tasks/check-off" className="banner banner-next begun-list">
      <Icon of={icons.checkOff} />
      <span>
        <b>{wholeCodes(`${checkOffWords().title}: ${titleOf(list)}`)}</b>{' '}
        <span>{homeTasksWords().due({ texts: stands })}</span>
      </span>
    </Link>
  );
}
