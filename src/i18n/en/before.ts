import { catalogue } from '#i18n/language.ts';

/** Before any task: the first start, and a storage that cannot be used. */
export const beforeWords = catalogue('before', {
  heading: 'First start',
  hint: 'Asked once on this handheld.',
  start: 'Start',
  demo: "Use the stand-in's demo values",
  demoHint: 'For a first look and for training: nothing reaches a real warehouse.',
  blockedTitle: 'Scanning is off',
  blocked:
    'Scanline cannot save anything on this handheld now, so it takes no scan. What was saved before is not touched.',
  retry: 'Try again',
  export: 'Export what was saved',
  off: 'Off',
});
