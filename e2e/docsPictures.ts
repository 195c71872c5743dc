/** The screens that docs/ shows. */
const screenPictures = [
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

/** The pages of a floor of forty handhelds that it shows. */
const floorPictures = ['floor', 'floor-phone', 'floor-doubt', 'floor-lost', 'floor-check-out'] as const;

export type FloorPicture = (typeof floorPictures)[number];

export const docsPictures = [...screenPictures, ...floorPictures];

/** Screens that one of them is reached through. */
const onTheWay = ['revert-typing', 'label-printed'] as const;

/** Tells whether the walk for the pictures of docs/ goes there. */
export const isOnTheWay = (name: string): boolean => [...screenPictures, ...onTheWay].some((known) => known === name);

/** Tells whether docs/ shows it. */
export const isShown = (name: string): boolean => screenPictures.some((known) => known === name);
