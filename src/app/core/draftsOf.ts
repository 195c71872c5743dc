import { DRAFT, NO_TASK } from './lastPlace.ts';
import { versionIn } from './versions.ts';

/** What stays set in a task over many of its calls: nothing that is half done. */
const STAYS = /^pin-|-company$/;

/** What a worker has begun and not finished, by the tasks' own names for it. */
export function draftsOf(userId: string): readonly string[] {
  return namesOf(userId).filter((name) => !NO_TASK.test(name) && !STAYS.test(name));
}

/** What is kept of a worker's scans that no task has taken, by its names. */
export function looseOf(userId: string): readonly string[] {
  return namesOf(userId).filter((name) => NO_TASK.test(name));
}

function namesOf(userId: string): readonly string[] {
  const end = `-of-${userId}`;
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(DRAFT) && name.endsWith(end))
    .filter((name) => versionIn(localStorage.getItem(name))?.text !== undefined)
    .map((name) => name.slice(DRAFT.length, -end.length));
}
