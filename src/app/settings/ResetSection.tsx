import { useState } from 'react';
import { lastExported } from '#app/handover/exported.ts';
import { useFloor } from '#app/frame/floor.ts';
import type { Reset } from './reset.ts';
import { openCalls } from '#outbox/openCalls.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { installWords as words } from '#i18n/en/install.ts';
import { Section } from '#ui/Section.tsx';
import { LinkButton } from '#app/frame/LinkButton.tsx';

/** Makes the handheld as new: for a supervisor, once no call is left on it that is nowhere else. */
export function ResetSection() {
  const { base } = useFloor();
  const { outbox } = base.handheld;
  const { totals } = useView(outbox);
  const supervisor = useSupervisor();
  const [isAsking, setAsking] = useState(false);
  const [state, setState] = useState<Reset | 'resetting'>();
  const newest = useFresh(outbox.newest, '') ?? 0;
  const open = openCalls(totals);
  const exported = lastExported();
  const isKeptElsewhere = exported !== undefined && exported.newest >= newest;

  /** The same, of what is on the disk now: another page may have saved a call since. */
  async function mayStill(): Promise<boolean> {
    return openCalls(outbox.view().totals) === 0 || (exported?.newest ?? -1) >= (await outbox.newest());
  }

  async function reset(): Promise<void> {
    if (state === 'resetting') return;
    setState('resetting');
    const { resetHandheld } = await import('./reset.ts');
    const came = await resetHandheld(outbox, mayStill).catch((): Reset => 'failed');
    setState(came);
    if (came === 'done') location.replace('/');
    if (came === 'moved') setAsking(false);
  }

  return (
    <Section title={words.reset} hint={words.resetHint} isApart>
      {open > 0 && !isKeptElsewhere ? (
        <>
          <p>{words.resetOpen(open)}</p>
          <LinkButton href="/rescue" wide>
            {words.resetExport}
          </LinkButton>
        </>
      ) : (
        !isAsking && (
          <Button kind="danger" icon="trash" wide onClick={() => void supervisor.ask().then(setAsking)}>
            {words.reset}
          </Button>
        )
      )}
      {isAsking && (
        <Panel title={words.resetTitle}>
          <p>{open > 0 && exported ? words.resetExported(open, exported.file) : words.resetEmpty}</p>
          <p>{words.resetSure}</p>
          {state === 'failed' && <Problem text={words.resetFailed} />}
          {state === 'elsewhere' && <Problem text={words.elsewhere} />}
          {state === 'offline' ? (
            <p role="alert">{words.resetOffline}</p>
          ) : (
            <>
              <Button size="big" wide onClick={() => setAsking(false)}>
                {words.keep}
              </Button>
              <Button size="big" kind="danger" icon="trash" wide onClick={() => void reset()}>
                {state === 'resetting' ? words.resetting : words.resetNow}
              </Button>
            </>
          )}
        </Panel>
      )}
    </Section>
  );
}
