import { useState } from 'react';
import { Link } from '#app/frame/router.tsx';
import { useFloor } from '#app/frame/floor.ts';
import { nameOf } from '#device/workers.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Problem } from '#ui/Problem.tsx';
import { peopleWords as words } from '#i18n/en/people.ts';

/** Who is at work, signing out, and what the worker before left. */
export function PeopleSection() {
  const { base } = useFloor();
  const { site, settings, session } = useView(base);
  const [problem, setProblem] = useState<string>();
  if (!settings) return null;

  async function signOut(): Promise<void> {
    setProblem(undefined);
    try {
      await (await base.people()).signOut();
    } catch (error) {
      setProblem(base.handheld.explain(error));
    }
  }

  return (
    <section className="stack" aria-label={words.title}>
      <h2 className="section-head">{words.title}</h2>
      <p>{words.working(nameOf(site.workers, settings.userId))}</p>
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
      <Button size="big" icon="handOver" wide onClick={() => void signOut()}>
        {words.signOut}
      </Button>
      {session.before && (
        <Link href="/hand-over" className="button button-plain button-big button-wide">
          <Icon name="queue" />
          <span>{words.handOverLast}</span>
        </Link>
      )}
    </section>
  );
}
