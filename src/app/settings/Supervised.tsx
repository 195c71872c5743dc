import type { ReactNode } from 'react';
import { useSupervisor } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { supervisorWords } from '#i18n/words/supervisor.ts';

export interface SupervisedProps {
  /** The result of the last change; stands there also where that change has closed it. */
  readonly said?: string;
  readonly children: ReactNode;
}

/** Shows what a supervisor may change; to everybody else one button that asks for one. */
export function Supervised({ said = '', children }: SupervisedProps) {
  const supervisor = useSupervisor();
  return (
    <>
      {supervisor.isOpen ? (
        children
      ) : (
        <Section title={supervisorWords().section} hint={supervisorWords().closed} isApart>
          <Button size="big" icon={icons.supervisor} onClick={() => void supervisor.ask()}>
            {supervisorWords().open}
          </Button>
        </Section>
      )}
      <output className="state is-good">{said}</output>
    </>
  );
}
