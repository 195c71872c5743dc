import { DRAFT, NO_TASK } from '#app/lastPlace.ts';
import { versionIn } from '#app/versions.ts';

/** What stays set in a task over many of its calls: nothing that is half done. */
const STAYS = /^pin-|-company$/;

/** What a worker has begun and not finished, by the tasks' own names for it. */
export function draftsOf(userId: string): readonly string[] {
  const end = `-of-${userId}`;
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(DRAFT) && name.endsWith(end))
    .filter((name) => versionIn(localStorage.getItem(name))?.text !== undefined)
    .map((name) => name.slice(DRAFT.length, -end.length))
    .filter((task) => !NO_TASK.test(task) && !STAYS.test(task));
}
