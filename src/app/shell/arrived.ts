// Only ever imported by screens that are chunks of their own: a start does not need it.
import type { Base } from '#app/core/base.ts';
import { type HandOver, createHandOver } from '#tasks/task/handOver.ts';

/** None of a task's: see `NO_TASK`. */
const DRAFT = 'not-taken-from-outside';

const known = new WeakMap<Base, Map<string, HandOver>>();

/**
 * Codes that were shared with the app or came by a link, until the worker chooses a place for them at home. They are kept
 * apart from what was scanned, which the next task takes by itself: a task that a shortcut or an address opens takes none.
 */
export function arrivedIn(base: Base): HandOver {
  const userId = base.view().settings?.userId ?? ''; // what one has shared and not used yet is not the next one's
  const ofBase = known.get(base) ?? new Map<string, HandOver>();
  known.set(base, ofBase);
  const arrived = ofBase.get(userId) ?? createHandOver(base.handheld.draft(DRAFT));
  ofBase.set(userId, arrived);
  return arrived;
}
