import { APP_ADDRESS } from '#i18n/appName.ts';
import { catalogue } from '#i18n/language.ts';
import { shownNumber } from '#i18n/figures.ts';
import { count } from '#i18n/words.ts';

const others = 'Scanner and Type still work.';

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** After another try. */
const stillSo = {
  'not-allowed': 'still not allowed',
  'no-camera': 'still no camera',
  'in-use': 'still used by another app',
  insecure: 'still no secure address',
  'no-picture': 'still no picture',
  failed: 'it still does not start',
};

/** What the camera's panel says: only that panel's part of the app holds it. */
export const cameraWords = catalogue('camera', {
  title: 'Camera',
  starting: 'The camera is starting…',
  aim: 'Red line across the code.',
  torch: (isOn: boolean) => (isOn ? 'Light off' : 'Light on'),
  zoom: (now: number) => `Zoom ${shownNumber(now, { maximumFractionDigits: 1 })}×`,
  nextLens: 'Next lens',
  options: 'Options',
  again: 'Try again',
  mode: 'What the camera does',
  modes: {
    single: 'One code',
    continuous: 'Each code',
    batch: 'Collect',
  },
  modeHints: {
    single: 'The next code, then it closes.',
    continuous: 'Code after code, each at once.',
    batch: 'A list that you take together.',
  },
  paused: 'Options open: nothing is taken.',
  done: 'Done',
  lens: {
    find: 'Find the best lens',
    hint: (lenses: number) =>
      `Hold a code there and keep still: ${count(lenses, 'lens', 'lenses')} will try to read it.`,
    start: 'Start',
    cancel: 'Cancel',
    trying: (lens: number, lenses: number) => `Keep the code there. Lens ${lens} of ${lenses} is trying…`,
    found: (lens: number, lenses: number, ms: number | undefined) =>
      ms === undefined
        ? `Only lens ${lens} of ${lenses} read it, and seldom. It is used from now on.`
        : `Lens ${lens} of ${lenses} read it fastest, in ${shownNumber(ms / 1000, oneDigit)}\u00A0s. It is used from now on.`,
    none: 'No lens could read it. Everything stays as it was; try with more light or another code.',
    close: 'OK',
  },
  still: (times: number, problem: keyof typeof stillSo) =>
    `${times === 1 ? 'Tried again' : `Tried ${times} times`}: ${stillSo[problem]}.`,
  problems: {
    'not-allowed': `The camera is not allowed here. Allow it in the browser's settings for this site (left of the address), and it starts by itself. ${others}`,
    'no-camera': `This handheld has no camera that can be used. Where one is plugged in, it starts by itself. ${others}`,
    'in-use': `Another app uses the camera. Close that app, then try again. ${others}`,
    insecure: `The browser gives no camera to an address that is not secure, and ${APP_ADDRESS} is not. Ask for Scanline's https address. ${others}`,
    'no-picture': `The camera gives no picture. Close other apps that use it, then try again; if that does not help, restart the handheld. ${others}`,
    failed: `The camera does not start. Try again; if that does not help, restart the handheld. ${others}`,
  },
});
