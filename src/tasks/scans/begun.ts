import { draftName, readAsked, readFilled, scansIn } from '#tasks/task/draft.ts';
import { isEntered, readObjectDraft } from '#tasks/object/objectView.ts';
import type { Draft, Handheld } from '#tasks/task/handheld.ts';
import { halvesIn } from '#tasks/task/halves.ts';
import { keptScanIn } from '#tasks/task/keptScan.ts';
import type { Task } from '#tasks/task/task.ts';

/** The codes of what is begun in a task and not saved, each half by itself and that in hand first; where it is empty, nothing is in hand. */
export function halvesOf(task: Task, draft: Pick<Draft, 'read'>): readonly (readonly string[])[] {
  return halvesIn(draft.read()).map((half) => codesOf(task, half));
}

/** The codes of all that is begun in a task and not saved; empty where nothing is. */
export function begunIn(task: Task, draft: Pick<Draft, 'read'>): readonly string[] {
  return halvesOf(task, draft).flat();
}

function codesOf(task: Task, kept: string): readonly string[] {
  if (task.kind === 'scans') {
    return [...(readAsked(kept)?.scans ?? []), ...Object.values(readFilled(task, kept))].map(({ text }) => text);
  }
  if (task.kind === 'print') return scansIn(kept).map(({ text }) => text);
  if (task.kind !== 'object') return [];
  const half = readObjectDraft(task, kept);
  return half.scan && isEntered(task, half) ? [half.scan.text] : [];
}

/** The code that stays for the calls of a task, as its tile shows it; nothing where none does. */
export function keptIn({ id }: Task, draft: Handheld['draft']): string | undefined {
  const keptScan = keptScanIn(draft(draftName('kept-scan', id)).read());
  return 'scan' in keptScan ? `→ ${keptScan.scan.text}` : undefined;
}
