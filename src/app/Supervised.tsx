import type { ReactNode } from 'react';
import { useSupervisor } from '#tasks/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { peopleWords as words } from '#ui/peopleMessages.ts';

/** What a supervisor may change: for everybody else one button that asks for one. */
export function Supervised({ children }: { readonly children: ReactNode }) {
  const supervisor = useSupervisor();
  if (supervisor.isOpen) return children;
  return (
    <section className="stack apart" aria-label={words.section}>
      <h2 className="section-head">{words.section}</h2>
      <p className="hint">{words.closed}</p>
      <Button size="big" icon="held" wide onClick={() => void supervisor.ask()}>
        {words.open}
      </Button>
    </section>
  );
}
