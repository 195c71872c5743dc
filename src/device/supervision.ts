import type { SiteConfiguration } from '#contract/site.ts';

/** What decides whether the one who holds the handheld may do what a supervisor may. */
export interface Standing {
  readonly userId: string;
  /** Whether the worker's own badge was scanned: an id may be typed by anybody. */
  readonly byBadge: boolean;
  /** Whether a PIN was set on this handheld. */
  readonly hasOwnPin: boolean;
  /** Whether the PIN was entered a short while ago. */
  readonly isPinFresh: boolean;
}

/** How the supervisor's part is opened: it is open, by a PIN, or by a supervisor who signs in. */
export type Supervision = 'open' | 'pin' | 'supervisor';

/**
 * Open to everybody where there is neither a PIN nor a supervisor. Where there is a PIN, a supervisor who typed his id
 * enters it as well: everybody knows his id.
 */
export function supervisionOf(
  { supervisors, supervisorPin }: Pick<SiteConfiguration, 'supervisors' | 'supervisorPin'>,
  { userId, byBadge, hasOwnPin, isPinFresh }: Standing,
): Supervision {
  const hasPin = supervisorPin !== undefined || hasOwnPin;
  if (hasPin && isPinFresh) return 'open';
  if (supervisors.includes(userId) && (byBadge || !hasPin)) return 'open';
  if (hasPin) return 'pin';
  return supervisors.length === 0 ? 'open' : 'supervisor';
}
