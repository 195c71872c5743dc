import { Link } from 'wouter';
import type { CallLink } from '#tasks/CallRow.tsx';
import { homeWords } from '#ui/homeMessages.ts';
import { queueWords } from '#ui/queueMessages.ts';

/** The way back from every screen but home. */
export const toHome = { to: '/', name: homeWords.back };
export const toQueue = { to: '/queue', name: queueWords.title };
export const toRescue = { to: '/rescue', name: queueWords.rescue };

/** How a hand-over is called on the screens of both handhelds. */
export function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

export const callLink: CallLink = (seq, className, inside) => (
  <Link href={`/queue/${seq}`} className={className}>
    {inside}
  </Link>
);

interface Place {
  readonly to: string;
  readonly name: string;
}

/** The list that a call was opened from; a call is left to where one came from. */
let list: Place | undefined;

/** A list is shown now. */
export function comeFrom(place: Place): void {
  list = place;
}

export function toList(): Place {
  return list ?? toQueue;
}
