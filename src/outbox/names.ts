/** Names of the queue that the pages of a browser and its worker agree on. */

/** The database, as it is on the handhelds' disks. */
export const DATABASE = 'scanline';

/** The channel on which they tell each other what has changed. */
export const CHANNEL = 'scanline-outbox';

/** The lock of the one that drains. */
export const DRAIN_LOCK = 'scanline-drain';

/** The tag of the sync event that asks the worker for one drain. */
export const DRAIN_TAG = 'scanline-drain';

/** The words on the channel, beside that a storage was copied (`COPIED`). */
export const channelWords = {
  /** Rows have changed. */
  changed: 'changed',
  /** A setting of this handheld has changed. */
  settings: 'settings',
  /** Asks the one that drains whether it lives. */
  ping: 'ping',
  pong: 'pong',
} as const;
