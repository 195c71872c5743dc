import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { SavingState } from '#tasks/intake/savingFlow.ts';
import type { Facts, Step } from '#tasks/intake/taskFlow.ts';
import type { ObjectTask, TaskAction, TaskField, Use } from '#tasks/task/task.ts';
import { isScanNote, isText, membersOf, objectIn } from '#tasks/task/draft.ts';
import { asideIn, withAside } from '#tasks/task/halves.ts';
import { type Asks, decidingText, decisionIn, objectAsked } from '#tasks/intake/asking.ts';
import { fieldsOf } from '#tasks/task/taskCall.ts';

export interface ObjectView extends ObjectDraft, SavingState {
  readonly lookUp: 'none' | 'loading' | LookUp;
  /** True where what stands there was heard before the last action on the object. */
  readonly isBefore?: boolean;
  /** Key of that action's call, until it has settled. */
  readonly acting?: number | undefined;
  readonly problems: Readonly<Record<string, string>>;
  /**
   * True where the service says, after the last action, that what is next is entered for the same object: a bag that
   * was reopened.
   */
  readonly isOpenAgain?: boolean;
  /** True where the service has just refused the look-up: it knows no such object, perhaps. */
  readonly isRefused?: boolean;
}

type InHand = Pick<ObjectView, 'scan' | 'isDone' | 'isOpenAgain' | 'isRefused' | 'fields'>;
export type ObjectFacts = Facts<ObjectTask>;

export interface ObjectQuestion {
  readonly use: Use;
  readonly scan: ScanNote;
  readonly fields: Readonly<Record<string, string>>;
  /** True where nobody asked: what comes of it is shown, and not said over what the band says. */
  readonly isQuiet: boolean;
  /** True where no action on the object was under way. */
  readonly isAfter: boolean;
}

export type ObjectStep = Step<ObjectView, ObjectQuestion>;

/** Tells whether nothing more is wanted for the object in hand: the next scan is another one. */
export function isPast({ isDone, isOpenAgain }: Pick<ObjectView, 'isDone' | 'isOpenAgain'>): boolean {
  return isDone === true && !isOpenAgain;
}

/** The empty field that takes a scan. Where the service has refused the object the next scan is another one. */
export function nextField({ fields }: Pick<ObjectTask, 'fields'>, view: InHand): TaskField | undefined {
  if (!view.scan || isPast(view) || view.isRefused) return undefined;
  return fields.find(({ input, name }) => input === 'scan' && (view.fields[name] ?? '') === '');
}

/** Tells whether nothing is entered and nothing done: each scan is a question, and leaves nothing half done. */
export function isOnlyAsked({ fields, actions }: Pick<ObjectTask, 'fields' | 'actions'>): boolean {
  return fields.length === 0 && actions.length === 0;
}

export function wantedNoun(task: ObjectTask, view: InHand): string {
  const field = nextField(task, view);
  return field ? nounOf(field) : task.subject.noun();
}

/** Returns the first field that the action needs and that is empty. */
export function missingFor(
  { fields }: Pick<ObjectTask, 'fields'>,
  view: Pick<ObjectView, 'fields'>,
  action: TaskAction,
): TaskField | undefined {
  const used = fieldsOf(action);
  return fields.find(
    ({ name, optional }) => !optional && used.includes(name) && (view.fields[name] ?? '').trim() === '',
  );
}

/** Returns the operator's name for the field's value. */
export function nounOf({ noun, caption }: TaskField): string {
  return noun?.() ?? caption();
}

/** The values that are entered for an object; an object that was scanned meanwhile is asked about, which of them goes on. */
interface ObjectDraft extends Asks, Pick<SavingState, 'aside'> {
  readonly scan?: ScanNote;
  /** True where a call was saved for it: the next scan is of another one. */
  readonly isDone?: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly found: readonly string[];
  readonly noted: Readonly<Record<string, ScanNote>>;
}

/** Reads a kept draft; empty where nothing, or something else, was kept. */
export function readObjectDraft({ fields }: Pick<ObjectTask, 'fields'>, kept: string | undefined): ObjectDraft {
  const { scan, isDone, fields: texts, found, noted, waitingScan } = objectIn(kept);
  const names = fields.map(({ name }) => name);
  return {
    ...(isScanNote(scan) && {
      scan,
      ...(isDone === true && { isDone }),
      ...(isScanNote(waitingScan) && { asking: { kind: 'object' as const, scan: waitingScan } }),
    }),
    ...decisionIn(kept),
    aside: asideIn(kept),
    fields: membersOf(texts, names, isText),
    found: Array.isArray(found) ? names.filter((name) => found.includes(name)) : [],
    noted: membersOf(noted, names, isScanNote),
  };
}

/** `undefined` where there is nothing to keep: also where an action was done and nothing was entered since. */
export function writeObjectDraft(task: Pick<ObjectTask, 'fields'>, draft: ObjectDraft): string | undefined {
  const { scan, isDone, fields, found, noted, aside } = draft;
  const isEmpty = isDone ? !isEntered(task, draft) : !scan && Object.values(fields).every((text) => text === '');
  return withAside(
    isEmpty ? {} : { scan, isDone, fields, found, noted, waitingScan: objectAsked(draft) },
    aside,
    decidingText(draft),
  );
}

/** Tells whether something was entered for the object in hand that is not saved. */
export function isEntered({ fields }: Pick<ObjectTask, 'fields'>, view: ObjectDraft): boolean {
  const isOwn = ({ name, found, stored, stays }: TaskField): boolean =>
    !found && !stays && !(stored && view.found.includes(name));
  return fields.some((field) => isOwn(field) && (view.fields[field.name] ?? '').trim() !== '');
}
