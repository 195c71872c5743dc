import { readField } from '#site/judging.ts';
import { compareDecimals, decimalOf } from '#contract/decimal.ts';
import { checkDecimal } from '#contract/call.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { onButton } from '#tasks/answer/labelOf.ts';
import { optionsOf } from '#tasks/task/fieldCheck.ts';
import type { ObjectTask, TaskAction, TaskField } from '#tasks/task/task.ts';
import { fieldsOf } from '#tasks/task/taskCall.ts';
import { unitName, weightText } from '#tasks/weight/weightOf.ts';
import { inHandWords } from '#i18n/words/inHand.ts';
import { textNow } from './fitting.ts';
import { type ObjectView, isEntered, missingFor, nextField, nounOf } from './objectView.ts';

type Site = Pick<SiteConfiguration, 'weightUnits' | 'fieldRules'>;

/**
 * Says what is to be done now with the object in hand; `undefined` where a scan is asked for by its name. @param main - the
 * action that fits now
 */
export function promptOf(task: ObjectTask, view: ObjectView, main: TaskAction | undefined): string | undefined {
  if (!view.scan || view.scan.text === '' || nextField(task, view)) return undefined;
  if (!main || view.isRefused) return nextOf(undefined);
  const missing = missingFor(task, view, main);
  if (!missing) return isEntered(task, view) ? main.verb() : nextOf(main);
  if (missing.input === 'decimal') return inHandWords().weigh;
  return inHandWords()[missing.input === 'choice' ? 'chooseThe' : 'enterThe']({ noun: nounOf(missing) });
}

/** Says that the next scan may come, and before it what can be done now: the longest prompt for an object in hand. */
export function nextOf(main: TaskAction | undefined): string {
  return main ? inHandWords().orNext({ verb: main.verb() }) : inHandWords().scanNext;
}

/**
 * Names what an action does, and what its value takes the place of: “Complete BAG-2003 · 7.5 kg”, “Store EX-50001 · ORD-1 →
 * ORD-9”. @param last - the weight that this handheld has saved last for the object
 */
export function actionName(
  task: Pick<ObjectTask, 'fields' | 'lookUp'>,
  site: Site,
  view: Pick<ObjectView, 'scan' | 'fields' | 'lookUp' | 'isBefore'>,
  action: TaskAction,
  last?: string,
): string {
  const named = `${action.verb()} ${onButton(view.scan?.text ?? '')}`.trim();
  const field = task.fields.find(({ name, replaces }) => replaces !== undefined && fieldsOf(action).includes(name));
  if (!field) return named;
  const text = view.fields[field.name] ?? '';
  const value = field.input === 'decimal' ? sentAs(field.caption(), text) : text.trim();
  if (value === undefined || value === '') return named;
  const shown = field.input === 'decimal' ? weightText(value, unitOf(task, site, view.fields)) : onButton(value);
  const before = task.lookUp ? replacedIn(task, site, view, field) : last;
  if (before === undefined || before === shown || isEqual(before, value)) return `${named} · ${shown}`;
  const isBare = field.input === 'decimal' && decimalOf(before) !== undefined;
  const stood = isBare ? weightText(before, unitName(site, { text: before })) : before;
  return `${named} · ${onButton(stood)} → ${shown}`;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  return one === other || (a !== undefined && b !== undefined && compareDecimals(a, b) === 0);
}

/** Returns what the service has of the object now, where the field's value takes its place. */
function replacedIn(
  { lookUp }: Pick<ObjectTask, 'lookUp'>,
  site: Site,
  view: Pick<ObjectView, 'lookUp' | 'isBefore'>,
  { replaces }: TaskField,
): string | undefined {
  const text = textNow(view);
  const value =
    lookUp && replaces !== undefined && text ? readField(site, lookUp.operation, replaces, text) : undefined;
  return value === '' ? undefined : value;
}

/** The number as it is sent; `undefined` where it is none yet. */
export function sentAs(caption: string, text: string): string | undefined {
  try {
    return checkDecimal(caption, text);
  } catch {
    return undefined; // what is wrong is said when it is to be saved
  }
}

/** The name of the unit that a weight is entered in: the chosen one, else the site's first; `undefined`: nobody has said it. */
export function unitOf(
  { fields }: Pick<ObjectTask, 'fields'>,
  site: Pick<Site, 'weightUnits'>,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  const choice = fields.find(({ input }) => input === 'choice');
  if (!choice) return unitName(site, { text: '' });
  return new Map(optionsOf(site)).get(texts[choice.name] ?? '');
}
