import { begunIn } from '#tasks/scans/begun.ts';
import { operationNames } from '#contract/catalogue.ts';
import { begunTasksOf, draftText, draftsOf } from '#app/core/drafts/draftsOf.ts';
import { operationName } from '#tasks/catalogue/callName.ts';
import { objectIn, draftIn, isLoose } from '#tasks/task/draft.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { nameBefore, readNotTaken } from '#tasks/intake/notTaken.ts';
import { readBatch } from '#scan/batch.ts';

export interface Begun {
  readonly title: string;
  /** The codes scanned or entered for it; empty where the kept text cannot be read. */
  readonly codes: readonly string[];
}

/**
 * Lists what a worker has begun, with its codes, as it is kept on this handheld now. An object that was only looked up
 * is nothing begun.
 */
export function begunBy(userId: string): readonly Begun[] {
  return begunTasksOf(userId).flatMap((name) => {
    const kept = draftText(name, userId);
    return isLookedUp(name, kept) ? [] : begunDraft(name, kept);
  });
}

function isLookedUp(name: string, kept: string | undefined): boolean {
  const task = tasks.find(({ id }) => id === name);
  return task?.kind === 'object' && begunIn(task, { read: () => kept }).length === 0;
}

/** Lists the codes that wait for a task or were not taken, and the calls that were not saved, by name. */
export function looseBy(userId: string): readonly string[] {
  const loose = draftsOf(userId).filter(isLoose);
  const kept = loose.flatMap((name) => readNotTaken({ read: () => draftText(name, userId) }));
  return kept.map((left) => nameBefore(left) + left.text);
}

/** Returns what a draft was begun for, and its codes. @param name - the draft's */
export function begunDraft(name: string, kept: string | undefined): Begun {
  const { kind, task: id } = draftIn(name);
  if (kind === 'operation') {
    const operation = operationNames.find((one) => one === id);
    return { title: operation ? operationName(operation) : name, codes: textsIn(objectIn(kept)['texts']) };
  }
  const task = tasks.find((one) => one.id === id);
  if (!task) return { title: name, codes: [] };
  const title = task.title();
  if (kind === 'batch') return { title, codes: readBatch(kept).map(({ text }) => text) };
  return { title, codes: begunIn(task, { read: () => kept }) };
}

function textsIn(fields: unknown): readonly string[] {
  return Object.values<unknown>((fields ?? {}) as Record<string, unknown>).filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
}
