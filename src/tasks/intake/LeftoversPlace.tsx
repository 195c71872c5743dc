import { Suspense } from 'react';
import { type Collects, batchDraft } from './batchDraft.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { notTakenDraft } from './notTaken.ts';
import { part } from '#ui/part.ts';

const Leftovers = part(() => import('./Leftovers.tsx'), 'Leftovers');

export interface LeftoversPlaceProps {
  /** The name under which the screen keeps its half task. */
  readonly task: string;
  /** Where codes may have been collected that are not shown elsewhere. */
  readonly collects?: Collects | false | undefined;
}

/** What was scanned and waits for a person's word: drawn with its screen, as every such scan changes that. */
export function LeftoversPlace({ task, collects }: LeftoversPlaceProps) {
  const { draft } = useHandheld();
  const isAny = draft(notTakenDraft(task)).read() ?? (collects && draft(batchDraft(task)).read());
  if (!isAny) return null;
  return (
    <Suspense>
      <Leftovers task={task} collects={collects} />
    </Suspense>
  );
}
