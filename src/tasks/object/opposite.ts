import { isObject, jsonIn } from '#contract/json.ts';
import type { Call } from '#contract/call.ts';
import { readField } from '#site/judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { sayMember } from '#tasks/answer/cardHere.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import type { KnownParameter, ObjectTask, TaskAction } from '#tasks/task/task.ts';
import { callBy } from '#tasks/task/taskCall.ts';
import { fittingActions, rulesFor } from './fitting.ts';

/** The action that takes back what a call did to an object, and what shows how that stands. */
export interface Opposite {
  readonly task: ObjectTask;
  readonly action: TaskAction;
  /** The object's. */
  readonly code: string;
  readonly question: Call;
  /** The field of the answer that both actions change, and its value once the opposite is done. */
  readonly field: string;
  readonly after: string;
}

type Rules = Pick<SiteConfiguration, 'actionRules' | 'fieldRules' | 'labels' | 'states'>;

/** Finds the opposite of a call: another action of the task that made it, where the site's rules say of both by the same field when they can be done. */
export function oppositeOf(
  call: Pick<QueuedCall, 'operation' | 'parameters' | 'scans'>,
  site: SiteConfiguration,
  known: Readonly<Record<KnownParameter, string>>,
): Opposite | undefined {
  const [scan] = call.scans;
  for (const task of tasksOf(site)) {
    if (task.kind !== 'object' || !task.lookUp || !scan) continue;
    const own = task.actions.find((action) => isMadeBy(action, call));
    const found = own && otherWay(task, own, site);
    if (!found) continue;
    const question = callBy(task.lookUp, { scan: scan.text, fields: {}, known });
    return { task, code: scan.text, question, ...found };
  }
  return undefined;
}

/** Finds the action of a task that can be done after another, and leaves its object as it was before that. */
function otherWay(
  { actions }: ObjectTask,
  own: TaskAction,
  site: Rules,
): Pick<Opposite, 'action' | 'field' | 'after'> | undefined {
  const before = rulesFor(site, own);
  for (const action of actions) {
    if (action === own) continue;
    for (const { field, values } of rulesFor(site, action)) {
      const [after, ...others] = before.find((rule) => rule.field === field)?.values ?? [];
      if (after !== undefined && others.length === 0 && !values.includes(after)) return { action, field, after };
    }
  }
  return undefined;
}

/** Says how the object would stand after the opposite. */
export function saidAfter({ field, after }: Opposite, site: Rules): string {
  return sayMember(site, field, after);
}

/** An object as it stands now. */
export interface StandsNow {
  readonly said: string;
  /** It stands as the opposite would leave it. */
  readonly isAfter: boolean;
}

/** Says how the object stands now; `undefined` where that is not known, or the opposite is not what can be done. */
export function saidNow({ task, action, field, after }: Opposite, site: Rules, lookUp: LookUp): StandsNow | undefined {
  if (!task.lookUp || !lookUp.fresh || !lookUp.answer?.text) return undefined;
  const value = readField(site, task.lookUp.operation, field, lookUp.answer.text);
  const fitting = fittingActions(task, site, { lookUp, isBefore: false }).find((one) => one.action === action);
  const isAfter = value === after;
  const canBeDone = fitting !== undefined && fitting.unfit === undefined;
  if (value === undefined || !(isAfter || canBeDone)) return undefined;
  return { said: sayMember(site, field, value), isAfter };
}

/** Tells whether a call was made by an action: where two have one operation, their fixed values tell them apart. */
function isMadeBy({ operation, parameters }: TaskAction, call: Pick<QueuedCall, 'operation' | 'parameters'>): boolean {
  if (operation !== call.operation) return false;
  const texts = new Map(call.parameters);
  return Object.entries(parameters).every(([name, source]) => {
    if (typeof source !== 'object' || !('json' in source)) return true;
    const sent = jsonIn(texts.get(name) ?? '');
    const fixed = Object.entries(source.json).filter(([, member]) => typeof member === 'boolean');
    return fixed.every(([member, value]) => isObject(sent) && sent[member] === value);
  });
}
