import { jsonIn } from '#contract/json.ts';

const START = 'scanline-draft-';
/** Drafts that are no task's: what was not taken, and what waits for a task. */
const NO_TASK = /^(?:not-taken-|hand-over$)/;

export function draftKey(task: string, userId: string): string {
  return `${START}${task}-of-${userId}`;
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(START);
}

export function isOfTask(task: string): boolean {
  return !NO_TASK.test(task);
}

export interface Version {
  /** More than that of every earlier write: what has fewer is older, wherever it lies and whenever it comes to light. */
  readonly count: number;
  readonly text?: string | undefined;
}

/** What a key of `localStorage` holds; older builds kept the text alone, and one count for all. */
export function versionIn(kept: string | null): Version | undefined {
  if (kept === null) return undefined;
  const { count, text } = (jsonIn(kept) ?? {}) as { readonly count?: unknown; readonly text?: unknown };
  if (typeof count === 'number' && (text === undefined || typeof text === 'string')) return { count, text };
  return { count: Number(localStorage.getItem('scanline-half-count') ?? 0), text: kept };
}

/** The same, to be kept: also that something is finished, or nobody could tell that from a storage that has lost it. */
export function keptOf({ count, text }: Version): string {
  return JSON.stringify({ count, text });
}

export function isNewer(one: Version, other: Version | undefined): boolean {
  return other === undefined || one.count > other.count;
}
