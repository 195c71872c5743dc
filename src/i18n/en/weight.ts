import { catalogue } from '#i18n/language.ts';

/** Weights that are asked about, and the scale that they come from. */
export const weightWords = catalogue('weight', {
  withUnit: (text: string, unit: string) => `${text} ${unit}`,
  jump: (weight: string, last: string) => `${weight}, last ${last}. Save it?`,
  most: (weight: string) => `${weight} is more than is usual here. Save it?`,
  connect: 'Connect a scale',
  disconnect: 'Stop using the scale',
  waiting: 'The scale is connected and has sent nothing yet.',
  moving: (weight: string) => `${weight}, not steady yet`,
  over: 'Too much for the scale.',
  steady: (weight: string) => `Take ${weight}`,
  gone: 'The scale is no longer connected. Plug it in and connect it again, or type the weight.',
  notOpened: 'The scale could not be opened: it may be in use by another program.',
  unlikeUnit: (weight: string) => `The scale shows ${weight}, a unit that this site does not name.`,
});
