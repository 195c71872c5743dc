import type { ReactNode } from 'react';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { peopleWords as words } from '#i18n/en/people.ts';

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
        <section className="stack apart" aria-label={words.section}>
          <h2 className="section-head">{words.section}</h2>
          <p className="hint">{words.closed}</p>
          <Button size="big" icon="held" wide onClick={() => void supervisor.ask()}>
            {words.open}
          </Button>
        </section>
      )}
      <output className="state is-good">{said}</output>
    </>
  );
}
