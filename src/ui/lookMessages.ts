import { catalogue } from './language.ts';

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
