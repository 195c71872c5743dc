/** A camera of the device, as far as the browser tells. */
export interface Lens {
  readonly deviceId: string;
  /** Direction in which it looks; `undefined` where nobody knows. Its label is never asked: makers name the same lens differently. */
  readonly facing: string | undefined;
}

/**
 * Returns the cameras that a code may be held to. Those known to look away from the person, and those of which nothing is
 * known; all of them where none is known to look away (a tablet with one camera, a desktop).
 */
export function rearLenses(lenses: readonly Lens[]): readonly Lens[] {
  const named = lenses.filter(({ deviceId }) => deviceId !== ''); // without a name it cannot be asked for
  if (!named.some(({ facing }) => facing === 'environment')) return named;
  return named.filter(({ facing }) => facing === 'environment' || facing === undefined);
}

/** Returns the one after `present`, in a circle. @returns `undefined` where there is no other. */
export function nextLens(rear: readonly Lens[], present: string | undefined): string | undefined {
  const at = rear.findIndex(({ deviceId }) => deviceId === present);
  const next = rear[(at + 1) % rear.length];
  return next && next.deviceId !== present ? next.deviceId : undefined;
}

/**
 * Returns every camera of the device, in the browser's order. Ids are there once a camera was allowed.
 *
 * @param seen - where the cameras look that were open already, by id: some browsers tell it only then.
 */
export async function listLenses(seen: ReadonlyMap<string, string>): Promise<readonly Lens[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const all = (await devices?.enumerateDevices()) ?? [];
  return all
    .filter(({ kind }) => kind === 'videoinput')
    .map((device) => {
      const { deviceId } = device;
      // Of cameras only, and not in every browser.
      const told = (device as Partial<InputDeviceInfo>).getCapabilities?.().facingMode?.[0];
      return { deviceId, facing: told ?? seen.get(deviceId) };
    });
}
