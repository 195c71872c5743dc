import type { LookUp } from '#outbox/liveReads.ts';
import { type AnswerList, type CheckList, listsIn, openList } from './checkList.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

/** Lists of one answer that are offered; those that stand deeper are of what is further off. */
const MOST_LISTS = 3;

export interface CheckOffButtonProps extends Pick<CheckList, 'task' | 'subject'> {
  readonly lookUp: 'none' | 'loading' | LookUp;
}

/** The ways from a fresh answer with lists in it to scanning against one of them. */
export function CheckOffButton({ task, subject, lookUp }: CheckOffButtonProps) {
  const { kept, site, settings } = useHandheld();
  const { problem, attempt } = useAttempt();
  const text = typeof lookUp !== 'string' && lookUp.fresh ? lookUp.answer?.text : undefined;
  const lists = listsIn(text ?? '', site());
  const open = ({ entries, byOwn }: AnswerList): Promise<boolean> =>
    attempt(async () => {
      await openList(kept, { task, subject, entries, scans: [], ...(byOwn && { byOwn }), by: settings().userId });
      go('/tasks/check-off');
    });
  return (
    <>
      {lists.slice(0, MOST_LISTS).map((list) => (
        <Button key={list.name} icon={icons.checkOff} onClick={() => void open(list)}>
          {labelOf(list, lists)}
        </Button>
      ))}
      <Alert text={problem} />
    </>
  );
}

/** Names a list by its kind of goods; where that is not known, or another one is of the same, by the answer's own name for it. */
function labelOf({ name, kind, entries }: AnswerList, lists: readonly AnswerList[]): string {
  const many = entries.length;
  const isOnly = lists.filter((other) => other.kind === kind).length === 1;
  if (kind && isOnly) return words('checkOff').startOf({ many, name: words('checkOff').kinds[kind] });
  if (lists.length === 1) return words('checkOff').start({ many });
  return words('checkOff').startOf({ many, name: kind ? `${words('checkOff').kinds[kind]}, ${name}` : name });
}
