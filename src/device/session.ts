import type { SiteConfiguration } from '#site/site.ts';
import type { Keep } from '#device/vault.ts';

/** The worker who holds this handheld, beside the user id of the settings. */
export interface Session {
  /** The worker has signed out: nobody is at work here until somebody signs in. */
  readonly isOut?: boolean;
  /** The same worker, or another one, has to say who it is. */
  readonly isLocked?: boolean;
  /** `true`: the worker's own badge was scanned, and no id typed. */
  readonly byBadge?: boolean;
  /** Unix ms of the last touch, key or scan that was noted. */
  readonly seenAt?: number;
  /** The worker before, and until when (Unix ms). */
  readonly before?: { readonly userId: string; readonly at: number };
}

/** The screen that is shown in place of the tasks. */
export type Shut = 'signed-out' | 'locked';

const NAME = 'session';
/** A clock that was set back by more than this says nothing about how long nobody was there. */
const CLOCK_SLIP_MS = 60_000;

export async function readSession(keep: Keep): Promise<Session> {
  return ((await keep.read(NAME)) as Session | undefined) ?? {};
}

export async function writeSession(keep: Keep, session: Session): Promise<void> {
  await keep.write(NAME, session);
}

/** Returns how long nothing may be done before the handheld locks, in ms; 0: it never does. */
export function idleMs({ idleLockMinutes = 0 }: Pick<SiteConfiguration, 'idleLockMinutes'>): number {
  return idleLockMinutes * 60_000;
}

/**
 * Tells how a handheld that starts is shut; `undefined`: it is open. A clock that jumps may shut it and never opens it: what is locked stays so
 * until somebody signs in.
 */
export function shutAtStart(
  { isOut, isLocked, seenAt }: Session,
  site: Pick<SiteConfiguration, 'idleLockMinutes'>,
  now: number,
): Shut | undefined {
  if (isOut) return 'signed-out';
  const limit = idleMs(site);
  const away = seenAt === undefined ? 0 : now - seenAt;
  const wasAway = limit > 0 && (away >= limit || away < -CLOCK_SLIP_MS);
  return isLocked || wasAway ? 'locked' : undefined;
}

/** Tells whether a badge can open the supervisor's part: the site knows one of somebody whom it names. */
export function hasSupervisorBadge({
  workers = [],
  supervisors,
}: Pick<SiteConfiguration, 'workers' | 'supervisors'>): boolean {
  return workers.some(({ userId, badge }) => badge !== undefined && supervisors.includes(userId));
}

type Supervisors = Pick<SiteConfiguration, 'supervisors'>;

/** Tells whether the site takes a worker for a supervisor: it names them, or takes everybody for one. */
function isSupervisor({ supervisors }: Supervisors, userId: string): boolean {
  return supervisors.length === 0 || supervisors.includes(userId);
}

/**
 * Tells whether a worker may send a call again that this operator made: the own, and as a supervisor anybody's. Other than for `supervisionOf` the id is
 * enough, typed or not, also where there is a PIN.
 */
export function maySend(site: Supervisors, userId: string, operator: string): boolean {
  return operator === userId || isSupervisor(site, userId);
}

/** The facts that decide whether the one who holds the handheld may do what a supervisor may. */
export interface SupervisorStanding {
  readonly userId: string;
  /** `true`: the worker's own badge was scanned; an id may be typed by anybody. */
  readonly byBadge: boolean;
  readonly hasOwnPin: boolean;
  /** `true`: a supervisor has entered the PIN, or scanned a badge, a short while ago. */
  readonly isSupervised: boolean;
}

/** Way into the supervisor's part: it is open, by a PIN, or by a supervisor who signs in. */
export type Supervision = 'open' | 'pin' | 'supervisor';

/**
 * Tells how the supervisor's part opens: without a PIN, to every supervisor; else by the PIN, or to one whom the site names and whose own badge was
 * scanned: everybody knows an id, and can type it. Such a badge opens it for a while beside whoever is signed in.
 */
export function supervisionOf(
  site: Pick<SiteConfiguration, 'supervisors' | 'supervisorPin'>,
  { userId, byBadge, hasOwnPin, isSupervised }: SupervisorStanding,
): Supervision {
  const hasPin = site.supervisorPin !== undefined || hasOwnPin;
  if (!hasPin) return isSupervised || isSupervisor(site, userId) ? 'open' : 'supervisor';
  return isSupervised || (byBadge && site.supervisors.includes(userId)) ? 'open' : 'pin';
}
