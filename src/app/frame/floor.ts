import { createContext, useContext } from 'react';
import type { Base } from '#app/core/base.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import { useScans } from '#tasks/intake/useScans.ts';

/** What every screen of the app stands on. */
export interface Floor {
  readonly base: Base;
  readonly pendingScans: PendingScans;
}

const Context = createContext<Floor | undefined>(undefined);

export const FloorProvider = Context.Provider;

/** @throws Error outside the app. */
export function useFloor(): Floor {
  const floor = useContext(Context);
  if (!floor) throw new Error('a screen is shown outside the app');
  return floor;
}

/** On a screen without a task: a scan is held until a task takes it. */
export function useHeldScans() {
  const { base, pendingScans } = useFloor();
  return useScans({
    onScan(scan) {
      pendingScans.put(scan);
      base.handheld.cues.play('step');
    },
    onBlank: () => undefined,
  });
}
