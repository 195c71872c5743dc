import { draftName, readAsked, readFilled } from '#tasks/task/draft.ts';
import { isEntered, readObjectDraft } from '#tasks/object/objectView.ts';
import type { Draft, Handheld } from '#tasks/task/handheld.ts';
import type { Task } from '#tasks/task/task.ts';
import { keptScanIn } from './taskState.ts';

/** The codes of what is begun in a task and not saved; empty where nothing is. */
export function begunIn(task: Task, draft: Pick<Draft, 'read'>): readonly string[] {
  if (task.kind === 'scans') {
    const kept = draft.read();
    return [...(readAsked(kept)?.scans ?? []), ...Object.values(readFilled(task, kept))].map(({ text }) => text);
  }
  if (task.kind !== 'object') return [];
  const kept = readObjectDraft(task, draft.read());
  return kept.scan && isEntered(task, kept) ? [kept.scan.text] : [];
}

/** The code that stays for the calls of a task, as its tile shows it; nothing where none does. */
export function keptIn({ id }: Task, draft: Handheld['draft']): string | undefined {
  const { keptScan } = keptScanIn(draft(draftName('kept-scan', id)).read());
  return typeof keptScan === 'object' ? `→ ${keptScan.text}` : undefined;
}
