import { useView } from '#tasks/task/handheld.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { TaskRun } from '#tasks/task/taskRunView.ts';
import { Button } from '#ui/Button.tsx';
import { inWords } from '#i18n/language.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

/** In the dock while a scan waits for the word whether the kept one still holds. */
export function StillKept({ task, run }: { readonly task: ScansTask; readonly run: TaskRun }) {
  const { keptScan } = useView(run);
  const kept = task.steps.find(({ parameter }) => parameter === task.keeps);
  if (!kept || typeof keptScan !== 'object') return null;
  return (
    <>
      <Button size="big" kind="primary" onClick={run.keepOn}>
        {words.stillYes(keptScan.text)}
      </Button>
      <Button size="big" icon="close" onClick={run.release}>
        {words.letGo(inWords(kept.noun))}
      </Button>
    </>
  );
}
