import type { Step } from '#tasks/task/task.ts';
import type { TaskRunView } from '#tasks/task/taskRunView.ts';

/** The step that the misfit filled before: there it may go. */
export function swapOf({ misfit, steps }: Pick<TaskRunView, 'misfit' | 'steps'>): Step | undefined {
  return misfit?.role === undefined ? undefined : steps.find(({ parameter }) => parameter === misfit.role);
}
