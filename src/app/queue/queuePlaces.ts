import type { Place } from '#app/frame/places.tsx';
import { cameFrom } from '#app/frame/router.tsx';
import { words } from '#i18n/words.ts';

/** The lists of calls; by themselves, as a start shows none of them. */
export const toQueue: Place = {
  to: '/queue',
  get name() {
    return words('queue').title;
  },
};
export const toRescue: Place = {
  to: '/rescue',
  get name() {
    return words('queue').rescue;
  },
};

/** How a hand-over is called on the screens of both handhelds. */
export function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

/** The list that a call was opened from. */
export function toList(): Place {
  const from = cameFrom();
  return from?.startsWith('/queue?') ? { to: from, name: words('history').title } : toQueue;
}
