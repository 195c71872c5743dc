import { readField } from '#site/judging.ts';
import type { SiteConfiguration, ActionRule } from '#site/site.ts';
import { isState } from '#site/answer/guessRule.ts';
import { sayMember } from '#tasks/answer/cardHere.ts';
import type { ObjectTask, TaskAction, TaskField } from '#tasks/task/task.ts';
import { fieldsOf } from '#tasks/task/taskCall.ts';
import { type ObjectView, isPast, missingFor } from './objectView.ts';
import { inHandWords } from '#i18n/words/inHand.ts';

export interface Fitting {
  readonly action: TaskAction;
  readonly unfit?: string;
}

/** The actions as they are offered: those that cannot succeed, as far as is known now, last and with why. */
export function fittingActions(
  { actions, lookUp: use }: Pick<ObjectTask, 'actions' | 'lookUp'>,
  site: Pick<SiteConfiguration, 'actionRules' | 'fieldRules' | 'labels' | 'states'>,
  view: Pick<ObjectView, 'lookUp' | 'isBefore'>,
): readonly Fitting[] {
  const text = textNow(view);
  if (!use || !text) return actions.map((action) => ({ action }));
  const judged = actions.map((action): Fitting => {
    const reasons = rulesFor(site, action).flatMap(({ field, values }) => {
      const value = readField(site, use.operation, field, text);
      if (value === undefined || values.includes(value)) return [];
      const said = sayMember(site, field, value);
      return isState(field) ? inHandWords().isNow({ status: said }) : said;
    });
    return reasons.length === 0 ? { action } : { action, unfit: reasons.join(' · ') };
  });
  return [...judged.filter(({ unfit }) => unfit === undefined), ...judged.filter(({ unfit }) => unfit !== undefined)];
}

/** Returns the site's rules on when an action can be done. */
export function rulesFor(
  { actionRules = [] }: Pick<SiteConfiguration, 'actionRules'>,
  action: TaskAction,
): readonly ActionRule[] {
  return actionRules.filter((rule) => isOf(rule, action));
}

/** Returns the service's text on the object where it holds now: it was heard just now, and after the last action on it. */
export function textNow({ lookUp, isBefore }: Pick<ObjectView, 'lookUp' | 'isBefore'>): string | null | undefined {
  return typeof lookUp !== 'string' && lookUp.fresh && !isBefore ? lookUp.answer?.text : undefined;
}

/**
 * The task's own action where it fits, while something is wanted for the object. What takes it back has one place, away from the
 * thumb that has just done it.
 */
export function mainOf(
  { actions: [own] }: Pick<ObjectTask, 'actions'>,
  [first]: readonly Fitting[],
  view: Pick<ObjectView, 'scan' | 'isDone' | 'isOpenAgain'>,
): TaskAction | undefined {
  return view.scan && own === first?.action && first?.unfit === undefined && !isPast(view) ? own : undefined;
}

/** The fields that an action uses which may be done now; all of them where there is none to do. */
export function fieldsInUse({ fields, actions }: Pick<ObjectTask, 'fields' | 'actions'>, fitting: readonly Fitting[]) {
  if (actions.length === 0) return fields;
  const used = fitting.flatMap(({ action, unfit }) => (unfit === undefined ? fieldsOf(action) : []));
  return fields.filter(({ name }) => used.includes(name));
}

/** The field for a number that is typed for the object in hand, such as its weight; none where nothing wants one, or another object waits. */
export function numberField(task: ObjectTask, site: SiteConfiguration, view: ObjectView): TaskField | undefined {
  if (!view.scan || view.asking || isPast(view) || view.isRefused) return undefined;
  return fieldsInUse(task, fittingActions(task, site, view)).find(({ input }) => input === 'decimal');
}

/** The actions beside the main one, by where they stand. */
interface Offered {
  /** In sight: the one that fits where there is no main one; where none fits, the first with what is against it. */
  readonly first: readonly Fitting[];
  readonly below: readonly Fitting[];
  /** Those that cannot be done now, for whoever asks why. */
  readonly folded: readonly Fitting[];
}

/** Places the actions that are not the main one: one of them stands for itself where nothing else is to be done. */
export function offeredActions(
  task: Pick<ObjectTask, 'fields'>,
  fitting: readonly Fitting[],
  view: Pick<ObjectView, 'fields' | 'isDone' | 'isOpenAgain'>,
  main: TaskAction | undefined,
): Offered {
  const isFormed = ({ action }: Fitting): boolean => !isPast(view) || missingFor(task, view, action) === undefined;
  const others = fitting.filter(({ action }) => action !== main);
  const fit = others.filter((one) => one.unfit === undefined && isFormed(one));
  const unfit = others.filter((one) => one.unfit !== undefined);
  if (main) return { first: [], below: fit, folded: unfit };
  if (fit.length === 0) return { first: unfit.slice(0, 1), below: [], folded: unfit.slice(1) };
  return fit.length === 1 ? { first: fit, below: [], folded: unfit } : { first: [], below: fit, folded: unfit };
}

function isOf({ operation, sends = {} }: ActionRule, action: TaskAction): boolean {
  if (operation !== action.operation) return false;
  const members = Object.values(action.parameters).map((source) =>
    typeof source === 'object' && 'json' in source ? source.json : {},
  );
  return Object.entries(sends).every(([name, sent]) => members.some((json) => json[name] === sent));
}
