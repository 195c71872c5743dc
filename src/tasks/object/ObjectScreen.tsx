import { useEffect, useState } from 'react';
import { fieldOf } from '#contract/judging.ts';
import { isOpen } from '#outbox/state/queuedCall.ts';
import { AnswerSection } from '#tasks/answer/Answer.tsx';
import { go } from '#ui/Link.tsx';
import { codeAddress } from '#tasks/answer/CodeLink.tsx';
import { CheckOffButton } from '#tasks/check/CheckOffButton.tsx';
import { InHand } from '#tasks/intake/InHand.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import { callName } from '#tasks/catalogue/callName.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { TaskFields } from './TaskFields.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { type Fitting, fittingActions, mainOf } from './fitting.ts';
import { looked } from './objectSaving.ts';
import { type ObjectRun, createObjectRun } from './objectRun.ts';
import { type ObjectView, isEntered, isOnlyAsked, wantedNoun } from './objectView.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import {
  type ObjectTask,
  type Task,
  type TaskAction,
  type TaskField,
  firstStepOf,
  operationsOf,
} from '#tasks/task/task.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { weightQuestion } from '#tasks/weight/weightCheck.ts';
import { Button } from '#ui/Button.tsx';
import { focusInvalid } from '#ui/Field.tsx';
import { part } from '#ui/part.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';
import { LeaveOr } from '#tasks/intake/ScanQuestions.tsx';

const Teach = part(() => import('#tasks/answer/Teach.tsx'), 'Teach');

/** One screen for every task about an object: what the service says of it, what is entered, what is done. */
export function ObjectScreen({ task }: { readonly task: ObjectTask }) {
  const handheld = useHandheld();
  const [run] = useState(() => {
    const ports = runPortsOf(handheld, task.id, operationsOf(task));
    return createObjectRun(task, { ...ports, doubt: weightQuestion(handheld) });
  });
  const view = useView(run);
  useEffect(() => leaving.follow(run, (now) => (isEntered(task, now) ? now.scan?.text : undefined)), [run, task]);
  useEffect(() => {
    if (run.view().lookUp === 'none') run.lookAgain(); // an object kept over a restart
  }, [run]);

  const { scan } = view;
  const fitting = useFitting(task, view);
  const said = [...task.fields.flatMap(({ found, stored }) => found ?? stored ?? []), ...useSee(task).map(codeOf)];
  const main = mainOf(fitting, view);
  const noun = wantedNoun(task, view);
  return (
    <ScanPage
      run={run}
      view={view}
      name={task.id}
      noun={noun}
      icon={task.icon}
      captured={
        scan && (
          <InHand
            scan={scan}
            operation={task.lookUp?.operation}
            lookUp={view.lookUp}
            isBefore={view.isBefore}
            entered={said}
          />
        )
      }
      rest={task.hint()}
      takesPending
      question={isAsked(view) && <ObjectQuestions run={run} />}
      action={
        scan &&
        main && (
          <Button
            size="lead"
            kind={view.isRefused ? 'plain' : 'primary'}
            icon={main.icon}
            onClick={() => act(run, main)}
          >
            {main.title()}
          </Button>
        )
      }
      foot={<AnswerAndCalls task={task} run={run} />}
    >
      {scan && (
        <>
          <TaskFields
            fields={task.fields.filter((field) => !isGiven(field, view))}
            texts={view.fields}
            problems={view.problems}
            found={view.found}
            onChange={run.setField}
          />
          {fitting.map(
            (one) => one.unfit !== undefined && <OtherAction key={one.action.title()} fitting={one} run={run} />,
          )}
        </>
      )}
    </ScanPage>
  );
}

function isAsked({ waitingScan, needsConfirmation, misfit }: ObjectView): boolean {
  return misfit?.isRefused !== false && (waitingScan !== undefined || needsConfirmation !== undefined);
}

function AnswerAndCalls({ task, run }: { readonly task: ObjectTask; readonly run: ObjectRun }) {
  const view = useView(run);
  const { scan, saved } = view;
  const fitting = useFitting(task, view);
  const main = mainOf(fitting, view);
  return (
    <>
      {task.all && view.lookUp === 'none' && (
        <Button size="big" icon={laterIcons.lookUp} onClick={run.askAll}>
          {task.all()}
        </Button>
      )}
      <ServiceSays task={task} run={run} />
      {scan &&
        fitting.map(
          (one) =>
            one.unfit === undefined &&
            one.action !== main && <OtherAction key={one.action.title()} fitting={one} run={run} />,
        )}
      <See task={task} view={view} />
      {task.actions.length > 0 && (
        <CallList
          operations={[...new Set(task.actions.map(({ operation }) => operation))]}
          seqs={saved.map(({ seq }) => seq)}

          nameOf={task.actions.length > 1 ? callName : undefined}
        />
      )}
    </>
  );
}

