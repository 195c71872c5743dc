import type { Draft } from '#tasks/handheld.ts';

/** Half a task in `localStorage`: written at once, and seen by the other pages of this browser. */
export function draftOf(task: string): Draft {
  const name = `scanline-draft-${task}`;
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
        if (text === undefined) localStorage.removeItem(name);
        else localStorage.setItem(name, text);
      } catch {
        // no room: half a task is then kept on the screen only
      }
    },
  };
}
