import type { LookUp } from '#outbox/liveReads.ts';
import { type CheckList, listsIn, openList } from './checkList.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** Lists of one answer that are offered; those that stand deeper are of what is further off. */
const MOST_LISTS = 3;

export interface CheckOffButtonProps extends Pick<CheckList, 'task' | 'subject'> {
  readonly lookUp: 'none' | 'loading' | LookUp;
}

/** The ways from a fresh answer with lists in it to scanning against one of them. */
export function CheckOffButton({ task, subject, lookUp }: CheckOffButtonProps) {
  const { kept } = useHandheld();
  const { problem, attempt } = useAttempt();
  const text = typeof lookUp !== 'string' && lookUp.fresh ? lookUp.answer?.text : undefined;
  const lists = listsIn(text ?? '');
  const open = (entries: CheckList['entries']): Promise<boolean> =>
    attempt(async () => {
      await openList(kept, { task, subject, entries, scans: [] });
      go('/tasks/check-off');
    });
  return (
    <>
      {lists.slice(0, MOST_LISTS).map(({ name, entries }) => (
        <Button key={name} icon={laterIcons.checkOff} onClick={() => void open(entries)}>
          {lists.length === 1
            ? words('checkOff').start({ many: entries.length })
            : words('checkOff').startOf({ many: entries.length, name })}
        </Button>
      ))}
      <Alert text={problem} />
    </>
  );
}
