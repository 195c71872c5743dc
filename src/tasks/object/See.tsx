import { readField } from '#site/judging.ts';
import { codeAddress } from '#tasks/answer/CodeLink.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { type Task, firstStepOf } from '#tasks/task/task.ts';
import type { WeightAnswer } from '#tasks/weight/weightCheck.ts';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { objectWords } from '#i18n/words/object.ts';

function codeOf(task: Task): string {
  return firstStepOf(task)?.parameter ?? '';
}

/** The way to a task that is often next, with its code where the service names it; what is begun here stays kept. */
export function See({ next, answer }: { readonly next: Task; readonly answer: WeightAnswer | undefined }) {
  const { site } = useHandheld();
  const { id, icon, path } = next;
  const code = answer && readField(site(), answer.operation, codeOf(next), answer.text);
  const title = code ? `${next.title()} ${code}` : next.title();
  return (
    <Button icon={icon} onClick={() => go(code ? codeAddress(code, id) : path)}>
      {objectWords().see({ task: title })}
    </Button>
  );
}
