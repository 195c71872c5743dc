import type { Misfit } from '#tasks/codeCheck.ts';
import { ScannedCode } from '#tasks/ScannedCode.tsx';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { messages } from '#ui/messages.ts';

const words = messages.tasks;

/** What was scanned and not taken: it is not lost, and it can be looked at. */
export function MisfitPanel({ misfit: { scan } }: { readonly misfit: Misfit }) {
  return (
    <Panel title={words.notTaken}>
      <ScannedCode scan={scan} />
    </Panel>
  );
}

export interface MisfitQuestionProps {
  readonly onLeave: () => void;
  readonly onTake: () => void;
}

/** In the dock while a code that does not look right may be used all the same. The next scan goes past it. */
export function MisfitQuestion({ onLeave, onTake }: MisfitQuestionProps) {
  return (
    <>
      <Button size="big" kind="primary" onClick={onLeave}>
        {words.leaveIt}
      </Button>
      <Button size="big" onClick={onTake}>
        {words.anyway}
      </Button>
    </>
  );
}
