import type { BackTo } from '#app/frame/Frame.tsx';
import { cameFrom } from '#ui/Link.tsx';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { historyWords } from '#i18n/words/history.ts';
import { queueWords } from '#i18n/words/queue.ts';

/** Names the list of calls as the place to go back to. */
export const toQueue = (): BackTo => ({ to: '/queue', name: queueWords().title });
export const toRescue = (): BackTo => ({ to: '/rescue', name: queueWords().rescue });

/** Names a hand-over on the screens of both handhelds. */
export function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** The list, or the task, that a call was opened from. */
export function toList(): BackTo {
  const from = cameFrom();
  const task = tasks.find(({ path }) => path === from);
  if (task) return { to: task.path, name: task.title() };
  return from?.startsWith('/queue?') ? { to: from, name: historyWords().title } : toQueue();
}
