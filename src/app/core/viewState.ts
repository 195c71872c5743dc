import { createShown } from '#contract/listeners.ts';

export type ViewState<V> = ReturnType<typeof createViewState<V>>;

/** What is shown of something, and the one way to change it. @param onChange - gets each change before those who listen are told */
export function createViewState<V>(first: V, onChange: (change: Partial<V>) => void = () => undefined) {
  const { view, subscribe, show } = createShown(first);
  return {
    view,
    subscribe,
    change(change: Partial<V>): void {
      onChange(change);
      show({ ...view(), ...change });
    },
  };
}
