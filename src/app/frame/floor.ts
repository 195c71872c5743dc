import { createContext, useContext } from 'react';
import type { Base } from '#app/core/base.ts';
import type { HandOver } from '#tasks/task/handOver.ts';
import { useScans } from '#tasks/intake/useScans.ts';

/** What every screen of the app stands on. */
export interface Floor {
  readonly base: Base;
  readonly handOver: HandOver;
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
  const { base, handOver } = useFloor();
  return useScans({
    onScan(scan) {
      handOver.put(scan);
      base.handheld.cues.play('step');
    },
    onBlank: () => undefined,
  });
}
