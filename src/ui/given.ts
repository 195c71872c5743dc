import { type Provider, createContext, useContext } from 'react';

/** Makes what the app gives to every screen. @returns its provider, and the hook that reads it. @throws Error outside the app. */
export function createGiven<T extends object>(): readonly [Provider<T | undefined>, () => T] {
  const Context = createContext<T | undefined>(undefined);
  function useGiven(): T {
    const given = useContext(Context);
    if (!given) throw new Error('a screen is shown outside the app');
    return given;
  }
  return [Context.Provider, useGiven];
}
