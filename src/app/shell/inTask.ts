import { TASK_LOCK } from '#outbox/names.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { watchSteps } from '#ui/router.ts';

/** Tells whether a reload would take something from the person at this page: half a task, an open question, a typed word. */
export function isInTask(): boolean {
  if (leaving.view().begun !== undefined || document.querySelector('dialog[open]')) return true;
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && /^(?:text|search|password|textarea|number|tel)$/.test(field.type) && field.value !== '';
}

/**
 * Tells the other pages by a lock that this one is in a task: a crashed page holds none. @param onFree - it is in none
 * now
 */
export function watchTask(onFree: () => void): void {
  let release: (() => void) | undefined;
  function updateLock(): void {
    if (isInTask()) release ??= hold(TASK_LOCK);
    else if (release) {
      release();
      release = undefined;
      onFree();
    }
  }
  leaving.subscribe(updateLock);
  const updateSoon = (): void => void setTimeout(updateLock); // when the screen has changed
  watchSteps(updateSoon);
  for (const type of ['focusin', 'focusout']) addEventListener(type, updateSoon);
  document.addEventListener('visibilitychange', updateLock); // before a person can be at another page
  updateLock();
}

/** Holds a lock beside others who do. @returns how to let it go */
export function hold(name: string): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks.request(name, { mode: 'shared' }, () => ended).catch(() => undefined);
  return end;
}
