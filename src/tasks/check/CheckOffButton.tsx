import type { LookUp } from '#outbox/liveReads.ts';
import { type CheckList, entriesIn, openList } from './checkList.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

export interface CheckOffButtonProps extends Pick<CheckList, 'task' | 'subject'> {
  readonly lookUp: 'none' | 'loading' | LookUp;
}

/** The way from a fresh answer that is a list to scanning against it. */
export function CheckOffButton({ task, subject, lookUp }: CheckOffButtonProps) {
  const { kept } = useHandheld();
  const { problem, attempt } = useAttempt();
  const text = typeof lookUp !== 'string' && lookUp.fresh ? lookUp.answer?.text : undefined;
  const entries = entriesIn(text ?? '');
  if (entries.length === 0) return null;
  const open = (): Promise<boolean> =>
    attempt(async () => {
      await openList(kept, { task, subject, entries, scans: [] });
      go('/tasks/check-off');
    });
  return (
    <>
      <Button icon={laterIcons.checkOff} onClick={() => void open()}>
        {words('checkOff').start({ many: entries.length })}
      </Button>
      <Alert text={problem} />
    </>
  );
}
