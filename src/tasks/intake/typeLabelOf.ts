import type { SiteConfiguration } from '#contract/site.ts';
import { mayType } from '#contract/siteAllows.ts';
import { type Task, operationsOf } from '#tasks/task/task.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

/** Over the field for a typed code of a task; `undefined` where the site lets none be typed by hand. */
export function typeLabelOf(task: Task, site: Pick<SiteConfiguration, 'typedOff'>, noun: string): string | undefined {
  return operationsOf(task).every((operation) => mayType(site, operation)) ? words.typeThe(noun) : undefined;
}
