const START = 'scanline-draft-';
/** Drafts that are no task's: what was not taken, and what waits for a task. */
const NO_TASK = /^(?:not-taken-|hand-over$)/;

/** The key of a worker's draft in `localStorage`. */
export function draftKey(task: string, userId: string): string {
  return `${START}${task}-of-${userId}`;
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(START);
}

/** Whether it is half a task, or what belongs to one. */
export function isOfTask(task: string): boolean {
  return !NO_TASK.test(task);
}
