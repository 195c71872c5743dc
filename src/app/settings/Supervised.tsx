import type { ReactNode } from 'react';
import { useSupervisor } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

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
        <Section title={words('supervisor').section} hint={words('supervisor').closed} isApart>
          <Button size="big" icon={icons.supervisor} onClick={() => void supervisor.ask()}>
            {words('supervisor').open}
          </Button>
        </Section>
      )}
      <output className="state is-good">{said}</output>
    </>
  );
}
