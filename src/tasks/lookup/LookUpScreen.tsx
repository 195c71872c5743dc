import { Suspense, useEffect, useState } from 'react';
import { Answer } from '#tasks/answer/Answer.tsx';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/intake/ScanDock.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { createLookUpRun } from './lookUpRun.ts';
import { LeaveOr } from '#tasks/intake/LeaveOr.tsx';
import { LeftoversPlace } from '#tasks/intake/LeftoversPlace.tsx';
import { MisfitPanel } from '#tasks/intake/Misfit.tsx';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { type LookUpTask, operationsOf } from '#tasks/task/task.ts';
import { typedIn } from '#tasks/intake/typedIn.ts';
import type { HandOver } from '#tasks/task/handOver.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { inWords } from '#i18n/language.ts';
import { lookUpWords as words } from '#i18n/en/lookUp.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { useNow } from '#ui/useNow.ts';
import { part } from '#ui/part.ts';

export interface LookUpScreenProps {
  readonly task: LookUpTask;
  readonly handOver: HandOver;
}

const Teach = part(() => import('#tasks/answer/Teach.tsx'), 'Teach');

/** One screen for every task that only asks: scan, and see what the service says. */
export function LookUpScreen({ task, handOver }: LookUpScreenProps) {
  const handheld = useHandheld();
  const [run] = useState(() => createLookUpRun(task, runPortsOf(handheld, task.id, operationsOf(task))));
  const view = useView(run);
  const aids = useAids();
  const now = useNow();
  const scanning = useScans({
    onScan: run.accept,
    onBlank: () => run.refuse(tasksWords.blank),
    onRepeat: run.ignoreRepeat,
  });
  useEffect(() => {
    const scan = handOver.take();
    if (scan) run.accept(scan);
  }, [run, handOver]);

  const noun = inWords(task.subject.noun);
  const prompt = tasksWords.scanThe(noun);
  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={prompt} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={tasksWords.typeThe(noun)}
          allowsTyped={typedIn(task, handheld.site())}
          question={
            view.misfit?.isRefused === false && (
              <LeaveOr onLeave={run.leaveMisfit} onTake={run.takeAnyway} word={tasksWords.anyway} />
            )
          }
        />
      }
    >
      <ResultBanner said={view.notice} words={tasksWords.tones} rest={inWords(task.hint)} />
      <Prompt text={prompt} />
      {view.misfit && (
        <MisfitPanel
          misfit={view.misfit}
          task={task.id}
          handOver={handOver}
          onLeave={run.leaveMisfit}
          key={view.misfit.scan.at}
        />
      )}
      <CameraPlace aids={aids} />
      {view.scan && view.scan.text !== '' && (
        <div className="filled">
          <ScannedCode scan={view.scan} key={view.scan.at} />
        </div>
      )}
      <LeftoversPlace task={task.id} />
      {task.all && view.lookUp === 'none' && (
        <Button size="big" icon="lookUp" onClick={run.askAll}>
          {inWords(task.all)}
        </Button>
      )}
      {view.lookUp !== 'none' && (
        <section className="stack" aria-label={words.answer}>
          <h3 className="section-head">{words.answer}</h3>
          <Answer lookUp={view.lookUp} now={now} />
          {view.lookUp !== 'asking' && view.lookUp.answer?.text && (
            <Suspense>
              <Teach operation={task.lookUp.operation} text={view.lookUp.answer.text} key={view.lookUp.answer.at} />
            </Suspense>
          )}
          {view.lookUp !== 'asking' && (
            <Button icon="repeat" onClick={run.again}>
              {words.again}
            </Button>
          )}
        </section>
      )}
    </Page>
  );
}
