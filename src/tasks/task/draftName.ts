/** The kind of a draft: it is kept under its kind and the task that it is of. */
export type DraftKind =
  /** Half a task. */
  | 'task'
  /** The fields of an operation, which stands in the place of a task. */
  | 'operation'
  /** Codes that are collected for a task. */
  | 'batch'
  /** A scan that holds for the calls that follow. */
  | 'kept-scan'
  /** The company that labels are printed for. */
  | 'company'
  /** Scans that were not taken. */
  | 'not-taken'
  /** Scans that wait for a task to be chosen; they are of none. */
  | 'hand-over';

/** The text around the task's id in a name, as names are on the handhelds' disks; the first that fits is the kind. */
const forms: Readonly<Record<DraftKind, readonly [before: string, after: string]>> = {
  'hand-over': ['hand-over', ''],
  'not-taken': ['not-taken-', ''],
  'kept-scan': ['pin-', ''],
  company: ['', '-company'],
  batch: ['batch-', ''],
  operation: ['operation-', ''],
  task: ['', ''],
};
const kinds = Object.keys(forms) as readonly DraftKind[];

/** The place of a task for codes that come from outside: no task asks about them. */
export const FROM_OUTSIDE = 'from-outside';

/** Names the draft of a kind. @param task - its id; '' where the kind is of none, the operation's name where it stands for one. */
export function draftName(kind: DraftKind, task: string): string {
  const [before, after] = forms[kind];
  return before + task + after;
}

/** Returns what a draft is by its name, and of which task. */
export function draftIn(name: string): { readonly kind: DraftKind; readonly task: string } {
  const fits = (kind: DraftKind): boolean => {
    const [before, after] = forms[kind];
    return kind === 'hand-over' ? name === before : name.startsWith(before) && name.endsWith(after);
  };
  const kind = kinds.find(fits) ?? 'task';
  const [before, after] = forms[kind];
  return { kind, task: name.slice(before.length, name.length - after.length) };
}

/** Returns whether a draft is something that a worker has begun and not finished, and not what stays set over many calls. */
export function isBegun(name: string): boolean {
  return ['task', 'operation', 'batch'].includes(draftIn(name).kind);
}

/** Returns whether a draft belongs to no task that could be gone on with: what was not taken, and what waits for a task. */
export function isLoose(name: string): boolean {
  return ['not-taken', 'hand-over'].includes(draftIn(name).kind);
}
