import { Suspense, memo, useEffect, useState } from 'react';
import { CallList } from '#tasks/calls/CallList.tsx';
import type { CallLink } from '#tasks/calls/CallRow.tsx';
import { RunEntryRow } from './RunEntryRow.tsx';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from '#tasks/intake/ScanDock.tsx';
import type { HandOver } from '#tasks/task/handOver.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { LeaveOr } from '#tasks/intake/LeaveOr.tsx';
import { LeftoversPlace } from '#tasks/intake/LeftoversPlace.tsx';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { KeptScanPlace } from './KeptScanPlace.tsx';
import { keptScanDraft } from './keptScan.ts';
import { type ScansTask, operationsOf } from '#tasks/task/task.ts';
import { typedIn } from '#tasks/intake/typedIn.ts';
import type { RunEntry, TaskRun, TaskRunView } from '#tasks/task/taskRunView.ts';
import { createTaskRun } from './taskRun.ts';
import { useFollowed } from '#tasks/calls/savedSaying.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { inWords } from '#i18n/language.ts';
import { tasksWords as words } from '#i18n/en/task.ts';
import { timeWords } from '#i18n/en/time.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useNow } from '#ui/useNow.ts';
import { part } from '#ui/part.ts';

const Offered = part(() => import('#tasks/intake/Offered.tsx'), 'Offered');
const StillKept = part(() => import('./StillKept.tsx'), 'StillKept');
const MisfitPanel = part(() => import('#tasks/intake/Misfit.tsx'), 'MisfitPanel');

/** Calls on their way to the disk that are listed: a burst of scans must not wait for its own list to be drawn. */
const SHOWN_SAVING = 5;
/** A step filled longer ago than this may be another day's; it is said. */
const OLD_SCAN_MS = 15 * 60_000;

export interface TaskScreenProps {
  readonly task: ScansTask;
  readonly link: CallLink;
  readonly handOver: HandOver;
}

/** One screen for every task that writes: scan its steps in order, and the call is saved at once. */
export function TaskScreen({ task, link, handOver }: TaskScreenProps) {
  const handheld = useHandheld();
  const [collects] = useState(() => {
    const keptScan = handheld.draft(keptScanDraft(task.id));
    return { task, run: createTaskRun(task, { ...runPortsOf(handheld, task.id, operationsOf(task)), keptScan }) };
  });
  const { run } = collects;
  const view = useView(run);
  useEffect(() => {
    const stops = [task.id, keptScanDraft(task.id)].map((name) => handheld.draft(name).watch(run.reread));
    return () => stops.forEach((stop) => stop());
  }, [handheld, task, run]);
  useEffect(() => leaving.follow(run, begunTexts), [run]);
  const aids = useAids();
  useHandedOver(run, handOver);
  const scanning = useScans({
    onScan: run.accept,
    onBlank: () => run.refuse(words.blank),
    onRepeat: run.ignoreRepeat,
  });
  const noun = inWords(view.step.noun);
  const prompt = words.scanThe(noun);
  const isBegun = begunIn(view) > 0;
  const asking = view.entries.find(({ saving }) => saving === 'asking');
  const back = isBegun && (
    <Button size="tall" icon="back" onClick={run.back}>
      {words.back}
    </Button>
  );

  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={prompt} progress={progressOf(view)} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={words.typeThe(noun)}
          allowsTyped={typedIn(task, handheld.site())}
          before={back}
          question={
            view.waiting ? (
              <Suspense>
                <StillKept task={task} run={run} />
              </Suspense>
            ) : asking ? (
              <LeaveOr
                leave={words.doNotSave}
                onLeave={() => run.leave(asking.id)}
                onTake={() => run.saveAgain(asking.id)}
                word={words.saveAgain}
                icon="repeat"
              />
            ) : (
              view.misfit?.isRefused === false && (
                <LeaveOr onLeave={run.leaveMisfit} onTake={run.takeAnyway} word={words.anyway} />
              )
            )
          }
        />
      }
    >
      <ResultBanner said={useFollowed(view.notice)} words={words.tones} rest={inWords(task.hint)} />
      <KeptScanPlace task={task} run={run} />
      <Prompt text={prompt} />
      <Suspense>
        <OfferedPlace run={run} handOver={handOver} />
      </Suspense>
      {view.misfit && (
        <Suspense>
          <MisfitPanel
            misfit={view.misfit}
            task={task.id}
            handOver={handOver}
            onLeave={run.leaveMisfit}
            key={view.misfit.scan.at}
          />
        </Suspense>
      )}
      <CameraPlace aids={aids} collects={collects} />
      {isBegun && <Filled view={view} />}
      <LeftoversPlace task={task.id} collects={aids.open !== 'camera' && collects} />
      <RunCalls task={task} run={run} entries={view.entries} link={link} />
    </Page>
  );
}

