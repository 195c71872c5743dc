import type { SiteConfiguration } from '#contract/site.ts';
import { mayType } from '#contract/siteAllows.ts';
import { type Task, operationsOf } from '#tasks/task/task.ts';

/** Whether the site lets a code of this task be typed by hand. */
export function typedIn(task: Task, site: Pick<SiteConfiguration, 'typedOff'>): boolean {
  return operationsOf(task).every((operation) => mayType(site, operation));
}
