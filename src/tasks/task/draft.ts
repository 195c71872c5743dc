import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { Draft } from './handheld.ts';
import type { ScansTask } from './task.ts';

/** A draft that is read and written here, and of which it can be told whether another page has changed it since. */
export function followed(draft: Pick<Draft, 'read' | 'write'>) {
  let seen: string | undefined;
  return {
    read: () => (seen = draft.read()),
    write(text: string | undefined, by?: 'call'): void {
      draft.write(text, by);
      seen = text;
    },
    isOvertaken: () => draft.read() !== seen,
  };
}

/** Half a task, as it was kept; empty where nothing, or something else, was kept. The last step is never filled. */
export function readFilled(task: ScansTask, kept: string | undefined): Readonly<Record<string, ScanNote>> {
  const scans = objectIn(kept);
  const filled = task.steps.slice(0, -1).flatMap(({ parameter }) => {
    const scan = scans[parameter];
    return isScanNote(scan) ? [[parameter, scan] as const] : [];
  });
  return Object.fromEntries(filled);
}

/** A JSON object, or an empty one where `text` is none: a draft of an older build. */
export function objectIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function isScanNote(value: unknown): value is ScanNote {
  return typeof (value as ScanNote | undefined)?.text === 'string';
}
