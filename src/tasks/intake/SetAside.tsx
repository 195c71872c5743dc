import { codesOfHalf } from '#tasks/task/halves.ts';
import type { FlowState } from './taskFlow.ts';
import { Button } from '#ui/Button.tsx';
import type { Drawing } from '#ui/icons.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';

export interface SetAsideProps {
  readonly of: Pick<FlowState, 'aside'>;
  readonly run: { readonly goOnWith?: (at: number) => void };
  readonly icon?: Drawing | undefined;
}

/** The halves that were begun here and set aside for another scan, each a tap away. */
export function SetAside({ of: { aside = [] }, run, icon }: SetAsideProps) {
  return aside.map((half, at) => (
    <Button size="big" icon={icon} key={half} onClick={() => run.goOnWith?.(at)}>
      {homeTasksWords().due({ texts: codesOfHalf(half).join(', ') })}
    </Button>
  ));
}
