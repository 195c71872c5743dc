import { shownNumber } from '#i18n/figures.ts';
import { catalogue } from '#i18n/language.ts';

function megabytes(bytes: number): string {
  return shownNumber(Math.round(bytes / 1_000_000));
}

/** The settings. */
export const settingsWords = catalogue('settings', {
  title: 'Settings',
  who: 'You and the warehouse',
  userId: 'User id',
  userHint: 'As the service knows you.',
  warehouseId: 'Warehouse number',
  apiKey: 'Access key',
  newKey: 'New access key',
  keyHint: 'Kept sealed on this handheld. Empty: the present one stays. A key that is scanned is kept by Save.',
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
  language: 'Language',
  languageMissing: 'Its words could not be loaded: try again with network.',
  app: 'This app',
  update: 'Take the new version',
  updateHint: 'A new version is here. Scanline starts anew; nothing saved is lost.',
  offline: 'Start without network',
  offlineReady: 'ready',
  offlineNotReady: 'not ready yet: open Scanline once more with network',
  offlineUntrusted: 'not possible: the certificate of this address is not trusted',
  storage: 'Storage',
  persisted: { yes: 'the browser keeps it', no: 'the browser may clear it when space is short', unknown: 'not told' },
  room: (used: number, of: number) => `${megabytes(used)} of ${megabytes(of)} MB used`,
  version: 'Version',
  warehouse: 'Site',
  on: 'On',
  off: 'Off',
});

/** How the screen looks: a part of the settings. */
export const lookWords = catalogue('look', {
  title: 'Screen',
  theme: 'Colours',
  themes: { device: 'As the device', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  hand: 'Hand that holds the handheld',
  hands: { left: 'Left', right: 'Right' },
  handHint: 'The main button stands under its thumb.',
  still: 'Nothing moves',
  awake: 'While a task is open, the screen stays on',
  awakes: { charged: 'Above 15 % battery', always: 'Always', never: 'Never' },
});

/** The signals, one by one, in the settings. */
export const cuesWords = catalogue('cues', {
  each: 'Each signal',
  eachHint:
    'A tap on its picture plays it. One that is off makes no sound and does not vibrate; the screen shows it all the same.',
  names: {
    step: 'Scanned',
    saved: 'Saved',
    repeat: 'Duplicate',
    wrong: 'Not taken, not saved',
    accepted: 'Accepted',
    refused: 'Refused',
    unclassified: 'Answered, not classified',
    queue: 'An earlier call needs you',
  },
  playThe: (name: string) => `Try: ${name}`,
});
