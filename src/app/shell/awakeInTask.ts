import { keepAwake } from '#scan/awake.ts';

/** Below this share of its charge a battery is spared. */
const SPARED_BELOW = 0.15;

/** The battery as Chromium tells of it. Source: Battery Status API, W3C. */
interface Battery extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

/** Keeps the screen on until the result is called. @param always - also on a battery below 15 % not charged */
export function awakeInTask(always: boolean): () => void {
  let release: (() => void) | undefined;
  let battery: Battery | undefined;
  let isOver = false;

  function update(): void {
    const isWanted = !isOver && (always || !battery || battery.charging || battery.level >= SPARED_BELOW);
    if (isWanted) release ??= keepAwake();
    else {
      release?.();
      release = undefined;
    }
  }
  const changes = ['levelchange', 'chargingchange'];
  const { getBattery } = navigator as { getBattery?: () => Promise<Battery> };
  void Promise.resolve(always ? undefined : getBattery?.call(navigator))
    .catch(() => undefined) // forbidden by a policy: as if it did not tell
    .then((found) => {
      battery = found;
      if (!isOver) for (const type of changes) battery?.addEventListener(type, update);
      update();
    });
  return () => {
    isOver = true;
    for (const type of changes) battery?.removeEventListener(type, update);
    update();
  };
}
