import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type ScanNote, isOpen } from '#outbox/state/queuedCall.ts';
import { AnswerSection } from '#tasks/answer/Answer.tsx';
import { CheckOffButtons, hasList } from '#tasks/check/CheckOffButtons.tsx';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { CallList } from '#tasks/calls/CallList.tsx';
import { callName } from '#tasks/catalogue/callName.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { ObjectQuestions } from './ObjectQuestions.tsx';
import { ObjectSlots, nounsOf } from './ObjectSlots.tsx';
import { See } from './See.tsx';
import { TaskFields } from './TaskFields.tsx';
import { useFresh } from '#tasks/task/useFresh.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { Teach } from '#tasks/answer/Teach.tsx';
import { cardOf } from '#tasks/answer/cardHere.ts';
import { Headline } from '#ui/Card.tsx';
import { codeOrText } from '#tasks/answer/CodeLink.tsx';
import { type Fitting, fieldsInUse, fittingActions, mainOf, numberField, offeredActions, textNow } from './fitting.ts';
import { actionName, nextOf, promptOf } from './objectPrompt.ts';
import { answerOf } from './objectSaving.ts';
import { type ObjectRun, createObjectRun } from './objectRun.ts';
import { type ObjectView, isEntered, isOnlyAsked, isPast, wantedNoun } from './objectView.ts';
import { type TypedFor, acceptAfterTyped, keepTypedToObject, takeTypedNumber, withTyped } from './typedNumber.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import { type ObjectTask, type TaskAction, type TaskField, operationsOf } from '#tasks/task/task.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { lastWeightOf, saidPackages, weightQuestion } from '#tasks/weight/weightCheck.ts';
import { Button } from '#ui/Button.tsx';
import { focusInvalid } from '#ui/Field.tsx';
import { Fold } from '#ui/Fold.tsx';
import { icons } from '#ui/icons.ts';
import { inHandWords } from '#i18n/words/inHand.ts';
import { objectWords } from '#i18n/words/object.ts';
import { RoomForMain } from '#tasks/intake/ScanDock.tsx';

/** The run of the object in hand, and the view of it as it is drawn: with the number that stands typed in its field. */
function useObject(task: ObjectTask) {
  const handheld = useHandheld();
  const pendingScans = usePendingScans();
  const [of] = useState((): TypedFor & { readonly run: ObjectRun } => {
    const ports = runPortsOf(handheld, pendingScans, task.id, operationsOf(task));
    return { task, handheld, run: createObjectRun(task, { ...ports, doubt: weightQuestion(handheld) }) };
  });
  const { run } = of;
  const kept = useView(run);
  useSyncExternalStore(handheld.scanner.subscribe, handheld.scanner.buffered);
  useEffect(
    () =>
      leaving.follow(
        run,
        (now) => (isEntered(task, withTyped(of)) ? now.scan?.text : undefined),
        () => takeTypedNumber(of),
      ),
    [of, run, task],
  );
  useEffect(() => keepTypedToObject(of), [of]);
  const { gateway } = useView(handheld.outbox);
  useEffect(() => run.lookUpWhereDue(gateway === 'reachable'), [run, gateway]);
  const site = handheld.site();
  useEffect(() => run.readBySite(site), [run, site]);
  const view = withTyped(of);
  return { of, run, view, isTyping: view !== kept };
}

/** Returns the weight that this handheld has saved last for the object, where no look-up tells what it weighs. */
function useLastWeight({ lookUp, actions: [action] }: ObjectTask, code: string): string | undefined {
  const handheld = useHandheld();
  const operation = lookUp ? undefined : action?.operation;
  const found = useFresh(
    async () => (operation && code !== '' ? await lastWeightOf(handheld)(operation, code) : undefined) ?? '',
    code,
  );
  return found === '' ? undefined : found;
}

