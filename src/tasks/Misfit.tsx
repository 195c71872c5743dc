import type { Misfit } from '#tasks/codeCheck.ts';
import { ScannedCode } from '#tasks/ScannedCode.tsx';
import { Panel } from '#ui/Page.tsx';
import { tasksWords as words } from '#ui/taskMessages.ts';

/** What was scanned and not taken: it is not lost, and it can be looked at. */
export function MisfitPanel({ misfit: { scan } }: { readonly misfit: Misfit }) {
  return (
    <Panel title={words.notTaken}>
      <ScannedCode scan={scan} />
    </Panel>
  );
}