interface RunCallsProps extends Pick<TaskScreenProps, 'task' | 'link'> {
  readonly run: TaskRun;
  readonly entries: readonly RunEntry[];
}

/** The calls of the run, newest first. */
const RunCalls = memo(function RunCalls({ task, run, entries, link }: RunCallsProps) {
  const unsaved = entries.filter(
    ({ saving }, index) => saving !== 'saved' && (saving !== 'saving' || index < SHOWN_SAVING),
  );
  const rowOf = (entry: RunEntry) => (
    <RunEntryRow key={entry.id} entry={entry} onSaveAgain={run.saveAgain} onLeave={run.leave} />
  );
  const saved = new Map(
    entries.flatMap((entry) =>
      entry.saving === 'saved' && entry.seq !== undefined ? [[entry.seq, rowOf(entry)]] : [],
    ),
  );
  useLanguage();
  return (
    <CallList operations={[task.operation]} seqs={[...saved.keys()]} link={link} fresh={saved}>
      {unsaved.map(rowOf)}
    </CallList>
  );
});

/** A fresh scan from another screen goes into an empty task; of an older one, or where one is begun, the operator says what it is. */
function useHandedOver(run: TaskRun, handOver: HandOver): void {
  useEffect(() => {
    if (begunIn(run.view()) > 0) return;
    const scan = handOver.takeMeant();
    if (scan) run.accept(scan);
  }, [run, handOver]);
}

function OfferedPlace({ run, handOver }: { readonly run: TaskRun; readonly handOver: HandOver }) {
  const view = useView(run);
  const [scan] = useView(handOver);
  return scan && <Offered scan={scan} view={view} begun={begunIn(view)} run={run} handOver={handOver} />;
}

function Filled({ view: { steps, filled } }: { readonly view: TaskRunView }) {
  const now = useNow();
  return (
    <dl className="stack">
      {steps.map(({ parameter, noun }) => {
        const scan = filled[parameter];
        if (!scan) return null;
        const age = now - scan.at;
        return (
          <div className="filled" key={parameter}>
            <dt>{words.noun(inWords(noun))}</dt>
            <dd>
              <ScannedCode scan={scan} />
              {age > OLD_SCAN_MS && <p className="hint">{words.scannedAgo(timeWords.ago(age))}</p>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** How many steps of the present call are scanned. */
function begunIn({ steps, filled }: TaskRunView): number {
  return steps.filter(({ parameter }) => Object.hasOwn(filled, parameter)).length;
}

/** The codes of what is begun, as a person is asked about them. */
function begunTexts({ steps, filled }: TaskRunView): string | undefined {
  const texts = steps.flatMap(({ parameter }) => filled[parameter]?.text ?? []);
  return texts.length === 0 ? undefined : texts.join(', ');
}

function progressOf({ steps, step }: TaskRunView): string | undefined {
  return steps.length > 1 ? words.stepOf(steps.indexOf(step) + 1, steps.length) : undefined;
}
