import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { SavingState } from '#tasks/intake/savingFlow.ts';
import type { Facts, Step } from '#tasks/intake/taskFlow.ts';
import type { ObjectDraft } from './objectDraft.ts';
import type { ObjectTask, TaskField, Use } from '#tasks/task/task.ts';
import { inWords } from '#i18n/language.ts';

/** The object in hand and what is known of it. */
export interface ObjectView extends ObjectDraft, SavingState {
  readonly lookUp: 'none' | 'loading' | LookUp;
  /** Whether the service has just refused the look-up: it knows no such object, perhaps. */
  readonly isRefused?: boolean;
  /** Whether what stands there was heard before the last action on the object. */
  readonly isBefore?: boolean;
  /** Key of that action's call, until it has settled. */
  readonly acting?: number | undefined;
  /** Sentences under their fields. */
  readonly problems: Readonly<Record<string, string>>;
}

export type ObjectFacts = Facts<ObjectTask>;

/** What the service is asked about. */
export interface ObjectQuestion {
  readonly use: Use;
  readonly scan: ScanNote;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether nobody asked: what comes of it is shown, and not said over what the band says. */
  readonly isQuiet: boolean;
  /** Whether no action on the object was under way. */
  readonly isAfter: boolean;
}

export type ObjectStep = Step<ObjectView, ObjectQuestion>;

/** The empty field that takes a scan, once the object is in hand. */
export function nextField({ fields }: Pick<ObjectTask, 'fields'>, view: ObjectDraft): TaskField | undefined {
  if (!view.scan || view.isDone) return undefined;
  return fields.find(({ input, name }) => input === 'scan' && (view.fields[name] ?? '') === '');
}

/** What the next scan is asked for. */
export function wantedNoun(task: ObjectTask, view: ObjectDraft): string {
  const field = nextField(task, view);
  return inWords(field ? (field.noun ?? field.label) : task.subject.noun);
}
