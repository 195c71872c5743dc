import type { Cue } from './cueNames.ts';
import type { Keep } from '#device/vault.ts';

/** The settings of this handheld. The access key is not among them: see the vault. */
export interface HandheldSettings {
  /** The worker's id, as the service knows it: `userID`, `userId` and `opUserID` of the calls. */
  readonly userId: string;
  /** The warehouse's number: `WarehouseID` and `wareHoseId` of the calls. */
  readonly warehouseId: string;
  /** End that the scanner puts to a code. */
  readonly terminator: 'auto' | 'enter' | 'tab' | 'none';
  /** The learned way in which the scanner types, beside the ending: parts of src/scan's WedgeProfile. */
  readonly wedge?: LearnedWedge | undefined;
  readonly sound: boolean;
  readonly vibration: boolean;
  /** Signals that neither sound nor vibrate; the screen shows them all the same. */
  readonly mutedCues?: readonly Cue[] | undefined;
  /** The language of the app; absent: the device's own, or the site's first. */
  readonly language?: string | undefined;
  /** The look; absent: as the device has it. */
  readonly theme?: 'light' | 'dark' | 'contrast' | undefined;
  /** The hand that holds the handheld: main actions stand on its side; absent: the right one. */
  readonly hand?: 'left' | undefined;
  /** `off`: nothing on the screen moves; absent: as the device has it. */
  readonly motion?: 'off' | undefined;
  /** Rule by which the screen stays on while a task is open; absent: while the battery has 15 % or more. */
  readonly awake?: 'always' | 'never' | undefined;
  /** `true`: nothing is sent until a person allows it again. */
  readonly holdSending: boolean;
}

/** See `WedgeProfile` of src/scan for each. */
export interface LearnedWedge {
  readonly keyGapMs: number;
  readonly idleMs?: number;
  readonly prefix: string;
  readonly suffix: string;
}

const NAME = 'settings';

const defaults: Omit<HandheldSettings, 'userId' | 'warehouseId'> = {
  terminator: 'auto',
  sound: true,
  vibration: true,
  holdSending: false,
};

/** The settings before the first start was finished. */
export const noSettings: HandheldSettings = { ...defaults, userId: '', warehouseId: '' };

/** Reads the settings; `undefined` before the first start was finished. */
export async function readHandheldSettings(keep: Keep): Promise<HandheldSettings | undefined> {
  const kept = (await keep.read(NAME)) as Partial<HandheldSettings> | undefined;
  if (kept?.userId === undefined || kept.warehouseId === undefined) return undefined;
  return { ...defaults, ...kept, userId: kept.userId, warehouseId: kept.warehouseId };
}

/** Keeps changes beside what is set already. @returns the settings as they are now. */
export async function writeSettings(
  keep: Keep,
  change: Partial<HandheldSettings> & Pick<HandheldSettings, 'userId' | 'warehouseId'>,
): Promise<HandheldSettings> {
  const settings = { ...defaults, ...(await readHandheldSettings(keep)), ...change };
  await keep.write(NAME, settings);
  return settings;
}
