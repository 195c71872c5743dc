import { COPIED } from '#contract/rotation.ts';

/**
 * Names that the pages of a browser and its worker agree on, also those of the version before and after: what is changed here is no
 * longer heard there. Two more are of one file each: the lock of `src/device/life.ts` and that of `src/outbox/store/freshLog.ts`.
 */

/** The database, as it is on the handhelds' disks. */
export const DATABASE = 'scanline';

/** The database of notes and pictures of calls: a version before knows nothing of it, and goes on without. */
export const NOTES_DATABASE = 'scanline-notes';

/** The channel on which they tell each other what has changed. */
export const CHANNEL = 'scanline-outbox';

/** The lock of the one that drains. */
export const DRAIN_LOCK = 'scanline-drain';

/** The lock of the one that brings labels to printers. */
export const LABELS_LOCK = 'scanline-labels';

/** The lock that every page holds which a reload would interrupt; whoever wants to exchange the app needs it alone. */
export const TASK_LOCK = 'scanline-task';

/** The lock that a page holds while somebody is at work on it: no version is taken by itself then. */
export const USE_LOCK = 'scanline-used';

/** The tag of the sync event that asks the worker for one drain. */
export const DRAIN_TAG = 'scanline-drain';

/** The words on the channel. */
export const channelWords = {
  /** Rows have changed. */
  changed: 'changed',
  /** A setting of this handheld has changed. */
  settings: 'settings',
  /** The storage of this handheld was copied. */
  copied: COPIED,
  /** Asks the one that drains whether it lives. */
  ping: 'ping',
  pong: 'pong',
  /** Asks the one that drains for a drain. */
  wake: 'wake',
  /** Makes due what was put off until later. */
  clear: 'clear',
  /** A print may be waiting. */
  print: 'print',
  /** A note or a picture of a call was kept, or told. */
  noted: 'noted',
} as const;

/** The types of the messages that the worker takes; Workbox sends `skipWaiting`, and public/start-failed.js `drain`, `mend` and `goBack`. */
export const workerWords = {
  /** Take over from the version before. */
  skipWaiting: 'SKIP_WAITING',
  /** The appearance is another one: keep the page in it. */
  appearance: 'APPEARANCE',
  /** Send what waits. */
  drain: 'DRAIN',
  /** Fetch what is missing of the app, and answer whether it is whole. */
  mend: 'MEND',
  /** This version has started: what is kept of the one before may go. The version stands beside. */
  started: 'STARTED',
  /** This version does not start: start with the one before, and answer whether that is there. */
  goBack: 'GO_BACK',
  /** Answer whether that is so. */
  wentBack: 'WENT_BACK',
  /** Answer with the version. */
  version: 'VERSION',
} as const;
