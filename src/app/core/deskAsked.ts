import type { DeskAsked } from './appState.ts';

/** Adds a wish of the desk that was met to those that nobody has read of yet: of one kind the last one stands. */
export function withAsked(unread: readonly DeskAsked[] = [], asked: DeskAsked): readonly DeskAsked[] {
  return [...unread.filter(({ kind }) => kind !== asked.kind), asked];
}
