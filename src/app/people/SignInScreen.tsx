import { useEffect, useState } from 'react';
import { HandOverSheet } from './HandOverSheet.tsx';
import { NoticesWhereDue } from '#app/frame/NoticesWhereDue.tsx';
import { useFloor } from '#app/frame/floor.ts';
import { nameSink } from '#app/core/nameSink.ts';
import { nameOf } from '#device/workers.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/intake/ScanDock.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { peopleWords as words } from '#i18n/en/people.ts';
import { statusWords } from '#i18n/en/status.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { Alert } from '#ui/Alert.tsx';

/** Nobody is signed in, or the handheld has locked itself: a badge, or an id, and nothing else. */
export function SignInScreen() {
  const { base } = useFloor();
  const { site, settings, stage } = useView(base);
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const aids = useAids();
  const scanning = useScans({
    onScan: (scan) => void signIn(scan, false),
    onBlank: () => refuse(words.blank),
  });
  const isLocked = stage === 'locked';
  const title = isLocked ? words.locked : words.signIn;
  const { scanField } = tasksWords;
  useEffect(() => nameSink(title, scanField), [title, scanField]);
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`;
  }, [title]);

  function refuse(sentence: string): void {
    base.handheld.cues.play('wrong');
    setProblem(sentence);
  }
  async function signIn({ text, source }: Pick<ScanNote, 'text' | 'source'>, isConfirmed: boolean): Promise<void> {
    setProblem(undefined);
    setAsked(undefined);
    try {
      const people = await base.people();
      const outcome = await people.signIn(text, source === 'typed', isConfirmed);
      if (outcome === 'unknown') refuse(words.unknown(text));
      else base.handheld.cues.play('step');
      if (outcome === 'ask') setAsked(text);
    } catch (error) {
      refuse(base.handheld.explain(error));
    }
  }

  const userId = settings?.userId ?? '';
  return (
    <>
      <header className="top">
        {site.demo && <p className="stand-in">{statusWords.standIn}</p>}
        <div className="top-row">
          <h1>{title}</h1>
        </div>
        <NoticesWhereDue />
      </header>
      <Page
        line={<ScanBar scanning={scanning} prompt={words.signInPrompt} />}
        dock={
          <ScanDock
            aids={aids}
            typeLabel={words.typeId}
            question={
              asked !== undefined && (
                <>
                  <Button size="big" onClick={() => setAsked(undefined)}>
                    {words.no}
                  </Button>
                  <Button
                    size="big"
                    kind="primary"
                    icon="done"
                    onClick={() => void signIn({ text: asked, source: 'typed' }, true)}
                  >
                    {words.yes(asked)}
                  </Button>
                </>
              )
            }
          />
        }
      >
        <Alert text={problem} />
        <Prompt text={asked === undefined ? words.signInPrompt : words.ask(asked)} />
        <p>{isLocked && userId !== '' ? words.lockedHint(nameOf(site.workers, userId)) : words.signInHint}</p>
        <p className="hint">{words.sendsOn}</p>
        <CameraPlace aids={aids} />
        {!isLocked && userId !== '' && <HandOverSheet userId={userId} />}
      </Page>
    </>
  );
}