/** Does an action; a field that is wrong gets the focus once it is marked, and never in the tap's own handler. */
function act(run: ObjectRun, action: TaskAction): void {
  run.act(action);
  if (Object.keys(run.view().problems).length > 0) setTimeout(focusInvalid, 0);
}

function ServiceSays({ task, run }: { readonly task: ObjectTask; readonly run: ObjectRun }) {
  const { scan, lookUp, isBefore, acting } = useView(run);
  const answer = typeof lookUp === 'string' ? undefined : lookUp.answer;
  const isSettled = useCalls(acting === undefined ? [] : [acting]).some(({ state }) => !isOpen(state));
  useEffect(() => {
    if (isSettled && acting !== undefined) run.settled(acting);
  }, [run, isSettled, acting]);
  return (
    <AnswerSection
      lookUp={lookUp}
      isBefore={isBefore}
      lines={isOnlyAsked(task) ? undefined : 8}
      onAgain={run.lookAgain}
    >
      <CheckOffButton task={task.id} subject={scan?.text ?? ''} lookUp={lookUp} />
      {task.lookUp && isOnlyAsked(task) && answer?.text && (
        <Teach operation={task.lookUp.operation} text={answer.text} key={answer.at} />
      )}
    </AnswerSection>
  );
}

/** What the service names is not entered, unless it cannot be sent. */
function isGiven({ name, found }: TaskField, view: ObjectView): boolean {
  return found !== undefined && view.found.includes(name) && view.problems[name] === undefined;
}

function useFitting(task: ObjectTask, view: ObjectView): readonly Fitting[] {
  const { site } = useHandheld();
  return fittingActions(task, site(), view);
}

function OtherAction({ fitting: { action, unfit }, run }: { readonly fitting: Fitting; readonly run: ObjectRun }) {
  const why = unfit ?? action.hint?.();
  return (
    <section className="stack apart">
      {why !== undefined && <p className="hint">{why}</p>}
      <Button size="big" icon={action.icon} disabled={unfit !== undefined} onClick={() => act(run, action)}>
        {action.title()}
      </Button>
    </section>
  );
}

function useSee({ see = [] }: ObjectTask): readonly Task[] {
  const { site } = useHandheld();
  return tasksOf(site()).filter(({ id }) => see.includes(id));
}

function codeOf(task: Task): string {
  return firstStepOf(task)?.parameter ?? '';
}

/** The way to tasks that are often next, with their code where the service names it; what is begun here stays kept. */
function See({ task, view }: { readonly task: ObjectTask; readonly view: ObjectView }) {
  const { site } = useHandheld();
  const answer = looked(task, view);
  return useSee(task).map((next) => {
    const { id, icon, path } = next;
    const code = answer && fieldOf(site(), answer.operation, codeOf(next), answer.text);
    const title = code ? `${next.title()} ${code}` : next.title();
    return (
      <Button key={id} icon={icon} wide onClick={() => go(code ? codeAddress(code, id) : path)}>
        {words('object').see({ task: title })}
      </Button>
    );
  });
}

/** In the dock while the band asks about something before the task goes on. */
function ObjectQuestions({ run }: { readonly run: ObjectRun }) {
  const { scan, waitingScan, needsConfirmation } = useView(run);
  if (waitingScan && scan) {
    return (
      <LeaveOr
        leave={words('object').stay({ code: scan.text })}
        onLeave={run.stay}
        onTake={run.takeWaiting}
        word={words('object').takeOther({ code: waitingScan.text })}
      />
    );
  }
  if (!needsConfirmation) return null;
  const word = needsConfirmation.again ? words('asked').saveAgain : words('object').saveAnyway;
  return (
    <LeaveOr
      leave={words('asked').doNotSave}
      onLeave={run.stay}
      onTake={run.saveAgain}
      word={word}
      icon={laterIcons.again}
    />
  );
}
