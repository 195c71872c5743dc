import { Link } from 'wouter';
import type { CallLink } from '#tasks/CallRow.tsx';
import { messages } from '#ui/messages.ts';

/** The way back from every screen but home. */
export const toHome = { to: '/', name: messages.home.back };
export const toQueue = { to: '/queue', name: messages.queue.title };
export const toRescue = { to: '/rescue', name: messages.queue.rescue };

/** How a hand-over is called on the screens of both handhelds. */
export function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase();
}

export const callLink: CallLink = (seq, className, inside) => (
  <Link href={`/queue/${seq}`} className={className}>
    {inside}
  </Link>
);