/** One screen for every task about an object: what the service says of it, what is entered, what is done. */
export function ObjectScreen({ task }: { readonly task: ObjectTask }) {
  const { of, run, view, isTyping } = useObject(task);
  const { site } = useHandheld();
  const { scan } = view;
  const nouns = nounsOf(task);
  const fitting = fittingActions(task, site(), view);
  const isUnknown = isUnknownTo(task, view);
  const main = isUnknown ? undefined : mainOf(task, fitting, view);
  const act = (action: TaskAction): void => doIt(of, action);
  const last = useLastWeight(task, scan?.text ?? '');
  const hasRows = useMemo(() => isOnlyAsked(task) && hasList(view.lookUp, site()), [task, view.lookUp, site]);
  const offered = offeredActions(task, fitting, view, main);
  const isAsking = view.lookUp === 'loading'; // what follows the answer, or depends on it, comes with it: none of it is pushed away
  const fields = !isPast(view) && !(nouns && isAsking) && (
    <TaskFields
      fields={fieldsInUse(task, fitting).filter(
        (field) => !isGiven(field, view) && !(isAsking && field.found !== undefined),
      )}
      texts={view.fields}
      problems={view.problems}
      found={view.found}
      known={saidPackages(site(), answerOf(task, view))}
      onChange={(name, text) => {
        takeTypedNumber(of);
        run.setField(name, text);
      }}
      onEnter={() => main && act(main)}
    />
  );
  const other = (one: Fitting) => (
    <OtherAction
      key={one.action.title()}
      fitting={one}
      name={actionName(task, site(), view, one.action, last)}
      onAct={() => act(one.action)}
    />
  );
  return (
    <ScanPage
      run={{ ...run, accept: (came) => acceptAfterTyped(of, came) }}
      view={view}
      name={task.id}
      noun={wantedNoun(task, view)}
      entry={promptOf(task, view, main)}
      longest={scan && !nouns ? longestOf(task) : undefined}
      isInField={isTyping}
      typeCaption={numberField(task, site(), view) && run.mayType() ? typeEither(task) : undefined}
      icon={task.icon}
      nouns={nouns}
      renderSlots={nouns && ((inNext) => <ObjectSlots task={task} view={view} inNext={inNext} />)}
      captured={scan && <InHand task={task} view={view} scan={scan} />}
      rest={task.hint()}
      takesPending
      anew={isEntered(task, view) ? task.subject.noun() : undefined}
      question={isAsked(view) && <ObjectQuestions run={run} />}
      action={
        hasRows ? (
          <CheckOffButtons task={task.id} subject={scan?.text ?? ''} lookUp={view.lookUp} of="first" />
        ) : (
          scan && <MainAction main={main} task={task} view={view} last={last} onAct={act} />
        )
      }
      foot={
        <>
          {task.all && view.lookUp === 'none' && (
            <Button size="big" icon={icons.lookUp} onClick={run.askAll}>
              {task.all()}
            </Button>
          )}
          {isUnknown ? (
            <Unknown task={task} run={run} at={scan?.at} fields={fields} actions={fitting.map(other)} />
          ) : (
            <Below task={task} run={run} offered={offered} actionAs={other} />
          )}
          {task.actions.length > 0 && !isAsking && (
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
          {!isUnknown && fields}
          {!isAsking && !isUnknown && offered.first.map(other)}
        </>
      )}
    </ScanPage>
  );
}

/** Tells whether the service knows no such object. One that something is stored for may be new to it: nothing is kept from it. */
function isUnknownTo({ fields }: ObjectTask, view: ObjectView): boolean {
  return view.isRefused === true && !isPast(view) && !fields.some(({ stored }) => stored !== undefined);
}

interface UnknownProps {
  readonly task: ObjectTask;
  readonly run: ObjectRun;
  readonly at: number | undefined;
  readonly fields: ReactNode;
  readonly actions: ReactNode;
}

/** Shows what the service says of an object that it does not know. What is entered and done by hand all the same is there for whoever opens it. */
function Unknown({ task, run, at, fields, actions }: UnknownProps) {
  return (
    <div className="stack in-its-place">
      <ServiceSays task={task} run={run} />
      {task.actions.length > 0 && (
        <Fold title={inHandWords().more} key={at}>
          <div className="stack">
            {fields}
            {actions}
          </div>
        </Fold>
      )}
    </div>
  );
}

interface BelowProps {
  readonly task: ObjectTask;
  readonly run: ObjectRun;
  readonly offered: ReturnType<typeof offeredActions>;
  readonly actionAs: (one: Fitting) => ReactNode;
}

/** Shows the service's answer, what can be done beside the main action, and what is often next. */
function Below({ task, run, offered, actionAs }: BelowProps) {
  const { site } = useHandheld();
  const view = useView(run);
  const { scan, lookUp } = view;
  const isInHand = scan !== undefined && lookUp !== 'loading';
  return (
    <>
      <ServiceSays task={task} run={run} />
      {isInHand && offered.below.map(actionAs)}
      {isInHand && (task.see ?? offered.folded).length > 0 && (
        <Fold title={inHandWords().more} key={scan.at}>
          {tasksOf(site()).map(
            (next) => task.see?.includes(next.id) && <See key={next.id} next={next} answer={answerOf(task, view)} />,
          )}
          {offered.folded.map(actionAs)}
        </Fold>
      )}
    </>
  );
}

/** The longest prompt that stands over an object of the task in hand, whatever the service says of it. */
function longestOf({ actions }: ObjectTask): string {
  return [undefined, ...actions].map(nextOf).reduce((one, other) => (other.length > one.length ? other : one));
}

const typeEither = ({ subject }: ObjectTask): string => inHandWords().typeEither({ noun: subject.noun() });

function isAsked({ asking, needsConfirmation, misfit }: ObjectView): boolean {
  return misfit?.isRefused !== false && (asking !== undefined || needsConfirmation !== undefined);
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
  if (card && card.headline.length > 0) return <Headline card={card} codeAs={codeOrText} />;
  return lookUp && <span className="card-headline room" />;
}

/**
 * Does an action, with the number that stands typed on the screen: no Enter is asked for beside the button. Anything else that
 * stands typed there is in no field, which is said before anything is done. A field that is
 * wrong gets the focus once it is marked, and never in the tap's own handler.
 */
function doIt(of: TypedFor & { readonly run: ObjectRun }, action: TaskAction): void {
  const { run, handheld } = of;
  takeTypedNumber(of);
  const left = handheld.scanner.takeTyped(() => false);
  if (left !== undefined) return run.refuse(objectWords().inNoField({ text: left }));
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
      isAside={task.fields.some(({ input }) => input === 'decimal')} // its keys, and what is done, have the room
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

interface MainActionProps {
  readonly main: TaskAction | undefined;
  readonly task: ObjectTask;
  readonly view: ObjectView;
  readonly last: string | undefined;
  readonly onAct: (action: TaskAction) => void;
}

/** The main action, and its place where there is none: what stands beside it stays where it is when the answer brings one or takes it away. */
function MainAction({ main, task, view, last, onAct }: MainActionProps) {
  const { site } = useHandheld();
  if (!main) return <RoomForMain />;
  const name = actionName(task, site(), view, main, last);
  return (
    <Button
      size="lead"
      kind={view.isRefused ? 'plain' : 'primary'}
      icon={main.icon}
      about={aboutIn(name, main)}
      onClick={() => onAct(main)}
    >
      {name}
    </Button>
  );
}

/** Returns what stands after the verb in the name of an action. */
function aboutIn(name: string, action: TaskAction): string {
  return name.slice(action.verb().length).trim();
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
      <Button
        size="big"
        icon={action.icon}
        disabled={unfit !== undefined}
        about={aboutIn(name, action)}
        onClick={onAct}
      >
        {name}
      </Button>
    </section>
  );
}
