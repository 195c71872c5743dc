import { UndoFor } from '#app/frame/UndoFor.tsx';
import { readEnded, tally, takeBackEnd, titleOf } from '#tasks/check/checkList.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { go } from '#ui/Link.tsx';
import { checkOffWords } from '#i18n/words/checkOff.ts';
import { checkingWords } from '#i18n/words/checking.ts';

/** The list that was ended just now, with the way back into it. */
export function EndedList() {
  const { kept, settings } = useHandheld();
  const ended = useFresh(async () => (await readEnded(kept, Date.now())) ?? 'none', '');
  if (!ended || ended === 'none' || ended.list.by !== settings().userId) return null;
  const { list, until } = ended;
  const stands = checkOffWords().ofMany({ found: tally(list).found, many: list.entries.length });
  const undo = (): void => void takeBackEnd(kept, ended).then(() => go('/tasks/check-off'));
  return <UndoFor said={checkingWords().ended({ list: titleOf(list), stands })} until={until} onUndo={undo} />;
}
