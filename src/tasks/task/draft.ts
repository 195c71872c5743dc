import type { QueuedCall, ScanNote } from '#outbox/state/queuedCall.ts';
import type { Draft } from './handheld.ts';
import type { ScansTask } from './task.ts';
import { createShown } from '#contract/listeners.ts';

export interface KeptState<State> {
  readonly draft: Pick<Draft, 'read' | 'write'>;
  readonly text: (state: State) => string | undefined;
}

/** The drafts of a task: each is written where its text is another one, and it is known whether another page has done so. */
export function createDrafts<State>(kept: readonly KeptState<State>[]) {
  const drafts = kept.map(({ draft, text }) => {
    const seen = draft.read();
    return { draft, text, written: seen, seen };
  });
  return {
    /** @param by - `call`: what ends goes to the disk with the call that is saved now. */
    write(state: State, by?: 'call'): void {
      for (const one of drafts) {
        const text = one.text(state);
        if (text === one.written) continue;
        one.draft.write(text, by);
        one.written = one.seen = text;
      }
    },
    isOvertaken: (): boolean => drafts.some(({ draft, seen }) => draft.read() !== seen),
    read: () => drafts.map((one) => (one.seen = one.draft.read())),
    /** A state that was made of what was read is not written again. */
    follow(state: State): void {
      for (const one of drafts) one.written = one.text(state);
    },
  };
}

/** Half a task, as it was kept; empty where nothing, or something else, was kept. The last step is never filled. */
export function readFilled(task: ScansTask, kept: string | undefined): Readonly<Record<string, ScanNote>> {
  const names = task.steps.slice(0, -1).map(({ parameter }) => parameter);
  return membersOf(objectIn(kept), names, isScanNote);
}

export interface AskedDraft {
  readonly scans: readonly ScanNote[];
  /** The key of the same call that is there already. */
  readonly seq: number;
  /** The state of that call; drafts of older builds say `isAnswered`. */
  readonly stands?: QueuedCall['state'] | undefined;
  /** True where it would wait for a decision on that call. */
  readonly isBehind?: boolean | undefined;
}

export function readAsked(kept: string | undefined): AskedDraft | undefined {
  const { scans, seq, isAnswered, stands, isBehind } = (objectIn(kept)['asked'] ?? {}) as Partial<
    AskedDraft & { isAnswered: true }
  >;
  const isWhole = Array.isArray(scans) && scans.every(isScanNote) && typeof seq === 'number';
  return isWhole ? { scans, seq, stands: isAnswered ? 'answered' : stands, isBehind } : undefined;
}

/** A JSON object, or an empty one where `text` is none: a draft of an older build. */
export function objectIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The members of an object that have one of these names, and are what they have to be. */
export function membersOf<V>(
  value: unknown,
  names: readonly string[],
  is: (member: unknown) => member is V,
): Readonly<Record<string, V>> {
  const members = Object.entries<unknown>((value ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    members.filter((member): member is [string, V] => names.includes(member[0]) && is(member[1])),
  );
}

export function isScanNote(value: unknown): value is ScanNote {
  return typeof (value as ScanNote | undefined)?.text === 'string';
}

export function scansIn(kept: string | undefined): readonly ScanNote[] {
  return Object.values(objectIn(kept)).filter(isScanNote);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

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
  /** The printer that labels come out of. */
  | 'printer'
  /** Scans that were not taken. */
  | 'not-taken'
  /** Scans that wait for a task to be chosen; they are of none. */
  | 'hand-over';

/** The text around the task's id in a name, as names are on the handhelds' disks; the first that fits is the kind. */
const forms: Readonly<Record<DraftKind, readonly [before: string, after: string]>> = {
  'hand-over': ['hand-over', ''],
  printer: ['label-printer', ''],
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
    return kind === 'hand-over' || kind === 'printer'
      ? name === before
      : name.startsWith(before) && name.endsWith(after);
  };
  const kind = kinds.find(fits) ?? 'task';
  const [before, after] = forms[kind];
  return { kind, task: name.slice(before.length, name.length - after.length) };
}

/** Returns whether a draft is something that a worker has begun and not finished, and not what stays set over many calls. */
export function isBegun(name: string): boolean {
  return ['task', 'operation', 'batch'].includes(draftIn(name).kind);
}

/** Returns whether a draft belongs to no task that could be gone on with: what was not taken, what waits for a task, and what holds for all. */
export function isLoose(name: string): boolean {
  return ['not-taken', 'hand-over', 'printer'].includes(draftIn(name).kind);
}

/** A list that a draft keeps over a restart, shared by the pages of a browser. @param draft - absent: it is not kept */
export function createKeptList<Item>(draft: Draft | undefined, read: (kept: string | undefined) => readonly Item[]) {
  const { view, subscribe, show } = createShown(read(draft?.read()));
  draft?.watch(() => show(read(draft.read())));
  return {
    view,
    subscribe,
    set(next: readonly Item[]): void {
      draft?.write(listText(next));
      show(next);
    },
  };
}

export function listText(items: readonly unknown[]): string | undefined {
  return items.length === 0 ? undefined : JSON.stringify(items);
}
