import type { CodeRules } from '#contract/codes.ts';
import { whenReadable } from '#tasks/task/codeCheck.ts';
import { followed } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import type { TaskRun } from '#tasks/task/taskRunView.ts';
import { type FlowPorts, createFlow } from '#tasks/intake/flowRunner.ts';
import { leaveMisfit, refuse } from '#tasks/intake/taskFlow.ts';
import * as taskEvents from './taskEvents.ts';
import { type TaskFacts, type TaskState, readKept, rowOf } from './taskState.ts';
import type { Known, ScansTask } from '#tasks/task/task.ts';

type Performed = Required<FlowPorts<TaskState, never>>;

export interface TaskRunPorts extends Pick<Performed, 'cue' | 'notTaken' | 'explain' | 'save' | 'noteRepeat'> {
  readonly task: ScansTask;
  readonly known: () => Readonly<Record<Known, string>>;
  /** What the site's codes look like. */
  readonly codes: () => CodeRules | undefined;
  /** Keeps half a task over a restart. Synchronous: a scan is kept before the next one comes. */
  readonly draft: Pick<Draft, 'read' | 'write'>;
  /** Keeps the scan that stays for the next calls over a restart. */
  readonly pin: Pick<Draft, 'read' | 'write'>;
  /** Unix ms. */
  readonly now: () => number;
  /** Whether a code that was typed by hand may be taken. */
  readonly allowsTyped: () => boolean;
}

/**
 * Runs a task: each scan fills a step, the last one makes a call and saves it, and the next scan starts anew at once,
 * while the one before is still being written. Scans are taken in order and none waits for another's disk.
 */
export function createTaskRun(ports: TaskRunPorts): TaskRun {
  const { task } = ports;
  const drafts = { half: followed(ports.draft), kept: followed(ports.pin) };
  const factsNow = (): TaskFacts => ({
    task,
    known: ports.known(),
    codes: ports.codes(),
    mayType: ports.allowsTyped(),
    now: ports.now(),
    explain: ports.explain,
  });
  const { saveEnded, ...events } = taskEvents;
  const start = { ...readKept(task, drafts.half.read(), drafts.kept.read()), entries: [], made: 0 };
  const flow = createFlow<TaskState, TaskFacts>(
    { start, facts: factsNow, saveEnded, rowOf },
    { ...ports, write: (draft, text, by) => drafts[draft].write(text, by) },
  );
  const on = flow.on({ ...events, leaveMisfit, refuse });
  const reread = (): void => on.reread(drafts.half.read(), drafts.kept.read());
  whenReadable(ports.codes(), () => undefined); // what the first scan needs is on its way
  return {
    ...flow,
    ...on,
    reread,
    accept: (scan) =>
      whenReadable(ports.codes(), () => {
        if (drafts.half.isOvertaken() || drafts.kept.isOvertaken()) reread(); // a page that was asleep may not have been told yet
        on.accept(scan);
      }),
  };
}
