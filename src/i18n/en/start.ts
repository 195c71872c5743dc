import { catalogue } from '#i18n/language.ts';

/** A screen that is on its way, and one that cannot be shown. */
export const startWords = catalogue('start', {
  starting: 'Starting…',
  brokenTitle: 'This screen cannot be shown',
  broken: 'Nothing saved is lost. Go home and open it again.',
});
