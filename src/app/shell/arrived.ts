// Only ever imported by screens that are chunks of their own: a start does not need it.
import type { AppState } from '#app/core/appState.ts';
import { type PendingScans, createPendingScans } from '#tasks/task/pendingScans.ts';

/** None of a task's: see `NO_TASK`. */
const DRAFT = 'not-taken-from-outside';

const known = new WeakMap<AppState, Map<string, PendingScans>>();

/**
 * Codes that were shared with the app or came by a link, until the worker chooses a place for them at home. They are kept
 * apart from what was scanned, which every task asks about: a task that a shortcut or an address opens asks about none.
 */
export function arrivedIn(appState: AppState): PendingScans {
  const userId = appState.view().settings?.userId ?? ''; // what one has shared and not used yet is not the next one's
  const ofBase = known.get(appState) ?? new Map<string, PendingScans>();
  known.set(appState, ofBase);
  const arrived = ofBase.get(userId) ?? createPendingScans(appState.handheld.draft(DRAFT));
  ofBase.set(userId, arrived);
  return arrived;
}
