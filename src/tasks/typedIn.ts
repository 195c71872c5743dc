import type { SiteConfiguration } from '#contract/site.ts';
import { type Task, operationsOf } from '#tasks/task.ts';

/** Whether the site lets a code of this task be typed by hand. */
export function typedIn(task: Task, { typedOff }: Pick<SiteConfiguration, 'typedOff'>): boolean {
  return !operationsOf(task).some((operation) => typedOff?.includes(operation));
}
