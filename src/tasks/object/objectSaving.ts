import { readField } from '#site/judging.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { explain } from '#tasks/task/explain.ts';
import { optionsOf, checkField } from '#tasks/task/fieldCheck.ts';
import { saveAsked, saveEnded, saveSurely } from '#tasks/intake/savingFlow.ts';
import { type SaveOutcome, type Wanted, say } from '#tasks/intake/taskFlow.ts';
import { askingOf, objectAsked } from '#tasks/intake/asking.ts';
import { unitOf } from './objectPrompt.ts';
import type { ObjectFacts, ObjectStep, ObjectView } from './objectView.ts';
import type { ObjectTask, TaskAction, TaskField } from '#tasks/task/task.ts';
import { callBy, fieldsOf } from '#tasks/task/taskCall.ts';
import type { WeightAnswer } from '#tasks/weight/weightCheck.ts';
import { weightText } from '#tasks/weight/weightOf.ts';
import { inHandWords } from '#i18n/words/inHand.ts';

/**
 * Saves the call of an action; what is wrong is said under its field. While something is asked, that is asked again.
 */
export function act(view: ObjectView, facts: ObjectFacts, action: TaskAction): ObjectStep {
  if (otherAsked(view) !== undefined) return askAgain(view);
  if (askingOf(view, facts)) return say(view, 'asked', '');
  const used = fieldsOf(action);
  const options = optionsOf(facts.site);
  const checked = facts.task.fields
    .filter(({ name }) => used.includes(name))
    .map((field) => ({ field, ...checkField(field, view.fields[field.name] ?? '', options) }));
  const wrong = checked.flatMap(({ field, problem }) =>
    problem === undefined ? [] : [[field.name, problem] as const],
  );
  if (wrong.length > 0) return say({ ...view, problems: Object.fromEntries(wrong) }, 'wrong', wrong[0]?.[1] ?? '');
  const texts = checked.map(({ field, ...rest }) => [field, 'text' in rest ? rest.text : ''] as const);
  try {
    const fields = Object.fromEntries(texts.map(([{ name }, text]) => [name, text]));
    const call = callBy(action, { scan: view.scan?.text ?? '', fields, known: facts.known });
    const values = joined([view.scan?.text ?? '', ...entered(facts, texts, fields)]);
    const what = joined([action.title(), values]);
    return [view, [['save', { call, what, values, scans: scansOf(view), again: false, used, behind: view.behind }]]];
  } catch (error) {
    return say(view, 'wrong', explain(error)); // a value of the settings
  }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

/** The values as they are read, a weight and its unit as one. */
function entered(
  { task, site }: ObjectFacts,
  texts: readonly (readonly [TaskField, string])[],
  fields: Readonly<Record<string, string>>,
): readonly string[] {
  const unit = unitOf(task, site, fields);
  return texts.flatMap(([{ found, input }, text]) => {
    if (found !== undefined || input === 'choice') return [];
    return [input === 'decimal' ? weightText(text, unit) : text];
  });
}

function scansOf({ scan, noted }: ObjectView): readonly ScanNote[] {
  return scan ? [scan, ...Object.values(noted)] : [];
}

export function saveAgain(view: ObjectView): ObjectStep {
  return saveAsked(view, scansOf(view));
}

/** Saves the weight that was meant in the place of the one that is asked about. */
export function saveMeant(view: ObjectView, facts: ObjectFacts): ObjectStep {
  const { needsConfirmation: asked } = view;
  const { operation } = asked?.call ?? {};
  const action = facts.task.actions.find((one) => one.operation === operation);
  const field = facts.task.fields.find(({ input }) => input === 'decimal');
  if (!asked?.meant || !action || !field) return [view, []];
  const fields = { ...view.fields, [field.name]: asked.meant.text };
  return saveSurely(act({ ...view, fields }, facts, action), asked.again);
}

export function actionEnded(view: ObjectView, { task }: ObjectFacts, wanted: Wanted, outcome: SaveOutcome): ObjectStep {
  return saveEnded(view, wanted, outcome, (now, seq) => {
    if (now.scan?.text !== wanted.scans[0]?.text) return now; // what stands there is another object's
    const isBefore = now.lookUp !== 'none';
    const saved = [seq, ...now.saved];
    return {
      ...now,
      saved,
      acting: seq,
      isBefore,
      isDone: true,
      isOpenAgain: false,
      ...cleared(task, now, wanted.used ?? []),
    };
  });
}

/** The question which of two objects goes on, where it stands. */
export function otherAsked(view: Pick<ObjectView, 'scan' | 'asking'>): string | undefined {
  const { scan } = view;
  const waitingScan = objectAsked(view);
  return scan && waitingScan && inHandWords().other({ next: waitingScan.text, code: scan.text });
}

/** Says the question which of two objects goes on. */
export function askAgain(view: ObjectView): ObjectStep {
  return say(view, 'repeat', otherAsked(view) ?? '');
}

/** The service's answer about the object in hand, and to which operation; absent where none came. */
export function answerOf({ lookUp: operationOf }: ObjectTask, { lookUp }: ObjectView): WeightAnswer | undefined {
  const answer = typeof lookUp === 'string' ? undefined : lookUp.answer;
  return operationOf && answer && { operation: operationOf.operation, text: answer.text };
}

/** Warns of a value that was entered by hand and is sent, where the service refused the object or named another one. */
export function enteredByHand(
  { task, site }: Pick<ObjectFacts, 'task' | 'site'>,
  view: ObjectView,
  used: readonly string[],
): string | undefined {
  const field = task.fields.find(({ name, found }) => found && used.includes(name) && !view.found.includes(name));
  if (!field) return undefined;
  const about = { code: view.scan?.text ?? '', label: field.caption(), value: view.fields[field.name] ?? '' };
  if (view.isRefused) return inHandWords().byHand(about);
  const answer = answerOf(task, view);
  const named = answer && readField(site, answer.operation, field.found ?? '', answer.text);
  return !named || named === about.value.trim() ? undefined : inHandWords().notNamed({ ...about, named });
}

/** Clears the fields after a call was saved: what the service named, what stays, and what the call did not send is left. */
function cleared(
  { fields }: ObjectTask,
  view: ObjectView,
  used: readonly string[],
): Pick<ObjectView, 'fields' | 'noted' | 'problems'> {
  const left = fields.filter(({ name, found, stays }) => found || stays || !used.includes(name));
  const kept = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(left.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
  return { fields: kept(view.fields), noted: kept(view.noted), problems: {} };
}
