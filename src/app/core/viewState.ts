import { createListeners } from '#tasks/task/listeners.ts';

/** What is shown of something, and the one way to change it. */
export interface ViewState<V> {
  readonly view: () => V;
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (change: Partial<V>) => void;
}

/** @param onChange - gets each change before those who listen are told. */
export function createViewState<V>(first: V, onChange: (change: Partial<V>) => void = () => undefined): ViewState<V> {
  const [tell, subscribe] = createListeners();
  let shown = first;
  return {
    view: () => shown,
    subscribe,
    change(change) {
      shown = { ...shown, ...change };
      onChange(change);
      tell();
    },
  };
}
