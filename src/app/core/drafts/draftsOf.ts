import { isBegun } from '#tasks/task/draft.ts';
import { draftKey, isDraftKey, versionIn } from './drafts.ts';

export function draftText(name: string, userId: string): string | undefined {
  return versionIn(localStorage.getItem(draftKey(name, userId)))?.text;
}

/** Returns the names of the drafts that a worker has. */
export function draftsOf(userId: string): readonly string[] {
  const [start = '', end = ''] = draftKey('|', userId).split('|');
  return Object.keys(localStorage)
    .filter((key) => isDraftKey(key) && key.endsWith(end))
    .map((key) => key.slice(start.length, -end.length))
    .filter((name) => draftText(name, userId) !== undefined);
}

/** Returns the names of what a worker has begun and not finished. */
export function begunTasksOf(userId: string): readonly string[] {
  return draftsOf(userId).filter(isBegun);
}
