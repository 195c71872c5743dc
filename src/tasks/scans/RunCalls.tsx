import { memo } from 'react';
import { CallList } from '#tasks/calls/CallList.tsx';
import type { CallLink } from '#tasks/calls/CallRow.tsx';
import { RunEntryRow } from './RunEntryRow.tsx';
import type { ScansTask } from '#tasks/task/task.ts';
import type { TaskRun } from './taskRun.ts';
import type { RunEntry } from '#tasks/task/taskRunView.ts';
import { useLanguage } from '#i18n/useLanguage.ts';

/** Calls on their way to the disk that are listed: a burst of scans must not wait for its own list to be drawn. */
const SHOWN_SAVING = 5;

export interface RunCallsProps {
  readonly task: ScansTask;
  readonly run: TaskRun;
  readonly entries: readonly RunEntry[];
  readonly link: CallLink;
}

/** The calls of the run, newest first: loaded after the screen, as the first scan does not wait for its row. */
export const RunCalls = memo(function RunCalls({ task, run, entries, link }: RunCallsProps) {
  const unsaved = entries.filter(
    ({ saving }, index) => saving !== 'saved' && (saving !== 'saving' || index < SHOWN_SAVING),
  );
  const rowOf = (entry: RunEntry) => (
    <RunEntryRow key={entry.id} entry={entry} onSaveAgain={run.saveAgain} onLeave={run.leave} />
  );
  const saved = new Map(
    entries.flatMap((entry) =>
      entry.saving === 'saved' && entry.seq !== undefined ? [[entry.seq, rowOf(entry)]] : [],
    ),
  );
  useLanguage();
  return (
    <CallList operations={[task.operation]} seqs={[...saved.keys()]} link={link} fresh={saved}>
      {unsaved.map(rowOf)}
    </CallList>
  );
});
