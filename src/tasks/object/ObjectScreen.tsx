import { useEffect, useRef, useState } from 'react';
import { isOpen } from '#outbox/state/queuedCall.ts';
import { Answer } from '#tasks/answer/Answer.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import type { CallLink } from '#tasks/calls/CallRow.tsx';
import { callName } from '#tasks/catalogue/callName.ts';
import { LeftoversPlace } from '#tasks/intake/LeftoversPlace.tsx';
import { MisfitPanel } from '#tasks/intake/Misfit.tsx';
import { ObjectQuestions } from './ObjectQuestions.tsx';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/intake/ScanDock.tsx';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { TaskFields } from './TaskFields.tsx';
import type { HandOver } from '#tasks/task/handOver.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { isEntered } from './objectDraft.ts';
import { type ObjectRun, createObjectRun } from './objectRun.ts';
import { wantedNoun } from './objectView.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import { type ObjectTask, type TaskAction, operationsOf } from '#tasks/task/task.ts';
import { typedIn } from '#tasks/intake/typedIn.ts';
import { useFollowed } from '#tasks/calls/savedSaying.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { weightQuestion } from '#tasks/weight/weightQuestion.ts';
import { Button } from '#ui/Button.tsx';
import { focusInvalid } from '#ui/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { inWords } from '#i18n/language.ts';
import { objectWords as words } from '#i18n/en/object.ts';
import { lookUpWords } from '#i18n/en/lookUp.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { useInSight } from '#ui/useInSight.ts';
import { useNow } from '#ui/useNow.ts';

export interface ObjectScreenProps {
  readonly task: ObjectTask;
  readonly link: CallLink;
  readonly handOver: HandOver;
}

/** One screen for every task about an object: what the service says of it, what is entered, what is done. */
export function ObjectScreen({ task, link, handOver }: ObjectScreenProps) {
  const handheld = useHandheld();
  const [run] = useState(() => {
    const ports = runPortsOf(handheld, task.id, operationsOf(task));
    return createObjectRun(task, { ...ports, doubt: weightQuestion(handheld) });
  });
  const view = useView(run);
  useEffect(() => leaving.follow(run, (now) => (isEntered(task, now) ? now.scan?.text : undefined)), [run, task]);
  const aids = useAids();
  const scanning = useScans({
    onScan: run.accept,
    onBlank: () => run.refuse(tasksWords.blank),
    onRepeat: run.ignoreRepeat,
  });
  useEffect(() => {
    const scan = handOver.take();
    if (scan) run.accept(scan);
    else if (run.view().lookUp === 'none') run.lookAgain(); // an object kept over a restart
  }, [run, handOver]);

  const { scan } = view;
  const inHand = useRef<HTMLDivElement>(null);
  useInSight(inHand, scan?.at);
  const [main, ...others] = task.actions;
  const noun = wantedNoun(task, view);
  const prompt = tasksWords.scanThe(noun);
  const isAsking = view.waitingScan !== undefined || view.asked !== undefined || view.misfit?.isRefused === false;
  const action = scan && main && (
    <Button size="lead" kind={view.isRefused ? 'plain' : 'primary'} icon={main.icon} onClick={() => act(run, main)}>
      {inWords(main.title)}
    </Button>
  );
  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={prompt} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={tasksWords.typeThe(noun)}
          allowsTyped={typedIn(task, handheld.site())}
          action={action}
          question={isAsking && <ObjectQuestions run={run} />}
        />
      }
    >
      <ResultBanner said={useFollowed(view.notice)} words={tasksWords.tones} rest={inWords(task.hint)} />
      {view.misfit && (
        <MisfitPanel
          misfit={view.misfit}
          task={task.id}
          handOver={handOver}
          onLeave={run.stay}
          key={view.misfit.scan.at}
        />
      )}
      <CameraPlace aids={aids} />
      {scan && (
        <div className="filled" ref={inHand}>
          <h2>{tasksWords.noun(inWords(task.subject.noun))}</h2>
          <ScannedCode scan={scan} key={scan.at} />
        </div>
      )}
      {(!scan || view.isDone || noun !== inWords(task.subject.noun)) && <Prompt text={prompt} />}
      {scan && (
        <TaskFields
          fields={task.fields}
          texts={view.fields}
          problems={view.problems}
          found={view.found}
          onChange={run.setField}
        />
      )}
      <LeftoversPlace task={task.id} />
      <ServiceSays run={run} />
      {scan && others.map((one) => <OtherAction key={inWords(one.title)} action={one} run={run} />)}
      {task.see && <See ids={task.see} />}
      {task.actions.length > 0 && (
        <CallList
          operations={[...new Set(task.actions.map(({ operation }) => operation))]}
          seqs={view.saved.map(({ seq }) => seq)}
          link={link}
          nameOf={others.length > 0 ? callName : undefined}
        />
      )}
    </Page>
  );
}

/** Does an action; a field that is wrong gets the focus once it is marked, and never in the tap's own handler. */
function act(run: ObjectRun, action: TaskAction): void {
  run.act(action);
  if (Object.keys(run.view().problems).length > 0) setTimeout(focusInvalid, 0);
}

function ServiceSays({ run }: { readonly run: ObjectRun }) {
  const { lookUp, isBefore, acting } = useView(run);
  const isSettled = useCalls(acting === undefined ? [] : [acting]).some(({ state }) => !isOpen(state));
  useEffect(() => {
    if (isSettled && acting !== undefined) run.settled(acting);
  }, [run, isSettled, acting]);
  const now = useNow();
  if (lookUp === 'none') return null;
  return (
    <section className="stack" aria-label={lookUpWords.answer}>
      <h3 className="section-head">{lookUpWords.answer}</h3>
      {isBefore && lookUp !== 'asking' && <Problem text={lookUpWords.before} />}
      <Answer lookUp={lookUp} now={now} lines={8} />
      {lookUp !== 'asking' && (
        <Button icon="repeat" onClick={run.lookAgain}>
          {lookUpWords.again}
        </Button>
      )}
    </section>
  );
}

function OtherAction({ action, run }: { readonly action: TaskAction; readonly run: ObjectRun }) {
  return (
    <section className="stack apart">
      {action.hint && <p className="hint">{inWords(action.hint)}</p>}
      <Button size="big" icon={action.icon} onClick={() => act(run, action)}>
        {inWords(action.title)}
      </Button>
    </section>
  );
}

/** The way to tasks that are often next; what is begun here stays kept. */
function See({ ids }: { readonly ids: readonly string[] }) {
  const { site } = useHandheld();
  return tasksOf(site())
    .filter(({ id }) => ids.includes(id))
    .map(({ id, icon, path, title }) => (
      <Button key={id} icon={icon} wide onClick={() => history.pushState(null, '', path)}>
        {words.see(inWords(title))}
      </Button>
    ));
}
