import { catalogue } from '#i18n/language.ts';
import { count } from '#i18n/words.ts';

/** The app as an installed thing: put on the home screen, brought up to date, emptied, and what is brought to it. */
export const installWords = catalogue('install', {
  title: 'On the home screen',
  installed: 'Scanline is installed, and runs in a window of its own.',
  hint: 'Installed, Scanline starts from the home screen without the browser’s bars, and the browser keeps its storage.',
  install: 'Install Scanline',
  offer: 'This browser can install Scanline.',
  later: 'Not now',
  byMenu: 'This browser makes no offer now. Open its menu and choose Install app, or Add to home screen.',
  ios: [
    'Tap Share, the square with the arrow.',
    'Choose Add to Home Screen.',
    'Tap Add, and open Scanline from its icon.',
  ],
  iosHint: 'Set it up in the app on the home screen: its storage is not the browser’s.',
  untrusted: 'This handheld does not trust the certificate of this address.',
  untrustedHelp:
    'The browser keeps no app from it: Scanline does not start here without network, and going on past the warning does not help. IT has to install a certificate that this handheld trusts; then open Scanline again.',
  insecure:
    'It cannot be installed from this address, which is not secure: ask for Scanline’s https address. There it also has the camera, keeps the access key and starts without network.',
  update: 'A new version of Scanline is here.',
  take: 'Take it now',
  taking: 'It is taken as soon as the call that is being sent has its answer.',
  elsewhere: 'Another window of Scanline has something begun: finish or leave it there, then try again.',
  shareTitle: 'Shared with Scanline',
  linkTitle: 'Opened by a link',
  arrived: 'came from another app. Choose what it is for.',
  nothing: 'Nothing was shared that could be a code.',
  address: 'An address was shared, and no code. Nothing was taken.',
  lines: 'Several lines were shared. Share one code at a time: nothing was taken.',
  long: 'What was shared is too long for a code. Nothing was taken.',
  unknownOperation: (name: string) => `The link names an operation that Scanline does not know: ${name}.`,
  reset: 'Reset this handheld',
  resetHint:
    'Takes everything of Scanline off this handheld: calls, settings, access key and the app itself. A gateway that has enrolled it revokes it.',
  resetOpen: (calls: number) =>
    `${count(calls, 'call is', 'calls are')} still open. Send them, or export or hand over the queue first.`,
  resetExport: 'Export or hand over the queue',
  resetEmpty: 'The queue is empty: every call has its answer, or a person’s decision.',
  resetExported: (calls: number, file: string) =>
    `${count(calls, 'call is', 'calls are')} still open, and in ${file}, which was saved just now. Nobody sends them any more.`,
  resetTitle: 'Reset it now?',
  resetSure: 'This cannot be undone. The handheld is then as new, and has to be set up again.',
  resetNow: 'Reset now',
  keep: 'Keep everything',
  resetting: 'The handheld is being reset…',
  resetOffline:
    'Everything is removed. The gateway was not there to hear it: revoke this handheld on its page Handhelds. Open Scanline again where there is a network.',
  resetFailed: 'Not everything could be removed. Close every window of Scanline and try again.',
});
