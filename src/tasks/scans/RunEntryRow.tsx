import type { RunEntry } from '#tasks/task/taskRunView.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { type Mark, Row } from '#ui/Row.tsx';
import { stateWords } from '#i18n/en/state.ts';
import { tasksWords as words } from '#i18n/en/task.ts';

function markOf(saving: RunEntry['saving']): Mark {
  switch (saving) {
    case 'saving':
      return { icon: 'sending', word: words.saving, mood: 'next' };
    case 'saved':
      return { icon: 'waiting', word: stateWords.states.waiting, mood: 'plain' };
    case 'not-saved':
      return { icon: 'refused', word: words.notSavedWord, mood: 'bad' };
    case 'needs-confirmation':
      return { icon: 'repeat', word: words.askingWord, mood: 'check' };
  }
}

export interface RunEntryRowProps {
  readonly entry: RunEntry;
  readonly onSaveAgain: (id: number) => void;
  readonly onLeave: (id: number) => void;
}

/** A call of this screen that has no row in the queue yet: being saved, not saved, or asked about. */
export function RunEntryRow({ entry: { id, scans, saving, problem }, onSaveAgain, onLeave }: RunEntryRowProps) {
  return (
    <Row
      mark={markOf(saving)}
      title={<Code text={scans.map(({ text }) => text).join(' → ')} size="medium" />}
      actions={
        saving === 'not-saved' && (
          <>
            <Button onClick={() => onLeave(id)}>{words.doNotSave}</Button>
            <Button kind="primary" icon="done" onClick={() => onSaveAgain(id)}>
              {words.saveAgain}
            </Button>
          </>
        )
      }
    >
      {problem !== undefined && <span className="hint">{problem}</span>}
    </Row>
  );
}
