import { useEffect, useState } from 'react';
import { readField } from '#contract/judging.ts';
import { type ScanNote, isOpen } from '#outbox/state/queuedCall.ts';
import { AnswerSection } from '#tasks/answer/Answer.tsx';
import { go } from '#ui/Link.tsx';
import { codeAddress } from '#tasks/answer/CodeLink.tsx';
import { CheckOffButtons } from '#tasks/check/CheckOffButtons.tsx';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import { callName } from '#tasks/catalogue/callName.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { ObjectSlots, nounsOf } from './ObjectSlots.tsx';
import { TaskFields } from './TaskFields.tsx';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { isShortNumber } from '#tasks/scanner/scanner.ts';
import { type Handheld, useHandheld, useView } from '#tasks/task/handheld.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { Teach } from '#tasks/answer/Teach.tsx';
import { cardOf } from '#tasks/answer/cardHere.ts';
import { Headline } from '#tasks/answer/AnswerCard.tsx';
import { type Fitting, fieldsInUse, fittingActions, mainOf, offeredActions, textNow, wantedNumber } from './fitting.ts';
import { actionName, nextOf, promptOf } from './objectPrompt.ts';
import { answerOf } from './objectSaving.ts';
import { type ObjectRun, createObjectRun } from './objectRun.ts';
import { type ObjectView, isEntered, isOnlyAsked, isPast, wantedNoun } from './objectView.ts';
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
import { type WeightAnswer, saidPackages, weightQuestion } from '#tasks/weight/weightCheck.ts';
import { Button } from '#ui/Button.tsx';
import { focusInvalid } from '#ui/Field.tsx';
import { Fold } from '#ui/Fold.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';
import { LeaveOr } from '#tasks/intake/ScanQuestions.tsx';

/** One screen for every task about an object: what the service says of it, what is entered, what is done. */
export function ObjectScreen({ task }: { readonly task: ObjectTask }) {
  const handheld = useHandheld();
  const pendingScans = usePendingScans();
  const [run] = useState(() => {
    const ports = runPortsOf(handheld, pendingScans, task.id, operationsOf(task));
    return createObjectRun(task, { ...ports, doubt: weightQuestion(handheld) });
  });
  const view = useView(run);
  useEffect(() => leaving.follow(run, (now) => (isEntered(task, now) ? now.scan?.text : undefined)), [run, task]);
  useEffect(() => keepToObject(task, run, handheld), [task, run, handheld]);
  const { gateway } = useView(handheld.outbox);
  useEffect(() => run.lookUpWhereDue(gateway === 'reachable'), [run, gateway]);

  const { scan } = view;
  const nouns = nounsOf(task);
  const { site } = handheld;
  const fitting = fittingActions(task, site(), view);
  const main = mainOf(fitting, view);
  const act = (action: TaskAction): void => doIt(task, run, action, handheld);
  const offered = offeredActions(task, fitting, view, main);
  const other = (one: Fitting) => (
    <OtherAction
      key={one.action.title()}
      fitting={one}
      name={actionName(task, site(), view, one.action)}
      onAct={() => act(one.action)}
    />
  );
  return (
    <ScanPage
      run={run}
      view={view}
      name={task.id}
      noun={wantedNoun(task, view)}
      entry={promptOf(task, view, main)}
      longest={scan && !nouns ? nextOf(main) : undefined}
      typeLabel={wantedNumber(task, site(), view) && run.mayType() ? typeEither(task) : undefined}
      icon={task.icon}
      nouns={nouns}
      renderSlots={nouns && ((inNext) => <ObjectSlots task={task} view={view} inNext={inNext} />)}
      captured={scan && <InHand task={task} view={view} scan={scan} />}
      rest={task.hint()}
      takesPending
      question={isAsked(view) && <ObjectQuestions run={run} />}
      action={
        isOnlyAsked(task) ? (
          <CheckOffButtons task={task.id} subject={scan?.text ?? ''} lookUp={view.lookUp} of="first" />
        ) : (
          main && (
            <Button size="lead" kind={view.isRefused ? 'plain' : 'primary'} icon={main.icon} onClick={() => act(main)}>
              {actionName(task, site(), view, main)}
            </Button>
          )
        )
      }
      foot={
        <>
          {task.all && view.lookUp === 'none' && (
            <Button size="big" icon={icons.lookUp} onClick={run.askAll}>
              {task.all()}
            </Button>
          )}
          <ServiceSays task={task} run={run} />
          {scan && offered.below.map(other)}
          {tasksOf(site()).map(
            (next) => task.see?.includes(next.id) && <See key={next.id} next={next} answer={answerOf(task, view)} />,
          )}
          {scan && offered.folded.length > 0 && <Fold title={words('inHand').more}>{offered.folded.map(other)}</Fold>}
          {task.actions.length > 0 && (
            <CallList
              operations={[...new Set(task.actions.map(({ operation }) => operation))]}
              seqs={view.saved}
              nameOf={task.actions.length > 1 ? callName : undefined}
            />
          )}
        </>
      }
    >
      {scan && (
        <>
          {nouns && <SaidNow task={task} view={view} scan={scan} />}
          {!isPast(view) && (
            <TaskFields
              fields={fieldsInUse(task, fitting).filter((field) => !isGiven(field, view))}
              texts={view.fields}
              problems={view.problems}
              found={view.found}
              known={saidPackages(site(), answerOf(task, view))}
              onChange={run.setField}
              onEnter={() => main && act(main)}
            />
          )}
          {offered.first.map(other)}
        </>
      )}
    </ScanPage>
  );
}

/**
 * Keeps a number that is typed to its object: it is dropped where another one comes or the call is saved, and is the object's
 * where the screen is left before its Enter.
 */
