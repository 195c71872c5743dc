import type { ReactNode } from 'react';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { peopleWords as words } from '#i18n/en/people.ts';
import { Section } from '#ui/Section.tsx';

export interface SupervisedProps {
  /** What came of the last change; stands there also where that change has closed it. */
  readonly said?: string;
  readonly children: ReactNode;
}

/** What a supervisor may change: for everybody else one button that asks for one. */
export function Supervised({ said = '', children }: SupervisedProps) {
  const supervisor = useSupervisor();
  return (
    <>
      {supervisor.isOpen ? (
        children
      ) : (
        <Section title={words.section} hint={words.closed} isApart>
          <Button size="big" icon="held" wide onClick={() => void supervisor.ask()}>
            {words.open}
          </Button>
        </Section>
      )}
      <output className="state is-good">{said}</output>
    </>
  );
}
