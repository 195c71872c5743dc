import { memo } from 'react';
import { CallList } from '#tasks/calls/CallList.tsx';
import type { ScansTask } from '#tasks/task/task.ts';
import type { ScansRun } from './scansRun.ts';
import type { RunEntry } from '#tasks/task/scansRunView.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { type Mark, Row } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { askedWords } from '#i18n/words/asked.ts';
import { callListWords } from '#i18n/words/callList.ts';
import { stateWords } from '#i18n/words/state.ts';

/** Calls on their way to the disk that are listed: a burst of scans must not wait for its own list to be drawn. */
const SHOWN_SAVING = 5;

export interface RunCallsProps {
  readonly task: ScansTask;
  readonly run: ScansRun;
  readonly entries: readonly RunEntry[];
}

/** The calls of the run, newest first: loaded after the screen, as the first scan does not wait for its row. */
export const RunCalls = memo(function RunCalls({ task, run, entries }: RunCallsProps) {
  const unsaved = entries.filter(
    ({ saving }, index) => saving !== 'saved' && (saving !== 'saving' || index < SHOWN_SAVING),
  );
  const rowOf = (entry: RunEntry) => <RunEntryRow key={entry.id} run={run} entry={entry} />;
  const saved = new Map(
    entries.flatMap((entry) =>
      entry.saving === 'saved' && entry.seq !== undefined ? [[entry.seq, rowOf(entry)]] : [],
    ),
  );
  useLanguage();
  return (
    <CallList operations={[task.operation]} seqs={[...saved.keys()]} fresh={saved} hasUndo>
      {unsaved.map(rowOf)}
    </CallList>
  );
});

function markOf(saving: RunEntry['saving']): Mark {
  switch (saving) {
    case 'saving':
      return { icon: icons.waiting, word: callListWords().saving, mood: 'next' };
    case 'saved':
      return { icon: icons.waiting, word: stateWords().states.waiting, mood: 'plain' };
    case 'not-saved':
      return { icon: icons.warning, word: callListWords().notSavedWord, mood: 'bad' };
    case 'needs-confirmation':
      return { icon: icons.unconfirmed, word: callListWords().askingWord, mood: 'check' };
  }
}

function RunEntryRow({ run, entry }: { readonly run: ScansRun; readonly entry: RunEntry }) {
  const { id, scans, saving, problem } = entry;
  return (
    <Row
      mark={markOf(saving)}
      isNew={saving === 'saved'}
      title={<Code text={scans.map(({ text }) => text).join(' → ')} size="medium" />}
      actions={
        saving === 'not-saved' && (
          <>
            <Button onClick={() => run.leave(id)}>{askedWords().doNotSave}</Button>
            <Button kind="primary" icon={icons.again} onClick={() => run.saveAgain(id)}>
              {askedWords().saveAgain}
            </Button>
          </>
        )
      }
    >
      {problem !== undefined && <span className="hint">{problem}</span>}
    </Row>
  );
}
