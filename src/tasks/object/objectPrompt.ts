import { checkDecimal } from '#contract/call.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { onButton } from '#tasks/answer/labelOf.ts';
import { optionsOf } from '#tasks/task/fieldCheck.ts';
import type { ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { fieldsOf } from '#tasks/task/taskCall.ts';
import { unitName, weightText } from '#tasks/weight/weightCheck.ts';
import { words } from '#i18n/words.ts';
import { type ObjectView, isEntered, missingFor, nextField, nounOf } from './objectView.ts';

type Site = Pick<SiteConfiguration, 'weightUnits'>;

/**
 * Says what is to be done now with the object in hand; `undefined` where a scan is asked for by its name. @param main - the
 * action that fits now
 */
export function promptOf(task: ObjectTask, view: ObjectView, main: TaskAction | undefined): string | undefined {
  if (!view.scan || view.scan.text === '' || nextField(task, view)) return undefined;
  if (!main || view.isRefused) return nextOf(undefined);
  const missing = missingFor(task, view, main);
  if (!missing) return isEntered(task, view) ? main.verb() : nextOf(main);
  if (missing.input === 'decimal') return words('inHand').weigh;
  return words('inHand')[missing.input === 'choice' ? 'chooseThe' : 'enterThe']({ noun: nounOf(missing) });
}

/** Says that the next scan may come, and before it what can be done now: the longest prompt for an object in hand. */
export function nextOf(main: TaskAction | undefined): string {
  return main ? words('inHand').orNext({ verb: main.verb() }) : words('inHand').scanNext;
}

/** Names what an action does: “Complete BAG-2003 · 7.5 kg”. */
export function actionName(
  { fields }: Pick<ObjectTask, 'fields'>,
  site: Site,
  view: Pick<ObjectView, 'scan' | 'fields'>,
  action: TaskAction,
): string {
  const named = `${action.verb()} ${onButton(view.scan?.text ?? '')}`.trim();
  const field = fields.find(({ name, input }) => input === 'decimal' && fieldsOf(action).includes(name));
  const weight = field && sentAs(field.label(), view.fields[field.name] ?? '');
  if (weight === undefined) return named;
  return `${named} · ${weightText(weight, unitOf({ fields }, site, view.fields))}`;
}

/** The number as it is sent; `undefined` where it is none yet. */
export function sentAs(label: string, text: string): string | undefined {
  try {
    return checkDecimal(label, text);
  } catch {
    return undefined; // what is wrong is said when it is to be saved
  }
}

/** The name of the unit that a weight is entered in: the chosen one, else the site's first; `undefined`: nobody has said it. */
export function unitOf(
  { fields }: Pick<ObjectTask, 'fields'>,
  site: Site,
  texts: Readonly<Record<string, string>>,
): string | undefined {
  const choice = fields.find(({ input }) => input === 'choice');
  if (!choice) return unitName(site, { text: '' });
  return new Map(optionsOf(site)).get(texts[choice.name] ?? '');
}
