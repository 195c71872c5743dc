import { checkText } from '#contract/call.ts';
import { type SiteWorker, ownerOf } from '#site/site.ts';

export interface SignedIn {
  readonly userId: string;
  /** `true`: a badge was scanned, which only its owner has. */
  readonly byBadge: boolean;
}

/**
 * Finds the worker of a badge that was scanned, or of an id.
 *
 * @param workers - those of the site; absent: any id is one.
 * @param isTyped - whether a person typed it: a badge cannot be typed.
 * @returns `undefined` where nobody is known by it.
 * @throws InvalidParameter where it cannot be sent as an id.
 */
export function workerOf(
  workers: readonly SiteWorker[] | undefined,
  text: string,
  isTyped: boolean,
): SignedIn | undefined {
  const said = text.trim();
  if (said === '') return undefined;
  if (!workers) return { userId: checkText('User id', said), byBadge: false };
  const ofBadge = isTyped ? undefined : ownerOf(workers, said);
  if (ofBadge) return { userId: ofBadge.userId, byBadge: true };
  return workers.some(({ userId }) => userId === said) ? { userId: said, byBadge: false } : undefined;
}

/** Returns how a worker is called: the name where the site knows one, and the id. */
export function workerName(workers: readonly SiteWorker[] | undefined, userId: string): string {
  const name = workers?.find((worker) => worker.userId === userId)?.name;
  return name === undefined ? userId : `${name} (${userId})`;
}
