import type { ReactNode } from 'react';
import { useSupervisor } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Page.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

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
        <Section title={words('people').section} hint={words('people').closed} isApart>
          <Button size="big" icon={laterIcons.supervisor} onClick={() => void supervisor.ask()}>
            {words('people').open}
          </Button>
        </Section>
      )}
      <output className="state is-good">{said}</output>
    </>
  );
}
