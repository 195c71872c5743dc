import type { CodeRules } from '#contract/codes.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { fitsRule, whenReadable } from '#tasks/task/codeCheck.ts';
import { type Task, firstStepOf } from '#tasks/task/task.ts';
import { tasks } from './tasks.ts';

type Shown = Pick<SiteConfiguration, 'tasks' | 'operationsOff'>;

/** The tasks of the home screen in the site's order; without what is switched off. */
export function tasksOf(site: Shown): readonly Task[] {
  const named = site.tasks?.flatMap((id) => tasks.find((task) => task.id === id) ?? []) ?? tasks;
  return named.flatMap((task) => withoutOff(task, site.operationsOff) ?? []);
}

/** A task by the path of its screen, whether it is on the home screen or not. */
export function taskAt(path: string, { operationsOff }: Shown): Task | undefined {
  const found = tasks.find((task) => task.path === path);
  return found && withoutOff(found, operationsOff);
}

/** A task without the operations that the site has switched off; `undefined` where nothing is left of it. */
function withoutOff(task: Task, off: readonly OperationName[] = []): Task | undefined {
  switch (task.kind) {
    case 'scans':
      return off.includes(task.operation) ? undefined : task;
    case 'look-up':
      return off.includes(task.lookUp.operation) ? undefined : task;
    case 'print':
      return off.includes(task.print.operation) ? undefined : task;
    case 'object': {
      const { lookUp, ...rest } = task;
      const actions = task.actions.filter(({ operation }) => !off.includes(operation));
      const isAsked = lookUp !== undefined && !off.includes(lookUp.operation);
      return isAsked || actions.length > 0 ? { ...rest, ...(isAsked && { lookUp }), actions } : undefined;
    }
  }
}

/** Where a code that was scanned outside a task may go. */
export type Way = 'any' | readonly Task[];

/**
 * The tasks whose first step a code fits, as the site says what codes look like; `any` where the site says nothing.
 * Waits until GS1 codes can be read.
 */
export function waysOf(site: Shown & { readonly codes?: CodeRules }, scan: ScanNote): Promise<Way> {
  const { codes } = site;
  if (!codes || Object.keys(codes).length === 0) return Promise.resolve('any');
  return new Promise((resolve) => {
    whenReadable(codes, () => resolve(tasksOf(site).filter((task) => isFirst(task, codes, scan))));
  });
}

function isFirst(task: Task, codes: CodeRules, scan: ScanNote): boolean {
  const step = firstStepOf(task);
  return step !== undefined && fitsRule(codes, step.parameter, scan);
}
