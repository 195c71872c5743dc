import { draftKey, isDraftKey, isOfTask, versionIn } from './draftVersion.ts';

/** What stays set in a task over many of its calls: nothing that is half done. */
const STAYS = /^pin-|-company$/;

export function draftText(task: string, userId: string): string | undefined {
  return versionIn(localStorage.getItem(draftKey(task, userId)))?.text;
}

/** The tasks of which a worker has something. */
export function draftsOf(userId: string): readonly string[] {
  const [start = '', end = ''] = draftKey('|', userId).split('|');
  return Object.keys(localStorage)
    .filter((key) => isDraftKey(key) && key.endsWith(end))
    .map((key) => key.slice(start.length, -end.length))
    .filter((task) => draftText(task, userId) !== undefined);
}

/** What a worker has begun and not finished. */
export function begunTasksOf(userId: string): readonly string[] {
  return draftsOf(userId).filter((task) => isOfTask(task) && !STAYS.test(task));
}
