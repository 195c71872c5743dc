import { useState } from 'react';
import { HandOverSheet } from './HandOverSheet.tsx';
import { BareHeader, useTitle } from '#app/frame/Frame.tsx';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { workerName } from '#device/workers.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/intake/ScanDock.tsx';
import { useScans } from '#tasks/intake/useScans.ts';
import { explain } from '#tasks/task/explain.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { peopleWords } from '#i18n/words/people.ts';

/** Nobody is signed in, or the handheld has locked itself: a badge, or an id, and nothing else. */
export function SignInScreen() {
  const { site, settings, stage } = useAppView();
  const { problem, asked, signIn, refuse, forget } = useSignIn();
  const aids = useAids();
  const scanning = useScans({
    onScan: (scan) => void signIn(scan, false),
    onBlank: () => refuse(peopleWords().blank),
  });
  const isLocked = stage === 'locked';
  const title = isLocked ? peopleWords().locked : peopleWords().signIn;
  useTitle(title);

  const question = asked !== undefined && (
    <>
      <Button size="big" onClick={forget}>
        {peopleWords().no}
      </Button>
      <Button
        size="big"
        kind="primary"
        icon={icons.done}
        onClick={() => void signIn({ text: asked, source: 'typed' }, true)}
      >
        {peopleWords().yes({ text: asked })}
      </Button>
    </>
  );
  const userId = settings?.userId ?? '';
  return (
    <>
      <BareHeader title={title} />
      <Page
        line={
          <ScanHero
            scanning={scanning}
            prompt={asked === undefined ? peopleWords().signInPrompt : peopleWords().ask({ text: asked })}
          />
        }
        dock={<ScanDock aids={aids} typeCaption={peopleWords().typeId} question={question} />}
      >
        <Alert text={problem} />
        <p>
          {isLocked && userId !== ''
            ? peopleWords().lockedHint({ who: workerName(site.workers, userId) })
            : peopleWords().signInHint}
        </p>
        <p className="hint">{peopleWords().sendsOn}</p>
        <CameraPlace aids={aids} />
        {!isLocked && userId !== '' && <HandOverSheet userId={userId} />}
      </Page>
    </>
  );
}

function useSignIn() {
  const appState = useAppState();
  const [problem, setProblem] = useState<string>();
  /** A text that may be no id: the person is asked about it. */
  const [asked, setAsked] = useState<string>();

  function refuse(sentence: string): void {
    appState.handheld.cues.play('wrong');
    setProblem(sentence);
  }
  async function signIn({ text, source }: Pick<ScanNote, 'text' | 'source'>, isConfirmed: boolean): Promise<void> {
    setProblem(undefined);
    setAsked(undefined);
    try {
      const { people } = appState;
      const outcome = await people.signIn(text, source === 'typed', isConfirmed);
      if (outcome === 'unknown') refuse(peopleWords().unknown({ text }));
      else appState.handheld.cues.play('step');
      if (outcome === 'ask') setAsked(text);
    } catch (error) {
      refuse(explain(error));
    }
  }
  return { problem, asked, signIn, refuse, forget: () => setAsked(undefined) };
}
