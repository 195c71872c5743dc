import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { isScanNote, isText, membersOf, objectIn } from '#tasks/task/draft.ts';
import type { ObjectTask } from '#tasks/task/task.ts';

/** What is kept of an object task over a restart. */
export interface ObjectDraft {
  readonly scan?: ScanNote;
  /** Whether a call was saved for it: the next scan is of another one. */
  readonly isDone?: boolean;
  /** What stands in the fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names of the fields whose value came from the service. */
  readonly found: readonly string[];
  /** The scans that filled fields, by the field's name. */
  readonly noted: Readonly<Record<string, ScanNote>>;
  /** An object that was scanned while something was entered for this one: it is asked which of them goes on. */
  readonly waitingScan?: ScanNote | undefined;
}

/** What was kept; empty where nothing, or something else, was. */
export function readObjectDraft({ fields }: Pick<ObjectTask, 'fields'>, kept: string | undefined): ObjectDraft {
  const { scan, isDone, fields: texts, found, noted, waitingScan } = objectIn(kept);
  const names = fields.map(({ name }) => name);
  return {
    ...(isScanNote(scan) && {
      scan,
      ...(isDone === true && { isDone }),
      ...(isScanNote(waitingScan) && { waitingScan }),
    }),
    fields: membersOf(texts, names, isText),
    found: Array.isArray(found) ? names.filter((name) => found.includes(name)) : [],
    noted: membersOf(noted, names, isScanNote),
  };
}

/** `undefined` where there is nothing to keep: also where an action was done and nothing was entered since. */
export function writeObjectDraft(task: Pick<ObjectTask, 'fields'>, draft: ObjectDraft): string | undefined {
  const { scan, isDone, fields, found, noted, waitingScan } = draft;
  if (isDone && !isEntered(task, draft)) return undefined;
  const isEmpty = !scan && Object.values(fields).every((text) => text === '');
  return isEmpty ? undefined : JSON.stringify({ scan, isDone, fields, found, noted, waitingScan });
}

/** Whether something was entered for the object in hand that is not saved. */
export function isEntered({ fields }: Pick<ObjectTask, 'fields'>, view: ObjectDraft): boolean {
  return fields.some(({ name, found, stays }) => !found && !stays && (view.fields[name] ?? '').trim() !== '');
}
