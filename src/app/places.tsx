import { Link } from 'wouter';
import type { CallLink } from '#tasks/CallRow.tsx';
import { homeWords } from '#ui/homeMessages.ts';
import { queueWords } from '#ui/queueMessages.ts';

/** A place to go to; its name is read while it is drawn, as the language may have changed. */
export interface Place {
  readonly to: string;
  readonly name: string;
}

/** The way back from every screen but home. */
export const toHome: Place = {
  to: '/',
  get name() {
    return homeWords.back;
  },
};
export const toQueue: Place = {
  to: '/queue',
  get name() {
    return queueWords.title;
  },
};
export const toRescue: Place = {
  to: '/rescue',
  get name() {
    return queueWords.rescue;
  },
};

/** How a hand-over is called on the screens of both handhelds. */
export function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

export const callLink: CallLink = (seq, className, inside) => (
  <Link href={`/queue/${seq}`} className={className}>
    {inside}
  </Link>
);

/** The list that a call was opened from; a call is left to where one came from. */
let list: Place | undefined;

/** A list is shown now. */
export function comeFrom(place: Place): void {
  list = place;
}

export function toList(): Place {
  return list ?? toQueue;
}
