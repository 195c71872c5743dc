/** The screens that docs/ shows, and what each picture is there for. */
export const docsPictures = [
  'home',
  'revert-empty',
  'revert-half',
  'revert-saved',
  'label-asks',
  'queue',
  'call-refused',
  'teach',
  'call-unconfirmed',
  'offline',
  'sign-in',
  'answer-pictures',
] as const;

/** Screens that one of them is reached through. */
const onTheWay = ['revert-typing', 'label-printed'] as const;

/** Tells whether the walk for the pictures of docs/ goes there. */
export const isOnTheWay = (name: string): boolean => [...docsPictures, ...onTheWay].some((known) => known === name);

/** Tells whether docs/ shows it. */
export const isShown = (name: string): boolean => docsPictures.some((known) => known === name);