function keepToObject(task: ObjectTask, run: ObjectRun, handheld: Handheld): () => void {
  const { scanner } = handheld;
  const inHand = (): string => JSON.stringify([run.view().scan?.text, run.view().isDone]);
  let before = inHand();
  const stop = run.subscribe(() => {
    const now = inHand();
    if (now !== before) scanner.dropTypedNumber();
    before = now;
  });
  return () => {
    stop();
    takeNumber(task, run, handheld);
    scanner.dropTypedNumber();
  };
}

/** Puts a number that stands typed on the screen into its field; what it was typed with is left to others. */
function takeNumber(task: ObjectTask, run: ObjectRun, { scanner, site }: Handheld): void {
  const text = scanner.buffered();
  const field = isShortNumber(text) ? wantedNumber(task, site(), run.view()) : undefined;
  if (!field) return;
  scanner.dropTypedNumber();
  run.setField(field.name, text);
}

const typeEither = ({ subject }: ObjectTask): string => words('inHand').typeEither({ noun: subject.noun() });

function isAsked({ waitingScan, needsConfirmation, misfit }: ObjectView): boolean {
  return misfit?.isRefused !== false && (waitingScan !== undefined || needsConfirmation !== undefined);
}

interface InHandProps {
  readonly task: ObjectTask;
  readonly view: ObjectView;
  readonly scan: ScanNote;
}

/** Shows the code that was scanned, and what matters in the service's answer. */
function InHand(shown: InHandProps) {
  const { scan } = shown;
  return (
    <div className="in-hand">
      {scan.text !== '' && <ScannedCode scan={scan} key={scan.at} />}
      <SaidNow {...shown} />
    </div>
  );
}

/** Shows what matters in the service's answer where that holds now: the rest stands further down. */
function SaidNow({ task: { lookUp }, view, scan }: InHandProps) {
  const { site } = useHandheld();
  const text = textNow(view);
  const card = lookUp && text ? cardOf(site(), lookUp.operation, scan.text, text) : undefined;
  return card && <Headline card={card} />;
}

/**
 * Does an action, with the number that stands typed on the screen: no Enter is asked for beside the button. Anything else that
 * stands typed there is in no field, which is said before anything is done. A field that is
 * wrong gets the focus once it is marked, and never in the tap's own handler.
 */
function doIt(task: ObjectTask, run: ObjectRun, action: TaskAction, handheld: Handheld): void {
  takeNumber(task, run, handheld);
  const left = handheld.scanner.takeTyped(() => false);
  if (left !== undefined) return run.refuse(words('object').inNoField({ text: left }));
  run.act(action);
  if (Object.keys(run.view().problems).length > 0) setTimeout(focusInvalid, 0);
}

function ServiceSays({ task, run }: { readonly task: ObjectTask; readonly run: ObjectRun }) {
  const view = useView(run);
  const { scan, lookUp, isBefore, acting } = view;
  const answer = typeof lookUp === 'string' ? undefined : lookUp.answer;
  const isSettled = useCalls(acting === undefined ? [] : [acting]).some(({ state }) => !isOpen(state));
  useEffect(() => {
    if (isSettled && acting !== undefined) run.settled(acting);
  }, [run, isSettled, acting]);
  if (!task.lookUp) return null;
  return (
    <AnswerSection
      lookUp={lookUp}
      of={{ operation: task.lookUp.operation, subject: scan?.text ?? '' }}
      isBefore={isBefore}
      hasHeadline={scan !== undefined && Boolean(textNow(view))}
      onAgain={run.lookUpAgain}
    >
      <CheckOffButtons
        task={task.id}
        subject={scan?.text ?? ''}
        lookUp={lookUp}
        of={isOnlyAsked(task) ? 'others' : 'all'}
      />
      {isOnlyAsked(task) && answer?.text && (
        <Teach operation={task.lookUp.operation} text={answer.text} key={answer.at} />
      )}
    </AnswerSection>
  );
}

/** Tells whether the service has named the value, so that it is not entered, unless it cannot be sent. */
function isGiven({ name, found }: TaskField, view: ObjectView): boolean {
  return found !== undefined && view.found.includes(name) && view.problems[name] === undefined;
}

interface OtherActionProps {
  readonly fitting: Fitting;
  readonly name: string;
  readonly onAct: () => void;
}

function OtherAction({ fitting: { action, unfit }, name, onAct }: OtherActionProps) {
  const why = unfit ?? action.hint?.();
  return (
    <section className="stack">
      {why !== undefined && <p className="hint">{why}</p>}
      <Button size="big" icon={action.icon} disabled={unfit !== undefined} onClick={onAct}>
        {name}
      </Button>
    </section>
  );
}

function codeOf(task: Task): string {
  return firstStepOf(task)?.parameter ?? '';
}

/** The way to a task that is often next, with its code where the service names it; what is begun here stays kept. */
function See({ next, answer }: { readonly next: Task; readonly answer: WeightAnswer | undefined }) {
  const { site } = useHandheld();
  const { id, icon, path } = next;
  const code = answer && readField(site(), answer.operation, codeOf(next), answer.text);
  const title = code ? `${next.title()} ${code}` : next.title();
  return (
    <Button icon={icon} onClick={() => go(code ? codeAddress(code, id) : path)}>
      {words('object').see({ task: title })}
    </Button>
  );
}

/** In the dock while the band asks about something before the task goes on. */
function ObjectQuestions({ run }: { readonly run: ObjectRun }) {
  const { scan, waitingScan, needsConfirmation } = useView(run);
  if (waitingScan && scan) {
    return (
      <LeaveOr
        leave={words('inHand').stay({ code: scan.text })}
        onLeave={run.stay}
        onTake={run.takeWaiting}
        word={words('inHand').takeOther({ code: waitingScan.text })}
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
      icon={icons.again}
    />
  );
}
