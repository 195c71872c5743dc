import { attempt } from '#contract/attempt.ts';
import { localKeys } from '#device/localKeys.ts';
import type { UpdateWaits } from '#wire/report.ts';

/** Milliseconds after which a handheld that nobody touches is at rest. */
export const AT_REST_MS = 2 * 60_000;

/** The facts by which a newer version is taken without a tap. */
export interface RestFacts {
  /** The site's `updates`. */
  readonly updates: string | undefined;
  /** A supervisor has asked the handhelds to take it. */
  readonly isAskedFor: boolean;
  /** This page has something begun. */
  readonly isBegun: boolean;
  /** The page was opened with the version ready, and nobody has touched it since. */
  readonly isAtStart: boolean;
  readonly isSeen: boolean;
  /** A camera looks for codes. */
  readonly isScanning: boolean;
  /** Milliseconds since the screen was touched, a key came, or the page was opened. */
  readonly untouchedMs: number;
  /** The time since which the version is there, by this handheld's clock, Unix ms. */
  readonly foundAt: number;
  /** Unix ms. */
  readonly now: number;
}

/** Returns why a newer version is not taken yet; `undefined`: now. A task is never interrupted, whoever asks for it. */
export function updateWaitsFor(facts: RestFacts): UpdateWaits | undefined {
  const { updates = 'at-rest', isAskedFor, isBegun, isAtStart, isSeen, isScanning, untouchedMs, now } = facts;
  if (!isAskedFor && updates === 'asked') return 'tap';
  if (!isAskedFor && updates !== 'at-rest' && now < nextAt(updates, facts.foundAt)) return 'hour';
  if (isBegun) return 'task';
  const isIdle = isAtStart || !isSeen || untouchedMs >= AT_REST_MS;
  return isIdle && !isScanning ? undefined : 'use';
}

/** Returns the first moment after another one, Unix ms, at which the clock of this handheld shows an hour such as `02:30`. */
function nextAt(hour: string, after: number): number {
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  const next = new Date(after);
  next.setHours(hours, minutes, 0, 0);
  if (next.getTime() <= after) next.setDate(next.getDate() + 1);
  return next.getTime();
}

/**
 * Returns since when a newer version is ready, Unix ms, and notes it where nobody has: a page that is opened later goes by it too. One that
 * was noted by a clock that has been set back since counts from now.
 */
export function foundAt(keep: Pick<Storage, 'getItem' | 'setItem'>, now: number): number {
  const noted = Number(attempt(() => keep.getItem(localKeys.updateFound)) ?? 0);
  if (noted > 0 && noted <= now) return noted;
  attempt(() => keep.setItem(localKeys.updateFound, String(now))); // no room: it counts from each start
  return now;
}
