import { readField } from '#contract/judging.ts';
import type { SiteConfiguration, ActionRule } from '#contract/site.ts';
import { isState } from '#contract/answer/answerCard.ts';
import { sayMember } from '#tasks/answer/cardHere.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { type ObjectView, isPast } from './objectView.ts';
import { words } from '#i18n/words.ts';

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
    const rules = (site.actionRules ?? []).filter((rule) => isOf(rule, action));
    const reasons = rules.flatMap(({ field, values }) => {
      const value = readField(site, use.operation, field, text);
      if (value === undefined || values.includes(value)) return [];
      const said = sayMember(site, field, value);
      return isState(field) ? words('object').isNow({ status: said }) : said;
    });
    return reasons.length === 0 ? { action } : { action, unfit: reasons.join(' · ') };
  });
  return [...judged.filter(({ unfit }) => unfit === undefined), ...judged.filter(({ unfit }) => unfit !== undefined)];
}

/** Returns the service's text on the object where it holds now: it was heard just now, and after the last action on it. */
export function textNow({ lookUp, isBefore }: Pick<ObjectView, 'lookUp' | 'isBefore'>): string | null | undefined {
  return typeof lookUp !== 'string' && lookUp.fresh && !isBefore ? lookUp.answer?.text : undefined;
}

/** The first action that fits. Once something was done there is none of several: a second tap would do another one. */
export function mainOf(
  fitting: readonly Fitting[],
  view: Pick<ObjectView, 'isDone' | 'isOpenAgain'>,
): TaskAction | undefined {
  const [first] = fitting;
  return first?.unfit !== undefined || (isPast(view) && fitting.length > 1) ? undefined : first?.action;
}

function isOf({ operation, sends = {} }: ActionRule, action: TaskAction): boolean {
  if (operation !== action.operation) return false;
  const members = Object.values(action.parameters).map((source) =>
    typeof source === 'object' && 'json' in source ? source.json : {},
  );
  return Object.entries(sends).every(([name, sent]) => members.some((json) => json[name] === sent));
}
