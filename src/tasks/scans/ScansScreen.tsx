import { useEffect, useState } from 'react';
import { draftName } from '#tasks/task/draft.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { ownAsked } from '#tasks/intake/asking.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { QuestionButtons } from './QuestionButtons.tsx';
import { RunCalls } from './RunCalls.tsx';
import { ScansSlots } from './ScansSlots.tsx';
import { UndoButton } from './UndoButton.tsx';
import { type ScansTask, operationsOf } from '#tasks/task/task.ts';
import type { ScansRunView } from '#tasks/task/scansRunView.ts';
import type { ScansState } from './scansState.ts';
import { createScansRun } from './scansRun.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';

/** One screen for every task that scans its steps: in order, and the call is saved at once. */
export function ScansScreen({ task }: { readonly task: ScansTask }) {
  const handheld = useHandheld();
  const pendingScans = usePendingScans();
  const [collects] = useState(() => {
    const keptScan = handheld.draft(draftName('kept-scan', task.id));
    return {
      task,
      run: createScansRun(task, {
        ...runPortsOf(handheld, pendingScans, task.id, operationsOf(task)),
        keptScan,
        page: performance.timeOrigin,
      }),
    };
  });
  const { run } = collects;
  const view = useView(run);
  useEffect(() => {
    const stops = [task.id, draftName('kept-scan', task.id)].map((name) => handheld.draft(name).watch(run.reread));
    return () => stops.forEach((stop) => stop());
  }, [handheld, task, run]);
  useEffect(() => leaving.follow(run, (now) => begunIn(now).join(', ') || undefined), [run]);
  const begun = begunIn(view);
  const isBegun = begun.length > 0;
  const [first = view.step] = view.steps;
  return (
    <ScanPage
      run={run}
      view={view}
      name={task.id}
      noun={view.step.noun()}
      rest={task.hint()}
      icon={task.icon}
      nouns={task.steps.map(({ noun }) => noun())}
      renderSlots={(inNext) => <ScansSlots task={task} run={run} inNext={inNext} />}
      takesPending
      anew={isBegun ? first.noun() : undefined}
      collects={collects}
      action={<UndoButton operation={task.operation} run={run} isBegun={isBegun} />}
      question={isAsking(view) && <QuestionButtons task={task} run={run} />}
      foot={<RunCalls task={task} run={run} entries={view.entries} />}
    />
  );
}

/** Tells whether the task asks something of its own, which other misfits wait for. */
function isAsking(view: ScansState): boolean {
  const { misfit, entries } = view;
  return Boolean(ownAsked(view) ?? misfit?.role) || entries.some(({ saving }) => saving === 'needs-confirmation');
}

function begunIn({ steps, filled }: ScansRunView): readonly string[] {
  return steps.flatMap(({ parameter }) => filled[parameter]?.text ?? []);
}
