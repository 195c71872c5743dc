import type { Draft } from './handheld.ts';
import { createShown } from '#contract/listeners.ts';

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
