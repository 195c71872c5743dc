/** Keeps those who want to know of a change. @returns tells them, and adds one: that gives a function that stops it */
export function createListeners(): readonly [tell: () => void, subscribe: (listener: () => void) => () => void] {
  const listeners = new Set<() => void>();
  return [
    () => {
      for (const listener of listeners) listener();
    },
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  ];
}

export type ShownValue<V> = ReturnType<typeof createShown<V>>;

/** Holds the value that is shown, and tells its listeners of each next one. */
export function createShown<V>(first: V) {
  const [tell, subscribe] = createListeners();
  let shown = first;
  function show(next: V): void {
    shown = next;
    tell();
  }
  return {
    view: (): V => shown,
    subscribe,
    show,
    change: (part: Partial<V>): void => show({ ...shown, ...part }),
  };
}
