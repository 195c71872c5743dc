import { createContext, useContext } from 'react';

/** What not every worker may do: change the key or the device's settings, discard a call, train, teach, set up. */
export interface Supervisor {
  readonly isOpen: boolean;
  /** Asks for the supervisor's PIN where it is not open; `false`: the person gave up. */
  readonly ask: () => Promise<boolean>;
}

const Context = createContext<Supervisor>({ isOpen: true, ask: async () => true });

export const SupervisorProvider = Context.Provider;

/** Where a handheld has no PIN and its site names no supervisors, it is open to everybody. */
export function useSupervisor(): Supervisor {
  return useContext(Context);
}
