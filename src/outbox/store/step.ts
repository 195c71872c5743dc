import type { StoredCall } from './database.ts';
import { put } from './rowSteps.ts';
import type { Writing } from './rows.ts';
import { transition } from '#outbox/state/transition.ts';
import type { QueueEvent } from '#outbox/state/queueEvent.ts';

/** Applies an event to a row of this transaction. @throws IllegalStep */
export function step(tx: Writing, row: StoredCall, event: QueueEvent, now: number): Promise<StoredCall> {
  return put(tx, row, transition(row, event, now));
}
