/**
 * Those who want to know when a view may have changed; nobody yet.
 *
 * @returns how they are told, and how one of them comes: that gives a function that stops listening.
 */
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
