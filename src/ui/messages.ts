import { call } from './callMessages.ts';
import { bag, lookUp, tasks } from './taskMessages.ts';
import { count } from './words.ts';

const time = {
  /** How long ago, from milliseconds. */
  ago: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return 'just now';
    if (minutes < 60) return `${minutes} min ago`;
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
  },
  /** Day and time of a Unix ms. */
  at: (at: number): string =>
    new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
};

const status = {
  waiting: 'waiting',
  unconfirmed: 'unconfirmed',
  held: 'held',
  gateway: {
    reachable: 'Reachable',
    unreachable: 'Not reachable',
    'cut-off': 'Service not reachable',
    unknown: 'Not asked yet',
  },
  lastAnswer: (ago: string) => `, last answer ${ago}`,
  standIn: 'Stand-in: training data',
  away: {
    unreachable: 'No gateway: scans are saved here.',
    'cut-off': 'The gateway cannot pass calls on: scans are saved here.',
  },
  wait: (calls: number) => (calls === 0 ? '' : `${count(calls, 'call waits', 'calls wait')}.`),
};

const queue = {
  title: 'Queue',
  empty: 'Nothing waits here.',
  sections: {
    unconfirmed: 'Nobody knows',
    held: 'Held for you',
    waiting: 'Will be sent',
    answered: 'Answered',
    'handed-over': 'Handed over',
    given: 'Cancelled and discarded',
  },
  hints: {
    unconfirmed: 'Sent, and the answer was lost. Look, then decide.',
    held: 'Refused before it ran. Correct it, or give it up.',
  },
  more: (left: number) => `Show more (${left.toLocaleString()} left)`,
  rescue: 'Export or hand over',
  sendNow: 'Send now',
  hold: 'Hold sending',
  holdHint: 'Calls are saved and none is sent.',
  away: 'The gateway cannot be reached. Scanline tries again by itself.',
  notPersisted:
    'The browser may clear this handheld when space is short. Install Scanline to the home screen to keep it.',
};

const notices = {
  lost: 'The storage of this handheld was emptied.',
  lostCalls: (open: number, seq: number, at: string) =>
    open === 0
      ? `Every call up to #${seq} (${at}) had its answer; only their history is gone.`
      : `Up to ${count(open, 'saved call', 'saved calls')} without an answer (the last was #${seq}, ${at}) may be gone. Check by hand what they were for.`,
  unheard: (calls: number) =>
    calls === 1
      ? 'Saved, and not confirmed to you: Scanline ended before the signal.'
      : `${calls} calls are saved, and not confirmed to you: Scanline ended before the signal. The first:`,
  full: 'The storage of this handheld is full, or nearly so: free some space.',
  export: 'Export what is saved',
  read: 'Read',
};

const home = {
  back: 'Home',
  prompt: 'Scan anything, or choose',
  scanned: 'was scanned. What is it for?',
  others: (more: number) => (more === 0 ? '' : `${count(more, 'code', 'codes')} more after it.`),
  chooseTask: 'Choose a task',
  forget: 'Nothing: forget it',
  due: (texts: string) => `Begun: ${texts}`,
  queue: 'Queue',
  queueHint: (open: number) => (open === 0 ? 'Nothing is waiting' : `${count(open, 'call', 'calls')} not answered yet`),
  settings: 'Settings',
};

function megabytes(bytes: number): string {
  return Math.round(bytes / 1_000_000).toLocaleString();
}

const settings = {
  title: 'Settings',
  who: 'You and the warehouse',
  userId: 'User id',
  userHint: 'As the service knows you.',
  warehouseId: 'Warehouse number',
  apiKey: 'Access key',
  newKey: 'New access key',
  keyHint: 'Kept sealed on this handheld. Empty: the present one stays.',
  keyThere: 'The gateway holds the access key.',
  show: 'Show',
  hide: 'Hide',
  save: 'Save',
  saved: 'Saved.',
  scanner: 'Scanner',
  ending: 'A code ends with',
  endings: { auto: 'Find out', enter: 'Enter', tab: 'Tab', none: 'Nothing' },
  cues: 'Sound and vibration',
  sound: 'Sound',
  vibration: 'Vibration',
  test: 'Try the signals',
  app: 'This app',
  install: 'Install Scanline',
  update: 'Take the new version',
  updateHint: 'A new version is here. Scanline starts anew; nothing saved is lost.',
  offline: 'Start without network',
  offlineReady: 'ready',
  offlineNotReady: 'not ready yet: open Scanline once more with network',
  storage: 'Storage',
  persisted: { yes: 'the browser keeps it', no: 'the browser may clear it when space is short', unknown: 'not told' },
  room: (used: number, of: number) => `${megabytes(used)} of ${megabytes(of)} MB used`,
  version: 'Version',
  warehouse: 'Site',
  on: 'On',
  off: 'Off',
};

const start = {
  title: 'Scanline',
  heading: 'First start',
  hint: 'Three things, once for this handheld.',
  start: 'Start',
  demo: "Use the stand-in's demo values",
  demoHint: 'For a first look and for training: nothing reaches a real warehouse.',
  starting: 'Starting…',
  blockedTitle: 'Scanning is off',
  blocked:
    'Scanline cannot save anything on this handheld now, so it takes no scan. What was saved before is not touched.',
  retry: 'Try again',
  export: 'Export what was saved',
  brokenTitle: 'This screen cannot be shown',
  broken: 'Nothing saved is lost. Go home and open it again.',
  off: 'Off',
};

/**
 * Every sentence and label that is shown, in English. A further language is another object of the same shape: what is
 * put together from parts is a function, so that each language orders its own words.
 */
export const messages = {
  name: 'Scanline',
  time,
  tasks,
  bag,
  lookUp,
  call,
  status,
  queue,
  notices,
  home,
  settings,
  start,
};
