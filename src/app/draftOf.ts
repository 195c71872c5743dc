import { PLACE, nameOfDraft } from '#app/lastPlace.ts';
import type { Draft } from '#tasks/handheld.ts';

/**
 * Half a task in `localStorage`: written at once, and seen by the other pages of this browser. It is the worker's who
 * began it, and nobody else's.
 */
export function draftOf(task: string, userId: string): Draft {
  const name = nameOfDraft(task, userId);
  return {
    watch(onChange) {
      const listener = ({ key }: StorageEvent): void => {
        if (key === name) onChange(); // fired for what another page wrote
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
    read: () => localStorage.getItem(name) ?? undefined,
    write(text) {
      try {
        if (text === undefined) return localStorage.removeItem(name);
        localStorage.setItem(name, text);
        if (!task.startsWith('not-taken-')) {
          localStorage.setItem(PLACE, JSON.stringify({ name, path: location.pathname }));
        }
      } catch {
        // no room: half a task is then kept on the screen only
      }
      return undefined;
    },
  };
}
