import { type CodeRules, fitsCode } from '#site/codes.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { fitsRule } from '#tasks/task/codeCheck.ts';
import { type Task, firstStepOf, operationsOf } from '#tasks/task/task.ts';
import { tasks } from './tasks.ts';

type Shown = Pick<SiteConfiguration, 'tasks' | 'operationsOff'>;
type Coded = Shown & Pick<SiteConfiguration, 'opens'> & { readonly codes?: CodeRules };

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
  if (task.kind !== 'object') return operationsOf(task).some((one) => off.includes(one)) ? undefined : task;
  const { lookUp, ...rest } = task;
  const actions = task.actions.filter(({ operation }) => !off.includes(operation));
  const isAsked = lookUp !== undefined && !off.includes(lookUp.operation);
  return isAsked || actions.length > 0 ? { ...rest, ...(isAsked && { lookUp }), actions } : undefined;
}

type Way = 'any' | readonly Task[];

/**
 * The tasks that a code begins, by the site's rules or as one took it before; `any` where nothing is known of it.
 * @param roles - parameters that it filled before. Source: docs/glossary.md, learnt role
 */
export function waysOf(site: Coded, scan: ScanNote, roles: readonly string[] = []): Way {
  const fitting = tasksFor(site, scan, roles);
  const saysNothing = Object.keys(site.codes ?? {}).length === 0;
  return saysNothing && fitting.length === 0 ? 'any' : fitting;
}

/** The one task that the site opens with such a code, else those whose first step takes it. */
export function tasksFor(site: Coded, scan: ScanNote, roles: readonly string[]): readonly Task[] {
  const all = tasksOf(site);
  const opened = site.opens?.find((rule) => fitsCode(rule, scan.text));
  const its = all.filter(({ id }) => id === opened?.task);
  if (its.length > 0) return its;
  return all.filter((task) => {
    const step = firstStepOf(task);
    return step && (roles.includes(step.parameter) || fitsRule(site.codes, step.parameter, scan));
  });
}
