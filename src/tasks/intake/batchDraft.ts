import type { ScansTask } from '#tasks/task/task.ts';
import type { TaskRun } from '#tasks/task/taskRunView.ts';

/** A task for which codes are collected, and the run that takes them. */
export interface Collects {
  readonly task: ScansTask;
  readonly run: TaskRun;
}

/** The name of what was collected for a task and is kept. */
export function batchDraft(task: string): string {
  return `batch-${task}`;
}
